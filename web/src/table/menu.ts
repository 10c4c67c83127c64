/* The verb menu: a short list joined to its card, verbs always in the same order and under the same letter.  Verbs that are
 * refused follow, each with its reason. */
import { h, icon, plural, type Child } from "../dom.js";
import type { Reason } from "../net.js";
import { VERB } from "./model.js";
import { inMenuOrder, ORDERS, placed, verbOf, verbRows, type Numbered, type VerbRow } from "./options.js";
import type { Table } from "./table.js";
import { optionWords, short } from "./words.js";

const MOST_LINES = 7;

export function drawMenu(t: Table): HTMLElement {
  const head = t.choosing.choice.sel ? t.title(t.choosing.choice.sel) : verbOf(t.choosing.choice.verb).word || "Choose";
  const subject = t.choosing.choice.sel > 0 && t.choosing.choice.verb < 0 && t.choosing.menu.every((o) => o.card === t.choosing.choice.sel);
  const rows = subject ? verbRows(t.choosing.menu).map((r) => verbLine(t, r)) : inMenuOrder(t.choosing.menu).map((o, i) => optionLine(t, o, i));
  return h("div", { class: "verbs", role: "menu", "aria-label": head, "data-sel": t.choosing.choice.sel },
    h("header", { role: "none" }, h("b", null, head), h("button", { class: "x", type: "button", role: "menuitem", "aria-label": "Esc, close", onclick: () => t.back() }, "Esc")),
    h("ul", { role: "none" }, rows, subject && refused(t, Math.max(0, MOST_LINES - rows.length))));
}

function line(attributes: Record<string, unknown>, glyph: string, words: string, note: string, key: string): HTMLElement {
  return h("li", { role: "none" }, h("button", { type: "button", role: "menuitem", ...attributes }, icon(glyph), h("span", null, words), note && h("small", null, note), key && h("kbd", null, key)));
}

function optionLine(t: Table, o: Numbered, i: number): HTMLElement {
  const cost = o.cost > 0 ? (o.verb === VERB.MOVE ? `Range ${o.cost}` : plural(o.cost, "counter")) : "";
  return line({ "data-k": `v${o.k}`, "data-n": i < 10 ? i + 1 : undefined, onclick: () => t.answers.answer(o.k), onmouseenter: () => { t.weigh(o.cost); if (o.target) t.inspect(o.target); } },
    verbOf(o.verb).icon, optionWords(o, t.state!.names, t.me, t.decision?.kind), cost, i < 10 ? String((i + 1) % 10) : "");
}

/** One verb: answered at once when it has one option, else narrowed by place or by a further menu. */
function verbLine(t: Table, r: VerbRow): HTMLElement {
  const v = verbOf(r.verb), only = r.options.length === 1 ? r.options[0] : null;
  const words = only ? optionWords(only, t.state!.names, t.me, t.decision?.kind) : `${v.word}…`;
  const note = only ? (only.cost > 0 ? `${only.cost}` : "") : placed(r.options) ? plural(r.options.length, "place") : plural(r.options.length, "way");
  return line({ "data-k": only ? `v${only.k}` : `verb${r.verb}`, "data-verb": r.verb, onclick: () => (only ? t.answers.answer(only.k) : t.choosing.pressVerb(r.verb)) }, v.icon, words, note, v.key);
}

function refused(t: Table, most: number): Child[] {
  const offered = new Set(t.choosing.menu.map((o) => o.verb)), why = t.asks.why(t.choosing.choice.sel) ?? [];
  const verbs = ORDERS.filter((v) => !offered.has(v.verb) && why.some((r) => r.verb === v.verb)).slice(0, most);
  return verbs.map(({ verb, word, key }) => {
    const r = why.find((x) => x.verb === verb)!, id = `why-${verb}`;
    return h("li", { class: "off", role: "none" }, h("button", { type: "button", role: "menuitem", "aria-disabled": "true", "aria-describedby": id, "data-k": id, "data-refused": verb },
      icon("no"), h("span", null, word), h("kbd", null, key)), h("div", { class: "why", id, role: "none" }, reasonWords(t, r), " ", chip(t, r)));
  });
}

/** The reason as a sentence, with the place it is about. */
export function reasonWords(t: Table, r: Reason): string {
  const words = r.text.charAt(0).toUpperCase() + r.text.slice(1);
  return `${r.target && r.target !== r.card ? `${short(t.title(r.target))}: ` : ""}${words}${/[.!?]$/.test(words) ? "" : "."}`;
}

export function chip(t: Table, r: Reason): Child {
  return r.cite ? t.chip(r.cite) : null;
}

