/* The stage of an attempt: the mission and its steps, the dilemma, what it asks of the team as meters, the team itself, and what
 * would be left for the mission after each choice. */
import { faceChip, faceFull } from "../../face.js";
import { h, icon, plural, type Child } from "../../dom.js";
import { meters, spaced, verdict } from "../meter.js";
import { candidates, DECIDE, isSet, type Attempt, type Decision } from "../model.js";
import { recent } from "../log.js";
import type { Table } from "../table.js";
import { short } from "../words.js";

/** How many dilemmas have been faced in this attempt. */
function facedSoFar(t: Table): number {
  const start = t.log.map((l) => l.what).lastIndexOf("ATTEMPTS");
  return start < 0 ? 0 : t.log.slice(start).filter((l) => l.what === "FACES").length;
}

function steps(t: Table, a: Attempt): HTMLElement {
  const faced = facedSoFar(t), total = faced + a.stack, stacking = t.decision?.kind === DECIDE.STACK;
  const one = (words: string, state: string): HTMLElement => h("li", { class: state, "aria-current": state === "on" ? "step" : undefined }, state === "done" && icon("check"), words);
  return h("ol", { class: "steps", "aria-label": "Steps" }, one("Announced", stacking ? "on" : "done"), Array.from({ length: total }, (_, i) => one(`Dilemma ${i + 1}`, i + 1 < faced ? "done" : i + 1 === faced ? (a.facing ? "on" : "done") : "")),
    one("Requirements", !stacking && !a.facing && a.stack === 0 ? "on" : ""), one("Completed", ""));
}

export function attemptHead(t: Table, a: Attempt): HTMLElement {
  const who = a.player === t.me && t.state!.you >= 0 ? "Your attempt" : `${t.nameOf(a.player)}'s attempt`;
  return h("header", { class: "shead" }, h("h2", null, t.face(a.mission)?.title ?? "Attempt"), h("span", { class: "mut" }, who), steps(t, a));
}

export function attemptColumn(t: Table, a: Attempt): HTMLElement {
  const dilemma = a.facing ? t.face(a.facing) : undefined, mission = t.face(a.mission), full = dilemma ? faceFull(dilemma) : mission ? faceFull(mission) : null;
  full?.setAttribute("data-key", `face${a.facing || a.mission}`);
  if (dilemma) full?.classList.add("reveal");
  const spender = a.player === t.me ? t.nameOf(t.them) : "You", spent = t.decision?.kind === DECIDE.STACK ? t.answers.cost : 0;
  return h("div", { class: "s1 scroll" }, h("div", { class: "stk" }, h("div", null, Array.from({ length: Math.min(3, a.stack) }, () => h("i", { class: "back dil" })), h("span", null, a.stack ? `${a.stack} more, face down` : t.decision?.kind === DECIDE.STACK ? `${t.answers.picks.length} chosen` : "no more dilemmas")),
    h("div", { class: "alw" }, h("small", { class: "lab" }, `${spender} may spend`), h("b", null, a.allowance - spent), spent > 0 && h("span", null, ` of ${a.allowance}`))), full, recent(t, 4));
}

export function group(t: Table, a: Attempt): number[] {
  const ids = a.group ?? [...t.spots].filter(([, s]) => s.card.commander === a.player && (a.ship ? s.host === a.ship : s.mission === a.mission && s.how === "surface") && !s.card.stopped).map(([id]) => id);
  return ids.filter((id) => t.face(id)?.type === "personnel");
}

/** What is asked of the team now: by the dilemma faced, else by the mission unless only dilemmas are of interest. */
export function asks(t: Table, a: Attempt, by: "any" | "dilemma" = "any"): Child[] {
  const people = group(t, a), mine = a.player === t.me && t.state!.you >= 0;
  if (!mine || !people.length) return [];
  const faced = a.facing && t.asks.needs(a.facing, people), own = faced && faced.needs.length > 0;
  const found = own ? faced : by === "any" ? t.asks.needs(a.mission, people) : undefined, title = t.title(own ? a.facing : a.mission);
  if (!found?.needs.length) return [];
  const yes = own ? `Your team has what ${title} asks.` : `Your team meets the requirements of ${title}.`;
  const no = own ? `Your team does not have what ${title} asks.` : `Your team does not meet the requirements of ${title}.`;
  return [h("section", { class: "asks", "aria-label": `What ${title} asks` }, h("h3", { class: "lab" }, own ? `${title} asks` : `${title} takes`), meters(t, found.needs), verdict(t, found.met, found.needs, yes, no))];
}

export function team(t: Table, a: Attempt): HTMLElement {
  const people = group(t, a), who = a.player === t.me && t.state!.you >= 0 ? "Your team" : `${t.nameOf(a.player)}'s team`;
  if (!people.length) return h("div", { class: "team2" }, h("h3", { class: "lab" }, `${who}: ${plural(a.personnel, "personnel", "personnel")}`), h("div", { class: "fan" }, Array.from({ length: a.personnel }, () => h("i", { class: "back" }))));
  const odds = a.facing && /random/i.test(t.face(a.facing)?.text ?? "") && people.length > 1 ? `1 in ${people.length}` : "";
  return h("div", { class: "team2" }, h("h3", { class: "lab" }, `${who}: ${people.length}`, odds && ` · picked at random, ${odds}`), h("div", { class: "crew" }, people.map((id) =>
    h("div", { class: "bp", "data-card": id, onmouseenter: () => t.inspect(id) }, faceChip(t.face(id)!, t.seen(id)?.attributes)))));
}

/** For a choice among the team: what would be left for the mission without each of them. */
export function comparison(t: Table, a: Attempt, d: Decision): Child {
  const people = group(t, a), some = (isSet(d) ? candidates(d) : t.options.filter((o) => o.card > 0).map((o) => o.card)).filter((id) => people.includes(id));
  if (a.player !== t.me || !some.length || some.length > 9 || !t.face(a.mission)) return null;
  const all = t.asks.needs(a.mission, people);
  if (!all?.needs.length) return null;
  const rows = [{ words: `Now, all ${people.length}`, id: 0, needs: all }, ...some.map((id) => ({ words: `Without ${short(t.title(id))}`, id, needs: t.asks.needs(a.mission, people.filter((p) => p !== id)) }))];
  return h("table", { class: "cmp" }, h("caption", { class: "lab" }, `What is left for ${t.title(a.mission)}`), h("thead", null, h("tr", null, h("td", null), all.needs.map((n) => h("th", { scope: "col" }, spaced(n.words))), h("th", { scope: "col" }, "Mission"))),
    h("tbody", null, rows.map((r) => h("tr", { class: t.inspected === r.id && r.id ? "hl" : "" }, h("th", { scope: "row" }, r.words), (r.needs?.needs ?? []).map((n) => h("td", { class: n.met ? "y" : "n" }, n.need ? n.have : n.met ? "yes" : "no")), h("td", { class: r.needs?.met ? "y" : "n" }, r.needs ? (r.needs.met ? "met" : "not met") : "…")))));
}
