/* Ship battles of the First Edition: for each side that fires its attack and what it must beat, every part a card; between them a scale with
 * the marks for a hit and a direct hit; below it the current tactics. */
import { faceChip, faceMid } from "../../face.js";
import { h, icon, type Child } from "../../dom.js";
import { VERB, type Battle, type LogLine, type Part, type Volley } from "../model.js";
import type { Table } from "../table.js";

const STEPS = ["Initiation", "Responses", "Tactics", "Open fire", "Return fire", "Damage", "Winner", "Resolution"];
const RESPONSES = 1, TACTICS = 2, OPEN = 3, RETURN = 4, DAMAGE = 5, WINNER = 6;

/** The lines of the battle so far. */
function told(t: Table): LogLine[] {
  const from = t.log.map((l) => l.what).lastIndexOf("ATTACKS");
  return from < 0 ? [] : t.log.slice(from);
}

/** How far the battle is, by what has been said of it. */
function step(t: Table, b: Battle): number {
  const said = new Set(told(t).map((l) => l.what)), tactics = t.decision?.options.some((o) => o.verb === VERB.DRAW || o.verb === VERB.CHOOSE) ?? false;
  if (said.has("WINS_BATTLE") || said.has("NO_WINNER") || said.has("FORCE_WINS")) return WINNER;
  if (said.has("MARKED") || said.has("DAMAGED")) return DAMAGE;
  if (said.has("DEFENSE")) return b.target[1] ? RETURN : OPEN;
  return tactics || said.has("DRAWS_TACTIC") || b.volleys?.some((v) => v.side === 1) ? TACTICS : t.decision?.moment ? RESPONSES : 0;
}

function rows(t: Table, parts: Part[], of: string): Child[] {
  return parts.map((p) => {
    const card = t.face(p.card), kind = card?.type === "tactic" ? "current tactic" : card?.type === "facility" && of === "SHIELDS" ? "SHIELDS extended" : of;
    return h("button", { class: "brow", type: "button", "data-k": `f${of}${p.card}`, "data-card": p.card, "data-amount": p.amount, onclick: () => t.inspect(p.card), onmouseenter: () => t.inspect(p.card), onfocus: () => t.inspect(p.card) },
      card ? faceChip(card) : h("span", { class: "chipless" }, h("i", { class: "back tiny" }), "a tactic"), h("small", null, kind), h("b", null, p.amount === undefined ? "?" : card?.type === "tactic" && p.amount >= 0 ? `+${p.amount}` : p.amount));
  });
}

function sum(t: Table, b: Battle, side: number, name: string, of: string, parts: Part[], total: number | undefined): HTMLElement {
  const mine = b.players[side] === t.me && t.state!.you >= 0, who = mine ? "You" : t.nameOf(b.players[side]);
  return h("section", { class: `bs ${b.players[side] === t.me ? "y" : "o"}`, "aria-label": `${who}, ${name.toLowerCase()}: ${total ?? "not known yet"}` }, h("h3", null, who), h("div", { class: "bf" }, rows(t, parts, of)),
    h("div", { class: "btotal" }, h("span", null, name), h("b", { "data-sum": total }, total ?? "?")));
}

/** The attack on a scale: over the first mark it hits, over the second it is a direct hit. */
function scale(v: Volley): Child {
  if (v.total === undefined || !v.over) return h("p", { class: "mut" }, "The tactics are not shown yet.");
  const [hit, direct] = v.over, top = Math.max(direct, v.total, 1) * 1.1, at = (n: number): string => `${(100 * n) / top}%`;
  const mark = (n: number, cls: string, words: string): HTMLElement => { const el = h("span", { class: cls }, words); el.style.bottom = at(n); return el; };
  const bar = h("i", { class: "fill" });
  bar.style.height = at(v.total);
  return h("div", { class: "scale", role: "img", "aria-label": `Attack ${v.total}; it hits over ${hit}, directly over ${direct}` }, bar, mark(direct, "mk", `direct hit over ${direct}`), mark(hit, "mk", `hit over ${hit}`), mark(v.total, "val", String(v.total)));
}

const RESULT: Record<string, string> = { miss: "Miss", hit: "Hit", "direct hit": "Direct hit" };

function volley(t: Table, b: Battle, v: Volley): HTMLElement {
  return h("div", { class: "volley", "data-side": v.side }, sum(t, b, v.side, "Attack", "WEAPONS", v.attack, v.total),
    h("div", { class: "bmid" }, scale(v), v.result && h("p", { class: `word ${v.result === "miss" ? "mut" : "n"}` }, `As it stands: ${RESULT[v.result].toLowerCase()}`)),
    sum(t, b, 1 - v.side, "Defence", "SHIELDS", v.defense, v.over?.[0]));
}

/** What was fired: the sums that were told, and the word. */
function fired(t: Table): Child[] {
  const lines = told(t), word: Record<string, string> = { MISSES: "Miss", HITS: "Hit", DIRECT_HIT: "Direct hit" };
  return lines.map((l, i) => ({ l, i })).filter(({ l }) => (l.what ?? "") in word).map(({ l, i }) => {
    const before = lines.slice(0, i).reverse(), total = before.find((x) => x.what === "TOTAL")?.number ?? 0, defense = before.find((x) => x.what === "DEFENSE")?.number ?? 0;
    return h("p", { class: "fired" }, h("b", null, word[l.what!]), ` on ${l.names?.[0] ?? "a card"}: ${total} against ${defense}`, l.cite && [" ", t.chip(l.cite)]);
  });
}

export function fireSteps(t: Table, b: Battle): HTMLElement {
  const at = step(t, b);
  return h("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" }, STEPS.map((s, i) => h("li", { class: i < at ? "done" : i === at ? "on" : "", "aria-current": i === at ? "step" : undefined }, i < at && icon("check"), s)));
}

/** Who fires at whom, or what came of it. */
export function fireStage(t: Table, b: Battle, asked: Child[]): Child[] {
  const done = fired(t), tactics = [...new Set((b.volleys ?? []).flatMap((v) => [...v.attack, ...v.defense]).map((p) => p.card))].filter((id) => t.face(id)?.type === "tactic");
  const hulls = [...new Set(b.sides.flat().map((p) => p.card))].filter((id) => t.seen(id)?.hull !== undefined);
  return [h("div", { class: "scroll fleet" }, done.length ? h("div", { class: "results" }, done) : (b.volleys ?? []).map((v) => volley(t, b, v)), !done.length && !b.volleys?.length && h("p", { class: "mut" }, "Nobody fires."),
    hulls.length > 0 && h("ul", { class: "hulls" }, hulls.map((id) => h("li", null, t.title(id), h("b", null, ` hull ${t.seen(id)!.hull} %`)))),
    h("div", { class: "fasks" }, tactics.map((id) => h("div", { class: "tcard", "data-card": id, onmouseenter: () => t.inspect(id) }, faceMid(t.face(id)!))), h("div", { class: "fchoice" }, asked)))];
}
