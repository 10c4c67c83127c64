/* The Second Edition field: two rows of five missions, each with what is at it on its outer side. */
import type { Card } from "../../cards.js";
import { attemptIcons, withIcons, colourOf, glyphOf, missionSymbol, place, symbolOf, tokenName } from "../../face.js";
import { h, hidden, icon, patch, plural, type Child } from "../../dom.js";
import { isPhone } from "../frame.js";
import { live } from "../live.js";
import { checks } from "../meter.js";
import { groupsAt, hosted, VERB, type SeenCard } from "../model.js";
import { narrowed, type Numbered } from "../options.js";
import type { Table } from "../table.js";

interface Drawing {
  t: Table;
  legal: ReadonlySet<number>;
  number: Map<number, number>; /* the digit of a target */
  aiming: boolean; /* a place is being chosen: what is none is dimmed */
  costs: Map<number, number>; /* what a ship that is moving would pay, by mission */
  means: Map<number, Numbered[]>; /* the options behind a target */
}

export function drawField(t: Table): void {
  const number = new Map<number, number>();
  if (t.choosing.choice.sel && !t.choosing.menu.length) {
    [...new Set(narrowed(t.options, t.choosing.choice).map((o) => o.target))].filter((x) => x > 0).forEach((id, i) => i < 10 && number.set(id, i + 1));
  }
  const aiming = t.choosing.aiming, means = new Map<number, Numbered[]>();
  if (aiming) for (const o of narrowed(t.options, t.choosing.choice)) means.set(o.target, [...(means.get(o.target) ?? []), o]);
  const d: Drawing = { t, legal: t.choosing.lit, number, aiming, means, costs: aiming && t.choosing.choice.verb === VERB.MOVE ? moveCosts(t, t.choosing.choice.sel) : new Map() };
  t.zone.line.setAttribute("aria-label", "Missions");
  patch(t.zone.line, h("div", { class: "rows scroll" }, missionRow(d, t.them), missionRow(d, t.me)));
  if (!isPhone()) fold(t);
}

/** Where a mission has no room for all who are there, they are shown smaller, then by their heads only; a press spreads them out sideways.
 *  On a phone the missions themselves scroll. */
function fold(t: Table): void {
  const cells = [...t.zone.line.querySelectorAll<HTMLElement>(".cell:not(:has(.at.open)) .at")];
  const over = (list: HTMLElement[]): HTMLElement[] => list.filter((at) => at.scrollHeight > at.clientHeight + 1);
  const full = over(cells);
  for (const at of full) at.classList.add("tight");
  for (const at of over(full)) at.classList.add("closed");
}

/** What every mission would cost this ship: the options' own numbers, and the engine's for the others. */
function moveCosts(t: Table, ship: number): Map<number, number> {
  const out = new Map((t.asks.reach(ship)?.costs ?? []).map((c) => [c.mission, c.cost]));
  for (const o of t.options) if (o.verb === VERB.MOVE && o.card === ship) out.set(o.target, o.cost);
  if (out.size) out.set(t.spots.get(ship)?.mission ?? 0, 0);
  return out;
}

function missionRow(d: Drawing, seat: number): HTMLElement {
  const mine = seat === d.t.me;
  const label = mine && d.t.state!.you >= 0 ? "Your missions" : `${d.t.state!.names[seat]}'s missions`;
  return h("div", { class: `mrow ${mine ? "mine" : "them"}`, role: "list", "aria-label": label },
    (d.t.state!.view.players[seat].missions?.cards ?? []).map((m) => cell(d, m, mine)));
}

function ring(d: Drawing, id: number): string {
  return `${d.legal.has(id) ? " legal" : ""}${d.t.choosing.choice.sel === id ? " sel" : ""}${dim(d, id) ? " nope" : ""}`;
}

/** While a place is chosen, what is none stays where it is, dimmed. */
function dim(d: Drawing, id: number): boolean {
  return d.aiming && !d.legal.has(id) && d.t.choosing.choice.sel !== id;
}

function cell(d: Drawing, m: SeenCard, mine: boolean): HTMLElement {
  const open = d.t.opened === m.id, all = (m.cards ?? []).filter((c) => c.how !== "beneath").reduce((n, c) => n + 1 + hosted(c.card, "aboard").length, 0);
  const spread = h("button", { class: "spread", type: "button", "data-k": `open${m.id}`, "data-open": m.id, "aria-expanded": open ? "true" : "false", title: open ? "Close" : "Show everybody here", "aria-label": `${d.t.title(m.id)}: ${open ? "close" : `show all ${all} here`}`,
    onclick: () => { d.t.opened = open ? 0 : m.id; d.t.draw(); } }, open ? "Close" : `All ${all}`);
  return h("div", { class: `cell${mine ? "" : " up"}`, role: "listitem", "data-mission": m.id }, tile(d, m, mine), h("div", { class: `at${open ? " open" : ""}` }, all > 1 && spread, atMission(d, m)));
}

function missionSentence(d: Drawing, m: SeenCard, card: Card): string {
  const beneath = hosted(m, "beneath").length, ships = hosted(m, "orbit").map((s) => d.t.title(s.id));
  const parts = [card.title, card.subtitle, card.kind, card.kind === "headquarters" ? "" : `${card.points} points`, `span ${card.span}`,
    m.complete ? "completed" : m.takes ?? card.requirement, hasText(card) ? `also: ${card.text}` : "", d.costs.has(m.id) ? `costs ${d.costs.get(m.id)} Range` : "", beneath ? `${plural(beneath, "dilemma")} beneath` : "", ships.length ? `ships: ${ships.join(", ")}` : "",
    d.legal.has(m.id) ? "can be chosen" : ""];
  return parts.filter(Boolean).join(", ");
}

function tile(d: Drawing, m: SeenCard, mine: boolean): HTMLElement {
  const card = d.t.cat.byDef(m.def);
  if (!card) return h("button", { class: "m2" }, "unknown mission");
  const beneath = hosted(m, "beneath").length, hq = card.kind === "headquarters";
  const cls = `m2 ${mine ? "mine" : "theirs"}${m.complete ? ` done ${mine ? "y" : "o"}` : ""}${ring(d, m.id)}`;
  const n = d.number.get(m.id);
  return h("button", { class: cls, ...live(d.t, m.id, `c${m.id}`, d.number), "aria-disabled": dim(d, m.id) ? "true" : undefined, "aria-label": missionSentence(d, m, card) },
    h("div", { class: "mf" }, place(card), h("div", { class: "tt" }, h("b", { class: "mt" }, card.title), card.subtitle && h("div", { class: "sub st", title: card.subtitle }, card.subtitle),
      h("div", { class: "sub" }, icon(missionSymbol(card)), card.quadrant, h("span", { class: "af" }, attemptIcons(card.attempt)))),
      m.complete && h("span", { class: "okk" }, icon("check"))),
    h("div", { class: "req" }, hq ? withIcons(card.plays) : asked(d, m, card, mine)),
    foot(d, m) ?? h("div", { class: "mb" }, hq ? h("small", null, "HEADQUARTERS") : [String(card.points), h("small", { class: "unit" }, m.complete ? "SCORED" : "POINTS"), !m.complete && h("small", { class: "unit few" }, "PTS")], h("span", { class: "sp" }),
      hasText(card) && h("small", { class: "extra", title: card.text }, "+ text"), beneath > 0 && h("small", { class: "seeds", title: "dilemmas beneath" }, icon("seeds"), ` ${beneath}`), h("span", { class: "sp" }), h("small", null, "SPAN"), card.span),
    d.legal.has(m.id) && d.aiming && h("span", { class: "tick" }), n && h("kbd", { class: "num" }, n));
}

/** The foot while something is on its way: what it costs to get there, or that it may be played here. */
function foot(d: Drawing, m: SeenCard): HTMLElement | null {
  const cost = d.costs.get(m.id), means = d.means.get(m.id);
  if (cost !== undefined) return h("div", { class: `cost${d.legal.has(m.id) ? "" : " far"}`, "data-cost": cost }, icon(d.legal.has(m.id) ? "range" : "lock"), cost || "here");
  if (!means || d.t.choosing.choice.verb !== VERB.PLAY) return null;
  const price = Math.min(...means.map((o) => o.cost));
  return h("div", { class: "cost", "data-cost": price }, price >= 0 ? `Play here · ${plural(price, "counter")}` : "Play here");
}

/** Who would attempt a mission: those who are there, and while a place is chosen also those who are on their way. */
function team(d: Drawing, m: SeenCard): number[] {
  const t = d.t, isPerson = (c: SeenCard): boolean => t.face(c.id)?.type === "personnel", { sel, verb } = t.choosing.choice;
  const here = groupsAt(m, t.me, isPerson).sort((a, b) => b.length - a.length)[0] ?? [];
  const mover = d.aiming && verb === VERB.MOVE && t.spots.get(sel)?.mission !== m.id ? t.seen(sel) : undefined;
  const coming = mover ? hosted(mover, "aboard").filter((c) => c.commander === t.me && !c.stopped && isPerson(c)).map((c) => c.id) : [];
  if (!coming.length) return here;
  return t.cat.byDef(m.def)?.kind === "space" ? coming : [...coming, ...hosted(m, "surface").filter((c) => c.commander === t.me && !c.stopped && isPerson(c)).map((c) => c.id)];
}

/** What a mission asks of this player, checked against those of his people who would attempt it. */
function asked(d: Drawing, m: SeenCard, card: Card, mine: boolean): Child[] {
  const people = mine && !m.complete && d.t.state!.you >= 0 ? team(d, m) : [], needs = people.length ? d.t.asks.needs(m.id, people) : undefined;
  return needs?.needs.length ? checks(needs.needs) : withIcons(m.takes ?? card.requirement);
}

/** A mission with more to read than its requirement: the inspector has the words. */
function hasText(card: Card): boolean {
  return card.kind !== "headquarters" && card.text.trim().length > 0;
}

function atMission(d: Drawing, m: SeenCard): Child[] {
  const out: Child[] = [];
  for (const s of hosted(m, "orbit")) out.push(d.t.face(s.id)?.type === "ship" || !s.def ? ship(d, s) : group(d, m, [s], s.commander, "Orbit"));
  const surface = hosted(m, "surface");
  const hq = d.t.cat.byDef(m.def)?.kind === "headquarters";
  for (const seat of [d.t.me, d.t.them]) {
    const people = surface.filter((c) => c.commander === seat && !(c.def && d.t.face(c.id)?.type === "ship"));
    if (people.length) out.push(group(d, m, people, seat, hq ? "Here" : "Surface"));
  }
  for (const s of surface) if (s.def && d.t.face(s.id)?.type === "ship") out.push(ship(d, s));
  const on = hosted(m, "on", "");
  if (on.length) out.push(h("div", { class: "tok" }, on.map((c) => token(d, c))));
  return out.length ? out : [h("span", { class: "none" }, "nobody here")];
}

function crew(s: SeenCard): SeenCard[] {
  return hosted(s, "aboard");
}

function ship(d: Drawing, s: SeenCard): HTMLElement {
  const card = d.t.face(s.id), a = s.attributes ?? card?.attributes ?? [];
  const aboard = crew(s), left = s.range_left ?? a[0] ?? 0, theirs = s.commander !== d.t.me;
  const words = [card?.title ?? "ship", theirs ? `of ${d.t.nameOf(s.commander)}` : "yours", `Range ${left} of ${a[0] ?? 0}, Weapons ${a[1] ?? 0}, Shields ${a[2] ?? 0}`,
    `${aboard.length} aboard`, s.stopped ? "stopped" : "", s.damaged ? "damaged" : "", d.legal.has(s.id) ? "has orders" : ""].filter(Boolean).join(", ");
  const n = d.number.get(s.id);
  return h("div", { class: "shipbox" }, h("button", { class: `ship ${card ? colourOf(card) : "a-neu"}${ring(d, s.id)}${s.stopped ? " dimd" : ""}`, ...live(d.t, s.id, `c${s.id}`, d.number), "aria-disabled": dim(d, s.id) ? "true" : undefined, "aria-label": words },
    h("div", { class: "n" }, icon("t-ship"), h("span", null, card?.title ?? "Ship"), visits(d.t, s) && h("em", { class: "stt" }, d.t.nameOf(s.commander)), s.stopped && h("em", { class: "stt" }, icon("stop"), "Stopped"),
      s.damaged && h("em", { class: "stt" }, icon("t-damage"), "Damaged"), card && icon(symbolOf(card))),
    h("div", { class: "b" }, h("span", null, icon("range"), s.range_used ? `${left}/${a[0]}` : a[0] ?? 0), h("span", null, icon("weap"), a[1] ?? 0), h("span", null, icon("shld"), a[2] ?? 0),
      h("span", null, icon("t-personnel"), aboard.length)), d.t.choosing.choice.sel === s.id && rangeBar(a[0] ?? 0, left), n && h("kbd", { class: "num" }, n)),
    actors(d, [...aboard, ...hosted(s, "on")], d.t.opened > 0 && d.t.opened === d.t.spots.get(s.id)?.mission));
}

/** Only a visitor's ship needs a name on it: the others are in the row of whoever commands them. */
function visits(t: Table, s: SeenCard): boolean {
  const mission = t.spots.get(t.spots.get(s.id)?.mission ?? 0);
  return !!mission && mission.player !== s.commander;
}

/** The ship's Range, a block for each: what is left, what is used. */
function rangeBar(range: number, left: number): HTMLElement {
  return h("div", { class: "rbar", role: "img", "aria-label": `Range ${left} of ${range}` }, Array.from({ length: Math.min(range, 20) }, (_, i) => h("i", { class: i < left ? "" : "used" })));
}

/** Those aboard who can do something now stand beneath their ship; the rest are seen in the inspector, and where everybody is spread out. */
function actors(d: Drawing, cards: SeenCard[], all: boolean): Child {
  const able = cards.filter((c) => all || d.legal.has(c.id));
  return able.length > 0 && h("div", { class: "tok" }, able.map((c) => token(d, c)));
}

function group(d: Drawing, m: SeenCard, people: SeenCard[], seat: number, where: string): HTMLElement {
  const known = people.filter((c) => c.def);
  const head = `${seat === d.t.me ? where : `${d.t.nameOf(seat)}`} · ${people.length}`, sums = m.teams?.find((x) => x.player === seat)?.totals;
  if (!known.length) {
    return h("div", { class: "g2 o" }, h("span", { class: "lab" }, head), h("div", { class: "fan" }, people.slice(0, 7).map(() => h("i", { class: "back" }))), hidden("face down"));
  }
  return h("div", { class: `g2${seat === d.t.me ? " y" : ""}` },
    h("button", { class: "lab", type: "button", "data-k": `g${m.id}-${seat}`, "data-group": seat === d.t.me ? m.id : undefined, onclick: () => d.t.choosing.click(m.id, `g${m.id}-${seat}`),
      title: `${known.map((c) => d.t.title(c.id)).join(", ")}${sums ? `; together Integrity ${sums[0]}, Cunning ${sums[1]}, Strength ${sums[2]}` : ""}` }, head, sums && h("em", null, sums.join("·"))),
    h("div", { class: people.length > 8 ? "tok many" : "tok" }, people.map((c) => token(d, c))));
}

function token(d: Drawing, c: SeenCard): HTMLElement {
  const card = d.t.face(c.id);
  if (!card) return h("i", { class: "back tiny" });
  const n = d.number.get(c.id);
  return h("button", { class: `tk ${colourOf(card)}${c.stopped ? " stopped" : ""}${ring(d, c.id)}`, ...live(d.t, c.id, `c${c.id}`, d.number), title: card.name,
    "aria-label": [card.title, card.type, c.stopped ? "stopped" : "", d.legal.has(c.id) ? "can act" : ""].filter(Boolean).join(", ") },
    h("i", { class: "p" }, icon(c.stopped ? "stop" : glyphOf(card))), h("span", { class: "tn" }, tokenName(card)), n && h("kbd", { class: "num" }, n));
}
