/* One scene at /scenes/ID, /scenes/new or /scenes/new#z=…: the text on the left, the table at the cursor's line on the right, what
 * came out below.
 *
 * The server plays the whole scene at once and tells the table after each line, so that moving the cursor costs nothing.  With
 * another rules date or a ruling switched off it is played twice, and the lines that come out otherwise are shown. */
import { api } from "../api.js";
import { Catalogue, type Card } from "../cards.js";
import { h, icon, plural } from "../dom.js";
import { cite } from "../face.js";
import type { GameLink, LinkEvents } from "../net.js";
import type { View } from "../table/model.js";
import { Table } from "../table/table.js";
import { visit } from "../visit.js";
import { day, download, fill, paused, reason } from "./common.js";
import { nearest, plain as bare } from "./decktext.js";
import { Editor, type Mark, type Wrong } from "./editor.js";
import type { Ruling } from "./rulingtext.js";
import { changes, fromHash, ownTitles, retitle, sceneAddress, setLine, tableAt, toHash, unknownTitle, type Change, type Known, type Outcome, type Step } from "./scenetext.js";

const KEPT = "spaceline.scene";
const EXAMPLE = `scene    "A ship moves: RANGE pays the spans of both missions"
edition  2e

missions A: "Brute Force" = fort, "Mining Survey" = mine
put A "I.K.S. Vor'cha" = ship at fort
put A "Bregath" = bregath aboard ship
put A "Worf, Son of Mogh" = worf aboard ship
put A "Kahmis" = kahmis aboard ship
put A "Dokar" = dokar aboard ship
turn A orders

A moves ship to mine
expect ship at mine
expect game goes on
`;

function kept(): string {
  try {
    return localStorage.getItem(KEPT) || EXAMPLE;
  } catch {
    return EXAMPLE;
  }
}

function keep(text: string): void {
  try {
    localStorage.setItem(KEPT, text);
  } catch { /* a browser that keeps nothing still runs scenes */ }
}

/** The text that an address stands for; an own one that is not shared is what was written last. */
export async function sceneText(id: string): Promise<string> {
  if (id !== "new") return (await api.get<{ text: string }>(`/api${sceneAddress(id)}`)).text;
  return await fromHash(location.hash) ?? kept();
}

export class Sandbox {
  private readonly editor: Editor;
  private readonly cat: Catalogue;
  private table: Table | null = null;
  private show: (view: View, seat: number) => void = () => undefined;
  private got: Outcome<View> | null = null;
  private differs: Change[] | null = null;
  private runs = 0;
  private eyes = "open";
  private readonly head = h("div", { class: "sb-verdict", role: "status" });
  private readonly result = h("div", { class: "sb-log scroll", tabindex: "0", role: "region", "aria-label": "What happened" });
  private readonly said = h("p", { class: "said", role: "alert" });
  private readonly board = h("div", { class: "sb-board" });
  private readonly at = h("span", { class: "sb-at" });
  private readonly date = h("input", { id: "sb-date", class: "field", type: "date" }) as HTMLInputElement;
  private readonly off = h("select", { id: "sb-off", class: "field" }) as HTMLSelectElement;
  private readonly who = h("select", { id: "sb-eyes", class: "field" }) as HTMLSelectElement;
  private readonly soon = paused(600, () => this.run());

  constructor(place: HTMLElement, private readonly id: string, private readonly text: string, base: Catalogue, rulings: Ruling[]) {
    this.cat = new Catalogue(base.skills, base.icons, base.all);
    const known: Known = { titles: base.all.map((card) => card.name), skills: base.skills, rulings: rulings.map((ruling) => ruling.id) };
    this.editor = new Editor(() => known, () => { this.keep(); this.soon(); }, () => this.follow());
    this.editor.field.addEventListener("keydown", (event) => this.key(event));
    fill(this.off, h("option", { value: "" }, "all in force"), rulings.map((ruling) => h("option", { value: ruling.id }, ruling.id)));
    this.drawEyes(2);
    for (const [box, act] of [[this.date, () => this.run()], [this.off, () => this.run()], [this.who, () => { this.eyes = this.who.value; this.run(); }]] as const) box.addEventListener("change", act);
    fill(place, this.tools(), this.editor.root, h("h2", { class: "vh" }, "The table"), this.board, h("section", { class: "panel sb-result", "aria-label": "Result" }, this.head, this.result));
    this.makeTable();
    this.editor.text = text;
    this.run();
  }

  close(): void {
    this.keep();
    this.table?.close();
  }

  private keep(): void {
    if (this.id === "new") keep(this.editor.text);
  }

  private tools(): HTMLElement {
    const button = (words: string, glyph: string, act: () => void, cls = "ghost"): HTMLElement => h("button", { type: "button", class: `pill ${cls}`, onclick: act }, icon(glyph), words);
    const labelled = (label: string, box: HTMLElement): HTMLElement => h("div", { class: "sb-set" }, h("label", { for: box.id, class: "lab" }, label), box);
    return h("div", { class: "sb-tools" },
      h("p", { id: "scene-help", class: "vh" }, "One statement a line. Control and Enter runs it, Control and Space offers what could stand here, Alt and an arrow goes from line to line of the play."),
      h("div", { class: "acts" }, button("Run", "play", () => this.run(), "on"),
        h("button", { type: "button", class: "pill ghost sq", "aria-label": "One line back", title: "One line back (Alt ↑)", onclick: () => this.step(-1) }, icon("chev", "back")),
        h("button", { type: "button", class: "pill ghost sq", "aria-label": "One line on", title: "One line on (Alt ↓)", onclick: () => this.step(1) }, icon("chev")), this.at),
      labelled("Seen by", this.who), labelled("Rules of", this.date), labelled("Ruling off", this.off),
      h("div", { class: "acts end" }, button("Share", "eye", () => void this.share()), button("Save", "deck", () => this.save()),
        this.id === "new" ? button("Example", "undo", () => { this.editor.rewrite(EXAMPLE); this.run(); }) : button("Copy", "plus", () => this.copy()),
        h("a", { class: "pill ghost", href: "/scenes" }, icon("list"), "All scenes")), this.said);
  }

  /* A table that nobody plays at: its positions come from the scene, and whatever it asks stays without an answer. */
  private makeTable(): void {
    const silent = new Proxy({}, { get: (_, name) => (name === "busy" ? false : () => new Promise(() => undefined)) }) as GameLink;
    const link = (_: string, on: LinkEvents): GameLink => {
      this.show = (view, seat) => on.state({ t: "state", game: "", n: 0, you: -1, seat, names: view.players.map((_, i) => `Player ${"ABCD"[i]}`), solo: true, edition: view.lines ? "1e" : "2e", view, log: [], from: 0 });
      return silent;
    };
    this.table = new Table(this.board, "", this.cat, { link });
    this.board.closest(".sandbox")?.addEventListener("keydown", (event) => event.stopPropagation()); /* letters are text here */
  }

  private drawEyes(players: number): void {
    const seats = ["open", ..."ABCD".slice(0, Math.max(2, players))];
    if (this.who.options.length === seats.length) return;
    if (!seats.includes(this.eyes)) this.eyes = "open";
    fill(this.who, seats.map((seat) => h("option", { value: seat, selected: seat === this.eyes }, seat === "open" ? "all cards open" : `player ${seat}`)));
  }

  /* ---- running ---- */

  private ask(change: { date?: string; without?: string }): Promise<Outcome<View>> {
    return api.post<Outcome<View>>("/api/scene", { text: this.editor.text, eyes: this.eyes, ...change });
  }

  private run(): void {
    const mine = ++this.runs, change = { date: this.date.value, without: this.off.value };
    const changed = !!(change.date || change.without);
    this.keep();
    this.head.setAttribute("aria-busy", "true");
    fill(this.said);
    Promise.all([this.ask(changed ? change : {}), changed ? this.ask({}) : null]).then(([got, plain]) => {
      if (mine !== this.runs) return;
      this.got = got;
      this.differs = plain && changes(plain.steps, got.steps);
      this.cat.also(got.cards as Partial<Card>[]);
      this.drawEyes(got.players);
      this.editor.outcome(marksOf(got), this.wrongOf(got));
      this.drawHead();
      this.follow(true);
      if (mine === 1) this.editor.goTo(setLine(this.editor.text, got.steps) || this.editor.cursorLine);
    }, (error: unknown) => {
      if (mine !== this.runs) return;
      this.head.className = "sb-verdict no";
      fill(this.head, h("h2", null, "Not run"), h("p", null, reason(error)));
    }).finally(() => this.head.removeAttribute("aria-busy"));
  }

  private wrongOf(got: Outcome): Wrong | null {
    if (got.ok || !got.line) return null;
    const own = ownTitles(this.editor.text).map((name) => ({ name, title: name }) as Card), line = this.editor.text.split("\n")[got.line - 1] ?? "";
    const isTitle = (wanted: string): boolean => [...own, ...this.cat.all].some((card) => bare(card.name) === bare(wanted) || bare(card.title) === bare(wanted));
    const title = got.bad_input ? unknownTitle(line, got.column, isTitle) : "", words = title ? `No card is called “${title}”.` : got.bad_input ? got.message : got.steps.find((step) => !step.ok)?.message || got.message;
    const fix = (right: string): void => {
      this.editor.rewrite(retitle(this.editor.text, got.line, title, right));
      this.run();
    };
    return { line: got.line, column: got.bad_input ? got.column : 0, message: words, fixes: title ? nearest(title, [...own, ...this.cat.all]) : [], fix };
  }

  private drawHead(): void {
    const got = this.got!;
    this.head.className = `sb-verdict ${got.ok ? "yes" : "no"}`;
    const played = plural(got.steps.filter((step) => step.expects).length, "expectation");
    fill(this.head, icon(got.ok ? "check" : "no"),
      h("div", null, h("h2", null, got.ok ? "It holds" : got.bad_input ? "It cannot be read" : "It does not hold"),
        h("p", null, got.ok ? `${plural(got.steps.length, "line")} played, ${played} true.` : [h("button", { type: "button", class: "ref", onclick: () => this.goTo(got.line) }, `Line ${got.line}`), `: ${got.message}`]),
        got.cites.length > 0 && h("p", { class: "sb-cites" }, got.cites.map((one) => [cite(one.id), one.cited && h("span", { class: "yes" }, "cited"), " "]))),
      this.differs && this.drawChanges());
  }

  private drawChanges(): HTMLElement {
    const under = [this.date.value && `the rules of ${day(this.date.value)}`, this.off.value && `${this.off.value} switched off`].filter(Boolean).join(" and ");
    const lines = this.editor.text.split("\n");
    return h("div", { class: "sb-changes" }, h("h3", { class: "lab" }, `With ${under}`),
      this.differs!.length === 0 ? h("p", null, "Every line comes out as before.") : h("ul", null, this.differs!.map((change) => h("li", { class: change.is ? "yes" : "no" },
        h("button", { type: "button", class: "ref", onclick: () => this.goTo(change.line) }, `Line ${change.line}`), ` ${(lines[change.line - 1] ?? "").trim()}: ${change.is ? "holds now" : "held, and does not now"}`))));
  }

  /* ---- following the cursor ---- */

  private goTo(line: number): void {
    this.editor.field.focus();
    this.editor.goTo(line);
  }

  private follow(fresh = false): void {
    const got = this.got;
    if (!got) return;
    const line = this.editor.cursorLine, seen = tableAt(got.steps, line) ?? tableAt(got.steps, got.steps[0]?.line ?? 0);
    if (fresh) this.drawLog(got.steps);
    this.result.querySelectorAll("li[data-line]").forEach((li) => li.classList.toggle("now", Number((li as HTMLElement).dataset.line) === seen?.step.line));
    this.reveal(this.result.querySelector<HTMLElement>("li.now"));
    this.board.classList.toggle("empty", !seen);
    fill(this.at, seen ? `Table after line ${seen.step.line}, ${stateWords(seen.view)}` : "No table yet", seen && h("small", null, scoreWords(seen.view)));
    if (!seen) return;
    this.show({ ...seen.view, decision: null, over: false }, this.eyes === "open" ? 0 : "ABCD".indexOf(this.eyes)); /* the end of a game is told in words, and its table stays in sight */
  }

  /* Scrolls the log alone: the page stays where it is. */
  private reveal(line: HTMLElement | null): void {
    if (!line) return;
    const box = this.result.getBoundingClientRect(), at = line.getBoundingClientRect();
    if (at.top < box.top) this.result.scrollTop += at.top - box.top - 8;
    else if (at.bottom > box.bottom) this.result.scrollTop += Math.min(at.top - box.top, at.bottom - box.bottom) + 8;
  }

  private drawLog(steps: Step[]): void {
    const lines = this.editor.text.split("\n");
    fill(this.result, steps.length === 0 ? h("p", { class: "mut" }, "Your first line will be here.") : h("ol", null, steps.map((step) => h("li", { "data-line": step.line, class: step.ok ? "" : "no" },
      h("button", { type: "button", class: "ref", onclick: () => this.goTo(step.line) }, h("b", null, step.line), h("code", null, (lines[step.line - 1] ?? "").trim())),
      !step.ok && h("p", { class: "why" }, step.message),
      step.log.length > 0 && h("ul", null, step.log.map((line) => h("li", null, line.text, line.cite ? [" ", cite(line.cite)] : "")))))));
  }

  private step(by: number): void {
    const lines = (this.got?.steps ?? []).map((step) => step.line), here = this.editor.cursorLine;
    const to = by > 0 ? lines.find((line) => line > here) : [...lines].reverse().find((line) => line < here);
    if (to) this.goTo(to);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    else if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) this.step(event.key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /* ---- taking it elsewhere ---- */

  private tell(words: string): void {
    this.said.className = "said yes";
    fill(this.said, words);
  }

  private async share(): Promise<void> {
    const own = this.id === "new" || this.editor.text !== this.text;
    const address = own ? `/scenes/new${await toHash(this.editor.text)}` : sceneAddress(this.id);
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(location.origin + address);
      this.tell("The address is copied: it holds the whole scene.");
    } catch {
      this.tell("The address above holds the whole scene.");
    }
  }

  private copy(): void {
    keep(this.editor.text);
    visit("/scenes/new");
  }

  private save(): void {
    const name = (this.got?.title || "table").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 60) || "table";
    download(`${name}.scene`, this.editor.text);
  }
}

function stateWords(view: View): string {
  if (view.over) return view.winner >= 0 ? `${"ABCD"[view.winner]} has won` : "the game is over";
  return view.to_answer >= 0 ? `${"ABCD"[view.to_answer]} decides` : "being set up";
}

function scoreWords(view: View): string {
  const counters = view.segment === "play" ? `, ${plural(view.counters, "counter")}` : "";
  return `${view.players.map((seat, i) => `${"ABCD"[i]} ${seat.points}`).join(" : ")} points, ${"ABCD"[view.active] ?? "A"}’s ${view.segment || "turn"}${counters}`;
}

function marksOf(got: Outcome): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const step of got.steps) marks.set(step.line, !step.ok ? "no" : step.expects ? "ok" : "set");
  if (!got.ok && got.line) marks.set(got.line, "no");
  return marks;
}
