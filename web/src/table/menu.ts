/* The verb menu: a short list joined to its card, verbs always in the same order and under the same letter. */
import { h, icon } from "../dom.js";
import { inMenuOrder, verbOf, type Numbered } from "./options.js";
import type { Table } from "./table.js";
import { optionWords } from "./words.js";

const FEW = 3;

/** One line of the menu: an option, or a verb whose many places are better shown on the table. */
type Row = { option: Numbered } | { verb: number; places: number };

function rows(t: Table): Row[] {
  const out: Row[] = [], options = inMenuOrder(t.menu);
  for (const o of options) {
    const same = options.filter((x) => x.verb === o.verb && x.card === o.card && x.target > 0);
    const placed = t.choice.sel === o.card && t.choice.verb < 0 && same.length > FEW && new Set(same.map((x) => x.target)).size === same.length;
    if (!placed || o.target === 0) out.push({ option: o });
    else if (same[0] === o) out.push({ verb: o.verb, places: same.length });
  }
  return out;
}

export function drawMenu(t: Table): HTMLElement {
  const head = t.choice.sel ? t.title(t.choice.sel) : verbOf(t.choice.verb).word || "Choose";
  const line = (i: number, key: string, verb: number, words: string, act: () => void, target = 0): HTMLElement => h("li", { role: "none" },
    h("button", { type: "button", role: "menuitem", "data-k": key, "data-n": i < 10 ? i + 1 : undefined, onclick: act, onmouseenter: () => target && t.inspect(target) },
      icon(verbOf(verb).icon), h("span", null, words), i < 10 && h("kbd", null, (i + 1) % 10)));
  return h("div", { class: "verbs", role: "menu", "aria-label": head },
    h("header", { role: "none" }, h("b", null, head), h("button", { class: "x", type: "button", role: "menuitem", "aria-label": "Close (Esc)", onclick: () => t.back() }, "Esc")),
    h("ul", { role: "none" }, rows(t).map((r, i) => "option" in r
      ? line(i, `v${r.option.k}`, r.option.verb, optionWords(r.option, t.state!.names, t.me), () => t.answer(r.option.k), r.option.target)
      : line(i, `verb${r.verb}`, r.verb, `${verbOf(r.verb).word} to one of ${r.places} places`, () => t.narrow(r.verb)))));
}
