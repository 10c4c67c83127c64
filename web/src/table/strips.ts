/* The frame around the field: rail, top bar, both strips, hand and, on a phone, switch and tabs. */
import { formatName } from "../decks.js";
import { colourOf, faceMid, glyphOf, spoken } from "../face.js";
import { h, hidden, icon, patch, plural, type Child } from "../dom.js";
import { change, settings } from "../settings.js";
import { live } from "./live.js";
import { candidates, DECIDE, isSet, type Goal, type Pile, type SeenCard } from "./model.js";
import { lit, NO_CHOICE } from "./options.js";
import type { Table } from "./table.js";
import { segmentName } from "./words.js";

/** What a player still has to reach, as the engine counts it: the first goal is the points, the others are missions. */
export function goals(t: Table, seat: number): { points: Goal; missions: Goal[] } {
  const [points, ...missions] = t.state!.view.players[seat].goals ?? [];
  return { points: points ?? { kind: "points", words: "points", have: t.state!.view.players[seat].points, need: 0 }, missions };
}

export function reached(g: Goal): boolean {
  return g.have >= g.need;
}

function progress(points: Goal): HTMLElement {
  const bar = h("i");
  bar.style.height = `${Math.min(100, Math.max(0, points.need ? (100 * points.have) / points.need : 0))}%`;
  return h("div", { class: "prog" }, bar);
}

function ofWords(points: Goal): string {
  return points.need ? `OF ${points.need}` : "POINTS";
}

function goalIcon(g: Goal): string {
  return g.kind === "space" ? "t-space" : "t-planet";
}

export function drawRail(t: Table): void {
  const v = t.state!.view, mine = v.active === t.me, segments = t.edition.segments(t), at = segments.findIndex(([s]) => s === v.segment), own = goals(t, t.me), their = goals(t, t.them).points;
  t.zone.rail.setAttribute("aria-label", `Turn ${v.turn}, ${mine ? "yours" : t.nameOf(v.active)}`);
  patch(t.zone.rail,
    h("div", { class: `end them${t.decision ? "" : " lit"}` }, h("span", null, t.nameOf(t.them)), h("b", null, v.players[t.them].points), h("small", null, ofWords(their)), progress(their)),
    segments.map(([, words, note], i) => h("div", { class: `seg${i === at ? ` on${mine ? "" : " theirs"}` : i < at ? " done" : ""}`, "aria-current": i === at ? "step" : undefined },
      h("small", null, i < at ? "✓" : note ?? ""), words)),
    h("div", { class: "end me" }, h("span", null, t.nameOf(t.me)), h("b", null, v.players[t.me].points), h("small", null, ofWords(own.points)),
      h("small", { class: "kinds" }, own.missions.map((g) => h("span", null, icon(goalIcon(g)), icon(reached(g) ? "check" : "minus"), hidden(`${g.words} ${reached(g) ? "completed" : "missing"}`)))), h("small", { class: "turn" }, `Turn ${v.turn}`), progress(own.points)));
}

function tool(t: Table, name: string, label: string, act: () => void, pressed?: boolean): HTMLElement {
  return h("button", { class: "desk", type: "button", "data-k": `tool-${name}`, "aria-label": label, title: label, "aria-pressed": pressed, onclick: act, disabled: !t.state }, icon(name));
}

export function drawTop(t: Table): void {
  const s = t.state;
  if (!s) return patch(t.zone.top, h("a", { class: "brand desk", href: "/" }, "SPACELINE"));
  const v = s.view;
  patch(t.zone.top, h("h1", { class: "vh" }, `${t.nameOf(t.me)} against ${t.nameOf(t.them)}`), h("a", { class: "brand desk", href: "/" }, "SPACELINE"),
    h("span", { class: "grow desk" }, h("b", null, t.edition.name), `${playedBy(s.date, s.format)} · ${sides(t)}`, t.answers.practice && h("em", { class: "practice", title: "An answer was taken back after a hidden card was seen" }, "Practice")),
    h("span", { class: "sc m phone" }, v.players[t.me].points, h("small", null, t.nameOf(t.me), h("br"), ofWords(goals(t, t.me).points).toLowerCase())),
    h("span", { class: "ph phone" }, h("b", null, segmentName(v.segment, t.edition.words.playing)), `Turn ${v.turn}`),
    h("span", { class: "sc t phone" }, v.players[t.them].points, h("small", null, t.nameOf(t.them), h("br"), ofWords(goals(t, t.them).points).toLowerCase())),
    !s.replay && t.people.top(), s.solo && !s.replay && s.you >= 0 && [tool(t, "undo", "Undo (Z)", () => t.answers.undo()), t.answers.canRedo && tool(t, "chev", "Redo (Shift Z)", () => t.answers.redo())], tool(t, "list", "All options as a list (O)", () => t.toggleList(), t.list),
    tool(t, "sound", settings().volume ? "Sound is on" : "Sound is off", () => { change({ volume: settings().volume ? 0 : 2 }); t.draw(); }, settings().volume > 0),
    !s.replay && s.you >= 0 && h("a", { class: "desk lookback", href: `/game/${t.game}?at=${s.n}`, "data-k": "tool-clock", "aria-label": "Look back", title: "Look back" }, icon("clock")),
    !v.over && !s.replay && s.you >= 0 && tool(t, "flag", "Concede", () => concede(t)), tool(t, "gear", "Settings", () => t.togglePrefs(), !!t.prefs), tool(t, "help", "Keyboard map (?)", () => { t.help = !t.help; t.draw(); }, t.help));
}

function sides(t: Table): string {
  const s = t.state!, them = s.names[t.them] || "whoever sits down";
  return s.you < 0 ? `${t.nameOf(t.me)} against ${them}` : `against ${them}${s.solo ? " (computer)" : ""}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** What is played by: the format, where there is one, and the day of the rules. */
export function playedBy(date?: number, format?: string): string {
  return `${formatName(format) ? ` · ${formatName(format)}` : ""}${rulesDate(date)}`;
}

function rulesDate(date = 0): string {
  return date ? ` · rules of ${date % 100} ${MONTHS[Math.floor(date / 100) % 100 - 1]} ${Math.floor(date / 10000)}` : "";
}

export function concede(t: Table): void {
  if (!settings().confirm || confirm("Give this game up?")) t.link.concede();
}

export function pile(name: string, n: number, cls = ""): HTMLElement {
  return h("div", { class: "pile" }, h("i", { class: `back ${cls}` }), h("div", null, h("small", null, name), n));
}

export function openPile(t: Table, name: string, p: Pile, glyph: string, whose: string): HTMLElement {
  const top = p.cards[0];
  return h("button", { class: "pile", type: "button", "data-k": `pile-${whose}-${name}`, "data-card": top?.id, "aria-label": `${name} ${p.count}${top ? `, on top ${t.title(top.id)}` : ", nothing there yet"}`,
    title: p.cards.map((c) => t.title(c.id)).join("\n") || "nothing there yet", onclick: () => top && t.inspect(top.id) }, icon(glyph), h("div", null, h("small", null, name), " ", p.count));
}

/** What a countdown stands at. */
export function turnsLeft(n: number): string {
  return plural(n, "turn");
}

/** A card that lies beside the field, in a strip. */
export function tableCard(t: Table, c: SeenCard, key: string): Child {
  const card = t.face(c.id), can = t.choosing.lit.has(c.id);
  if (!card) return h("i", { class: "back tiny" });
  return h("button", { class: `tc ${colourOf(card)}${can ? " legal" : ""}${t.choosing.choice.sel === c.id ? " sel" : ""}`, ...live(t, c.id, `${key}${c.id}`), "aria-label": `${card.title}, ${card.type}${c.countdown ? `, ${turnsLeft(c.countdown)} left` : ""}${can ? ", can be used" : ""}` },
    h("span", { class: "p" }, icon(glyphOf(card))), card.title, c.countdown && h("em", { class: "count" }, turnsLeft(c.countdown)));
}

export function drawOpponent(t: Table): void {
  const p = t.state!.view.players[t.them];
  t.zone.opp.setAttribute("aria-label", `${t.nameOf(t.them)}'s area`);
  patch(t.zone.opp, h("div", { class: "pile" }, h("div", { class: "fan" }, Array.from({ length: Math.min(7, p.hand.count) }, () => h("i", { class: "back" }))), h("div", null, h("small", null, "Hand"), p.hand.count)), p.hand.cards.filter((c) => c.def).map((c) => tableCard(t, c, "oh")),
    pile("Deck", p.deck.count), t.edition.beside.opponent(t, p));
}

export function drawOwn(t: Table): void {
  const { label, children } = t.edition.beside.own(t, t.state!.view.players[t.me], t.state!.you >= 0 ? "Your" : `${t.nameOf(t.me)}'s`);
  t.zone.own.setAttribute("aria-label", label);
  patch(t.zone.own, children);
}

export function drawHand(t: Table): void {
  const p = t.state!.view.players[t.me], d = t.decision, set = d && isSet(d) ? candidates(d) : [], held = t.edition.beside.held(t, p);
  const legal = t.canAnswer ? (set.length ? new Set(set) : lit(t.options, NO_CHOICE)) : new Set<number>();
  const digits = !t.choosing.menu.length && !t.choosing.choice.sel && !t.telling.recap.length && !document.querySelector(".stage [data-n], .line [data-n]");
  t.zone.hand.setAttribute("aria-label", `${t.state!.you >= 0 ? "Your" : `${t.nameOf(t.me)}'s`} ${held.name}, ${plural(held.pile.count, "card")}`);
  patch(t.zone.hand, h("div", { class: "cards" }, held.pile.cards.map((c, i) => handCard(t, c, legal, digits && i < 10 ? i + 1 : 0)), unseen(held.pile), !held.pile.count && h("p", { class: "none" }, held.none)),
    h("div", { class: "stash" }, t.edition.beside.stash(t, p)));
}

/** Cards of a hand that is not shown to whoever looks: as backs. */
function unseen(hand: Pile): Child[] {
  return Array.from({ length: Math.max(0, Math.min(9, hand.count - hand.cards.length)) }, () => h("i", { class: "back big" }));
}

/** The reasons that are worth a word on the card itself, by their rule; all others are told on hover and focus. */
const TAGS: Record<string, (cost: number, left: number) => string> = { "2E-6.3": (cost, left) => `Costs ${cost}, have ${left}`, "2E-7.60": () => "Response only" };

function tag(t: Table, id: number): HTMLElement | null {
  const reason = t.decision?.kind === DECIDE.PLAY && t.canAnswer ? t.asks.hand()?.get(id) : undefined, words = reason && TAGS[reason.cite];
  return words ? h("span", { class: "tagx" }, words(t.seen(id)?.cost ?? t.face(id)?.cost ?? 0, t.state!.view.counters)) : null;
}

function handCard(t: Table, c: SeenCard, legal: Set<number>, n: number): HTMLElement {
  const card = t.face(c.id);
  if (!card) return h("i", { class: "back" });
  const face = faceMid(card), can = legal.has(c.id) || legal.has(t.stands(c.id)), sel = t.choosing.choice.sel === c.id || t.answers.picks.includes(c.id);
  face.classList.toggle("leg", can);
  face.classList.toggle("off", !!t.decision && !can);
  face.classList.toggle("sel2", sel);
  const why = t.decision && !can && tag(t, c.id);
  if (why) face.append(why);
  return h("button", { class: "slot", ...live(t, c.id, `h${c.id}`), onpointerenter: () => t.weigh(t.costOf(c.id)), onpointerleave: () => t.weigh(0), "data-n": n || undefined, "aria-disabled": t.decision && !can ? "true" : undefined,
    "aria-label": `${spoken(card)}${can ? "" : t.decision ? ", not possible now; W says why" : ""}` }, face, n > 0 && can && h("kbd", { class: "num" }, n % 10));
}

/** On a phone: what there is of the field besides what is in sight. */
export function drawSwitch(t: Table): void {
  patch(t.zone.sw, t.edition.field.overview(t));
}

export function drawTabs(t: Table): void {
  const one = (label: string, glyph: string, on: boolean, act: () => void, n = 0): HTMLElement =>
    h("button", { class: on ? "on" : "", type: "button", "data-k": `tab-${label}`, onclick: act }, icon(glyph), label, n > 0 && h("em", null, n));
  const tab = (x: Table["tab"]): boolean => t.tab === x && !t.list;
  patch(t.zone.tabs, one("Table", "t-planet", tab("table"), () => { t.list = false; t.help = false; t.setTab("table"); }), one("Hand", "hand", tab("hand"), () => t.setTab("hand"), t.edition.beside.held(t, t.state!.view.players[t.me]).pile.count),
    one("Options", "list", t.list, () => { t.tab = "table"; t.toggleList(); }, t.options.length), one("Log", "book", tab("log"), () => t.setTab("log")), one("More", "menu", tab("more"), () => t.setTab("more")));
}
