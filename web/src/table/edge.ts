/* Places that can be chosen and are out of sight: an arrow at the edge of the field counts them and leads to the nearest.  Where
 * none is in sight, the first is scrolled into view by itself. */
import { h, on, plural } from "../dom.js";
import type { Table } from "./table.js";

const EDGE = 12; /* so little of a place in sight is not seen */

function off(rows: HTMLElement): { above: HTMLElement[]; below: HTMLElement[]; seen: number } {
  const view = rows.getBoundingClientRect(), out = { above: [] as HTMLElement[], below: [] as HTMLElement[], seen: 0 };
  for (const el of rows.querySelectorAll<HTMLElement>(".legal[data-card]")) {
    if (!el.offsetParent) continue;
    const r = el.getBoundingClientRect();
    if (r.bottom < view.top + EDGE) out.above.push(el);
    else if (r.top > view.bottom - EDGE) out.below.push(el);
    else out.seen++;
  }
  return out;
}

function show(el: HTMLElement): void {
  el.scrollIntoView({ block: "center" });
  el.focus({ preventScroll: true });
}

function arrows(rows: HTMLElement): void {
  const { above, below } = off(rows);
  rows.parentElement?.querySelectorAll(".edge").forEach((el) => el.remove());
  const one = (list: HTMLElement[], way: string, sign: string, next: HTMLElement): void => {
    const words = `${plural(list.length, "place")} further ${way}`;
    if (list.length) rows.after(h("button", { class: `edge ${way}`, type: "button", "data-k": `edge-${way}`, "aria-label": words, onclick: () => show(next) }, `${sign} ${list.length}`));
  };
  one(above, "up", "↑", above[above.length - 1]);
  one(below, "down", "↓", below[0]);
}

/** After a drawing of the field: only where it scrolls and an order has been begun. */
export function drawEdges(t: Table): void {
  const rows = t.zone.line.querySelector<HTMLElement>(".rows");
  if (!rows || t.choosing.choice.verb < 0 || t.choosing.menu.length || rows.scrollHeight <= rows.clientHeight + EDGE) return;
  const { above, below, seen } = off(rows), first = above[0] ?? below[0];
  if (!seen && first) first.scrollIntoView({ block: "center" });
  on(rows, "scroll", () => arrows(rows));
  arrows(rows);
}
