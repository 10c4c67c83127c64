/* The table: holds the position, what the player has narrowed so far, and redraws its zones from both.
 *
 * Every zone is drawn anew from the view; an element that can have focus carries data-k, so that focus survives a redraw.
 * What a click or a key means is decided in options.ts, what a key is in keys.ts, what a drag does in drag.ts; what is legal is
 * decided by the engine alone. */
import { session } from "../api.js";
import { catalogue, type Card, type Catalogue } from "../cards.js";
import { h, mount, on } from "../dom.js";
import { cite } from "../face.js";
import { passedBy, settings } from "../settings.js";
import { sound, soundsOf } from "../sound.js";
import { connect, type GameLink, type LinkEvents, type LinkStatus } from "../net.js";
import { Asks } from "./asks.js";
import { drawBar, drawCounters } from "./bar.js";
import { Drag } from "./drag.js";
import { drawEdges } from "./edge.js";
import { drawFault, faultOf, type Fault } from "./fault.js";
import { drawField } from "./field.js";
import { Hands } from "./input.js";
import { drawLog, drawOutlines, type LogView, newLogView } from "./log.js";
import { drawMenu } from "./menu.js";
import { candidates, DECIDE, indexView, isSet, knownCards, mergeLog, VERB, whyNotCount, type Decision, type LogLine, type SeenCard, type Spot, type StateMessage } from "./model.js";
import { Flight } from "./motion.js";
import { byTarget, click, leftToDo, lit, narrowed, NO_CHOICE, numbered, pressVerb, type Choice, type Numbered, type Step } from "./options.js";
import { isOrdering } from "./order.js";
import { People } from "./people.js";
import { isTelling, recaps, type Recap } from "./recap.js";
import { drawInspector } from "./side.js";
import { drawStage, hasStage } from "./stage.js";
import { drawHand, drawOpponent, drawOwn, drawRail, drawSwitch, drawTabs, drawTop } from "./strips.js";
import { Tip } from "./tips.js";
import { logLine, modeWords, playerName, prompt, quoted, sentence, short } from "./words.js";

type Tab = "table" | "hand" | "log" | "card" | "more";

const ZONES = ["rail", "top", "opp", "sw", "line", "own", "dec", "hand", "tabs", "sidec"] as const;
type ZoneName = (typeof ZONES)[number];

/** Whoever sits beside a table: a replay or the coach.  It may bring the positions, draw the bar, and add to what was drawn. */
export interface Companion {
  link?(game: string, on: LinkEvents): GameLink;
  arrived?(t: Table): void; /* a position that is not drawn yet */
  bar?(t: Table): void;
  drawn?(t: Table): void;
  key?(t: Table, e: KeyboardEvent): boolean; /* true: it was meant for the companion */
  jump?(k: number): void; /* to line k of the log */
  close?(): void;
}

/** An answer of ours, as it was sent: what undo takes back and redo sends again. */
type Sent = { n: number; option: number } | { n: number; cards: number[] };

const NARROW = 1180, PHONE = 760;
const WIDTHS = [NARROW, PHONE].map((px) => matchMedia(`(max-width:${px}px)`));

/* Refusals that no player can bring about: something is wrong between client and server. */
const FAULTS = ["bad-message", "too-large", "not-yours"];

/** Whether the table is a part of a page, which then has its own heading and main part. */
function isInPage(host: HTMLElement): boolean {
  return !!host.closest("main");
}

/** The frame with its zones, in the order of the keyboard: decision, hand, field, strips, side.  The grid places them. */
function frame(host: HTMLElement): { root: HTMLElement; zone: Record<ZoneName, HTMLElement> } {
  const tag: Partial<Record<ZoneName, string>> = { top: "header", line: isInPage(host) ? "section" : "main", rail: "aside", sidec: "aside", sw: "nav", tabs: "nav" };
  const zone = {} as Record<ZoneName, HTMLElement>;
  for (const z of ZONES) zone[z] = h(tag[z] ?? "section", { class: z });
  const names: Partial<Record<ZoneName, string>> = { sw: "Whose missions", tabs: "Views", rail: "Turn", sidec: "Card and log" };
  for (const [z, words] of Object.entries(names)) zone[z as ZoneName].setAttribute("aria-label", words);
  zone.dec.setAttribute("tabindex", "-1");
  const order: ZoneName[] = ["dec", "hand", "sw", "line", "own", "opp", "rail", "sidec", "tabs", "top"];
  return { root: h("div", { class: "tbl loading", "data-tab": "table" }, order.map((z) => zone[z])), zone };
}

export class Table {
  state: StateMessage | null = null;
  spots = new Map<number, Spot>();
  options: Numbered[] = [];
  choice: Choice = NO_CHOICE;
  lit: ReadonlySet<number> = new Set(); /* the cards that the next click may name, as drawn */
  menu: Numbered[] = [];
  menuFrom = "";
  picks: number[] = [];
  ticked: number[] = []; /* whom a drag brings: ticked when the beam asks who */
  list = false;
  peek = false;
  help = false;
  filter = "";
  tab: Tab = "table";
  theirs = false; /* phone: whose missions are shown */
  inspected = 0;
  inspectedDef = 0;
  outlined: number[] = []; /* the cards that the title under the pointer means */
  asked = 0; /* the card of "why not?" */
  weight = 0; /* what the option under the pointer costs */
  sure = ""; /* what could still be done, while the end of a segment is being confirmed */
  recap: Recap[] = [];
  scene = 0;
  practice = false;
  log: LogLine[] = [];
  logView: LogView = newLogView();
  chats: { from: string; text: string }[] = [];
  status: LinkStatus = "connecting";
  notice = "";
  fault: Fault | null = null;
  sent = -1; /* the option under way, to mark it */
  link!: GameLink;
  readonly people: People;
  readonly asks = new Asks(() => this.link, () => this.later());
  readonly root: HTMLElement;
  readonly zone: Record<ZoneName, HTMLElement>;
  readonly insp = h("div", { class: "inspbox" });
  readonly logbox = h("section", { class: "log", role: "log", "aria-live": "off", "aria-label": "Log" });
  private menus = h("div");
  readonly floating = h("section", { class: "floating", "aria-label": "Menus and notices" }, this.menus);
  private hands = new Hands(this);
  private drag = new Drag(this);
  private tip = new Tip(this);
  private flight = new Flight(this);
  private done: Sent[] = [];
  private undone: Sent[] = [];
  private sending: Sent | null = null;
  private announced = -1;
  private heard = { k: 0, attempt: false }; /* the newest line, and whether an attempt was on, when the player was last shown something */
  private noticeTimer = 0;
  private wonderTimer = 0;
  private laterTimer = 0;
  private rest: number[] = []; /* of an order that was confirmed: the cards still to be sent */
  private gone = ""; /* why there is no table */

  constructor(readonly host: HTMLElement, readonly game: string, readonly cat: Catalogue, readonly companion: Companion = {}) {
    const { root, zone } = frame(host);
    this.root = root;
    this.zone = zone;
    mount(zone.sidec, h("h2", { class: "vh" }, "Card and log"), this.insp, this.logbox);
    root.append(this.floating);
    mount(host, root);
    this.practice = sessionStorage.getItem(`practice ${game}`) !== null;
    this.people = new People(this);
    this.hands.attach();
    this.drag.attach();
    this.tip.attach();
    this.flight.attach();
    for (const width of WIDTHS) width.addEventListener("change", this.refit);
    this.draw();
    this.link = (companion.link ?? connect)(game, {
      state: (m) => this.arrived(m),
      table: (m) => { this.people.arrived(m); if (this.state) drawTop(this); },
      status: (s) => this.changed(s),
      stale: () => this.say("The table moved on; here is the new decision."),
      refused: (code, text) => this.refused(code, text),
      chat: (from, text) => { this.chats.push({ from, text }); sound("message"); this.drawSide(); },
    });
  }

  close(): void {
    this.hands.detach();
    this.drag.detach();
    this.flight.detach();
    for (const width of WIDTHS) width.removeEventListener("change", this.refit);
    clearTimeout(this.noticeTimer);
    clearTimeout(this.wonderTimer);
    clearTimeout(this.laterTimer);
    this.people.close();
    this.link.close();
    this.companion.close?.();
  }

  /** A window that was made wider or narrower has other stages. */
  private refit = (): void => this.later();

  /* ---- facts ---- */

  get me(): number {
    return Math.max(0, this.state?.you ?? 0);
  }

  get them(): number {
    return 1 - this.me;
  }

  get decision(): Decision | null {
    return this.state?.view.decision && (this.state.you ?? -1) >= 0 ? this.state.view.decision : null;
  }

  get narrow(): boolean {
    return innerWidth <= NARROW;
  }

  nameOf(seat: number): string {
    return seat === this.me && (this.state?.you ?? -1) >= 0 ? "You" : this.state?.names[seat] || "Nobody yet";
  }

  /** The printed card of an id: from the table, from the decision, or by the title in an option's words. */
  face(id: number): Card | undefined {
    const seen = this.spots.get(id)?.card;
    if (seen?.def) return this.cat.byDef(seen.def);
    const at = this.state?.view.attempt;
    if (at && at.facing === id && at.def) return this.cat.byDef(at.def);
    if (this.decision?.card === id && this.decision.def) return this.cat.byDef(this.decision.def);
    const named = this.decision?.cards?.find((c) => c.id === id);
    if (named) return this.cat.byDef(named.def);
    const option = this.options.find((o) => o.card === id);
    return option ? this.cat.byName(quoted(option.text)) : undefined;
  }

  seen(id: number): SeenCard | undefined {
    return this.spots.get(id)?.card;
  }

  title(id: number): string {
    return this.face(id)?.title ?? this.seen(id)?.name ?? "a card";
  }

  get canAnswer(): boolean {
    return !!this.decision && this.status === "open" && !this.link.busy;
  }

  /** The elements of a card in sight. */
  elements(id: number): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(`[data-card="${id}"]`)].filter((el) => !el.closest(".sidec"));
  }

  /* ---- from the server ---- */

  private arrived(m: StateMessage): void {
    const moved = !this.state || m.n !== this.state.n, first = !this.state, before = this.state, isBack = !!before && m.n < before.n && !m.replay;
    m.players = m.names;
    m.names = m.names.map(playerName);
    if (isBack) this.takenBack(before, m);
    else if (moved) this.recordSent();
    if (moved) this.flight.before();
    this.state = m;
    this.spots = indexView(m.view);
    this.options = numbered(this.decision);
    this.log = mergeLog(this.log, m.from, m.log);
    if (moved) this.forget();
    this.people.arrived(m);
    if (this.people.nothingToPlay(m)) {
      m.view.decision = null;
      this.options = [];
    }
    const d = this.decision, fresh = this.log.filter((l) => l.k > this.heard.k);
    if (moved && d && isSet(d)) this.picks = [...(d.chosen ?? []), ...this.ticked.filter((id) => candidates(d).includes(id))];
    if (moved && d && isOrdering(d)) this.picks = candidates(d);
    if (moved) this.ticked = [];
    if (moved && !m.replay && before && m.n > before.n) this.tell(fresh, this.heard.attempt);
    if (moved && d && !m.replay && this.leading(d)) this.inspected = this.leading(d), this.inspectedDef = 0;
    this.root.classList.remove("loading");
    this.companion.arrived?.(this);
    this.draw();
    if (moved && !first) this.flight.after();
    const next = moved ? this.nextOfOrder() : undefined, pass = moved ? passedBy(this.decision) : -1;
    if (next !== undefined) return this.answer(next);
    if (pass >= 0) return isBack ? this.link.undo() : this.pass(pass);
    if (moved) this.heard = { k: this.log[this.log.length - 1]?.k ?? 0, attempt: !!m.view.attempt };
    if (moved) this.announce(fresh);
    if (moved) soundsOf(first ? [] : m.log, !!this.decision);
  }

  /** A window that the player does not want to see: passed without a sound, and no answer of his that could be taken back. */
  private pass(k: number): void {
    if (this.canAnswer && this.link.answer(this.state!.n, k)) this.draw();
  }

  /** An order that was confirmed goes out card by card, as long as the same cards are asked for. */
  private nextOfOrder(): number | undefined {
    const d = this.decision, rest = this.rest;
    this.rest = [];
    if (!rest.length || !d || !isOrdering(d) || candidates(d).length !== rest.length || !candidates(d).every((id) => rest.includes(id))) return undefined;
    this.rest = rest.slice(1);
    return this.options.find((o) => o.card === rest[0])?.k;
  }

  /** What happened since the last decision, from where it was left: an attempt that goes on is told from its next dilemma. */
  private tell(fresh: LogLine[], within: boolean): void {
    const start = within ? this.log.map((l) => l.what).lastIndexOf("ATTEMPTS", this.log.length - fresh.length - 1) : -1;
    const known = fresh[0]?.k ?? 0, a = this.state!.view.attempt;
    this.recap = recaps(start < 0 ? fresh : this.log.slice(start)).filter((r) => isTelling(r, known, a?.facing ?? 0));
    this.scene = Math.max(0, this.recap[0]?.scenes.findIndex((s) => s.lines.some((l) => l.k >= known)) ?? 0);
  }

  private forget(): void {
    this.choice = NO_CHOICE;
    this.menu = [];
    this.picks = [];
    this.peek = false;
    this.filter = "";
    this.asked = 0;
    this.outlined = [];
    this.weight = 0;
    this.sure = "";
    this.recap = [];
    this.scene = 0;
    this.sent = -1;
    this.asks.forget();
    this.tip.hide();
    this.drag.cancel();
    if (this.tab === "hand") this.tab = "table";
  }

  private changed(s: LinkStatus): void {
    if (this.status !== s && s === "lost") this.alert("Connection lost. Reconnecting; your answer is kept.");
    this.status = s;
    if (this.state) this.draw();
    else this.drawWaiting();
  }

  private refused(code: string, text: string): void {
    this.sent = -1;
    this.sending = null;
    this.rest = [];
    sound("refused");
    if (!this.state) this.gone = text;
    if (FAULTS.includes(code)) this.fault = faultOf(this, code, text);
    else if (this.state) this.say(text);
    this.draw();
  }

  dismiss(): void {
    this.fault = null;
    this.draw();
  }

  private drawWaiting(): void {
    const words = this.status === "gone" ? sentence(this.gone || "there is no such game here") : this.status === "lost" ? "The server does not answer. Trying again…" : "Joining the table…";
    mount(this.zone.line, h("div", { class: "waiting" }, h("h1", { class: "vh" }, "Table"), h("p", null, words), this.status !== "connecting" && h("a", { class: "ob go", href: "/" }, "Home")));
  }

  private announce(lines: LogLine[]): void {
    const d = this.decision, s = this.state!;
    if (s.replay) return;
    if (s.view.over) return this.alert(this.resultWords());
    if (!d || this.announced === s.n) return;
    this.announced = s.n;
    const theirs = lines.map((l) => logLine(l, this.me, s.names)).filter((l) => l && !l.turn && l.seat === this.them).map((l) => l!.text);
    const own = `Your decision: ${this.question()}. ${this.options.length} options.`.slice(0, 139);
    const last = theirs.length ? `${theirs[theirs.length - 1]}. ` : "";
    document.getElementById("polite")!.textContent = last.length + own.length < 140 ? last + own : own;
  }

  private alert(text: string): void {
    document.getElementById("assertive")!.textContent = text;
  }

  resultWords(): string {
    const v = this.state!.view, by = this.people.resultWords();
    if (by) return by;
    if (v.winner < 0) return "The game ends without a winner.";
    return v.winner === this.me && this.state!.you >= 0 ? "You won." : `${this.state!.names[v.winner] ?? "The opponent"} won.`;
  }

  /** One line that stays for a few seconds. */
  say(text: string): void {
    this.notice = text;
    this.alert(text);
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => { this.notice = ""; this.drawFloating(); }, 5000);
    this.drawFloating();
  }

  question(): string {
    const d = this.decision;
    if (d?.to) return `Beam to ${this.title(d.to)}: who goes?`;
    const open = d ? (isSet(d) ? candidates(d) : this.options.filter((o) => o.verb === VERB.CHOOSE).map((o) => o.card)) : [];
    return d ? prompt(d, { card: this.face(d.card)?.name, people: open.length > 0 && open.every((id) => this.face(id)?.type === "personnel"), moment: this.moment(d) }) : "";
  }

  /** A card that is played is named in the question whether to respond to it. */
  private moment(d: Decision): string {
    const how = d.kind === DECIDE.RESPONSE ? { announced: "is announced", played: "is played", "about-to-play": "is about to be played" }[d.about] : undefined;
    const last = how ? [...this.log].reverse().find((l) => l.what === "PLAYS") : undefined;
    return how && last?.card ? `${short(this.title(last.card))} ${how}` : "";
  }

  /** What the inspector shows by itself: the card that asks, the answer that can be given, and at first a card to begin with. */
  private leading(d: Decision): number {
    if (d.card && this.face(d.card)) return d.card;
    const able = this.options.find((o) => o.card > 0)?.card ?? 0;
    return d.kind === DECIDE.RESPONSE || !this.inspected ? able || this.state!.view.players[this.me].hand.cards[0]?.id || 0 : 0;
  }

  /** What the choices of a mode are, if the asking card's text says so. */
  modes(): string[] {
    const d = this.decision;
    return d && d.kind === DECIDE.MODE ? modeWords(this.face(d.card)?.text ?? "", this.options.length) : [];
  }

  /* ---- answers ---- */

  answer(k: number): void {
    if (!this.canAnswer || !this.state) return;
    if (!this.link.answer(this.state.n, k)) return;
    sound("answered");
    this.undone = [];
    this.sending = { n: this.state.n, option: k };
    this.sent = k;
    this.menu = [];
    this.choice = NO_CHOICE;
    this.sure = "";
    this.draw();
  }

  confirmSet(): void {
    const d = this.decision;
    if (!d || !this.state || !this.canAnswer) return;
    const why = this.whyNotSet();
    if (why) return this.say(why);
    const cards = d.ordered ? this.picks : [...this.picks].sort((a, b) => a - b);
    if (!this.link.choose(this.state.n, cards)) return;
    this.undone = [];
    this.sending = { n: this.state.n, cards };
    this.draw();
  }

  confirmOrder(): void {
    const first = this.options.find((o) => o.card === this.picks[0]);
    if (!first || !this.canAnswer) return;
    this.rest = this.picks.slice(1);
    this.answer(first.k);
  }

  /** Why the set cannot be confirmed: by its number, by what it costs, or by the engine's word. */
  whyNotSet(): string {
    const d = this.decision!;
    const spent = this.stackCost(), room = this.state?.view.attempt?.allowance ?? 0;
    if (d.kind === DECIDE.STACK && spent > room) return `These cost ${spent}; you may spend ${room}`;
    const count = whyNotCount(d, this.picks.length);
    if (count || d.chosen?.length) return count;
    return this.asks.preview(d.ordered ? this.picks : [...this.picks].sort((a, b) => a - b))?.valid === false ? "These cannot be chosen together" : "";
  }

  stackCost(): number {
    return this.picks.reduce((n, id) => n + (this.face(id)?.cost ?? 0), 0);
  }

  toggle(id: number): void {
    const d = this.decision!;
    if (this.picks.includes(id)) this.picks = this.picks.filter((p) => p !== id);
    else if (d.most === 1) this.picks = [id];
    else this.picks = [...this.picks, id];
    this.draw();
  }

  setPicks(ids: number[]): void {
    this.picks = ids;
    this.draw();
  }

  /** Ends a segment; asks once when something could still be done. */
  end(k: number): void {
    const o = this.options[k];
    const left = o?.verb === VERB.END && settings().confirm && this.decision ? leftToDo(this.decision, this.options, (id) => this.title(id), (id) => (this.seen(id)?.range_used ?? 0) > 0) : "";
    if (!left || this.sure) return this.answer(k);
    if (!this.canAnswer) return;
    this.sure = left;
    this.draw();
    this.zone.dec.querySelector<HTMLElement>('[data-k="goon"]')?.focus();
  }

  /** A click, tap or Enter on a card in sight. */
  clickCard(id: number, from: string): void {
    const d = this.decision;
    this.inspect(id, false);
    this.drawSide();
    if (!d || !this.canAnswer) return;
    this.recap = [];
    if (isSet(d)) {
      if (candidates(d).includes(id)) this.toggle(id);
      return;
    }
    const aim = this.aim(id);
    if (aim !== id) this.ticked = [id];
    this.take(click(this.options, this.choice, aim), from);
    if (!this.options.some((o) => o.card === id || o.target === id)) this.explain(id);
  }

  /** Somebody without options of their own stands for the group they are in, which can be beamed. */
  private aim(id: number): number {
    const s = this.spots.get(id);
    if (!s || this.choice.verb >= 0 || this.options.some((o) => o.card === id || o.target === id)) return id;
    return s.card.commander === this.me && this.options.some((o) => o.verb === VERB.BEAM && o.card === s.host) ? s.host : id;
  }

  /** Nothing can be done with this card now: what it might do is shown with the reasons. */
  private explain(id: number): void {
    const zone = this.spots.get(id)?.zone;
    if (zone === "hand") this.askWhy(id);
    if (zone !== "missions" || this.seen(id)?.commander !== this.me || this.choice.sel !== id) return;
    this.asked = id;
    this.drawFloating();
  }

  private take(step: Step | null, from: string): void {
    if (!step) return;
    if ("answer" in step) return this.answer(step.answer);
    this.choice = step.choice;
    this.menu = step.menu;
    this.menuFrom = from;
    this.recap = [];
    this.draw();
    if (this.menu.length) this.floating.querySelector<HTMLElement>(".verbs li button")?.focus();
    else if (this.choice.verb >= 0) this.toPlaces();
  }

  /** To the first place that can be chosen; a phone turns to the row that has one. */
  private toPlaces(): void {
    const rows = this.places();
    if (rows[this.theirs ? 1 : 0] === 0 && rows[this.theirs ? 0 : 1] > 0) {
      this.theirs = !this.theirs;
      this.draw();
    }
    [...this.zone.line.querySelectorAll<HTMLElement>("[data-n]")].find((el) => el.offsetParent)?.focus();
  }

  /** How many places of the order begun are among one's own missions and among theirs. */
  places(): [number, number] {
    const targets = this.choice.verb >= 0 && !this.menu.length ? [...new Set(narrowed(this.options, this.choice).map((o) => o.target))] : [];
    const mine = targets.filter((id) => this.spots.get(this.spots.get(id)?.mission ?? 0)?.player === this.me).length;
    return [mine, targets.filter((id) => id > 0).length - mine];
  }

  /** A verb by its letter or its line in the menu. */
  pressVerb(verb: number): void {
    this.take(pressVerb(this.options, this.choice, verb), this.choice.sel ? this.menuFrom : "dec");
  }

  /** What a drag brought to a place: the option it means, or a menu when words must tell several apart. */
  drop(options: Numbered[], target: number, who: number[], from: string): void {
    const here = target ? byTarget(options, target) : options.filter((o) => o.target === 0);
    this.ticked = who;
    if (here.length === 1) return this.answer(here[0].k);
    if (here.length) this.take({ choice: { sel: here[0].card, verb: here[0].verb }, menu: here }, from);
  }

  /** A finger that rested on a card: its full face from below, or the reason why it cannot be chosen. */
  pressed(id: number): void {
    const dim = this.elements(id).find((el) => el.getAttribute("aria-disabled") === "true");
    if (dim && this.choice.verb >= 0) return this.tip.over(dim, true);
    this.inspect(id, false);
    if (this.narrow) this.setTab("card");
    else this.drawSide();
  }

  askWhy(id: number): void {
    if (!id || (this.state?.you ?? -1) < 0) return;
    this.asked = id;
    this.drawSide();
  }

  inspect(id: number, redraw = true): void {
    if (this.inspected === id) return;
    this.inspected = id;
    this.inspectedDef = 0;
    if (redraw) this.drawSide();
    this.wonder(id);
  }

  /** The hexagons that the option under the pointer would spend. */
  weigh(cost: number): void {
    const weight = Math.max(0, cost);
    if (this.weight === weight) return;
    this.weight = weight;
    drawCounters(this);
  }

  /** What a card of the hand costs, if it can be played now. */
  costOf(id: number): number {
    return this.options.find((o) => o.card === id && o.verb === VERB.PLAY)?.cost ?? 0;
  }

  /** Whoever dwells on a card that cannot be used now hears why. */
  private wonder(id: number): void {
    clearTimeout(this.wonderTimer);
    if (!this.canAnswer || this.spots.get(id)?.zone !== "hand" || this.options.some((o) => o.card === id) || isSet(this.decision!)) return;
    this.wonderTimer = window.setTimeout(() => this.inspected === id && this.askWhy(id), 300);
  }

  inspectDef(def: number): void {
    this.inspected = 0;
    this.inspectedDef = def;
    this.drawSide();
  }

  setTab(tab: Tab): void {
    this.tab = this.tab === tab && tab !== "table" ? "table" : tab;
    this.list = false;
    this.recap = [];
    this.draw();
  }

  toggleList(): void {
    this.list = !this.list;
    this.peek = false;
    this.help = false;
    this.draw();
    if (this.list) this.zone.line.querySelector<HTMLElement>(".stage button, .stage input")?.focus();
  }

  /** The next step of what happened, or the end of it. */
  step(): void {
    this.flight.snap();
    const story = this.recap[0];
    if (story && this.scene < story.scenes.length - 1) this.scene++;
    else {
      this.recap = this.recap.slice(1);
      this.scene = 0;
    }
    this.draw();
  }

  /** A citation that opens its ruling in the log's place. */
  chip(id: string, key = ""): HTMLElement {
    const a = cite(id);
    if (key) a.dataset.k = key;
    on(a, "click", (e) => {
      e.preventDefault();
      e.stopPropagation();
      this.showRuling(id, key);
    });
    return a;
  }

  showRuling(id: string, key = ""): void {
    const ol = this.logbox.querySelector("ol");
    if (this.logView.tab === "log") this.logView.back = { scroll: ol?.scrollTop ?? 0, key };
    this.logView.ruling = id;
    this.logView.tab = "ruling";
    if (this.narrow && this.tab !== "log") {
      this.tab = "log";
      this.root.dataset.tab = "log";
    }
    this.drawSide();
    this.logbox.querySelector<HTMLElement>('[data-k="back"]')?.focus();
  }

  /* ---- undo ---- */

  undo(): void {
    if (this.state?.solo && this.status === "open") this.link.undo();
  }

  redo(): void {
    const last = this.undone[this.undone.length - 1], s = this.state;
    if (!last || !s || last.n !== s.n || !this.canAnswer) return;
    const went = "cards" in last ? this.link.choose(s.n, last.cards) : this.link.answer(s.n, last.option);
    if (!went) return;
    this.undone.pop();
    this.sending = last;
    this.draw();
  }

  get canRedo(): boolean {
    return this.undone.length > 0 && this.undone[this.undone.length - 1].n === this.state?.n;
  }

  private recordSent(): void {
    if (this.sending) this.done.push(this.sending);
    this.sending = null;
  }

  /** The position is an earlier one: our answers since then can be sent again, and what was seen stays seen. */
  private takenBack(before: StateMessage, now: StateMessage): void {
    this.sending = null;
    this.rest = [];
    while (this.done.length && this.done[this.done.length - 1].n >= now.n) this.undone.push(this.done.pop()!);
    const known = knownCards(now.view);
    if (this.practice || ![...knownCards(before.view)].some((id) => !known.has(id))) return;
    this.practice = true;
    sessionStorage.setItem(`practice ${this.game}`, "1");
    this.say("Taken back. You have seen a card: this game counts as practice.");
  }

  back(): void {
    if (this.drag.cancel()) return;
    if (this.fault) this.fault = null;
    else if (this.sure) this.sure = "";
    else if (this.menu.length) this.menu = [], this.choice = NO_CHOICE;
    else if (this.choice.sel || this.choice.verb >= 0) this.choice = NO_CHOICE;
    else if (this.recap.length) this.recap = [];
    else if (this.help) this.help = false;
    else if (this.list) this.list = false;
    else if (this.tab !== "table") this.tab = "table";
    else if (this.asked) this.asked = 0;
    else if (hasStage(this)) this.peek = true;
    else return;
    this.draw();
  }

  /* ---- drawing ---- */

  draw(): void {
    const focus = this.focusKey();
    this.root.dataset.tab = this.tab;
    this.root.dataset.theirs = this.theirs ? "1" : "0";
    this.root.classList.toggle("waits", !this.decision);
    this.root.classList.toggle("lost", this.status === "lost");
    if (!this.state) {
      drawTop(this);
      return void (this.laterTimer = window.setTimeout(() => !this.state && this.drawWaiting(), 400));
    }
    this.lit = this.canAnswer ? lit(this.options, this.choice) : new Set();
    drawRail(this);
    drawTop(this);
    drawOpponent(this);
    drawSwitch(this);
    if (hasStage(this)) drawStage(this);
    else drawField(this);
    drawOwn(this);
    (this.companion.bar ?? drawBar)(this);
    drawHand(this);
    drawTabs(this);
    this.drawSide();
    this.drawFloating();
    this.hands.rove();
    if (!hasStage(this)) drawEdges(this);
    drawOutlines(this);
    this.companion.drawn?.(this);
    this.restore(focus);
  }

  /** Draws again when a finger or button is up, so that no click loses its element. */
  later(): void {
    clearTimeout(this.laterTimer);
    this.laterTimer = window.setTimeout(() => (this.drag.isDown ? this.later() : this.draw()), 16);
  }

  drawSide(): void {
    if (!this.state) return;
    drawInspector(this);
    drawLog(this);
  }

  private drawFloating(): void {
    const explains = !this.menu.length && this.asked > 0 && this.choice.sel === this.asked && (this.asks.why(this.asked)?.length ?? 0) > 0;
    mount(this.menus, (this.menu.length > 0 || explains) && drawMenu(this), this.notice && h("div", { class: "notice", role: "status" }, this.notice),
      this.fault && drawFault(this, this.fault), this.status === "lost" && h("div", { class: "banner" }, "Reconnecting… your answer is kept."));
    const menu = this.floating.querySelector<HTMLElement>(".verbs");
    if (menu) this.placeMenu(menu);
  }

  /** Beside the card it belongs to, on the side with more room; on a phone above the decision. */
  private placeMenu(menu: HTMLElement): void {
    const from = this.root.querySelector<HTMLElement>(`[data-k="${CSS.escape(this.menuFrom)}"]`) ?? this.zone.dec;
    const r = from.getBoundingClientRect(), w = menu.offsetWidth, hh = menu.offsetHeight;
    if (innerWidth <= 760) return;
    const right = r.right + w + 8 < innerWidth;
    const left = this.menuFrom === "dec" ? r.right - w - 8 : right ? r.right + 6 : Math.max(8, r.left - w - 6);
    const top = this.menuFrom === "dec" ? r.top - hh - 8 : Math.min(Math.max(8, r.top), innerHeight - hh - 8);
    menu.style.left = `${Math.max(8, left)}px`;
    menu.style.top = `${Math.max(8, top)}px`;
  }

  private focusKey(): { key: string; loose: boolean } {
    const at = document.activeElement as HTMLElement | null;
    const inTable = !!at && this.root.contains(at);
    return { key: inTable ? at.closest<HTMLElement>("[data-k]")?.dataset.k ?? "" : "", loose: !at || at === document.body || (inTable && !!at.closest(".dec, .stage, .verbs")) };
  }

  private restore(focus: { key: string; loose: boolean }): void {
    const again = focus.key ? this.root.querySelector<HTMLElement>(`[data-k="${CSS.escape(focus.key)}"]`) : null;
    if (again && !(again as HTMLButtonElement).disabled) {
      if (document.activeElement !== again) again.focus({ preventScroll: true });
    } else if (document.activeElement === document.body || !document.activeElement || document.activeElement === this.zone.dec) {
      if (focus.loose || focus.key) (this.zone.line.querySelector<HTMLElement>(".stage [data-n]") ?? this.zone.dec).focus({ preventScroll: true });
    }
  }
}

/** /game/:id */
export function render(root: HTMLElement, path: string, companion: Companion = {}): () => void {
  let table: Table | null = null, left = false;
  document.body.classList.add("at-table");
  mount(root, frame(root).root);
  Promise.all([catalogue(), session()]).then(([cat]) => {
    if (!left) table = new Table(root, path.split("/")[2] ?? "", cat, companion);
  }, (e: Error) => mount(root, h("main", { class: "waiting" }, h("h1", { class: "vh" }, "Table"), h("p", null, e.message), h("a", { class: "ob", href: "/" }, "Home"))));
  return () => {
    left = true;
    document.body.classList.remove("at-table");
    table?.close();
  };
}
