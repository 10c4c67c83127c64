/* A replay at /replay/ID and /game/ID?at=N: the same table, with a track in place of the decision bar.  The address always says
 * which position is shown and with whose eyes. */
import { api, session } from "../api.js";
import { h, icon, mount, plural, type Child } from "../dom.js";
import { isTextField } from "../keys.js";
import type { LinkEvents } from "../net.js";
import type { Companion, Table } from "../table/table.js";
import { imperative } from "../table/words.js";
import { visit } from "../visit.js";
import { ReplayLink, type Seen } from "./link.js";
import { clamp, positionOf, readAddress, SPEEDS, turnFrom, writeAddress, type Eyes, type Mark, type Marks } from "./track.js";

const FLAG: Record<Mark["k"], string> = { turn: "", solved: "flag", battle: "weap" };

class Replay implements Companion {
  private link1: ReplayLink | null = null;
  private table: Table | null = null;
  private marks: Marks = { count: 0, marks: [], events: [] };
  private marked = -1;
  private shown = 0; /* where the handle stands; the position may still be on its way */
  private speed = 0;
  private timer = 0;
  private slider = h("input", { type: "range", class: "rp-slider", min: "0", max: "0", value: "0", "data-k": "rp-slider", "aria-label": "Decision" }) as HTMLInputElement;
  private ticks = h("div", { class: "rp-ticks", "aria-hidden": "true" });
  private flags = h("div", { class: "rp-flags" });
  private words = h("p", { class: "rp-words", role: "status" });
  private left = h("div", { class: "rp-tools" });
  private right = h("div", { class: "rp-tools" });
  private whole = h("div", { class: "trackbar" }, this.left, h("div", { class: "rp-track" }, this.flags, this.slider, this.ticks, this.words), this.right);

  constructor(private path: string, private from: { at?: number; eyes?: Eyes }) {
    this.slider.addEventListener("input", () => { this.stop(); this.to(Number(this.slider.value)); });
  }

  /* ---- the companion of a table ---- */

  link = (game: string, on: LinkEvents): ReplayLink => {
    this.link1 = new ReplayLink(game, on, this.from.at, this.from.eyes);
    return this.link1;
  };

  arrived = (t: Table): void => {
    const s = t.state as Seen;
    this.table = t;
    t.answers.sent = s.took?.option ?? -1;
    if (s.view.over) t.peek = true;
    if (!this.link1?.waiting) this.shown = s.n;
    history.replaceState(history.state, "", writeAddress(this.path, s.n, s.eyes));
    if (this.marked !== s.count) this.fetchMarks(s.count);
    if (this.timer) this.later();
  };

  bar = (t: Table): void => {
    const s = t.state as Seen;
    if (this.whole.parentElement !== t.zone.dec) mount(t.zone.dec, this.whole);
    t.zone.dec.classList.add("track");
    t.zone.dec.parentElement!.classList.add("past");
    t.zone.dec.setAttribute("aria-label", "Replay");
    this.slider.max = String(s.count);
    if (document.activeElement !== this.slider || !this.slider.matches(":active")) this.slider.value = String(this.shown);
    this.slider.setAttribute("aria-valuetext", `Decision ${s.n} of ${s.count}, turn ${s.view.turn}`);
    mount(this.words, h("b", null, `Decision ${s.n} of ${s.count}`), ` · turn ${s.view.turn} · `, this.happens(t, s));
    this.words.dataset.signature = s.signature ?? "";
    mount(this.left, this.player(s));
    mount(this.right, this.tools(s));
  };

  key = (_: Table, e: KeyboardEvent): boolean => {
    const at = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || (at !== this.slider && isTextField(at.tagName, (at as HTMLInputElement).type ?? ""))) return false;
    const way = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (way) {
      if (at.closest(".verbs, .log ol")) return false;
      this.stop();
      this.to(e.shiftKey ? turnFrom(this.marks.marks, this.shown, way, this.count) : this.shown + way);
    } else if (e.key === "Home" || e.key === "End") {
      this.stop();
      this.to(e.key === "Home" ? 0 : this.count);
    } else if (e.key === " " && !(at.tagName === "BUTTON" || at.tagName === "SUMMARY" || at.tagName === "A")) {
      if (!e.repeat) this.toggle();
    } else {
      return false;
    }
    return true;
  };

  jump = (k: number): void => {
    if (!this.marks.events.length) return;
    this.stop();
    this.to(positionOf(this.marks.events, k));
  };

  close = (): void => this.stop();

  /* ---- moving ---- */

  private get count(): number {
    return (this.table?.state as Seen | null)?.count ?? 0;
  }

  private to(n: number): void {
    this.shown = clamp(n, this.count);
    this.slider.value = String(this.shown);
    this.link1?.go(this.shown, (this.table?.state as Seen).eyes);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private toggle(): void {
    if (this.timer) this.stop();
    else {
      if (this.shown >= this.count) this.to(0);
      this.later();
    }
    this.table?.draw();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.shown >= this.count) {
        this.stop();
        return this.table?.draw();
      }
      this.to(SPEEDS[this.speed].turns ? turnFrom(this.marks.marks, this.shown, 1, this.count) : this.shown + 1);
    }, SPEEDS[this.speed].wait);
  }

  /* ---- what the bar holds ---- */

  private happens(t: Table, s: Seen): string {
    if (s.view.over) return t.resultWords();
    const who = s.view.to_answer >= 0 ? t.nameOf(s.view.to_answer) : "";
    if (!s.took) return `${who} ${who === "You" ? "decide" : "decides"}`;
    if (s.took.option < 0) return "here the game was given up, or ended by the clock or by agreement";
    const words = imperative(s.took);
    return `${who}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  }

  private step(words: string, glyph: string, key: string, act: () => void, cls = ""): HTMLElement {
    return h("button", { type: "button", class: `ob rp-step ${cls}`, "data-k": `rp-${key}`, "aria-label": words, title: words, onclick: act }, glyph);
  }

  private player(s: Seen): Child[] {
    const move = (n: number) => (): void => { this.stop(); this.to(n); };
    return [this.step("One turn back (Shift ←)", "«", "turn-back", move(turnFrom(this.marks.marks, this.shown, -1, s.count)), "desk"),
      this.step("One decision back (←)", "‹", "back", move(this.shown - 1)),
      h("button", { type: "button", class: "ob go", "data-k": "rp-play", "aria-pressed": this.timer ? "true" : "false", onclick: () => this.toggle() }, this.timer ? "Pause" : "Play", h("kbd", null, "Space")),
      this.step("One decision on (→)", "›", "on", move(this.shown + 1)),
      this.step("One turn on (Shift →)", "»", "turn-on", move(turnFrom(this.marks.marks, this.shown, 1, s.count)), "desk"),
      h("select", { class: "rp-select desk", "aria-label": "Speed", "data-k": "rp-speed", onchange: (e: Event) => { this.speed = Number((e.target as HTMLSelectElement).value); } },
        SPEEDS.map((x, i) => h("option", { value: i, selected: i === this.speed }, x.words)))];
  }

  private tools(s: Seen): Child[] {
    const eyes: [Eyes, string][] = [[0, s.names[0]], [1, s.names[1]], ["watch", "A watcher"], ["open", "Open hands"]];
    const look = (e: Event): void => this.link1?.go(s.n, eyes[Number((e.target as HTMLSelectElement).value)][0]);
    return [s.over && h("label", { class: "rp-eyes" }, icon("eye"), h("select", { class: "rp-select", "aria-label": "Whose eyes", "data-k": "rp-eyes", onchange: look },
      eyes.map(([id, words], i) => h("option", { value: i, selected: id === s.eyes }, words)))),
      !s.over && h("a", { class: "ob", href: `/game/${s.game}`, "data-k": "rp-game" }, "To the game"),
      h("button", { type: "button", class: "ob", "data-k": "rp-share", onclick: () => void this.share() }, "Share"),
      s.may_play_on && h("a", { class: "ob desk", href: `/api/replay/${s.game}`, download: `${s.game}.replay`, "data-k": "rp-save" }, "Save"),
      s.may_play_on && !s.view.over && this.playOn(s)];
  }

  private playOn(s: Seen): HTMLElement {
    const one = (opponent: string, words: string): HTMLElement => h("button", { type: "button", class: "ob", "data-k": `rp-on-${opponent}`, onclick: () => void this.start(s, opponent) }, words);
    return h("details", { class: "rp-on" }, h("summary", { class: "ob go", "data-k": "rp-playon" }, "Play on from here"), h("div", { class: "rp-menu" }, h("p", null, `You play ${s.names[0]}'s side, against`), one("greedy", "the Commander"), one("random", "the Ensign")));
  }

  private async start(s: Seen, opponent: string): Promise<void> {
    try {
      await session();
      const made = await api.post<{ id: string }>("/api/games", { from: s.game, at: s.n, opponent });
      visit(`/game/${made.id}`);
    } catch (e) {
      this.table?.voice.say((e as Error).message);
    }
  }

  private async share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.table?.voice.say("The address of this position is copied.");
    } catch {
      this.table?.voice.say(`The address of this position: ${location.href}`);
    }
  }

  private fetchMarks(count: number): void {
    this.marked = count;
    this.link1?.marks().then((m) => {
      this.marks = m;
      const place = (n: number): Record<string, number> => ({ "--x": m.count ? n / m.count : 0 });
      mount(this.ticks, m.marks.filter((x) => x.k === "turn").map((x) => h("i", { class: x.player ? "them" : "me", vars: place(x.n) })));
      mount(this.flags, m.marks.filter((x) => x.k !== "turn").map((x) => {
        const words = `${x.k === "solved" ? "Mission completed" : "Battle"} in turn ${x.turn} by ${this.table?.nameOf(x.player) ?? ""}`;
        return h("button", { type: "button", class: `rp-flag ${x.k} ${x.player ? "them" : "me"}`, vars: place(x.n), "aria-label": words, title: words, tabindex: "-1", onclick: () => { this.stop(); this.to(x.n); } }, icon(FLAG[x.k]));
      }));
      this.slider.title = plural(m.marks.filter((x) => x.k === "turn").length, "turn");
      this.table?.draw();
    }, () => { this.marked = -1; });
  }
}

/** The companion for an address that looks back; null when it is a game to be played. */
export function replayOf(path: string, search: string): Companion | null {
  const at = readAddress(path, search);
  return path.startsWith("/replay/") || at.at !== undefined ? new Replay(path, at) : null;
}
