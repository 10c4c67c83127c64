/* What the stage of an attempt has in every edition: the team, what is asked of it as meters, and what would be left for the mission after each
 * choice. */
import { faceChip } from "../face.js";
import { h, plural, type Child } from "../dom.js";
import { meters, spaced, verdict } from "./meter.js";
import { candidates, CARD_KINDS, DECIDE, isSet, NAME_KINDS, type Attempt, type Decision } from "./model.js";
import { isOrdering } from "./order.js";
import type { Table } from "./table.js";
import { oddsOf, short } from "./words.js";

/** Whether the choice itself is drawn with the team and what is asked of it. */
export function tellsTeam(d: Decision): boolean {
  return d.kind === DECIDE.RESPONSE || d.kind === DECIDE.YES_NO || !isSet(d) && !isOrdering(d) && !CARD_KINDS.includes(d.kind) && !NAME_KINDS.includes(d.kind);
}

/** The rest of the team that attempts, when all who are offered are of it. */
export function others(t: Table, offered: number[]): number[] {
  const a = t.state!.view.attempt, people = a ? group(t, a) : [];
  return offered.every((id) => people.includes(id)) ? people.filter((id) => !offered.includes(id)) : [];
}

/** The team and what is asked of it. */
export function about(t: Table): Child[] {
  const a = t.state!.view.attempt;
  return a ? [asks(t, a), team(t, a)] : [];
}

export function group(t: Table, a: Attempt): number[] {
  const ids = a.group ?? [...t.spots].filter(([, s]) => s.card.commander === a.player && (a.ship ? s.host === a.ship : s.mission === a.mission && s.how === "surface") && !s.card.stopped).map(([id]) => id);
  return ids.filter((id) => t.face(id)?.type === "personnel");
}

/** Who attempts, apart by where they are: at a dual mission a crew and an Away Team together. */
export function halves(t: Table, a: Attempt): { words: string; people: number[] }[] {
  const people = group(t, a), aboard = people.filter((id) => t.spots.get(id)?.how === "aboard"), down = people.filter((id) => !aboard.includes(id));
  return [{ words: a.ship ? `Crew of ${t.title(a.ship)}` : "Crew", people: aboard }, { words: "Away Team", people: down }].filter((half) => half.people.length > 0);
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
  const picks = a.facing ? t.face(a.facing)?.picks ?? 0 : 0, odds = oddsOf(picks, people.length);
  const crew = (ids: number[]): HTMLElement => h("div", { class: "crew" }, ids.map((id) => h("div", { class: "bp", "data-card": id, onmouseenter: () => t.inspect(id) }, faceChip(t.face(id)!, t.seen(id)?.attributes))));
  const parts = halves(t, a);
  return h("div", { class: "team2" }, h("h3", { class: "lab" }, `${who}: ${people.length}`, odds && ` · picked at random, ${odds}`), parts.length > 1 ? parts.map((half) => h("section", { class: "half" }, h("h4", { class: "lab" }, `${half.words} · ${half.people.length}`), crew(half.people))) : crew(people));
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
