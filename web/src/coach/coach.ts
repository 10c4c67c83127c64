/* The coach beside a table: the guided first game, hints, explanations.  It lives in the second line of the decision bar, lights one
 * thing to click, and never covers the table.  What it thinks is decided in steps.ts and explain.ts. */
import { api } from "../api.js";
import { h, icon, type Child } from "../dom.js";
import { action, isTextField } from "../keys.js";
import { isPhone } from "../table/frame.js";
import { candidates, isSet } from "../table/model.js";
import type { Companion, Table } from "../table/table.js";
import { visit } from "../visit.js";
import { VERB_LINE } from "./explain.js";
import { EXPLAINED, recall, remember } from "./memory.js";
import { asked, missing, type Sight } from "./sight.js";
import { BEGINNING, coach, GUIDED, GUIDED_FIRST, hint, isOver, learn, STEPS, type Light } from "./steps.js";
import { pieces, plain, type Term } from "./words.js";

/* Before the first step: what the game is about. */
const OPENING = [
  "The goal: 100 {points}, with at least one planet mission and one space mission completed. Whoever has both first wins.",
  "The lower row of missions is yours, the upper one your opponent's. You complete your own; he sends {dilemmas} against you, and you against him.",
  "A turn has two parts: first spend seven {counters} on cards or draws, then give orders: {beam} people aboard, move, beam down, {attempt}.",
];

const OPENING_FIRST = [
  "The goal: 100 {points} from missions. Six of yours and six of your opponent's make one spaceline, and your ships travel along it.",
  "First everybody {seeds}: missions in turns, then dilemmas beneath the opponent's missions, then an outpost. Any choice is fine, and \u201cSeed for me\u201d does a whole phase.",
  "A turn: one card is played, then orders: people board a ship at the outpost, it {undocks}, moves, the team beams down and {attempts}. At the end you draw a card.",
];

class Coach implements Companion {
  private light: Light | null = null;
  private lightFor = ""; /* the decision it belongs to */
  private asked = "";
  private line: HTMLElement | null = null;
  private opening: { at: number; line: HTMLElement } | null = null; /* the opening words that stand in the bar */

  constructor(private game: string) {}

  private get guided(): boolean {
    const m = recall();
    return m.guided === this.game && !isOver(m.progress);
  }

  /** The guided game of the First Edition: every decision of it has a light and a sentence. */
  private get leads(): boolean {
    return recall().first === this.game;
  }

  private get openingWords(): string[] {
    return this.leads ? OPENING_FIRST : OPENING;
  }

  private get explains(): boolean {
    const m = recall();
    return m.explain === "on" || m.explain === "" && isOver(m.progress) && (m.games.includes(this.game) || m.games.length < EXPLAINED);
  }

  /* ---- a new decision ---- */

  /** What is being decided: a position, or the people of a beam that was begun in it. */
  private open(t: Table): string {
    return `${t.state!.n} ${t.answers.begun?.option ?? ""}`;
  }

  arrived = (t: Table): void => {
    if (this.open(t) !== this.lightFor) this.light = null;
    if (!t.state!.solo || !t.decision) return;
    if (this.guided) this.think(t, true);
    else if (this.leads) this.think(t, false);
    else if (this.explains && !recall().games.includes(this.game)) remember({ games: [...recall().games, this.game] });
  };

  /** The decision as the coach sees it, with what the missions it is about ask of those who are there. */
  private async sight(t: Table, advice: Sight["advice"]): Promise<Sight> {
    const seen = { n: t.state!.n, me: t.me, view: t.state!.view, decision: t.decision!, options: t.options, spots: t.spots, log: t.log, card: (id: number) => t.face(id), advice };
    const answers = new Map(await Promise.all(asked(seen).map(async (a): Promise<[string, string[]]> => [`${a.mission} ${a.group.join()}`, missing(await t.link.needs(a.mission, a.group))])));
    return { ...seen, lacks: (mission, group) => answers.get(`${mission} ${group.join()}`) ?? [] };
  }

  private think(t: Table, lesson: boolean): void {
    const open = this.open(t), n = t.state!.n;
    if (this.asked === open) return;
    this.asked = open;
    const here = (): boolean => this.open(t) === open && !!t.decision;
    t.link.advise(t.answers.begun?.option).then(async (advice) => {
      if (!here() || advice.n !== n) return;
      const sight = await this.sight(t, advice);
      if (!here()) return;
      if (lesson) this.teach(sight, open);
      else this.shine(hint(sight), open);
      t.draw();
      if (this.shown(t)) document.getElementById("polite")!.textContent = plain(this.light!.words).slice(0, 139);
    }, () => { this.asked = ""; }).finally(() => { if (this.asked === open) this.asked = ""; });
  }

  /** A beam that was begun asks who goes: whoever is being led, or followed a hint to it, is led on. */
  private follow(t: Table): void {
    const led = this.guided || !!this.light && this.light.option === t.answers.begun?.option;
    if (t.answers.begun && led && this.lightFor !== this.open(t)) this.think(t, this.guided);
  }

  private teach(s: Sight, open: string): void {
    const progress = learn(recall().progress, s);
    const light = coach(progress, s);
    remember({ progress: { ...progress, step: light.step } });
    this.shine(isOver(progress) ? null : light, open);
  }

  private shine(light: Light | null, open: string): void {
    this.light = light;
    this.lightFor = open;
    this.line = null;
  }

  /* ---- what is added to the table ---- */

  drawn = (t: Table): void => {
    if (t.state!.solo) this.follow(t);
    const ask = t.zone.dec.querySelector<HTMLElement>(".ask"), light = this.shown(t) ? this.light : null;
    delete t.zone.dec.dataset.step;
    t.zone.dec.classList.toggle("coaching", !!light);
    if (this.explains) this.addVerbLines(t);
    if (!ask || !t.state!.solo || t.state!.replay) return;
    if (t.telling.recap.length && (this.guided || this.leads) && !recall().quiet && t.decision) {
      ask.append(h("p", { class: "coach-line" }, "First see what happened: each step shows its card, and Next goes on."));
      t.zone.dec.classList.add("coaching");
      t.zone.dec.querySelector('[data-k="step"]')?.classList.add("coached");
    } else if (light && (this.guided || this.leads) && recall().opening < this.openingWords.length) {
      t.zone.dec.dataset.step = String(light.step + 1);
      const at = recall().opening;
      if (this.opening?.at !== at) this.opening = { at, line: this.sentence(t, { ...light, step: -1, words: this.openingWords[at] }) };
      ask.append(this.opening.line);
      t.zone.dec.querySelector(".opts")?.prepend(h("button", { type: "button", class: "ob coached", "data-k": "coach-next", onclick: () => { remember({ opening: recall().opening + 1 }); t.draw(); } }, "Go on"));
    } else if (light) {
      t.zone.dec.dataset.step = String(light.step + 1);
      ask.append(this.line ??= this.sentence(t, light));
      const aim = this.target(t, light);
      aim?.classList.add("coached");
      if (aim && isPhone()) aim.scrollIntoView({ block: "nearest", inline: "center" });
    } else {
      const said = this.aside(t);
      if (said) ask.append(said);
    }
    if (t.decision) t.zone.dec.querySelector(".opts")?.prepend(this.button(t));
  };

  private shown(t: Table): boolean {
    return !!this.light && this.lightFor === this.open(t) && !!t.decision && !recall().quiet && !t.telling.recap.length; /* what happened is told first */
  }

  private button(t: Table): HTMLElement {
    const words = this.guided || this.leads ? (recall().quiet ? "Coach" : "Quiet") : "Hint";
    return h("button", { type: "button", class: "ob alt", "data-k": "coach", title: this.guided ? "Call or dismiss the coach (S)" : "What would the Commander do? (S)", onclick: () => this.call(t) }, words, h("kbd", null, "S"));
  }

  private sentence(t: Table, light: Light): HTMLElement {
    const m = recall(), met = { ...m.met };
    const parts = pieces(light.words, (word) => met[word] ?? 0, !!t.state!.view.lines);
    for (const p of parts) if (typeof p !== "string") met[p.term.word] = (met[p.term.word] ?? 0) + 1;
    remember({ met });
    return h("p", { class: "coach-line" }, light.step >= 0 && h("b", null, `Step ${light.step + 1} of ${STEPS.length} · ${STEPS[light.step]}. `), parts.map((p) => (typeof p === "string" ? p : this.term(t, p.text, p.term))));
  }

  private term(t: Table, text: string, term: Term): HTMLElement {
    return h("span", { class: "term" }, h("button", { type: "button", class: "term-word", "aria-label": `${text}: ${term.meaning}` }, text), h("span", { class: "term-tip" }, h("b", null, term.word), ` ${term.meaning} `, t.chip(term.cite)));
  }

  /** Said once the lessons are over, and when explanations have been on for three games. */
  private aside(t: Table): HTMLElement | null {
    const m = recall(), say = (words: Child, ...acts: Child[]): HTMLElement => h("p", { class: "coach-line" }, words, acts);
    const settle = (explain: "on" | "off", words: string): HTMLElement => h("button", { type: "button", class: "pill ghost", "data-k": `explain-${explain}`, onclick: () => { remember({ explain }); t.draw(); } }, words);
    if (m.quiet || m.explain !== "" || !isOver(m.progress) || !t.decision) return null;
    if (m.guided === this.game) return say("That was the guided game. The menus go on explaining each choice for three games.");
    if (m.games.length < EXPLAINED || m.games.includes(this.game)) return null;
    return say("Each choice was explained in three games. ", settle("on", "Keep that"), " ", settle("off", "Switch it off"));
  }

  /** One more line in the verb menu. */
  private addVerbLines(t: Table): void {
    const verbs = [...new Set(t.choosing.menu.map((o) => o.verb))].filter((v) => VERB_LINE[v]);
    const list = document.querySelector(".verbs ul");
    if (list && verbs.length) list.append(h("li", { class: "explain", role: "none" }, verbs.map((v) => h("p", null, VERB_LINE[v]))));
  }

  /* ---- the one thing to click ---- */

  private target(t: Table, light: Light): HTMLElement | null {
    const undo = ['[data-k="tool-undo"]', '.dec [aria-label="Undo"]'];
    for (const selector of ['.dec [data-k="step"]', ...(light.undo ? undo : isSet(t.decision!) ? this.setPlaces(t, light) : this.places(t, light.option))]) {
      const el = [...t.host.querySelectorAll<HTMLElement>(selector)].find((x) => x.offsetParent !== null && !(x as HTMLButtonElement).disabled);
      if (el) return el;
    }
    return null;
  }

  private setPlaces(t: Table, light: Light): string[] {
    const all = candidates(t.decision!), everyone = light.cards.length > 1 && all.every((id) => light.cards.includes(id));
    if (everyone && t.answers.picks.length < all.length) return ['.stage [data-k="everyone"]'];
    const next = light.cards.find((id) => !t.answers.picks.includes(id)) ?? t.answers.picks.find((id) => !light.cards.includes(id));
    const back = ['.dec [data-k="peek"]', '.stage [data-k="closelist"]'];
    return next === undefined ? ['[data-k="confirm"]', ...back] : [`.stage .tcard[data-card="${next}"]`, `.stage [data-card="${next}"]`, `.hand [data-card="${next}"]`, ...back];
  }

  private places(t: Table, k: number): string[] {
    const o = t.options[k], narrowed = t.choosing.choice.sel === o.card && (t.choosing.choice.verb < 0 || t.choosing.choice.verb === o.verb) && o.target > 0;
    const card = o.card > 0 ? [`.stage .tcard[data-card="${o.card}"]`, `.hand [data-card="${o.card}"]`, `.line [data-card="${o.card}"]`, `.own [data-card="${o.card}"]`] : [];
    return [`.verbs [data-k="v${k}"]`, `.verbs [data-k="verb${o.verb}"]`, `.stage [data-k="l${k}"]`, `.dec [data-k="o${k}"]`, `.stage [data-k="n${k}"]`,
      ...(narrowed ? [`.line [data-card="${o.target}"]`] : []), ...card, '.dec [data-k="list"]', '.tabs [data-k="tab-Options"]'];
  }

  /* ---- calling and dismissing ---- */

  private call(t: Table): void {
    if (this.guided || this.leads) {
      remember({ quiet: !recall().quiet });
      if (!this.light) this.think(t, this.guided);
    } else if (this.shown(t)) {
      this.light = null;
    } else {
      remember({ quiet: false });
      this.think(t, false);
    }
    t.draw();
  }

  key = (t: Table, e: KeyboardEvent): boolean => {
    const at = e.target as HTMLElement;
    if (!t.state!.solo || isTextField(at.tagName, (at as HTMLInputElement).type ?? "")) return false;
    const act = action(e), busy = t.choosing.menu.length || t.choosing.choice.sel || t.choosing.choice.verb >= 0 || t.help || t.list || t.tab !== "table" || t.asked || t.telling.recap.length;
    if (act === "hint" && t.decision && !e.repeat) return this.call(t), true;
    if (act !== "back" || busy || !this.shown(t)) return false;
    if (this.guided || this.leads) remember({ quiet: true });
    else this.light = null;
    t.draw();
    return true;
  };
}

export function coachOf(path: string): Companion {
  return new Coach(path.split("/")[2] ?? "");
}

/** Begins the guided game, or goes back to it; the address of its table. */
async function guidedGame(open: string[]): Promise<string> {
  const m = recall();
  if (m.guided && open.includes(m.guided)) return `/game/${m.guided}`;
  const made = await api.post<{ id: string }>("/api/games", GUIDED);
  remember({ guided: made.id, progress: BEGINNING, quiet: false, opening: 0 });
  return `/game/${made.id}`;
}

/** The same for the First Edition. */
async function guidedFirst(open: string[]): Promise<string> {
  const m = recall();
  if (m.first && open.includes(m.first)) return `/game/${m.first}`;
  const made = await api.post<{ id: string }>("/api/games", GUIDED_FIRST);
  remember({ first: made.id, quiet: false, opening: 0 });
  return `/game/${made.id}`;
}

/** Home's offer of the guided game, until one game is finished; open: games that go on. */
export function guidedOffer(finished: boolean, open: string[]): HTMLElement | null {
  if (finished) return null;
  const said = h("p", { class: "mut", role: "alert" });
  const start = (): void => { guidedGame(open).then(visit, (e: Error) => { said.textContent = e.message; }); };
  return h("section", { class: "pan guided", "aria-label": "Guided first game" }, h("h2", null, "New here?"), h("p", { class: "mut" }, "Twelve small steps of a real game: each one lights a good choice and says why. Any other choice is fine too."), said,
    h("button", { type: "button", class: "cta", id: "guided", onclick: start }, icon("help"), recall().guided && open.includes(recall().guided) ? "Go on with the guided game" : "Guided first game"),
    h("button", { type: "button", class: "pill ghost", id: "guided-first", onclick: () => { guidedFirst(open).then(visit, (e: Error) => { said.textContent = e.message; }); } }, icon("help"), recall().first && open.includes(recall().first) ? "Go on with the guided game of the First Edition" : "The same in the First Edition"));
}
