/* The keyboard at the table: what a key does, where arrows go, and which element of a zone the Tab key stops at. */
import { action, isTextField } from "../keys.js";
import { DECIDE, isSet, VERB } from "./model.js";
import { closing, VERBS } from "./options.js";
import { isOrdering } from "./order.js";
import type { Table } from "./table.js";

const ONCE = /draw|end|space|enter|digit|undo|redo|move|beam|dock|battle|land|cloak|walk|seed|attempt|use|play|yes|no/;
const MEANT_FOR_STORY = ["space", "enter", "back"];
const FOCUS = "button:not([disabled]), a[href], input";
const ROVING = ["hand", "line", "own", "opp"] as const;

export class Hands {
  private last = new Map<string, string>(); /* the data-k where the focus was, by zone */

  constructor(private t: Table) {}

  attach(): void {
    document.addEventListener("keydown", this.key);
    this.t.root.addEventListener("pointerdown", () => this.t.root.classList.remove("keyed"));
    this.t.root.addEventListener("focusin", (e) => this.remember(e.target as HTMLElement));
  }

  detach(): void {
    document.removeEventListener("keydown", this.key);
  }

  private key = (e: KeyboardEvent): void => {
    const at = e.target as HTMLElement;
    this.t.root.classList.add("keyed");
    if (this.t.state && this.t.companion.key?.(this.t, e)) return e.preventDefault();
    if (isTextField(at.tagName, (at as HTMLInputElement).type ?? "")) {
      if (e.key === "Escape") at.blur();
      return;
    }
    const act = action(e);
    const running = act === "space" && this.t.telling.recap.length > 0; /* held, it runs through what happened */
    if (!act || e.repeat && ONCE.test(act) && !running) return;
    if (this.t.telling.settling && MEANT_FOR_STORY.includes(act)) return e.preventDefault();
    const ticks = act === "enter" && at.getAttribute("role") === "checkbox"; /* Space ticks, Enter confirms */
    if (!(running && e.repeat) && (act === "enter" || act === "space") && (at.tagName === "BUTTON" || at.tagName === "A") && !ticks) return;
    if (this.does(act, at)) e.preventDefault();
  };

  private does(act: string, at: HTMLElement): boolean {
    const t = this.t, digit = /^digit(\d+)$/.exec(act);
    if (digit) return this.press(Number(digit[1]) - 1);
    const verbs = VERBS.filter((v) => v.key && v.act === act);
    if (verbs.length) return t.choosing.pressVerb((verbs.find((v) => t.options.some((o) => o.verb === v.verb)) ?? verbs[0]).verb), true;
    const direct = { draw: VERB.DRAW, yes: VERB.YES, no: VERB.NO }[act];
    if (direct !== undefined) return this.answerVerb(direct);
    switch (act) {
      case "end": return this.end();
      case "enter": case "space": return this.primary();
      case "back": return t.back(), true;
      case "list": return t.toggleList(), true;
      case "help": t.help = !t.help; t.telling.skip(); return t.draw(), true;
      case "peek": t.peek = !t.peek; t.list = false; t.telling.skip(); return t.draw(), true;
      case "flip": t.flipped = !t.flipped; return t.draw(), true;
      case "seed": return t.decision?.kind === DECIDE.SEED && (t.answers.seedForMe(), true);
      case "undo": return t.answers.undo(), true;
      case "redo": return t.answers.redo(), true;
      case "hold": return t.people.hold();
      case "why": return this.why(at);
      case "inspect": return this.inspect(at);
      case "log": return this.toLog();
      case "ruling": return this.lastRuling();
      case "find": return this.find();
      case "before": return this.location(-1, at);
      case "after": return this.location(1, at);
      case "left": case "right": case "up": case "down": return this.walk(act, at);
    }
    return false;
  }

  private answerVerb(verb: number): boolean {
    const o = this.t.options.find((x) => x.verb === verb);
    if (o) this.t.answers.answer(o.k);
    return !!o;
  }

  private end(): boolean {
    const t = this.t, o = closing(t.options);
    if (t.decision && isSet(t.decision)) t.answers.confirmSet();
    else if (o) t.answers.end(o.k);
    return !!t.decision;
  }

  /** Space and Enter where no button has the focus: the next step, the set, the pass. */
  private primary(): boolean {
    const t = this.t;
    if (t.telling.recap.length) return t.telling.step(), true;
    if (!t.decision) return false;
    if (isSet(t.decision)) return t.answers.confirmSet(), true;
    if (isOrdering(t.decision)) return t.answers.confirmOrder(), true;
    const o = closing(t.options);
    if (o?.verb === VERB.PASS || o?.verb === VERB.DONE) return t.answers.answer(o.k), true;
    return false;
  }

  /** A digit: a line of the open menu, a card of the choice, a target, a hand card, or an option of the bar. */
  private press(i: number): boolean {
    const t = this.t, numbers = [...t.root.querySelectorAll<HTMLElement>("[data-n]")];
    const near = (x: HTMLElement): boolean => t.choosing.menu.length ? !!x.closest(".verbs") : !t.list || !!x.closest(".stage");
    const el = numbers.filter(near).find((x) => x.dataset.n === String(i + 1));
    el?.click();
    return !!el;
  }

  private cardAt(at: HTMLElement): number {
    return Number(at.closest<HTMLElement>("[data-card]")?.dataset.card ?? 0) || this.t.inspected;
  }

  private why(at: HTMLElement): boolean {
    const t = this.t, id = this.cardAt(at);
    if (!id) return t.voice.say("Put the focus on a card first, then ask why not."), true;
    t.inspect(id, false);
    if (t.narrow) t.tab = "card";
    t.askWhy(id);
    if (t.narrow) t.draw();
    return true;
  }

  private inspect(at: HTMLElement): boolean {
    const t = this.t, id = this.cardAt(at);
    if (id) t.inspect(id);
    if (t.narrow) t.setTab("card");
    else t.insp.querySelector<HTMLElement>("[tabindex], button, a")?.focus();
    return true;
  }

  private toLog(): boolean {
    const t = this.t;
    t.logView.tab = "log";
    if (t.narrow) t.setTab("log");
    else t.drawSide();
    t.logbox.querySelector<HTMLElement>("ol")?.focus();
    return true;
  }

  private lastRuling(): boolean {
    const t = this.t, last = [...t.log].reverse().find((l) => l.cite);
    if (last?.cite) t.showRuling(last.cite, `cite${last.k}`);
    else t.voice.say("No ruling has been cited yet.");
    return true;
  }

  private find(): boolean {
    this.toLog();
    this.t.logbox.querySelector<HTMLElement>("input")?.focus();
    return true;
  }

  /** The mission to the left or right of the focused one, along both rows. */
  private location(by: number, at: HTMLElement): boolean {
    const tiles = [...this.t.zone.line.querySelectorAll<HTMLElement>(".m2, .mis")];
    if (!tiles.length) return false;
    const here = tiles.indexOf(at.closest<HTMLElement>("[data-mission]")?.querySelector<HTMLElement>(".m2, .mis") ?? at);
    const next = here < 0 ? tiles.findIndex((x) => x.classList.contains("mine")) : (here + by + tiles.length) % tiles.length;
    tiles[next]?.focus();
    return true;
  }

  /** Arrows: to the nearest element with focus in that direction within the same zone. */
  private walk(way: string, at: HTMLElement): boolean {
    const zone = at.closest<HTMLElement>(".verbs, .stage, .hand, .line, .dec, .own, .opp, .tabs, .ltabs") ?? (at.closest(".log, .insp") ? null : this.t.zone.line);
    if (!zone) return false;
    const from = at === document.body ? this.t.zone.dec.getBoundingClientRect() : at.getBoundingClientRect();
    let best: HTMLElement | null = null, least = Infinity;
    for (const el of zone.querySelectorAll<HTMLElement>(FOCUS)) {
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

  /* ---- roving focus: one stop of the Tab key for each zone of cards ---- */

  private zoneOf(el: HTMLElement): (typeof ROVING)[number] | undefined {
    return el.closest(".stage") ? undefined : ROVING.find((z) => this.t.zone[z].contains(el));
  }

  private remember(el: HTMLElement): void {
    const zone = this.zoneOf(el), key = el.dataset?.k;
    if (!zone || !key || this.last.get(zone) === key) return;
    this.last.set(zone, key);
    this.rove();
  }

  /** The stop of a zone: where the focus was, else the first that can act, else the first.  Hand cards that cannot act are none. */
  rove(): void {
    for (const zone of ROVING) {
      const all = [...this.t.zone[zone].querySelectorAll<HTMLElement>("button[data-k]")].filter((el) => !el.closest(".stage"));
      const open = all.filter((el) => zone !== "hand" || el.getAttribute("aria-disabled") !== "true");
      const stop = open.find((el) => el.dataset.k === this.last.get(zone)) ?? open.find((el) => el.matches(".legal, :has(.leg)")) ?? open[0];
      for (const el of all) el.tabIndex = el === stop ? 0 : -1;
    }
  }
}
