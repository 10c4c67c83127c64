/* The inspector: the whole face, what is true of the card now with the parts of each number, and why it cannot be used. */
import { captions, faceChip, faceFull } from "../face.js";
import { h, icon, patch, type Child } from "../dom.js";
import type { Part } from "../net.js";
import { chip, reasonWords } from "./menu.js";
import { hosted, type SeenCard } from "./model.js";
import { verbOf } from "./options.js";
import { turnsLeft } from "./strips.js";
import type { Table } from "./table.js";

export function drawInspector(t: Table): void {
  const card = t.inspected ? t.face(t.inspected) : t.cat.byDef(t.inspectedDef);
  if (!card) return patch(t.insp, h("div", { class: "insp" }, h("div", { class: "note" }, h("h3", null, "Inspector"), "Point at a card, or move the focus to one, to see all of it here.")));
  const seen = t.inspected ? t.seen(t.inspected) : undefined;
  patch(t.insp, h("div", { class: "insp scroll", "data-key": `${t.inspected}/${t.inspectedDef}`, tabindex: "0", role: "group", "aria-label": `Inspector: ${card.title}` }, h("button", { class: "pill ghost phoneonly", type: "button", onclick: () => t.setTab("table") }, "Close"),
    faceFull(card, seen?.attributes), seen && now(t, seen), whyNot(t)));
}

/** A line of a note: what it is, and how it stands. */
export function row(name: string, value: Child): HTMLElement {
  return h("div", { class: "row" }, h("span", null, name), h("b", null, value));
}

const VALUE_WORDS: Record<string, string> = { integrity: "Integrity", cunning: "Cunning", strength: "Strength", range: "Range", weapons: "Weapons", shields: "Shields", cost: "Cost" };

/** "7 = 5 printed + 2 Picard": every part a card that can be looked at, or a rule. */
function parts(t: Table, of: string, list: Part[], id: number): HTMLElement {
  const total = list.reduce((n, p) => n + p.amount, 0);
  return h("div", { class: "row parts", "data-of": of }, h("span", null, VALUE_WORDS[of] ?? of), h("b", null, String(Math.max(0, total)), list.length > 1 && " = ", list.length > 1 && list.map((p, i) => [i > 0 && (p.amount < 0 ? " − " : " + "), i ? Math.abs(p.amount) : p.amount, " ", part(t, p, id)])));
}

function part(t: Table, p: Part, id: number): Child {
  if (p.source === id || !p.source) return p.cite && !p.source ? t.chip(p.cite) : "printed";
  return [h("button", { class: "ref", type: "button", onclick: () => t.inspect(p.source) }, t.title(p.source)), p.cite && [" ", t.chip(p.cite)]];
}

function now(t: Table, c: SeenCard): Child {
  const s = t.spots.get(c.id)!, card = t.face(c.id)!, out: Child[] = [], values = c.commander === t.me && t.state!.you >= 0 ? t.asks.parts(c.id) ?? [] : [];
  if (s.mission && s.mission !== c.id) out.push(row("At", t.title(s.mission)));
  if (s.how === "aboard") out.push(row("Aboard", t.title(s.host)));
  if (c.stopped) out.push(row("State", "stopped"));
  if (c.hull !== undefined) out.push(row("Hull", `${c.hull} %`));
  else if (c.damaged) out.push(row("State", "damaged"));
  for (const word of c.states ?? []) out.push(row("State", word));
  if (c.countdown) out.push(row("Countdown", turnsLeft(c.countdown)));
  if (c.affiliations?.length) out.push(row("Affiliation now", c.affiliations.join(", ")));
  if (c.complete) out.push(row("Mission", "completed"));
  for (const v of values) if (v.parts.length > 1) out.push(parts(t, v.of, v.parts, c.id));
  if (!values.length && c.commander !== t.me) c.attributes?.forEach((v, i) => v !== card.attributes[i] && out.push(row(captions(card)[i], `${v}, printed ${card.attributes[i]}`)));
  if (card.type === "ship" && c.attributes) out.push(row("Range left", `${c.range_left ?? c.attributes[0] ?? 0} of ${c.attributes[0] ?? 0}`));
  const aboard = hosted(c, "aboard"), beneath = hosted(c, "beneath");
  if (beneath.length) out.push(row("Beneath", beneath.map((b) => (b.def ? t.title(b.id) : "face down")).join(", ")));
  const chips = aboard.filter((a) => a.def).map((a) => h("button", { class: "plainbtn", type: "button", onclick: () => t.inspect(a.id) }, faceChip(t.face(a.id)!, a.attributes)));
  if (!out.length && !aboard.length) return null;
  return h("div", { class: "note now" }, h("h3", null, "Now"), out, aboard.length > 0 && h("h3", null, `Aboard · ${aboard.length}`), chips, aboard.length > chips.length && h("p", null, `${aboard.length - chips.length} unknown`));
}

function whyNot(t: Table): Child {
  if (!t.inspected || !t.decision || t.options.some((o) => o.card === t.stands(t.inspected))) return null;
  if (t.asked !== t.inspected) return h("button", { class: "pill ghost why", type: "button", "data-k": "why", onclick: () => t.askWhy(t.inspected) }, icon("lock"), "Why not? ", h("kbd", null, "W"));
  const list = t.asks.why(t.asked);
  if (!list) return null;
  if (!list.length) return h("div", { class: "note no" }, h("h3", null, "Why not"), "No rule refuses it: there is just no option with it in this decision.");
  return h("div", { class: "note no", role: "status" }, h("h3", null, "Why not"), list.slice(0, 4).map((r) => h("p", null, h("b", null, `${verbOf(r.verb).word || "Use"}: `), reasonWords(t, r), " ", chip(t, r))));
}
