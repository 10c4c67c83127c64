/* The table: holds the position, what the player has narrowed so far, and redraws its zones from both.
 *
 * Every zone is drawn anew from the view; an element that can have focus carries data-k, so that focus survives a redraw.
 * What a click or a key means is decided in options.ts; what is legal is decided by the engine alone. */
import { session } from "../api.js";
import { catalogue, type Card, type Catalogue } from "../cards.js";
import { h, mount } from "../dom.js";
import { action, isTextField } from "../keys.js";
import { connect, type GameLink, type LinkEvents, type LinkStatus, type Reason } from "../net.js";
import { drawBar, drawCounters } from "./bar.js";
import { drawField } from "./field.js";
import { drawMenu } from "./menu.js";
import { candidates, DECIDE, indexView, isSet, mergeLog, VERB, whyNotCount, type Decision, type LogLine, type SeenCard, type Spot, type StateMessage } from "./model.js";
import { People } from "./people.js";
import { click, closing, NO_CHOICE, numbered, pressVerb, type Choice, type Numbered, type Step } from "./options.js";
import { passedBy } from "../settings.js";
import { sound, soundsOf } from "../sound.js";
import { drawSide } from "./side.js";
import { drawStage, hasStage } from "./stage.js";
import { drawHand, drawOpponent, drawOwn, drawRail, drawSwitch, drawTabs, drawTop } from "./strips.js";
import { logLine, modeWords, playerName, prompt, quoted } from "./words.js";

export type Tab = "table" | "hand" | "log" | "card" | "more";

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

export class Table {
  state: StateMessage | null = null;
  spots = new Map<number, Spot>();
  options: Numbered[] = [];
  choice: Choice = NO_CHOICE;
  menu: Numbered[] = [];
  menuFrom = "";
  picks: number[] = [];
  list = false;
  peek = false;
  help = false;
  filter = "";
  tab: Tab = "table";
  theirs = false; /* phone: whose missions are shown */
  inspected = 0;
  inspectedDef = 0;
  reasons: { card: number; list: Reason[] } | null = null;
  log: LogLine[] = [];
  chats: { from: string; text: string }[] = [];
  sideTab: "log" | "chat" | "ruling" = "log";
  ruling = "";
  status: LinkStatus = "connecting";
  notice = "";
  sent = -1; /* the option under way, to mark it */
  link!: GameLink;
  readonly people: People;
  zone = {} as Record<ZoneName, HTMLElement>;
  private root: HTMLElement;
  private floating = h("div", { class: "floating" });
  private announced = -1;
  private noticeTimer = 0;
  private wonderTimer = 0;
  private gone = ""; /* why there is no table */

  constructor(readonly host: HTMLElement, readonly game: string, readonly cat: Catalogue, readonly companion: Companion = {}) {
    const tag: Partial<Record<ZoneName, string>> = { top: "header", line: "main", rail: "aside", sidec: "aside", sw: "nav", tabs: "nav" };
    for (const z of ZONES) this.zone[z] = h(tag[z] ?? "section", { class: z });
    this.zone.sw.setAttribute("aria-label", "Whose missions");
    this.zone.tabs.setAttribute("aria-label", "Views");
    this.zone.dec.setAttribute("tabindex", "-1");
    /* Decision first, then hand, field, strips, side: the order of the keyboard.  The grid places them. */
    const order: ZoneName[] = ["top", "dec", "hand", "sw", "line", "own", "opp", "rail", "sidec", "tabs"];
    this.root = h("div", { class: "tbl", "data-tab": "table" }, order.map((z) => this.zone[z]), this.floating);
    mount(host, this.root);
    this.people = new People(this);
    document.addEventListener("keydown", this.key);
    this.draw();
    this.link = (companion.link ?? connect)(game, {
      state: (m) => this.arrived(m),
      table: (m) => { this.people.arrived(m); if (this.state) drawTop(this); },
      status: (s) => this.changed(s),
      stale: () => this.say("The table moved on; here is the new decision."),
      refused: (_, text) => this.refused(text),
      chat: (from, text) => { this.chats.push({ from, text }); sound("message"); this.drawSide(); },
    });
  }

  close(): void {
    document.removeEventListener("keydown", this.key);
    clearTimeout(this.noticeTimer);
    clearTimeout(this.wonderTimer);
    this.people.close();
    this.link.close();
    this.companion.close?.();
  }

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

  /* ---- from the server ---- */

  private arrived(m: StateMessage): void {
    const moved = !this.state || m.n !== this.state.n;
    const before = this.log.length;
    m.names = m.names.map(playerName);
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
    const d = this.decision;
    if (moved && d && isSet(d)) this.picks = [...(d.chosen ?? [])];
    this.companion.arrived?.(this);
    this.draw();
    const pass = moved ? passedBy(this.decision) : -1;
    if (pass >= 0) return this.answer(pass);
    if (moved) this.announce(this.log.slice(Math.min(before, this.log.length)));
    if (moved) soundsOf(before ? m.log : [], !!this.decision);
  }

  private forget(): void {
    this.choice = NO_CHOICE;
    this.menu = [];
    this.picks = [];
    this.peek = false;
    this.filter = "";
    this.reasons = null;
    this.sent = -1;
    if (this.tab === "hand") this.tab = "table";
  }

  private changed(s: LinkStatus): void {
    if (this.status !== s && s === "lost") this.alert("Connection lost. Reconnecting; your answer is kept.");
    this.status = s;
    if (this.state) this.draw();
    else this.drawWaiting();
  }

  private refused(text: string): void {
    this.sent = -1;
    sound("refused");
    if (!this.state) this.gone = text;
    this.say(text);
    this.draw();
  }

  private drawWaiting(): void {
    const words = this.status === "gone" ? this.gone || "There is no such game here." : this.status === "lost" ? "The server does not answer. Trying again…" : "Joining the table…";
    mount(this.zone.line, h("div", { class: "waiting" }, h("p", null, words), h("a", { class: "ob", href: "/" }, "Home")));
  }

  private announce(lines: LogLine[]): void {
    const d = this.decision, s = this.state!;
    if (s.replay) return;
    if (s.view.over) return this.alert(this.resultWords());
    if (!d || this.announced === s.n) return;
    this.announced = s.n;
    const theirs = lines.map((l) => logLine(l, this.me, s.names)).filter((l) => l && !l.turn && l.seat === this.them).map((l) => l!.text);
    const last = theirs.length ? `${theirs[theirs.length - 1]}. ` : "";
    document.getElementById("polite")!.textContent = `${last}Your decision: ${this.question()}. ${this.options.length} options.`.slice(0, 139);
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
    return d ? prompt(d, d.card ? this.face(d.card)?.name ?? "" : "") : "";
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
    this.sent = k;
    this.menu = [];
    this.choice = NO_CHOICE;
    this.draw();
  }

  confirmSet(): void {
    const d = this.decision;
    if (!d || !this.state || !this.canAnswer) return;
    const why = this.whyNotSet();
    if (why) return this.say(why);
    const cards = d.ordered ? this.picks : [...this.picks].sort((a, b) => a - b);
    if (this.link.choose(this.state.n, cards)) this.draw();
  }

  whyNotSet(): string {
    const d = this.decision!;
    const spent = this.stackCost(), room = this.state?.view.attempt?.allowance ?? 0;
    if (d.kind === DECIDE.STACK && spent > room) return `These cost ${spent}; you may spend ${room}`;
    return whyNotCount(d, this.picks.length);
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

  /** A click, tap or Enter on a card in sight. */
  clickCard(id: number, from: string): void {
    const d = this.decision;
    this.inspect(id, false);
    if (!d || !this.canAnswer) return this.drawSide();
    if (isSet(d)) {
      if (candidates(d).includes(id)) this.toggle(id);
      return;
    }
    this.take(click(this.options, this.choice, id), from);
    if (!this.menu.length && !this.options.some((o) => o.card === id) && this.spots.get(id)?.zone === "hand") this.askWhy(id);
  }

  private take(step: Step | null, from: string): void {
    if (!step) return;
    if ("answer" in step) return this.answer(step.answer);
    this.choice = step.choice;
    this.menu = step.menu;
    this.menuFrom = from;
    this.draw();
    if (this.menu.length) this.floating.querySelector<HTMLElement>(".verbs li button")?.focus();
  }

  /** A verb of the selected card, its place still open: the places light up. */
  narrow(verb: number): void {
    this.choice = { sel: this.choice.sel, verb };
    this.menu = [];
    this.draw();
    this.zone.line.querySelector<HTMLElement>("[data-n]")?.focus();
  }

  askWhy(id: number): void {
    if (!id || (this.state?.you ?? -1) < 0) return;
    this.link.why(id).then((list) => {
      this.reasons = { card: id, list };
      if (this.inspected === id) this.drawSide();
    }, (e: Error) => this.say(e.message));
  }

  inspect(id: number, redraw = true): void {
    if (this.inspected !== id) {
      this.inspected = id;
      this.inspectedDef = 0;
      if (redraw) this.drawSide();
      drawCounters(this);
      this.wonder(id);
    }
  }

  /** Whoever dwells on a card of the hand that cannot be used now hears why. */
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
    this.draw();
  }

  toggleList(): void {
    this.list = !this.list;
    this.peek = false;
    this.help = false;
    this.draw();
    if (this.list) this.zone.line.querySelector<HTMLElement>(".stage button, .stage input")?.focus();
  }

  showRuling(id: string): void {
    this.ruling = id;
    this.sideTab = "ruling";
    if (innerWidth <= 1180) this.tab = "log";
    this.draw();
  }

  undo(): void {
    if (this.state?.solo && this.status === "open") this.link.undo();
  }

  back(): void {
    if (this.menu.length) this.menu = [];
    else if (this.choice.sel || this.choice.verb >= 0) this.choice = NO_CHOICE;
    else if (this.help) this.help = false;
    else if (this.list) this.list = false;
    else if (this.tab !== "table") this.tab = "table";
    else if (this.reasons) this.reasons = null;
    else if (hasStage(this)) this.peek = true;
    else return;
    this.draw();
  }

  /* ---- keys ---- */

  private key = (e: KeyboardEvent): void => {
    const at = e.target as HTMLElement;
    if (this.state && this.companion.key?.(this, e)) return e.preventDefault();
    if (isTextField(at.tagName, (at as HTMLInputElement).type ?? "")) {
      if (e.key === "Escape") at.blur();
      return;
    }
    const act = action(e);
    if (!act || e.repeat && /draw|end|space|enter|digit|undo/.test(act)) return;
    const ticks = act === "enter" && at.getAttribute("role") === "checkbox"; /* Space ticks, Enter confirms */
    if ((act === "enter" || act === "space") && (at.tagName === "BUTTON" || at.tagName === "A") && !ticks) return;
    if (this.does(act, at)) e.preventDefault();
  };

  private does(act: string, at: HTMLElement): boolean {
    const digit = /^digit(\d+)$/.exec(act);
    if (digit) return this.press(Number(digit[1]) - 1);
    const verb = { move: VERB.MOVE, beam: VERB.BEAM, attempt: VERB.ATTEMPT, use: VERB.USE, play: VERB.PLAY }[act];
    if (verb !== undefined) return this.take(pressVerb(this.options, this.choice, verb), "dec"), true;
    const direct = { draw: VERB.DRAW, yes: VERB.YES, no: VERB.NO }[act];
    if (direct !== undefined) return this.answerVerb(direct);
    switch (act) {
      case "end": return this.close1();
      case "enter": case "space": return this.primary();
      case "back": return this.back(), true;
      case "list": return this.toggleList(), true;
      case "help": this.help = !this.help; return this.draw(), true;
      case "peek": this.peek = !this.peek; this.list = false; return this.draw(), true;
      case "undo": return this.undo(), true;
      case "hold": return this.people.hold();
      case "why": return this.whyHere(at);
      case "inspect": return this.inspectHere(at);
      case "log": this.sideTab = "log"; if (innerWidth <= 1180) this.tab = "log"; this.draw(); this.zone.sidec.querySelector<HTMLElement>(".log ol")?.focus(); return true;
      case "left": case "right": case "up": case "down": return this.walk(act, at);
    }
    return false;
  }

  private answerVerb(verb: number): boolean {
    const o = this.options.find((x) => x.verb === verb);
    if (o) this.answer(o.k);
    return !!o;
  }

  private close1(): boolean {
    const o = closing(this.options);
    if (this.decision && isSet(this.decision)) this.confirmSet();
    else if (o) this.answer(o.k);
    return !!this.decision;
  }

  private primary(): boolean {
    if (!this.decision) return false;
    if (isSet(this.decision)) return this.confirmSet(), true;
    const o = closing(this.options);
    if (o?.verb === VERB.PASS || o?.verb === VERB.DONE) return this.answer(o.k), true;
    return false;
  }

  /** A digit: a line of the open menu, a card of the choice, a target, a hand card, or an option of the bar. */
  private press(i: number): boolean {
    const numbers = [...this.root.querySelectorAll<HTMLElement>("[data-n]")];
    const near = (x: HTMLElement): boolean => this.menu.length ? !!x.closest(".verbs") : !this.list || !!x.closest(".stage");
    const el = numbers.filter(near).find((x) => x.dataset.n === String(i + 1));
    el?.click();
    return !!el;
  }

  private cardAt(at: HTMLElement): number {
    return Number(at.closest<HTMLElement>("[data-card]")?.dataset.card ?? 0) || this.inspected;
  }

  private whyHere(at: HTMLElement): boolean {
    const id = this.cardAt(at);
    if (!id) return this.say("Put the focus on a card first, then ask why not."), true;
    this.inspect(id, false);
    if (innerWidth <= 1180) this.tab = "card";
    this.askWhy(id);
    return true;
  }

  private inspectHere(at: HTMLElement): boolean {
    const id = this.cardAt(at);
    if (id) this.inspect(id);
    if (innerWidth <= 1180) this.setTab("card");
    return true;
  }

  /** Arrows: to the nearest element with focus in that direction within the same zone. */
  private walk(way: string, at: HTMLElement): boolean {
    const zone = at.closest<HTMLElement>(".verbs, .stage, .hand, .line, .dec, .own, .opp, .log ol");
    if (!zone) return false;
    if (zone.tagName === "OL") return false;
    const from = at.getBoundingClientRect();
    let best: HTMLElement | null = null, least = Infinity;
    for (const el of zone.querySelectorAll<HTMLElement>("button:not([disabled]), a[href], input")) {
      if (el === at || !el.offsetParent) continue;
      const r = el.getBoundingClientRect();
      const dx = r.left + r.width / 2 - from.left - from.width / 2, dy = r.top + r.height / 2 - from.top - from.height / 2;
      const along = way === "left" ? -dx : way === "right" ? dx : way === "up" ? -dy : dy;
      const across = way === "left" || way === "right" ? Math.abs(dy) : Math.abs(dx);
      if (along < 4) continue;
      const far = along + across * 3;
      if (far < least) [best, least] = [el, far];
    }
    best?.focus();
    return !!best;
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
      return this.drawWaiting();
    }
    drawRail(this);
    drawTop(this);
    drawOpponent(this);
    drawSwitch(this);
    const scroll = this.zone.line.querySelector(".scroll")?.scrollTop ?? 0;
    if (hasStage(this)) drawStage(this);
    else drawField(this);
    const scroller = this.zone.line.querySelector(".scroll");
    if (scroller) scroller.scrollTop = scroll;
    drawOwn(this);
    (this.companion.bar ?? drawBar)(this);
    drawHand(this);
    drawTabs(this);
    this.drawSide();
    this.drawFloating();
    this.companion.drawn?.(this);
    this.restore(focus);
  }

  drawSide(): void {
    if (this.state) drawSide(this);
  }

  private drawFloating(): void {
    mount(this.floating, this.menu.length > 0 && drawMenu(this), this.notice && h("div", { class: "notice", role: "status" }, this.notice),
      this.status === "lost" && h("div", { class: "banner" }, "Reconnecting… your answer is kept."));
    const menu = this.floating.querySelector<HTMLElement>(".verbs");
    if (menu) this.placeMenu(menu);
  }

  /** Beside the card it belongs to, on the side with more room; on a phone above the decision. */
  private placeMenu(menu: HTMLElement): void {
    const from = this.root.querySelector<HTMLElement>(`[data-k="${this.menuFrom}"]`) ?? this.zone.dec;
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
  mount(root, h("div", { class: "waiting" }, h("p", null, "Joining the table…")));
  Promise.all([catalogue(), session()]).then(([cat]) => {
    if (!left) table = new Table(root, path.split("/")[2] ?? "", cat, companion);
  }, (e: Error) => mount(root, h("div", { class: "waiting" }, h("p", null, e.message), h("a", { class: "ob", href: "/" }, "Home"))));
  return () => {
    left = true;
    document.body.classList.remove("at-table");
    table?.close();
  };
}
