/* The First Edition field: the spacelines from left to right, a column for each location.  Above the mission is what the opponent has there,
 * below it what one has oneself; the location that is looked at is drawn large, and on a phone it is the one in sight. */
import type { Card } from "../../cards.js";
import { h, hidden, icon, patch, plural, type Child } from "../../dom.js";
import { attemptIcons, missionSymbol, place, withIcons } from "../../face.js";
import { isPhone } from "../frame.js";
import { live } from "../live.js";
import { checks } from "../meter.js";
import { hosted, VERB, type End, type SeenCard } from "../model.js";
import { narrowed } from "../options.js";
import type { Table } from "../table.js";
import { dim, ring, soft, type Drawing } from "./drawing.js";
import { gaps, type Gap } from "./seed.js";
import { sideOf } from "./there.js";

/* ---- where one looks ---- */

function locations(t: Table): SeenCard[] {
  return (t.state!.view.lines ?? []).flatMap((l) => l.locations);
}

function isOccupied(m: SeenCard, seat = -1): boolean {
  return (m.cards ?? []).some((c) => c.how !== "beneath" && c.how !== "shared" && (seat < 0 || c.card.commander === seat));
}

/** Whether a player has somebody at a location without a side of their own there: at a site, or aboard what is another's. */
function isAround(t: Table, mission: number, seat: number): boolean {
  return [...t.spots.values()].some((s) => s.mission === mission && s.how === "aboard" && s.card.commander === seat);
}

/** The location that is looked at: where the selected card is, else the one clicked last, else where one's own cards are. */
export function focusOf(t: Table): number {
  const all = locations(t), at = t.choosing.choice.sel ? t.spots.get(t.choosing.choice.sel)?.mission ?? 0 : 0;
  for (const id of [at, t.focus]) if (id && all.some((m) => m.id === id)) return id;
  const own = all.find((m) => isOccupied(m, t.me)) ?? all.find((m) => isOccupied(m));
  return (own ?? all[0])?.id ?? 0;
}

/** What every location would cost this ship: the options' own numbers, and the engine's for the others. */
function moveCosts(t: Table, ship: number): Map<number, number> {
  const out = new Map((t.asks.reach(ship)?.costs ?? []).map((c) => [c.mission, c.cost]));
  for (const o of t.options) if (o.verb === VERB.MOVE && o.card === ship) out.set(o.target, o.cost);
  return out;
}

function drawing(t: Table): Drawing {
  const number = new Map<number, number>(), open = gaps(t), { sel, verb } = t.choosing.choice, aiming = t.choosing.aiming;
  if (sel && !t.choosing.menu.length) [...new Set(narrowed(t.options, t.choosing.choice).map((o) => o.target))].filter((x) => x > 0).forEach((id, i) => i < 10 && number.set(id, i + 1));
  return { t, legal: t.choosing.lit, number, aiming, gaps: open, focus: focusOf(t), costs: aiming && verb === VERB.MOVE ? moveCosts(t, sel) : new Map() };
}

/* ---- lines ---- */

export function drawField(t: Table): void {
  const d = drawing(t), lines = t.state!.view.lines ?? [], many = locations(t).length;
  const quadrants = new Set([...lines.map((l) => l.quadrant), ...d.gaps.map((g) => g.quadrant)]), order = ["Alpha", "Gamma", "Delta", "Mirror", "Time"];
  t.zone.line.setAttribute("aria-label", "Spaceline");
  const quads = order.filter((q) => quadrants.has(q)).map((q) => quadrant(d, q, lines.find((l) => l.quadrant === q)?.locations ?? []));
  patch(t.zone.line, h("div", { class: `cols scroll${many > 12 ? " n13" : ""}` }, quads.length ? quads : h("p", { class: "none" }, "No mission lies on the spaceline yet")));
  if (isPhone()) show(t, d.focus);
  else fold(t);
}

function quadrant(d: Drawing, name: string, all: SeenCard[]): HTMLElement {
  const open = d.gaps.filter((g) => g.quadrant === name), gap = (fits: (g: Gap) => boolean): Child => open.filter(fits).map(gapButton(d));
  const words = name === "Time" ? "Time locations" : name === "Mirror" ? "Mirror Quadrant" : `${name} Quadrant`;
  return h("section", { class: "quad", role: "group", "aria-label": words }, h("h3", null, d.t.flipped ? `${words} · as ${d.t.nameOf(d.t.them)} reads it` : words),
    gap((g) => g.where === "only" || g.where === "left"), all.map((m, i) => [location(d, m, i), gap((g) => g.where === "after" && g.after === m.id)]), gap((g) => g.where === "right"));
}

function gapButton(d: Drawing): (g: Gap) => HTMLElement {
  return (g) => h("button", { class: "gap legal", type: "button", "data-k": `gap${g.k}`, "data-option": g.k, "data-n": g.n <= 10 ? g.n : undefined, disabled: !d.t.canAnswer, title: g.words, onclick: () => d.t.answers.answer(g.k) },
    icon("plus"), hidden(`${g.words}: `), h("span", null, g.short), g.n <= 10 && h("kbd", { class: "num", "aria-hidden": "true" }, g.n % 10));
}

const shown = new WeakMap<Table, number>(); /* the location that was scrolled to */

/** On a phone the location that is looked at is scrolled to when another one is chosen, and only then: a finger may swipe on. */
function show(t: Table, focus: number): void {
  const cols = t.zone.line.querySelector<HTMLElement>(".cols"), at = cols?.querySelector<HTMLElement>(`[data-mission="${focus}"]`);
  if (!cols || !at || shown.get(t) === focus) return;
  shown.set(t, focus);
  cols.scrollLeft = at.offsetLeft - (cols.clientWidth - at.offsetWidth) / 2;
}

/** Where a column has no room for all that is there, tiles leave their numbers out, then people show their signs only. */
function fold(t: Table): void {
  const over = (list: HTMLElement[]): HTMLElement[] => list.filter((at) => at.scrollHeight > at.clientHeight + 1);
  const full = over([...t.zone.line.querySelectorAll<HTMLElement>(".loc .side")]);
  for (const at of full) at.classList.add("tight");
  for (const at of over(full)) at.classList.add("closed");
}

/* ---- a location ---- */

function location(d: Drawing, m: SeenCard, i: number): HTMLElement {
  const focused = m.id === d.focus, large = focused || isPhone(), theirs = sideOf(d, m, large, false), own = sideOf(d, m, large, true);
  const cls = ["loc", focused ? "foc" : isOccupied(m) ? "occ" : "", large ? "big" : "", dim(d, m.id) ? "dim" : "", d.legal.has(m.id) && d.aiming ? "legal" : ""].filter(Boolean).join(" ");
  return h("div", { class: cls, "data-mission": m.id, "data-at": i }, h("div", { class: "side up scroll" }, large && !theirs.length ? h("span", { class: "nobody lab" }, `${d.t.nameOf(d.t.them)}: ${isAround(d.t, m.id, d.t.them) ? "see below" : "nobody here"}`) : theirs),
    tile(d, m, large), h("div", { class: "side scroll" }, own));
}

/** What a mission says to this player at his end of it. */
function endOf(m: SeenCard, card: Card, seat: number): End {
  const end = m.ends?.[seat];
  return { points: end?.points ?? card.points, span: end?.span ?? card.span, attempt: end?.attempt === undefined ? card.attempt : end.attempt, takes: end?.takes ?? card.requirement };
}

function solvedBy(t: Table, m: SeenCard): number {
  return t.log.find((l) => l.what === "SOLVES" && l.card === m.id)?.player ?? m.owner;
}

/** Time locations have neither points nor a span. */
function isMission(card: Card): boolean {
  return card.type === "mission";
}

function sentenceOf(d: Drawing, m: SeenCard, card: Card, end: End): string {
  const seeds = hosted(m, "beneath").length, there = (m.cards ?? []).filter((c) => c.how === "orbit").map((c) => d.t.title(c.card.id));
  return [card.title, isMission(card) ? `${card.kind} mission` : "time location", m.owner === d.t.me && d.t.state!.you >= 0 ? "yours" : `of ${d.t.nameOf(m.owner)}`, ...(isMission(card) ? [`${end.points} points`, `span ${end.span}`] : []), m.complete ? "solved" : end.takes, d.costs.has(m.id) ? `costs ${d.costs.get(m.id)} Range` : "",
    seeds ? plural(seeds, "seed card") : "", there.length ? `there: ${there.join(", ")}` : "", d.legal.has(m.id) ? "can be chosen" : ""].filter(Boolean).join(", ");
}

function tile(d: Drawing, m: SeenCard, large: boolean): HTMLElement {
  const t = d.t, card = t.cat.byDef(m.def);
  if (!card) return h("button", { class: "mis", type: "button" }, "unknown location");
  const end = endOf(m, card, t.flipped ? t.them : t.me), shared = hosted(m, "shared").length > 0, mine = m.owner === t.me, seeds = hosted(m, "beneath"), n = d.number.get(m.id), solver = solvedBy(t, m);
  const cls = `mis${mine || shared ? " mine" : ""}${!mine || shared ? " theirs" : ""}${m.complete ? ` solved${solver === t.me ? "" : " opps"}` : ""}${ring(d, m.id)}`;
  const known = seeds.filter((s) => s.def).map((s) => t.title(s.id)), seedWords = known.length ? `Yours, the first met first: ${known.join(", ")}` : "Seed cards beneath";
  const count = seeds.length > 0 && h("small", { class: "sd", title: seedWords }, icon("seeds"), large ? ` ${plural(seeds.length, "seed")}` : ` ${seeds.length}`);
  const body: Child[] = large
    ? [h("span", { class: "mf" }, place(card), h("span", { class: "tt" }, h("b", { class: "mt" }, card.title), h("span", { class: "sub" }, icon(missionSymbol(card)), [card.kind, isMission(card) ? card.quadrant : "in time"].filter(Boolean).join(" · ")), h("span", { class: "afr" }, attemptIcons(end.attempt)))),
      h("span", { class: "req" }, asked(d, m, end)),
      foot(d, m) ?? (isMission(card) ? h("span", { class: "mb" }, String(end.points), h("small", null, m.complete ? "SCORED" : "PTS"), h("span", { class: "sp" }), count, h("span", { class: "sp" }), h("small", null, "SPAN"), String(end.span)) : h("span", { class: "mb" }, count))]
    : [place(card), h("b", { class: "mt" }, soft(card.title)), h("span", { class: "afr" }, attemptIcons(end.attempt)), h("span", { class: "pt" }, isMission(card) && String(end.points), count), foot(d, m) ?? (isMission(card) && h("span", { class: "cost span" }, h("small", null, "SPAN"), String(end.span)))];
  return h("button", { class: cls, ...live(t, m.id, `c${m.id}`, d.number), "aria-disabled": dim(d, m.id) ? "true" : undefined, "aria-label": sentenceOf(d, m, card, end) }, m.complete && h("span", { class: "ok" }, icon("check")), body,
    d.legal.has(m.id) && d.aiming && h("span", { class: "tick" }), n && h("kbd", { class: "num" }, n % 10));
}

/** The foot of a tile while a ship is on its way: what it costs to get there. */
function foot(d: Drawing, m: SeenCard): HTMLElement | null {
  const cost = d.costs.get(m.id);
  if (d.aiming && d.t.choosing.choice.verb === VERB.MOVE && m.id === d.t.spots.get(d.t.choosing.choice.sel)?.mission) return h("span", { class: "cost here" }, "here");
  if (cost === undefined) return d.aiming && d.legal.has(m.id) ? h("span", { class: "cost" }, icon("check"), "here") : null;
  return h("span", { class: `cost${d.legal.has(m.id) ? "" : " no"}`, "data-cost": cost }, icon(d.legal.has(m.id) ? "range" : "lock"), cost < 0 ? "no way" : cost);
}

/** Who would attempt: the team on the planet, of those aboard ships the largest; and while a ship is on its way, its crew. */
function teamFor(d: Drawing, m: SeenCard): number[] {
  const t = d.t, of = (c: SeenCard | undefined): number[] => c?.teams?.find((x) => x.player === t.me)?.cards ?? [], { sel, verb } = t.choosing.choice;
  const mover = d.aiming && verb === VERB.MOVE && t.spots.get(sel)?.mission !== m.id ? t.seen(sel) : undefined;
  if (mover) return [...of(mover), ...(t.cat.byDef(m.def)?.kind === "space" ? [] : of(m))];
  const aboard = [...t.spots.values()].filter((s) => s.mission === m.id && s.card.teams && s.card.id !== m.id).map((s) => of(s.card)).sort((a, b) => b.length - a.length)[0] ?? [];
  return t.cat.byDef(m.def)?.kind === "space" ? aboard : of(m).length ? of(m) : aboard;
}

function asked(d: Drawing, m: SeenCard, end: End): Child[] {
  const people = !m.complete && !d.t.flipped && d.t.state!.you >= 0 ? teamFor(d, m) : [], needs = people.length ? d.t.asks.needs(m.id, people) : undefined;
  return needs?.needs.length ? checks(needs.needs) : withIcons(end.takes ?? "");
}

/* ---- the overview of a phone ---- */

/** Every location as a button: its disc, whose ships are there, and whether it can be chosen. */
export function overview(t: Table): Child[] {
  const focus = focusOf(t), lines = t.state!.view.lines ?? [];
  return lines.map((l, q) => l.locations.map((m, i) => {
    const card = t.cat.byDef(m.def), lit = t.choosing.lit.has(m.id) && t.choosing.aiming, on = m.id === focus;
    return h("button", { class: `mm${on ? " on" : ""}${q && !i ? " qb" : ""}${lit ? " lg" : ""}`, type: "button", "data-k": `mm${m.id}`, "aria-pressed": on ? "true" : "false", "aria-label": `${card?.title ?? "location"}${isOccupied(m, t.them) ? `, ${t.nameOf(t.them)} there` : ""}${isOccupied(m, t.me) ? ", your cards there" : ""}${lit ? ", can be chosen" : ""}`,
      onclick: () => { t.focus = m.id; t.draw(); } }, h("i", { class: "o" }, isOccupied(m, t.them) ? "▼" : ""), card && place(card, "dot"), h("i", { class: "y" }, isOccupied(m, t.me) ? "▲" : ""), m.complete && hidden("solved"));
  }));
}
