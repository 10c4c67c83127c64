/* The deck builder: filters, a grid of faces, the deck with its legality, coverage and pictures.
 *
 * A click on a face adds a card, a right click or the − in the list takes one away.  Every change is checked by the server for
 * the chosen date: the page shows the limits as a reminder and judges nothing itself. */
import { api } from "../api.js";
import { clauses, wholeCatalogue, type Card, type Catalogue, type Need } from "../cards.js";
import { datesOf, deckTitle, decksOf, EDITIONS, formatSelect, type Decks } from "../decks.js";
import { cite, colourOf, faceFull, faceMid, glyphOf, place as disc, spoken } from "../face.js";
import { h, icon, mount, plural } from "../dom.js";
import { wantsWindows } from "../settings.js";
import { playerName } from "../table/words.js";
import { visit } from "../visit.js";
import { columns, rows } from "./charts.js";
import { day, download, fill, load, paused, reason, select, today } from "./common.js";
import { coverage, figures, matching, people, readDeck, sectionOf, sectionsOf, writeDeck, type Deck, type Section, type Unknown } from "./decktext.js";
import { Filters, TYPE_NAMES } from "./filters.js";

interface Problem { code: string; text: string; cards?: string[]; cite?: string }
interface Verdict { legal: boolean; errors?: Problem[]; problem?: string | null; stranded?: string[] }
interface Stored { name: string; text: string; edition?: string }

const SHOWN = 60;
const LIMITS: Record<string, Partial<Record<Section, string>>> = { "2e": { missions: "of 5", draw: "≥ 35", dilemmas: "≥ 20" }, "1e": { missions: "of 6", draw: "≥ 30" } };
const HEADS: Record<Section, string> = { missions: "Missions", draw: "Draw deck", dilemmas: "Dilemmas", seeds: "Seed deck", sites: "Sites", tent: "Q’s Tent", continuum: "Q-Continuum", bridge: "Battle Bridge", tribbles: "Tribbles" };
const ALWAYS: Section[] = ["missions", "draw", "dilemmas", "seeds"]; /* shown even while nothing is in them */

export function builder(root: HTMLElement, id: string): () => void {
  const place = h("div", { class: "leaf bd-page" }, h("h1", { class: "vh" }, "Deck builder"));
  root.append(place);
  load(place, async () => ({
    cards: await wholeCatalogue(), lists: await api.get<Decks>("/api/decks"),
    stored: id === "new" ? { name: "", text: "", edition: new URLSearchParams(location.search).get("edition") ?? "2e" } : await api.get<Stored>(`/api/decks/${encodeURIComponent(id)}`),
  }), ({ cards, lists, stored }) => new Builder(place, cards.of(stored.edition ?? "2e"), decksOf(lists, stored.edition ?? "2e"), id, stored));
  return () => root.replaceChildren();
}

/* Starts a game with that deck (a built-in name or an own deck's id) and goes to its table. */
export async function play(deck: string, opponent: string, against: string, date?: string, format?: string): Promise<void> {
  const game = await api.post<{ id: string }>("/api/games", { opponent, deck, against, date, format, windows: wantsWindows() });
  visit(`/game/${game.id}`);
}

class Builder {
  private deck: Deck;
  private readonly filters: Filters;
  private readonly edition: string;
  private order = "use";
  private format = "open";
  private stranded = new Set<string>(); /* cards that none of the headquarters lets be played, by the server's word */
  private into = ""; /* the section that cards are added to; "": where each belongs */
  private most = SHOWN;
  private date = today();
  private changed = false;
  private checks = 0;
  private readonly verdict = h("div", { class: "bd-legal", role: "status" });
  private readonly unread = h("div", { class: "bd-unread", role: "status" }); /* what of a deck file was not understood: it stays until it is settled */
  private readonly problems = h("div", { class: "bd-problems" });
  private readonly numbers = h("div", { class: "bd-numbers" });
  private readonly pictures = h("div", { class: "bd-pictures" });
  private readonly list = h("div", { class: "panel bd-list" });
  private readonly grid = h("div", { class: "bd-cards", role: "list", "aria-label": "Cards" });
  private readonly found = h("span", { role: "status" });
  private readonly more = h("div", { class: "acts" });
  private readonly face = h("div", { class: "bd-face", "aria-hidden": "true" });
  private readonly barWords = h("span");
  private readonly bar = h("div", { class: "bd-bar" }, this.barWords);
  private readonly said = h("p", { class: "said", role: "alert" });
  private readonly check = paused(40, () => void this.ask());
  private name: HTMLInputElement;
  private against: HTMLSelectElement;
  private opponent: HTMLSelectElement;

  constructor(place: HTMLElement, private readonly cards: Catalogue, private readonly lists: Decks, private readonly id: string, stored: Stored) {
    const reading = readDeck(stored.text, cards.all);
    this.edition = stored.edition ?? "2e";
    this.deck = reading.deck;
    this.tellUnread(reading.unknown);
    this.filters = new Filters(cards, () => { this.most = SHOWN; this.drawGrid(); });
    const own = lists.own.find((deck) => String(deck.id) === id);
    this.name = h("input", { id: "bd-name", class: "field", type: "text", maxlength: "60", value: own ? own.name : id === "new" ? "" : `My ${stored.name.replace("first-", "")}`, placeholder: "Name of the deck" }) as HTMLInputElement;
    this.against = select("bd-against", lists.builtin.map((deck) => [deck.name, deckTitle(deck.title || deck.name)]), lists.builtin.find((deck) => deck.name !== id)?.name ?? "");
    this.opponent = select("bd-opponent", [["greedy", playerName("greedy")], ["random", playerName("random")]], "greedy");
    mount(place, h("h1", { class: "vh" }, "Deck builder"), this.left(), this.middle(), this.side(), this.bar);
    this.turnable(place);
    this.redraw();
  }

  /* A phone shows the catalogue or the deck; the bar at the foot turns from one to the other. */
  private turnable(place: HTMLElement): void {
    const turn = h("button", { type: "button" }, "Deck");
    turn.addEventListener("click", () => {
      turn.textContent = place.classList.toggle("deck") ? "Cards" : "Deck";
      scrollTo(0, 0);
    });
    this.bar.append(turn);
  }

  private left(): HTMLElement {
    this.filters.words.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      this.filters.narrow({ words: this.filters.words.value }); /* a quick hand is not behind what it typed */
      const first = this.hits()[0];
      if (first) this.add(first, 1);
    });
    return h("form", { class: "bd-filters", role: "search", "aria-label": "Filters", onsubmit: (event: Event) => event.preventDefault() },
      h("label", { for: "bd-q", class: "vh" }, "Search cards; Enter adds the first"), this.filters.words, this.filters.root, this.face);
  }

  private middle(): HTMLElement {
    const order = select("bd-order", [["use", "use in your missions"], ["name", "title"], ...(this.edition === "2e" ? [["cost", "cost"] as [string, string]] : [])], this.order, (value) => {
      this.order = value;
      this.drawGrid();
    });
    return h("section", { class: "panel bd-grid", "aria-label": "Card catalogue" },
      h("header", null, h("h2", null, this.found), this.edition === "1e" && [h("label", { for: "bd-into", class: "lab" }, "Into"), this.intoSelect()], h("label", { for: "bd-order", class: "lab" }, "By"), order), this.grid, this.more);
  }

  /** Where a card goes that is added: by its type, or into the section that is chosen here. */
  private intoSelect(): HTMLSelectElement {
    return select("bd-into", [["", "where it belongs"], ...sectionsOf(this.edition).map((s): [string, string] => [s, HEADS[s]])], this.into, (value) => { this.into = value; });
  }

  /** The sections that are shown. */
  private sections(): Section[] {
    return sectionsOf(this.edition).filter((s) => ALWAYS.includes(s) || this.deck.size(s) > 0);
  }

  private side(): HTMLElement {
    const date = h("input", { id: "bd-date", class: "field", type: "date", value: this.date }) as HTMLInputElement;
    date.addEventListener("change", () => {
      this.date = date.value || today();
      void this.ask();
    });
    return h("section", { class: "bd-side", "aria-label": "Deck" },
      h("div", { class: "bd-top" }, this.verdict, h("button", { type: "button", class: "pill bd-play", onclick: () => void this.playIt() }, icon("play"), "Play it")), this.unread, this.problems,
      h("div", { class: "panel bd-keep" },
        h("label", { for: "bd-name", class: "lab" }, "Name"), this.name,
        h("div", { class: "pair" },
          h("div", null, h("label", { for: "bd-date", class: "lab" }, "Rules of"), date),
          formatSelect(this.lists, this.edition, this.format, (format) => { this.format = format; void this.ask(); }),
          h("div", null, h("label", { for: "bd-against", class: "lab" }, "Play against"), this.against),
          h("div", null, h("label", { for: "bd-opponent", class: "lab" }, "Player"), this.opponent)),
        h("div", { class: "acts" }, h("button", { type: "button", class: "pill on", onclick: () => void this.save() }, "Save")), this.said),
      this.numbers, this.pictures, this.list, this.exchange());
  }

  private exchange(): HTMLElement {
    const text = h("textarea", { id: "bd-text", class: "field code", rows: "8", spellcheck: "false" }) as HTMLTextAreaElement;
    const file = h("input", { id: "bd-file", type: "file", accept: ".txt,.dek,text/plain", class: "vh" }) as HTMLInputElement;
    const said = h("div", { role: "status" });
    const bring = (): void => {
      const reading = readDeck(text.value, this.cards.all);
      this.deck = reading.deck;
      this.changed = true;
      this.redraw();
      this.tellUnread(reading.unknown);
      fill(said, h("p", { class: `said ${reading.unknown.length ? "no" : "yes"}` }, reading.unknown.length ? `${plural(reading.unknown.length, "line")} not understood: see the top of the deck.` : "All titles read."));
      if (reading.unknown.length) this.unread.scrollIntoView({ block: "nearest" });
    };
    file.addEventListener("change", () => void file.files?.[0]?.text().then((words) => { text.value = words; bring(); }));
    const act = (words: string, glyph: string, run: () => void): HTMLElement => h("button", { type: "button", class: "pill ghost", onclick: run }, icon(glyph), words);
    return h("details", { class: "panel bd-text" }, h("summary", null, "Import and export (LackeyCCG)"),
      h("div", { class: "acts" }, h("label", { class: "pill ghost", for: "bd-file" }, icon("deck"), "Open a deck file"), file, act("Download", "discard", () => this.export())),
      h("label", { for: "bd-text", class: "lab" }, "Deck as text"), text,
      h("div", { class: "acts" }, act("Write this deck here", "chev", () => { text.value = writeDeck(this.deck, this.cards.all); }), act("Read the text as the deck", "check", bring)), said);
  }

  /** Lines that name no card stand at the top, so that none is lost without a word. */
  private tellUnread(lines: Unknown[]): void {
    fill(this.unread, lines.length > 0 && h("section", { class: "panel unread", "aria-label": "Not understood" }, h("h3", null, `${plural(lines.length, "line")} of the deck not understood`), lines.map((line) => this.unknown(line))));
  }

  /* A line that names no card: the nearest titles are one press away. */
  private unknown(line: Unknown): HTMLElement {
    const place = h("p", { class: "said no" }, `Line ${line.line}: no card “${line.title}”. `, line.nearest.length ? "Nearest: " : "Nothing like it is known.");
    place.append(...line.nearest.map((title) => h("button", { type: "button", class: "pill ghost", onclick: () => {
      const card = this.cards.byName(title);
      if (!card) return;
      this.add(card, 1);
      place.className = "said yes";
      fill(place, `Line ${line.line}: ${title} added.`);
    } }, title)));
    return place;
  }

  private export(): void {
    download(`${this.name.value.trim().replace(/[^\w -]+/g, "") || "deck"}.txt`, writeDeck(this.deck, this.cards.all));
  }

  /* How much of what the missions ask a card brings; cards of the deck's own affiliations come before all others. */
  private use(): (card: Card) => number {
    const wanted = new Set<string>();
    const gather = (need: Need): void => need.kind === "skill" ? void wanted.add(need.skill) : need.kind === "all" || need.kind === "any" ? need.of.forEach(gather) : undefined;
    for (const card of this.cards.all) {
      const need = card.type === "mission" && this.deck.has(card.def) ? card.needs : null;
      if (need) gather(need);
    }
    const own = new Set(this.cards.all.filter((card) => this.deck.has(card.def)).map((card) => card.affiliation).filter(Boolean));
    return (card) => Object.entries(card.skills).reduce((sum, [skill, level]) => sum + (wanted.has(skill) ? level : 0), own.has(card.affiliation) ? 100 : 0);
  }

  private hits(): Card[] {
    const fits = matching(this.filters.filter), found = this.cards.all.filter((card) => fits(card, this.deck.has(card.def)));
    const byName = (a: Card, b: Card): number => a.name.localeCompare(b.name);
    if (this.order === "cost") return found.sort((a, b) => a.cost - b.cost || byName(a, b));
    if (this.order === "name") return found.sort(byName);
    const use = this.use(), score = new Map(found.map((card) => [card, use(card)]));
    return found.sort((a, b) => score.get(b)! - score.get(a)! || byName(a, b));
  }

  private redraw(): void {
    this.drawGrid();
    this.drawDeck();
    this.check();
  }

  private drawGrid(): void {
    const hits = this.hits();
    fill(this.found, this.filters.title(), h("small", null, ` · ${plural(hits.length, "card")}, ${EDITIONS.find(([name]) => name === this.edition)?.[1] ?? ""}`));
    fill(this.grid, ...hits.slice(0, this.most).map((card) => this.tile(card)));
    fill(this.more, hits.length > this.most ? h("button", { type: "button", class: "pill ghost", onclick: () => { this.most += SHOWN; this.drawGrid(); } }, `Show more of ${hits.length}`) : "");
    if (hits.length === 0) fill(this.more, h("p", null, "No card fits these filters. Fewer words or a wider range find more."));
  }

  private tile(card: Card): HTMLElement {
    const button = h("button", { type: "button", class: "bd-add", "data-def": card.def }, faceMid(card), h("span", { class: "n", "aria-hidden": "true" }), card.unplayable && h("span", { class: "un" }, `${plural(clauses(card).length, "clause")} not understood: not playable`));
    const show = (): void => fill(this.face, faceFull(card));
    button.addEventListener("click", () => this.add(card, 1));
    button.addEventListener("contextmenu", (event) => { event.preventDefault(); this.add(card, -1); });
    button.addEventListener("mouseenter", show);
    button.addEventListener("focus", show);
    this.mark(button, card);
    return h("div", { class: "bd-tile", role: "listitem" }, button);
  }

  /** A tile says how many of its card the deck has. */
  private mark(button: HTMLElement, card: Card): void {
    const n = this.deck.count(card.def), count = button.querySelector(".n")!;
    count.textContent = n ? String(n) : "+";
    count.classList.toggle("zero", n === 0);
    button.setAttribute("aria-label", `Add ${spoken(card)}; ${n} in the deck`);
  }

  private add(card: Card, by: number, section?: Section): void {
    const chosen = section ?? (this.into as Section | "") , there = this.deck.where(card.def);
    this.deck.add(card.def, chosen || (by < 0 && there.length === 1 ? there[0] : sectionOf(card)), by);
    this.changed = true;
    this.drawDeck();
    this.check();
    const tile = this.grid.querySelector<HTMLElement>(`[data-def="${card.def}"]`);
    if (tile) this.mark(tile, card);
  }

  private drawDeck(): void {
    fill(this.numbers, ...this.sections().map((section) => h("div", null, h("small", null, HEADS[section]), String(this.deck.size(section)), h("em", null, ` ${LIMITS[this.edition]?.[section] ?? ""}`))));
    fill(this.pictures, this.coverage(), this.charts());
    const focused = document.activeElement?.getAttribute("data-step") ?? "";
    fill(this.list, ...this.sections().flatMap((section) => this.listed(section)));
    if (focused) this.list.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus();
  }

  private coverage(): HTMLElement {
    const covered = coverage(this.deck, this.cards.all, this.stranded).filter((row) => row.parts.length > 0);
    const chip = (part: (typeof covered)[number]["parts"][number]): HTMLElement => {
      const state = !part.enough ? "none" : part.thin ? "thin" : "";
      const words = !part.enough ? "not enough" : part.thin ? "only one" : "";
      return h("li", { class: state }, `${part.words} · ${part.people}`, words && h("span", null, ` ${words}`));
    };
    return h("section", { class: "panel bd-cover" }, h("h3", { class: "lab" }, "Can this deck complete its missions? ", h("span", null, "people who bring it")),
      covered.length === 0 ? h("p", null, "No mission yet.") : covered.map((row) => h("div", { class: "mr" }, disc(row.mission), h("span", { class: "tt" }, row.mission.title, row.covered ? icon("check", "yes") : icon("no", "no"), h("span", { class: "vh" }, row.covered ? "covered" : "not covered")),
        h("ul", { class: "q" }, row.parts.map(chip)), h("b", null, row.mission.points))));
  }

  private charts(): HTMLElement {
    const shown = figures(this.deck, this.cards.all), team = people(this.deck, this.cards.all);
    const bars = (pairs: [string, number][]): { label: string; value: number }[] => pairs.map(([label, value]) => ({ label, value }));
    const round = (value: number): number => Math.round(value * 10) / 10;
    const card = (title: string, note: string, picture: SVGElement): HTMLElement => h("section", { class: `panel bd-chart${picture.classList.contains("flat") ? " wide" : ""}` }, h("h3", { class: "lab" }, title, " ", h("span", null, note)), picture);
    return h("div", { class: "bd-charts" },
      this.edition === "2e" && card("Costs in the draw deck", `mean ${round(shown.costMean)}`, columns("Cards by cost", shown.costs.map((value, cost) => ({ label: String(cost), value })), "you")),
      card("Mean attributes", plural(team.length, "person", "people"), columns("Mean attributes", bars([["INT", round(shown.attributes[0]!)], ["CUN", round(shown.attributes[1]!)], ["STR", round(shown.attributes[2]!)]]), "legal")),
      card("Types", plural(this.deck.size(), "card"), rows("Cards by type", bars(shown.types.map(([type, n]) => [TYPE_NAMES[type] ?? type, n])), "opp")),
      card("Skills", "levels among your people", rows("Skill levels", bars(shown.skills), "cite")));
  }

  private listed(section: Section): HTMLElement[] {
    const held = this.cards.all.filter((card) => this.deck.count(card.def, section) > 0);
    const step = (card: Card, by: number): HTMLElement => h("button", { type: "button", "data-step": `${by}:${section}:${card.def}`, "aria-label": `${by > 0 ? "Add" : "Remove"} one ${card.name}${ALWAYS.includes(section) ? "" : `, ${HEADS[section]}`}`, onclick: () => this.add(card, by, section) }, icon(by > 0 ? "plus" : "minus"));
    return [h("h3", { class: "lab" }, HEADS[section], " ", h("span", null, this.deck.size(section))),
      h("ul", { "data-section": section }, held.map((card) => h("li", { class: `dr ${colourOf(card)}${this.stranded.has(card.name) ? " stranded" : ""}` }, h("b", null, this.deck.count(card.def, section)), h("span", { class: "p" }, icon(glyphOf(card))),
        h("span", { class: "nm" }, card.name, this.stranded.has(card.name) && h("em", { title: "No headquarters of this deck lets it be played, so it brings nothing to a mission" }, icon("no"), "never playable here")), h("span", { class: "x" }, step(card, -1), step(card, 1)))))];
  }

  /* Only the newest answer counts; an older one that comes late is dropped. */
  private async ask(): Promise<void> {
    const mine = ++this.checks;
    try {
      const verdict = await api.post<Verdict>("/api/deck-check", { text: writeDeck(this.deck, this.cards.all), date: this.date, format: this.format });
      if (mine === this.checks) this.drawVerdict(verdict);
    } catch (error) {
      if (mine === this.checks) this.drawVerdict({ legal: false, problem: reason(error) });
    }
  }

  private drawVerdict(verdict: Verdict): void {
    const errors = verdict.errors ?? [], stranded = verdict.stranded ?? [];
    if (stranded.join() !== [...this.stranded].join()) {
      this.stranded = new Set(stranded);
      this.drawDeck();
    }
    for (const shown of [this.verdict, this.bar]) shown.classList.toggle("no", !verdict.legal);
    fill(this.barWords, `${verdict.legal ? "Legal" : "Not legal"} · ${this.sections().map((section) => this.deck.size(section)).join(" + ")}`);
    fill(this.verdict, icon(verdict.legal ? "check" : "no"), h("div", null, verdict.legal ? "Legal" : "Not legal", ` on ${day(this.date)}`,
      h("small", null, verdict.legal ? "Every rule of deck building is met." : !this.deck.size() ? "No card yet: press one to add it." : verdict.problem || plural(errors.length, "reason"))));
    fill(this.problems, ...errors.map((error) => h("p", { class: "panel" }, error.text, error.cite ? " " : "", error.cite ? cite(error.cite) : "")));
  }

  private tell(kind: "yes" | "no", words: string): void {
    this.said.className = `said ${kind}`;
    fill(this.said, words);
  }

  private async save(): Promise<string | null> {
    const name = this.name.value.trim();
    if (name === "") {
      this.tell("no", "Give the deck a name first.");
      this.name.focus();
      return null;
    }
    try {
      const saved = await api.post<{ id?: number | string }>("/api/decks", { name, text: writeDeck(this.deck, this.cards.all) });
      const id = saved.id ?? (await api.get<Decks>("/api/decks")).own.find((deck) => deck.name === name)?.id;
      this.changed = false;
      this.tell("yes", `Saved as “${name}”.`);
      if (id !== undefined) history.replaceState(null, "", `/decks/${id}`);
      return id === undefined ? null : String(id);
    } catch (error) {
      this.tell("no", reason(error));
      return null;
    }
  }

  /* An unchanged ready deck is played as it is; anything else is saved first. */
  private async playIt(): Promise<void> {
    const asIs = !this.changed && this.lists.builtin.some((deck) => deck.name === this.id);
    const deck = asIs ? this.id : await this.save();
    if (deck === null) return;
    try {
      await play(deck, this.opponent.value, this.against.value, datesOf(this.lists, this.edition).filter((d) => d <= this.date)[0], this.format);
    } catch (error) {
      this.tell("no", reason(error));
    }
  }
}
