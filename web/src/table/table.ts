/* The table: holds the position and redraws its zones from it and from what the player has narrowed so far.
 *
 * Every zone is drawn anew from the view; an element that can have focus carries data-k, so that focus survives a redraw.
 * What a click means is decided in choosing.ts and options.ts, what is sent in answers.ts, what a key is in input.ts, what a drag does
 * in drag.ts, what is told of the past in telling.ts; what the edition looks like in edition.ts; what is legal is decided by the
 * engine alone. */
import { session } from "../api.js";
import { catalogueOf, type Card, type Catalogue } from "../cards.js";
import { h, mount, on, plural } from "../dom.js";
import { cite, faceFull } from "../face.js";
import { passedBy } from "../settings.js";
import { sound, soundsOf } from "../sound.js";
import { connect, type GameLink, type LinkEvents, type LinkStatus } from "../net.js";
import { likes } from "../pages/likes.js";
import { Answers } from "./answers.js";
import { Asks } from "./asks.js";
import { drawBar, drawCounters, fitBar } from "./bar.js";
import { Choosing } from "./choosing.js";
import { Drag } from "./drag.js";
import { drawEdges } from "./edge.js";
import { editionOf, type Edition } from "./edition.js";
import { drawFault, faultOf, type Fault } from "./fault.js";
import { frame, isNarrow, isPhone, SIZES, type Tab, type Zones } from "./frame.js";
import { Hands } from "./input.js";
import { drawLog, drawOutlines, type LogView, newLogView } from "./log.js";
import { drawMenu } from "./menu.js";
import { candidates, DECIDE, indexView, isSet, mergeLog, VERB, type Decision, type LogLine, type SeenCard, type Spot, type StateMessage } from "./model.js";
import { Flight } from "./motion.js";
import { numbered, type Numbered } from "./options.js";
import { People } from "./people.js";
import { drawInspector } from "./side.js";
import { drawStage, hasStage } from "./stage.js";
import { drawHand, drawOpponent, drawOwn, drawRail, drawSwitch, drawTabs, drawTop } from "./strips.js";
import { Telling } from "./telling.js";
import { Tip } from "./tips.js";
import { Voice } from "./voice.js";
import { optionWords, playerName, prompt, sentence, short } from "./words.js";

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

/* Refusals that no player can bring about: something is wrong between client and server. */
const FAULTS = ["bad-message", "too-large", "not-yours"];

export class Table {
  state: StateMessage | null = null;
  edition: Edition = editionOf(undefined);
  spots = new Map<number, Spot>();
  options: Numbered[] = [];
  list = false;
  peek = false;
  help = false;
  prefs: HTMLElement | null = null; /* the settings, while they are open */
  filter = "";
  tab: Tab = "table";
  theirs = false; /* phone: whose missions are shown */
  flipped = false; /* missions show what they say to the opponent */
  focus = 0; /* the location of a spaceline that was looked at last */
  opened = 0; /* the mission whose people are spread out sideways */
  inspected = 0;
  inspectedDef = 0;
  outlined: number[] = []; /* the cards that the title under the pointer means */
  asked = 0; /* the card of "why not?" */
  weight = 0; /* what the option under the pointer costs */
  log: LogLine[] = [];
  logView: LogView = newLogView();
  chats: { from: string; text: string }[] = [];
  status: LinkStatus = "connecting";
  fault: Fault | null = null;
  link!: GameLink;
  readonly people: People;
  readonly answers: Answers;
  readonly choosing = new Choosing(this);
  readonly telling = new Telling(this);
  readonly voice = new Voice(this);
  readonly asks = new Asks(() => this.link, () => this.later());
  readonly root: HTMLElement;
  readonly zone: Zones;
  readonly insp = h("div", { class: "inspbox" });
  readonly logbox = h("section", { class: "log", role: "log", "aria-live": "off", "aria-label": "Log" });
  private menus = h("div");
  readonly floating = h("section", { class: "floating", "aria-label": "Menus and notices" }, this.menus);
  private hands = new Hands(this);
  private drag = new Drag(this);
  private tip = new Tip(this);
  private flight = new Flight(this);
  private wonderTimer = 0;
  private laterTimer = 0;
  news: LogLine[] = []; /* the lines that came with this position */
  private gone = ""; /* why there is no table */

  cat: Catalogue; /* of the edition that is played */

  constructor(readonly host: HTMLElement, readonly game: string, private cards: Catalogue, readonly companion: Companion = {}) {
    const { root, zone } = frame(host);
    this.cat = cards;
    this.root = root;
    this.zone = zone;
    mount(zone.sidec, h("h2", { class: "vh" }, "Card and log"), this.insp, this.logbox);
    root.append(this.floating);
    mount(host, root);
    this.answers = new Answers(this);
    this.people = new People(this);
    this.hands.attach();
    this.drag.attach();
    this.tip.attach();
    this.flight.attach();
    for (const size of SIZES) size.addEventListener("change", this.refit);
    addEventListener("resize", this.refit);
    root.addEventListener("click", (e) => this.clickedNothing(e.target as HTMLElement));
    this.draw();
    this.link = (companion.link ?? connect)(game, {
      state: (m) => this.arrived(m),
      table: (m) => { this.people.arrived(m); if (this.state) drawTop(this); },
      status: (s) => this.changed(s),
      stale: () => this.voice.say("The table moved on; here is the new decision."),
      refused: (code, text) => this.refused(code, text),
      chat: (from, text) => { this.chats.push({ from, text }); sound("message"); this.drawSide(); },
    });
  }

  close(): void {
    this.hands.detach();
    this.drag.detach();
    this.flight.detach();
    for (const size of SIZES) size.removeEventListener("change", this.refit);
    removeEventListener("resize", this.refit);
    this.voice.close();
    this.telling.close();
    clearTimeout(this.wonderTimer);
    clearTimeout(this.laterTimer);
    this.people.close();
    this.link.close();
    this.companion.close?.();
  }

  /** A window of another size has other stages, and other room for who is where. */
  private refit = (): void => this.later();

  /* ---- facts ---- */

  get me(): number {
    return this.state && this.state.you >= 0 ? this.state.you : this.state?.seat ?? 0;
  }

  get them(): number {
    return (this.me + 1) % (this.state?.view.players.length ?? 2);
  }

  get decision(): Decision | null {
    if (this.answers.begun) return this.answers.begun.decision;
    return this.state?.view.decision && (this.state.you ?? -1) >= 0 ? this.state.view.decision : null;
  }

  get narrow(): boolean {
    return isNarrow();
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
    return option?.title ? this.cat.byName(option.title) : undefined;
  }

  seen(id: number): SeenCard | undefined {
    return this.spots.get(id)?.card;
  }

  title(id: number): string {
    return this.face(id)?.title ?? this.seen(id)?.name ?? "a card";
  }

  get canAnswer(): boolean {
    return !!this.decision && this.status === "open" && !this.link.busy && this.answers.beginning < 0;
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
    this.answers.arrived(before, m);
    if (moved) this.flight.before();
    this.state = m;
    if (!before || before.edition !== m.edition) this.cat = this.cards.of(m.edition ?? "2e");
    this.edition = editionOf(m.edition);
    this.root.dataset.edition = m.edition ?? "2e";
    this.spots = indexView(m.view);
    this.log = mergeLog(this.log, m.from, m.log);
    if (moved) this.forget();
    this.options = numbered(this.decision);
    if (m.view.over && !m.replay && moved) this.list = this.help = false, this.tab = "table"; /* the end is always seen */
    this.people.arrived(m);
    if (this.people.nothingToPlay(m)) {
      m.view.decision = null;
      this.options = [];
    }
    this.news = this.telling.fresh;
    if (moved) this.answers.begin(this.decision);
    if (moved && !m.replay && before && m.n > before.n && !m.view.over) this.telling.tell(); /* the end is not put off by a story */
    this.root.classList.remove("loading");
    if (moved && !this.telling.recap.length) this.lead();
    this.companion.arrived?.(this);
    this.draw();
    if (moved && !first) this.flight.after();
    const next = moved ? this.answers.nextOfOrder() : undefined, pass = moved ? Math.max(passedBy(this.decision), isBack ? -1 : this.answers.declinedBy()) : -1;
    if (next !== undefined) return this.answers.answer(next);
    if (pass >= 0) return isBack ? this.link.undo() : this.answers.pass(pass);
    if (moved && !isBack && (this.answers.drawNext() || this.answers.seedNext())) return;
    if (!moved) return;
    this.telling.hear();
    if (!this.telling.recap.length || this.list) this.voice.announce(this.news);
    soundsOf(first ? [] : m.log, !!this.decision);
  }

  /** What happened has been told, or skipped: now the decision comes. */
  told(): void {
    this.lead();
    this.voice.announce(this.news);
  }

  /** The inspector shows what the decision is about. */
  private lead(): void {
    const d = this.decision, card = d && !this.state!.replay ? this.leading(d) : 0;
    if (card) this.inspected = card, this.inspectedDef = 0;
  }

  /** Another decision is open without a new position: an order was begun, or left. */
  reopen(): void {
    this.options = numbered(this.decision);
    this.answers.begin(this.decision);
    this.peek = false;
    this.list = false;
    this.asked = 0;
    this.tip.hide();
    this.draw();
  }

  private forget(): void {
    this.choosing.clear();
    this.answers.forget();
    this.telling.forget();
    this.peek = false;
    this.filter = "";
    this.asked = 0;
    this.outlined = [];
    this.weight = 0;
    this.asks.forget();
    this.tip.hide();
    this.drag.cancel();
    if (this.tab === "hand") this.tab = "table";
  }

  private changed(s: LinkStatus): void {
    if (this.status !== s && s === "lost") this.voice.alert("Connection lost. Reconnecting; your answer is kept.");
    this.status = s;
    if (this.state) this.draw();
    else this.drawWaiting();
  }

  private refused(code: string, text: string): void {
    this.answers.refused();
    sound("refused");
    if (!this.state) this.gone = text;
    if (FAULTS.includes(code)) this.fault = faultOf(this, code, text);
    else if (this.state) this.voice.say(text);
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

  /** Who won: a seat, or -1. */
  winner(): number {
    const by = this.people.news?.ending;
    if (!by || by.seat < 0) return by ? -1 : this.state!.view.winner;
    return by.how === "ruled" ? by.seat : 1 - by.seat;
  }

  resultWords(): string {
    const v = this.state!.view, by = this.people.resultWords();
    if (by) return by;
    if (this.state!.changed) return "The cards or rules have changed since: the game ended here.";
    if (v.winner < 0) return "The game ends without a winner.";
    return v.winner === this.me && this.state!.you >= 0 ? "You won." : `${this.state!.names[v.winner] ?? "The opponent"} won.`;
  }

  question(): string {
    const d = this.decision;
    if (d?.to) return `Beam to ${this.title(d.to)}: who goes?`;
    const open = d ? (isSet(d) ? candidates(d) : this.options.filter((o) => o.verb === VERB.CHOOSE).map((o) => o.card)) : [];
    return d ? prompt(d, { card: this.face(d.card)?.name, people: open.length > 0 && open.every((id) => this.face(id)?.type === "personnel"), of: this.named(d.of ?? []), played: this.lastPlayed(), play: this.edition.words.play }) : "";
  }

  /** The titles of these cards as far as they are known, without subtitles. */
  private named(ids: number[]): string[] {
    return ids.filter((id) => this.face(id)).map((id) => short(this.title(id)));
  }

  /** The card that was played last, which a question whether to respond names. */
  private lastPlayed(): string {
    const last = [...this.log].reverse().find((l) => l.what === "PLAYS");
    return last?.card && this.face(last.card) ? short(this.title(last.card)) : "";
  }

  /** What the inspector shows by itself: the card that asks, the answer that can be given, and at first a card to begin with. */
  private leading(d: Decision): number {
    if (d.card && this.face(d.card)) return d.card;
    const able = this.options.find((o) => o.card > 0)?.card ?? 0;
    return d.kind === DECIDE.RESPONSE || !this.inspected ? able || this.state!.view.players[this.me].hand.cards[0]?.id || 0 : 0;
  }

  /* ---- looking ---- */

  /** A finger that rested on a card: its full face from below, or the reason why it cannot be chosen. */
  pressed(id: number): void {
    const dim = this.elements(id).find((el) => el.getAttribute("aria-disabled") === "true");
    if (dim && this.choosing.choice.verb >= 0) return this.tip.over(dim, true);
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
    return this.options.find((o) => o.card === this.stands(id) && o.verb === VERB.PLAY)?.cost ?? 0;
  }

  /** The card whose options stand for this one: a copy in hand of which two are one choice; else itself. */
  stands(id: number): number {
    const other = this.seen(id)?.as;
    return other && !this.options.some((o) => o.card === id) ? other : id;
  }

  /** Whoever dwells on a card that cannot be used now hears why. */
  private wonder(id: number): void {
    clearTimeout(this.wonderTimer);
    if (!this.canAnswer || this.spots.get(id)?.zone !== "hand" || this.options.some((o) => o.card === this.stands(id)) || isSet(this.decision!)) return;
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
    this.telling.skip();
    this.draw();
  }

  toggleList(): void {
    this.answers.leave();
    this.list = !this.list;
    this.peek = false;
    this.help = false;
    this.draw();
    if (this.list) this.zone.line.querySelector<HTMLElement>(".stage button, .stage input")?.focus();
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

  /** The settings, in the place of the field: the game goes on behind them. */
  togglePrefs(): void {
    this.prefs = this.prefs ? null : h("div", { class: "optlist scroll prefs" }, h("h2", null, "Settings"), likes(), h("button", { class: "pill ghost", type: "button", "data-k": "closeprefs", onclick: () => this.togglePrefs() }, "Back to the table ", h("kbd", null, "Esc")));
    this.tab = "table";
    this.draw();
    this.prefs?.querySelector<HTMLElement>("button, input")?.focus();
  }

  /** A click beside everything that can be chosen leaves what was begun. */
  private clickedNothing(at: HTMLElement): void {
    if (this.opened && at.isConnected && !at.closest(".at.open, .verbs, .sidec, .dec, [data-open]")) this.opened = 0, this.draw();
    if (this.choosing.begun && !this.answers.begun && at.isConnected && at.closest(".line, .hand, .own, .opp, .rail, .sw, .top") && !at.closest("button, a, input, [data-card], .stage")) this.cancel();
  }

  /** Out of whatever was being chosen, at once. */
  cancel(): void {
    this.choosing.clear();
    this.asked = 0;
    if (!this.answers.leave()) this.draw();
  }

  /** One step back: the innermost thing that is open is closed. */
  back(): void {
    if (this.drag.cancel()) return;
    if (this.fault) this.fault = null;
    else if (this.answers.sure) this.answers.sure = "";
    else if (this.answers.beginning >= 0) return this.cancel();
    else if (this.choosing.begun) this.choosing.clear();
    else if (!this.telling.recap.length && !this.help && !this.list && this.answers.leave()) return;
    else if (this.telling.recap.length) this.telling.skip();
    else if (this.prefs) this.prefs = null;
    else if (this.help) this.help = false;
    else if (this.list) this.list = false;
    else if (this.tab !== "table") this.tab = "table";
    else if (this.opened) this.opened = 0;
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
    this.choosing.light();
    const told = !this.telling.recap.length || this.list; /* until then the strips show the table as it was */
    if (told) drawRail(this);
    drawTop(this);
    if (told) drawOpponent(this);
    drawSwitch(this);
    if (hasStage(this)) drawStage(this);
    else this.edition.field.draw(this);
    if (told) drawOwn(this);
    (this.companion.bar ?? drawBar)(this);
    drawHand(this);
    drawTabs(this);
    this.drawSide();
    this.drawFloating();
    this.hands.rove();
    if (!hasStage(this)) drawEdges(this);
    drawOutlines(this);
    this.companion.drawn?.(this);
    fitBar(this);
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
    const c = this.choosing, explains = !c.menu.length && this.asked > 0 && c.choice.sel === this.asked && (this.asks.why(this.asked)?.length ?? 0) > 0;
    const ready = c.ready, shown = ready && this.face(c.armed);
    mount(this.menus, shown && h("div", { class: "armed", role: "group", "aria-label": shown.title }, faceFull(shown, this.seen(c.armed)?.attributes),
      h("button", { class: "ob go", type: "button", "data-k": "go", onclick: () => this.answers.answer(ready.k) }, optionWords(ready, this.state!.names, this.me, this.decision?.kind), ready.cost > 0 && h("small", null, plural(ready.cost, ready.verb === VERB.MOVE ? "Range" : "counter", ready.verb === VERB.MOVE ? "Range" : "counters")))), (c.menu.length > 0 || explains) && drawMenu(this), this.voice.notice && h("div", { class: "notice", role: "status" }, this.voice.notice),
      this.fault && drawFault(this, this.fault), this.status === "lost" && h("div", { class: "banner" }, "Reconnecting… your answer is kept."));
    const menu = this.floating.querySelector<HTMLElement>(".verbs");
    if (menu) this.placeMenu(menu);
  }

  /** Beside the card it belongs to, on the side with more room; on a phone above the decision. */
  private placeMenu(menu: HTMLElement): void {
    const from = this.root.querySelector<HTMLElement>(`[data-k="${CSS.escape(this.choosing.from)}"]`) ?? this.zone.dec;
    const r = from.getBoundingClientRect(), w = menu.offsetWidth, hh = menu.offsetHeight;
    if (isPhone()) return;
    const right = r.right + w + 8 < innerWidth;
    const left = this.choosing.from === "dec" ? r.right - w - 8 : right ? r.right + 6 : Math.max(8, r.left - w - 6);
    const top = this.choosing.from === "dec" ? r.top - hh - 8 : Math.min(Math.max(8, r.top), innerHeight - hh - 8);
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
  const game = path.split("/")[2] ?? "";
  Promise.all([catalogueOf(`game=${game}`), session()]).then(([cat]) => {
    if (!left) table = new Table(root, game, cat, companion);
  }, (e: Error) => mount(root, h("main", { class: "waiting" }, h("h1", { class: "vh" }, "Table"), h("p", null, e.message), h("a", { class: "ob", href: "/" }, "Home"))));
  return () => {
    left = true;
    document.body.classList.remove("at-table");
    table?.close();
  };
}
