/* Home: back to the table, a new game in two clicks, open tables, last games. */
import { api, session } from "./api.js";
import { guidedOffer } from "./coach/coach.js";
import { dateSelect, datesOf, deckGlance, deckSelect, decksOf, deckTitle, EDITIONS, formatSelect, type Decks } from "./decks.js";
import { h, icon, mount, plural, type Child } from "./dom.js";
import { hueOf } from "./face.js";
import { wantsWindows } from "./settings.js";
import { visit } from "./visit.js";
import { showSky } from "./sky.js";
import { termsForm, termsWords, usualTerms, type Terms } from "./terms.js";

interface GameSummary {
  id: string;
  seat: number; /* ours */
  opponent: string;
  deck: string;
  against: string;
  turn: number;
  points: number[];
  over: boolean;
  winner: number;
  your_turn: boolean;
}

interface Watched {
  id: string;
  names: string[];
  turn?: number; /* with the points, where watchers see the table as it is */
  points?: number[];
}

interface OpenTable {
  id: string;
  edition: string;
  host: string;
  deck: string;
  terms: Terms;
}

const OPPONENTS: [string, string, string][] = [["random", "Ensign", "plays anything"], ["greedy", "Commander", "grabs the best"], ["human", "A person", "by a link"]];

function opponentName(o: string): string {
  return OPPONENTS.find(([id]) => id === o)?.[1] ?? o;
}

export function render(root: HTMLElement): () => void {
  const hero = h("section", { class: "hero", "aria-label": "Game in progress" }), make = h("section", { class: "pan ng", "aria-label": "New game" });
  const tables = h("section", { class: "pan", "aria-label": "Open tables" }), last = h("section", { class: "pan", "aria-label": "Your last games" });
  mount(root, hero, h("div", { class: "home" }, make, h("div", { class: "mid2" }, tables, tiles()), last));
  let dark = drawHero(hero, []);
  mount(make, h("h2", null, "New game"), h("p", { class: "mut" }, "Looking for decks…"));
  session().then(() => Promise.all([
    api.get<Decks>("/api/decks").then((d) => drawNew(make, d)),
    api.get<{ games: GameSummary[] }>("/api/games").then((a) => { dark = drawHero(hero, a.games); drawLast(last, a.games); offer(tables, a.games); }),
    lobby(tables),
  ])).catch((e: Error) => mount(make, h("h2", null, "New game"), h("p", { class: "mut", role: "alert" }, e.message), h("a", { class: "cta", href: "/" }, "Try again")));
  const again = window.setInterval(() => { lobby(tables).catch(() => undefined); }, 8000);
  return () => { clearInterval(again); dark(); };
}

/** The open tables as they are now. */
function lobby(to: HTMLElement): Promise<void> {
  return Promise.all([session(), api.get<{ tables: OpenTable[]; watch?: Watched[] }>("/api/tables")]).then(([me, a]) => drawTables(to, a.tables, (a.watch ?? []).filter((g) => !g.names.includes(me.name)), me.name));
}

function sky(): HTMLElement {
  const names = ["Earth", "Romulus", "Avert Danger", "Qo'noS", "Fissure Research", "Bajor", "Explore Black Cluster", "Cardassia", "Founders"];
  return h("div", { class: "sky", "aria-hidden": "true" }, names.map((n, i) => h("span", { class: "st" }, h("span", { class: `${i % 3 === 2 ? "neb" : "orb"} disc${i === 4 ? " large" : ""}`, vars: { "--h": hueOf(n) } }))));
}

/** The game that goes on, or a greeting; the result ends what was begun for it. */
function drawHero(hero: HTMLElement, games: GameSummary[]): () => void {
  const g = games.find((x) => !x.over && x.your_turn) ?? games.find((x) => !x.over);
  const where = h("span"), stars = sky();
  const words: Child = g
    ? [h("span", { class: "lab" }, `${g.your_turn ? "You decide" : "They decide"} · turn ${g.turn}`), h("h1", null, `${opponentName(g.opponent)} is waiting`), h("p", null, `${deckTitle(g.deck)} against ${deckTitle(g.against)}, ${g.points[g.seat]} to ${g.points[1 - g.seat]}. `, where),
      h("a", { class: "cta", href: `/game/${g.id}` }, icon("play"), "Back to the table")]
    : [h("span", { class: "lab" }, "First and Second Edition, rules enforced"), h("h1", null, "A ship, a crew, a line of stars"), h("p", null, "Choose a deck and sit down. Every move is checked, every no comes with its reason.")];
  mount(hero, h("div", { class: "tx" }, words), stars);
  return g ? showSky(g.id, stars, (said) => { where.textContent = said; }) : () => undefined;
}

function segmented(name: string, choices: [string, string, string][], on: string, pick: (id: string) => void): HTMLElement {
  return h("div", { class: "sg", role: "radiogroup", "aria-label": name }, choices.map(([id, words, small]) => h("button", { type: "button", role: "radio", "aria-checked": id === on ? "true" : "false", class: id === on ? "on" : "", onclick: () => pick(id) }, words, h("small", null, small))));
}

function drawNew(make: HTMLElement, d: Decks): void {
  const wanted = new URLSearchParams(location.search).get("deck");
  const all = [...d.builtin.map((b) => ({ id: b.name, edition: b.edition })), ...d.own.map((o) => ({ id: String(o.id), edition: o.edition }))];
  const form = { edition: all.find((x) => x.id === wanted)?.edition ?? "2e", opponent: "greedy", deck: "", against: "", date: "", format: "open" };
  /** The decks and the day to begin with: those of the edition. */
  const turn = (edition: string): void => {
    const ids = all.filter((x) => x.edition === edition).map((x) => x.id), one = (...names: string[]): string => names.find((n) => ids.includes(n)) ?? ids[0] ?? "";
    Object.assign(form, { edition, deck: wanted && ids.includes(wanted) ? wanted : one("federation", "first-federation"), against: one("klingon", "first-klingon"), date: datesOf(d, edition)[0] ?? "", format: "open" });
  };
  turn(form.edition);
  const terms = usualTerms();
  const said = h("p", { class: "mut", role: "alert" });
  const start = async (): Promise<void> => {
    said.textContent = "";
    try {
      const made = await api.post<{ id: string }>("/api/games", form.opponent === "human" ? { opponent: "human", deck: form.deck, date: form.date, format: form.format, terms } : { ...form, windows: wantsWindows() });
      visit(`/game/${made.id}`);
    } catch (e) {
      said.textContent = (e as Error).message;
    }
  };
  const draw = (): void => mount(make, h("h2", null, "New game"), segmented("Edition", EDITIONS, form.edition, (id) => { turn(id); draw(); }), h("div", { class: "fld" }, h("span", { class: "lab" }, "Against"), segmented("Against", OPPONENTS, form.opponent, (id) => { form.opponent = id; draw(); })),
    deckSelect("Your deck", decksOf(d, form.edition), form.deck, (id) => { form.deck = id; draw(); }), deckGlance(form.deck), h("div", { class: "pair" }, form.opponent !== "human" && deckSelect("Their deck", decksOf(d, form.edition), form.against, (id) => { form.against = id; }), dateSelect(datesOf(d, form.edition), form.date, (day) => { form.date = day; }), formatSelect(d, form.edition, form.format, (format) => { form.format = format; })),
    form.opponent === "human" && termsForm(terms),
    h("span", { class: "grow" }), said, h("button", { class: "cta", type: "button", id: "start", onclick: start }, icon("play"), form.opponent === "human" ? "Open the table" : "Start"));
  draw();
}

function drawTables(to: HTMLElement, tables: OpenTable[], watch: Watched[], me: string): void {
  const game = (g: Watched): HTMLElement => h("div", { class: "it" }, icon("eye"), h("span", null, h("b", null, g.names.join(" against ")), g.points ? `turn ${g.turn} · ${g.points.join(" : ")}` : "shown later than it is played"), h("a", { class: "pill on r", href: `/game/${g.id}?watch` }, "Watch"));
  const one = (t: OpenTable): HTMLElement => h("div", { class: "it" }, icon("user"), h("span", null, h("b", null, t.host === me ? "Your table" : t.host), `plays ${deckTitle(t.deck)}${t.edition === "1e" ? ", First Edition" : ""} · ${termsWords(t.terms).slice(0, 3).join(" · ")}`),
    h("a", { class: "pill on r", href: `/game/${t.id}` }, t.host === me ? "Go there" : "Sit down"));
  const focus = to.contains(document.activeElement) ? (document.activeElement as HTMLElement).getAttribute("href") : null;
  mount(to, h("h2", null, "Open tables"), tables.length ? tables.map(one) : h("p", { class: "mut" }, "No table is open. Open one against a person, or play the Commander meanwhile."),
    watch.length > 0 && [h("h2", { class: "watching" }, "Games to watch"), watch.slice(0, 6).map(game)]);
  if (focus) to.querySelector<HTMLElement>(`a[href="${CSS.escape(focus)}"]`)?.focus();
}

/** The guided game stands before the open tables. */
function offer(tables: HTMLElement, games: GameSummary[]): void {
  const played = games.filter((g) => g.opponent !== "replay");
  const guided = guidedOffer(played.some((g) => g.over), played.filter((g) => !g.over).map((g) => g.id));
  if (guided) tables.before(guided);
}

function drawLast(to: HTMLElement, games: GameSummary[]): void {
  const ended = games.filter((g) => g.over && g.opponent !== "replay"), open = games.filter((g) => !g.over);
  const one = (g: GameSummary): HTMLElement => h("a", { class: "it", href: g.over ? `/replay/${g.id}` : `/game/${g.id}` }, h("span", { class: `win${g.over && g.winner !== g.seat ? " l" : ""}` }, g.over ? (g.winner === g.seat ? "W" : g.winner < 0 ? "–" : "L") : "…"),
    h("span", null, h("b", null, `${deckTitle(g.deck)} against ${opponentName(g.opponent)}`), `${g.points[0]} : ${g.points[1]} · ${plural(g.turn, "turn")}`), h("span", { class: "r" }, icon(g.over ? "clock" : "play")));
  mount(to, h("h2", null, "Your games"), open.slice(0, 5).map(one), ended.slice(0, 8).map(one), !games.length && h("p", { class: "mut" }, "Your first game will be here."), h("a", { class: "link", href: "/replay" }, "All games and replay files"));
}

function tiles(): HTMLElement {
  return h("div", { class: "duo" }, h("a", { class: "tile", href: "/decks" }, icon("deck", "bg"), h("h2", null, "Build a deck"), h("p", null, "Search every card by what it does, see what your missions need, and have the deck checked by the rules of any date."), h("b", { class: "go" }, "To the decks ", icon("chev"))),
    h("a", { class: "tile lilac", href: "/scenes" }, icon("scene", "bg"), h("h2", null, "Ask the rules"), h("p", null, "Set a situation up in a few lines, play it by any date's rules, and read the ruling that decides it."), h("b", { class: "go" }, "Open a scene ", icon("chev"))));
}
