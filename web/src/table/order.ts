/* Cards in an order: a numbered list to be dragged by its handles, moved by Alt with an arrow, or by the two buttons of a line.
 *
 * The stack of dilemmas is a set whose order counts.  Cards that are put back in any order are asked for one after the other; here
 * they are one list, and the table sends it line by line. */
import { faceChip } from "../face.js";
import { h, type Child } from "../dom.js";
import { DECIDE, VERB, type Decision } from "./model.js";
import type { Table } from "./table.js";

/** Whether the decision asks for nothing but an order. */
export function isOrdering(d: Decision): boolean {
  return d.kind === DECIDE.ORDERING && d.options.every((o) => o.verb === VERB.CHOOSE);
}

/** The list with the card at `from` moved to `to`. */
export function moved(ids: number[], from: number, to: number): number[] {
  const out = [...ids], at = Math.min(Math.max(0, to), ids.length - 1);
  out.splice(at, 0, ...out.splice(from, 1));
  return out;
}

export function orderList(t: Table, words: string): Child {
  return t.answers.picks.length > 0 && h("div", { class: "order" }, h("h3", { class: "lab", id: "order-words" }, words),
    h("ol", { "aria-labelledby": "order-words" }, t.answers.picks.map((id, i) => line(t, id, i))));
}

function line(t: Table, id: number, i: number): HTMLElement {
  const card = t.face(id), title = t.title(id), last = t.answers.picks.length - 1;
  const step = (by: number, words: string, sign: string): HTMLElement =>
    h("button", { class: "ostep", type: "button", "data-k": `ord${words}${id}`, "aria-label": `${title}: ${words}`, disabled: !t.canAnswer || (by < 0 ? i === 0 : i === last), onclick: () => place(t, id, i + by) }, sign);
  return h("li", { "data-order": id, onkeydown: (e: KeyboardEvent) => key(t, id, e), onmouseenter: () => t.inspect(id) },
    h("button", { class: "handle", type: "button", "data-k": `ord${id}`, "aria-label": `${title}, ${i + 1} of ${last + 1}. Alt with an arrow moves it`, title: "Drag, or Alt with an arrow", disabled: !t.canAnswer,
      onpointerdown: (e: PointerEvent) => drag(t, id, e), onfocus: () => t.inspect(id) }, h("b", null, i + 1), h("i", { class: "grip" })),
    card ? faceChip(card, t.seen(id)?.attributes) : h("span", null, title), step(-1, "earlier", "↑"), step(1, "later", "↓"));
}

/** Moves a card and says where it is now. */
function place(t: Table, id: number, to: number): void {
  const from = t.answers.picks.indexOf(id);
  if (!t.canAnswer || from < 0 || to < 0 || to >= t.answers.picks.length || to === from) return;
  t.answers.setPicks(moved(t.answers.picks, from, to));
  document.getElementById("polite")!.textContent = `${t.title(id)}, ${to + 1} of ${t.answers.picks.length}`;
}

function key(t: Table, id: number, e: KeyboardEvent): void {
  const by = e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0;
  if (!by || !e.altKey) return;
  e.preventDefault();
  e.stopPropagation();
  place(t, id, t.answers.picks.indexOf(id) + by);
  t.root.querySelector<HTMLElement>(`[data-k="ord${id}"]`)?.focus();
}

/** The line follows the pointer: it takes the place of the line that the pointer is over. */
function drag(t: Table, id: number, down: PointerEvent): void {
  if (down.button !== 0) return;
  down.stopPropagation();
  down.preventDefault();
  const over = (e: PointerEvent): void => {
    const lines = [...t.root.querySelectorAll<HTMLElement>(".order li")];
    const to = lines.findIndex((el) => e.clientY < el.getBoundingClientRect().bottom);
    if (e.pointerId === down.pointerId) place(t, id, to < 0 ? lines.length - 1 : to);
  };
  const end = (): void => {
    document.removeEventListener("pointermove", over);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    t.root.querySelector<HTMLElement>(`[data-k="ord${id}"]`)?.focus();
  };
  document.addEventListener("pointermove", over);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
