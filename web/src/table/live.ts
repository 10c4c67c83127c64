/* What makes a card in sight a button: its key, its number, and what it does when it is clicked, pointed at or reached by focus. */
import { isNarrow } from "./frame.js";
import type { Table } from "./table.js";

export function live(t: Table, id: number, key: string, number?: Map<number, number>): Record<string, unknown> {
  return {
    type: "button", "data-k": key, "data-card": id, "data-n": number?.get(id), onclick: () => t.choosing.click(id, key),
    onmouseenter: () => t.inspect(id), onfocus: () => t.inspect(id),
    oncontextmenu: (e: Event) => { e.preventDefault(); t.inspect(id); if (isNarrow()) t.setTab("card"); },
  };
}
