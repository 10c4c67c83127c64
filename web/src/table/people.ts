/* The other person at the table: clocks, who is away, what is asked and answered, response windows, pauses, rematches, directors.
 *
 * Everything here is drawn from the server's word about the table, which comes with every state and by itself when something else
 * changes.  It lives in an element of its own beside the table, so that redrawing the one leaves the other alone. */
import { h, icon, mount, plural, type Child } from "../dom.js";
import { isQuiet } from "../settings.js";
import { visit } from "../visit.js";
import { awayWords, clockWords, shareLeft } from "./clock.js";
import { directorForm } from "./direct.js";
import type { StateMessage, TableMessage, TableNews } from "./model.js";
import { room } from "./room.js";
import type { Table } from "./table.js";

type Ask = "draw" | "pause" | "undo" | "rematch";

const ASKED: Record<Ask, string> = { draw: "offers a draw", pause: "asks for a pause", undo: "asks to take the last decision back", rematch: "wants another game" };
const ASKING: Record<Ask, string> = { draw: "You offer a draw", pause: "You ask for a pause", undo: "You ask to take your last decision back", rematch: "You want another game" };
const BLUFF = "spaceline.bluff", BLUFF_SHARE = 0.15, BLUFF_LONGEST = 4000;
const LOW = 30000;
const TICK = 100;

export class People {
  news: TableNews | null = null;
  you = -1;
  director = false;
  readonly desk = { Card: 0, Place: 0 }; /* what a director has picked to be put somewhere */
  names: string[] = [];
  edition = "2e";
  date = 0; /* by whose rules it is played */
  format = "open";
  open = false; /* the menu */
  private came = 0;
  private told = 0; /* how many of a director's words were shown */
  private warned = false;
  private led = false;
  private seen = -1; /* the window that was looked at last */
  private timer = window.setInterval(() => this.tick(), TICK);
  private box = h("section", { class: "people" });

  constructor(readonly t: Table) {
    t.host.append(this.box);
  }

  close(): void {
    clearInterval(this.timer);
    this.box.remove();
  }

  /* ---- from the server ---- */

  arrived(m: StateMessage | TableMessage): void {
    if (!m.table) return;
    const first = !this.news, before = this.news?.asks.join() ?? "";
    this.news = m.table;
    this.you = m.you;
    this.director = !!m.director;
    this.names = m.names;
    this.edition = m.edition ?? "2e";
    this.date = m.date ?? 0;
    this.format = m.format ?? "open";
    this.came = performance.now();
    this.hear();
    if (m.table.asks.join() !== before) this.announce();
    this.draw();
    this.bluff();
    this.lead(first);
  }

  /** Holds a window now and then, so that a hold proves nothing; for those who have switched it on. */
  private bluff(): void {
    const w = this.news!.window;
    if (!w || w.id === this.seen || this.you < 0) return;
    this.seen = w.id;
    if (localStorage.getItem(BLUFF) !== "on" || Math.random() > BLUFF_SHARE) return;
    this.t.link.tell?.({ t: "hold", on: true });
    setTimeout(() => this.news?.window?.id === w.id && this.t.link.tell?.({ t: "hold", on: false }), 500 + Math.random() * BLUFF_LONGEST);
  }

  /** A director's words stand in the chat. */
  private hear(): void {
    const all = this.news!.rulings;
    for (const r of all.slice(this.told)) this.t.chats.push({ from: `Director ${r.from}`, text: r.text });
    if (all.length > this.told && this.t.state) {
      this.t.voice.say(`Director ${all[all.length - 1].from} ${all[all.length - 1].text}`);
      this.t.drawSide();
    }
    this.told = all.length;
  }

  private announce(): void {
    const asked = this.asked;
    if (asked) document.getElementById("polite")!.textContent = `${this.name(1 - this.you)} ${ASKED[asked]}.`;
  }

  /** When both want another game, both are led to it; who comes back later finds a link. */
  private lead(first: boolean): void {
    const next = this.news!.next;
    if (!next || first || this.led || this.you < 0) return;
    this.led = true;
    visit(`/game/${next}`);
  }

  /* ---- facts ---- */

  name(seat: number): string {
    return seat === this.you ? "You" : this.names[seat] || "Nobody yet";
  }

  get plays(): boolean {
    return this.you >= 0 && !!this.news && !this.news.waiting;
  }

  /** Nobody is asked before both sit.  A window in which one can only pass is a decision for those who want to be asked always: for
   *  the others the bar shows that it is open.  Either way nothing is sent of it, and H holds it. */
  nothingToPlay(m: StateMessage): boolean {
    return !!m.table?.waiting || !!m.table?.window && isQuiet(m.view.decision);
  }

  /** What the other one asks for. */
  get asked(): Ask | "" {
    return this.plays ? (this.news!.asks[1 - this.you] as Ask | "") : "";
  }

  private get over(): boolean {
    return !!this.t.state?.view.over;
  }

  private left(seat: number): number {
    const clock = this.news!.clock!;
    return clock.left[seat] - (clock.running === seat ? performance.now() - this.came : 0);
  }

  private away(seat: number): number {
    const gone = this.news!.away[seat];
    return gone > 0 ? gone + performance.now() - this.came : 0;
  }

  private get mayClaim(): boolean {
    return this.plays && !this.over && !this.news!.paused && this.news!.terms.away > 0 && this.away(1 - this.you) >= this.news!.terms.away * 60000;
  }

  /** The result when it was not the game that made it; "" else. */
  resultWords(): string {
    const by = this.news?.ending, mine = by?.seat === this.you && this.you >= 0;
    if (!by) return "";
    const other = by.seat >= 0 ? this.name(1 - by.seat) : "", won = `${other} won`;
    switch (by.how) {
      case "agreed": return "A draw by agreement.";
      case "time": return `${won} on time${mine ? ": your clock ran out." : "."}`;
      case "away": return `${won}: ${mine ? "you were" : `${this.name(by.seat)} was`} away for too long.`;
      case "conceded": return `${won}: ${mine ? "you" : this.name(by.seat)} gave up.`;
      case "ruled": return by.seat < 0 ? "A draw by the director's decision." : `${this.name(by.seat)} won by the director's decision.`;
    }
    return "";
  }

  /* ---- what a player does ---- */

  private tell(message: Record<string, unknown>): void {
    this.t.link.tell?.(message);
    this.open = false;
    this.draw();
    this.t.draw();
  }

  ask(what: Ask): void {
    this.tell({ t: "ask", what });
  }

  private reply(what: Ask, yes: boolean): void {
    this.tell({ t: "reply", what, yes });
  }

  /** H, or a press on the bar: keeps the window open, or lets it go. */
  hold(): boolean {
    const w = this.news?.window;
    if (!w || this.you < 0) return false;
    this.tell({ t: "hold", on: !w.held[this.you] });
    return true;
  }

  get waived(): boolean {
    return this.you >= 0 && !!this.news?.waived?.[this.you];
  }

  /** Passes in every window of this turn, or no longer. */
  private waive(): void {
    this.tell({ t: "waive", on: !this.waived });
  }

  /* ---- drawing ---- */

  /** For the top bar: clocks, watchers, and the menu of the table. */
  top(): Child {
    if (!this.news || this.news.waiting) return null;
    const n = this.news.watchers;
    return [this.news.clock && [1, 0].map((i) => (this.you === 1 ? 1 - i : i)).map((seat) => this.clock(seat)),
      n > 0 && h("span", { class: "eyes desk", title: `${plural(n, "person", "people")} watching` }, icon("eye"), n),
      (this.you >= 0 || this.director) && h("button", { type: "button", class: "tmenu", "data-k": "tool-people", "aria-label": "Table: draw, pause, take back", "aria-haspopup": "menu", "aria-expanded": this.open ? "true" : "false", title: "Table: draw, pause, take back",
        onclick: () => { this.open = !this.open; this.draw(); this.t.draw(); this.box.querySelector<HTMLElement>("[role=menuitem]")?.focus(); } }, icon("menu"))];
  }

  private clock(seat: number): HTMLElement {
    const left = this.left(seat), runs = this.news!.clock!.running === seat;
    return h("span", { class: `clk${seat === this.t.me ? " m" : " o"}${runs ? " on" : ""}${left < LOW ? " low" : ""}`, role: "timer", "aria-live": "off", "data-seat": seat, "aria-label": `${this.name(seat)}: ${clockWords(left)}` }, icon("clock"), h("b", null, clockWords(left)));
  }

  draw(): void {
    if (!this.news) return;
    this.box.setAttribute("aria-label", this.t.state ? "The other player" : "Before the game");
    if (!this.t.state) return mount(this.box, room(this));
    mount(this.box, this.menu(), this.panel(), this.window());
    this.tick();
  }

  private item(words: string, act: () => void, key = ""): HTMLElement {
    return h("li", { role: "none" }, h("button", { type: "button", role: "menuitem", "data-k": `people-${words}`, onclick: act }, words, key && h("kbd", null, key)));
  }

  private menu(): Child {
    if (!this.open) return null;
    const n = this.news!, items: Child[] = [];
    const own = this.plays ? n.asks[this.you] : "";
    if (this.plays && !this.over) {
      items.push(this.item("Offer a draw", () => this.ask("draw")));
      items.push(n.paused === "players" ? this.item("Resume the game", () => this.tell({ t: "resume" })) : !n.paused && this.item("Ask for a pause", () => this.ask("pause")));
      if (n.terms.undo) items.push(this.item("Ask to take back", () => this.ask("undo")));
      if (n.terms.beat && !this.over) items.push(this.item(this.waived ? "Respond in this turn after all" : "Pass in every window of this turn", () => this.waive()));
      if (n.window) items.push(this.item(n.window.held[this.you] ? "Let the window go" : "Hold the window", () => this.hold(), "H"));
      if (this.mayClaim) items.push(this.item("Claim the game", () => this.tell({ t: "claim" })));
      items.push(this.item(n.calls?.[this.you] ? "No director is needed" : "Call a director", () => this.tell({ t: "call", on: !n.calls?.[this.you] })));
      const on = localStorage.getItem(BLUFF) === "on";
      items.push(h("li", { role: "none" }, h("button", { type: "button", role: "menuitemcheckbox", "aria-checked": on ? "true" : "false", "data-k": "people-bluff", onclick: () => {
        if (on) localStorage.removeItem(BLUFF);
        else localStorage.setItem(BLUFF, "on");
        this.draw();
      } }, "Hold a window now and then", on && icon("check"))));
    }
    if (own) items.push(this.item("Withdraw what you asked", () => this.tell({ t: "withdraw" })));
    if (this.plays && this.over && !n.next) items.push(this.item("Ask for another game", () => this.ask("rematch")));
    return h("div", { class: "pmenu", role: this.director ? undefined : "menu", "aria-label": "Table", onkeydown: (e: KeyboardEvent) => this.menuKey(e) }, items.length > 0 && h("ul", { role: this.director ? undefined : "none" }, items),
      this.director && directorForm(this, (message) => this.tell({ t: "direct", ...message })));
  }

  private menuKey(e: KeyboardEvent): void {
    const all = [...this.box.querySelectorAll<HTMLElement>("[role^=menuitem]")], at = all.indexOf(document.activeElement as HTMLElement);
    const way = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (e.key === "Escape") {
      this.open = false;
      this.draw();
      this.t.draw();
      document.querySelector<HTMLElement>("[data-k=tool-people]")?.focus();
    } else if (way && at >= 0) all[(at + way + all.length) % all.length].focus();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** What waits for a word: a question, a pause, an empty chair, the next game. */
  private panel(): Child {
    const n = this.news!, asked = this.asked, own = this.plays ? (n.asks[this.you] as Ask | "") : "", them = this.name(1 - Math.max(0, this.you));
    const rows: Child[] = [];
    const yesNo = (what: Ask): Child => [h("button", { class: "ob go", type: "button", "data-k": "agree", onclick: () => this.reply(what, true) }, "Agree"), h("button", { class: "ob", type: "button", "data-k": "decline", onclick: () => this.reply(what, false) }, "Decline")];
    const row = (words: Child, ...acts: Child[]): void => { rows.push(h("div", { class: "prow" }, h("span", null, words), acts)); };
    if (n.waiting) row("Nobody sits opposite yet. Pass the address of this page on.");
    if (asked) row(`${them} ${ASKED[asked]}.`, yesNo(asked));
    if (own) row(`${ASKING[own]}. Waiting for ${them}.`);
    n.calls?.forEach((calls, seat) => calls && !this.over && row(`${this.name(seat)} ${seat === this.you ? "call" : "calls"} a director.`));
    if (n.paused && !this.over) row(n.paused === "director" ? "A director has paused the game." : "The game is paused; clocks stand still.", n.paused === "players" && this.plays && h("button", { class: "ob go", type: "button", onclick: () => this.tell({ t: "resume" }) }, "Resume"));
    if (this.plays && !this.over && this.away(1 - this.you) > 0) row([`${them} is away: `, h("b", { class: "awayfor" }, awayWords(this.away(1 - this.you))), "."], h("button", { class: "ob go claim", type: "button", hidden: !this.mayClaim, onclick: () => this.tell({ t: "claim" }) }, "Claim the game"));
    if (this.over && this.plays && n.next) row("The next game is ready.", h("a", { class: "ob go", href: `/game/${n.next}` }, "To the table"));
    else if (this.over && this.plays && !own && !asked) row(this.resultWords() || "The game is over.", h("button", { class: "ob go", type: "button", "data-k": "rematch", onclick: () => this.ask("rematch") }, "Another game"));
    return rows.length > 0 && h("div", { class: "between", role: "region", "aria-label": "Between you" }, rows);
  }

  /** The beat: one shrinking bar, the same for both. */
  private window(): Child {
    const w = this.news!.window;
    if (!w || this.over) return null;
    const holder = w.held.findIndex((x) => x), held = holder >= 0;
    const words = held ? `${this.name(holder)} ${holder === this.you ? "hold" : "holds"} the window` : "Time to respond";
    const waiting = this.you >= 0 && !this.waived && !held;
    const pass = waiting && h("button", { class: "ob waive", type: "button", "data-k": "waive", title: "Both see it; it ends with the turn", onclick: () => this.waive() }, "Pass for this turn");
    const other = this.you >= 0 && this.news!.waived?.[1 - this.you] ? ` · ${this.name(1 - this.you)} passes this turn` : "";
    return [pass, h("button", { class: `beat${held ? " held" : ""}`, type: "button", "data-k": "beat", disabled: this.you < 0, "aria-label": `${words}. ${this.you >= 0 ? (w.held[this.you] ? "Let it go (H)" : "Hold it (H)") : ""}`, onclick: () => this.hold() },
      h("i", null), h("span", null, words + other), this.you >= 0 && h("kbd", null, "H"))];
  }

  /** What only time changes. */
  private tick(): void {
    const n = this.news;
    if (!n || !this.t.state) return;
    const bar = this.box.querySelector<HTMLElement>(".beat i");
    if (bar && n.window) bar.style.width = `${100 * (n.window.held.includes(true) ? 1 : shareLeft(n.window.left, n.window.of, performance.now() - this.came))}%`;
    for (const el of this.t.zone.top.querySelectorAll<HTMLElement>(".clk")) {
      const seat = Number(el.dataset.seat), left = this.left(seat), words = clockWords(left);
      if (n.clock?.running !== seat) continue;
      el.querySelector("b")!.textContent = words;
      el.classList.toggle("low", left < LOW);
      if (seat === this.you && left < LOW && !this.warned) {
        this.warned = true;
        document.getElementById("assertive")!.textContent = "Your clock is under 30 seconds.";
      }
    }
    const gone = this.box.querySelector(".awayfor");
    if (gone) gone.textContent = awayWords(this.away(1 - this.you));
    const claim = this.box.querySelector<HTMLElement>(".claim");
    if (claim) claim.hidden = !this.mayClaim;
  }
}
