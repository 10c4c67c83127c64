/* A lasso: a mouse that is dragged over the list of those who may beam ticks everybody its frame touches. */
import { h } from "../dom.js";
import type { Table } from "./table.js";

const START = 7;

export function lasso(t: Table, down: PointerEvent): void {
  if (down.button !== 0 || down.pointerType !== "mouse" || down.shiftKey || !t.canAnswer) return;
  let frame: HTMLElement | null = null;
  const sides = (e: PointerEvent): { left: number; top: number; right: number; bottom: number } =>
    ({ left: Math.min(down.clientX, e.clientX), top: Math.min(down.clientY, e.clientY), right: Math.max(down.clientX, e.clientX), bottom: Math.max(down.clientY, e.clientY) });
  const move = (e: PointerEvent): void => {
    if (!frame && Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) < START) return;
    if (!frame) t.root.append(frame = h("div", { class: "lasso" }));
    const s = sides(e);
    Object.assign(frame.style, { left: `${s.left}px`, top: `${s.top}px`, width: `${s.right - s.left}px`, height: `${s.bottom - s.top}px` });
  };
  const end = (e: PointerEvent): void => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    if (!frame) return;
    frame.remove();
    if (e.type === "pointerup") t.answers.setPicks([...new Set([...t.answers.picks, ...touched(t, sides(e))])]);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

function touched(t: Table, s: { left: number; top: number; right: number; bottom: number }): number[] {
  return [...t.root.querySelectorAll<HTMLElement>(".stage.beam .bp[role=checkbox]")].filter((el) => {
    const r = el.getBoundingClientRect();
    return r.left < s.right && r.right > s.left && r.top < s.bottom && r.bottom > s.top;
  }).map((el) => Number(el.dataset.card));
}
