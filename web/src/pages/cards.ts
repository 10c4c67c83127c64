/* The catalogue at /cards (and /cards/?q=WORDS), and one card at /cards/NAME: its full face and every fact in words. */
import { api } from "../api.js";
import { clauses, wholeCatalogue, type Card, type Catalogue } from "../cards.js";
import { EDITIONS } from "../decks.js";
import { cite, faceFull, faceMid, kindWords, skillWords, spoken, traitWords, withIcons } from "../face.js";
import { h, icon, plural } from "../dom.js";
import { rulebook } from "../rulings.js";
import { fill, load } from "./common.js";
import { matching, nearest } from "./decktext.js";
import { Filters } from "./filters.js";
import { topicOf } from "./rulingtext.js";
import type { SceneLine } from "./scenes.js";
import { sceneAddress } from "./scenetext.js";

const SHOWN = 60;

export function render(root: HTMLElement, path: string): () => void {
  const name = decodeURIComponent(path.split("?")[0]!.replace(/^\/cards\/?/, ""));
  const place = h("div", { class: "leaf" });
  root.append(place);
  const edition = new URLSearchParams(location.search).get("edition") === "1e" ? "1e" : "2e";
  load(place, wholeCatalogue, (all) => {
    const cards = all.of(edition), card = name ? cards.byName(name) ?? all.byName(name) : undefined;
    if (card) drawCard(place, card);
    else drawAll(place, cards, edition, name);
  });
  return () => root.replaceChildren();
}

function cardAddress(card: Card): string {
  return `/cards/${encodeURIComponent(card.name)}${card.edition === "1e" ? "?edition=1e" : ""}`;
}

/** The other edition is one press away. */
function editions(edition: string): HTMLElement {
  return h("nav", { class: "acts", "aria-label": "Edition" }, EDITIONS.map(([id, words]) => h("a", { class: `pill${id === edition ? " on" : ""}`, href: id === "1e" ? "/cards/?edition=1e" : "/cards/", "aria-current": id === edition ? "page" : undefined }, words)));
}

function drawAll(place: HTMLElement, cards: Catalogue, edition: string, unknown: string): void {
  const found = h("span", { role: "status" }), grid = h("ul", { class: "bd-cards" }), more = h("div", { class: "acts" });
  let most = SHOWN;
  const filters = new Filters(cards, () => { most = SHOWN; show(); }, false);
  const show = (): void => {
    const fits = matching(filters.filter), hits = cards.all.filter((card) => fits(card)).sort((a, b) => a.name.localeCompare(b.name)), words = filters.filter.words.trim();
    const asked = [edition === "1e" ? "edition=1e" : "", words ? `q=${encodeURIComponent(words)}` : ""].filter(Boolean).join("&");
    history.replaceState(null, "", asked ? `/cards/?${asked}` : "/cards/");
    fill(found, filters.title(), h("small", null, ` · ${hits.length ? plural(hits.length, "card") : "no card fits; fewer words find more"}`));
    fill(grid, hits.slice(0, most).map((card) => h("li", null, h("a", { href: cardAddress(card), "aria-label": spoken(card) }, faceMid(card)))));
    fill(more, hits.length > most && h("button", { type: "button", class: "pill ghost", onclick: () => { most += 2 * SHOWN; show(); } }, `Show more of ${hits.length}`));
  };
  filters.words.value = new URLSearchParams(location.search).get("q") ?? "";
  filters.filter.words = filters.words.value;
  const near = unknown ? nearest(unknown, cards.all) : [];
  place.classList.add("all-cards");
  fill(place, h("h1", { class: "vh" }, "Cards"),
    h("form", { class: "bd-filters", role: "search", onsubmit: (event: Event) => event.preventDefault() }, editions(edition), h("label", { for: "bd-q", class: "vh" }, "Search"), filters.words, filters.root),
    h("section", { class: "panel bd-grid", "aria-label": "Card catalogue" }, unknown && h("p", { class: "said no" }, `There is no card “${unknown}”. `, near.length > 0 && "Nearest: ", near.map((title) => h("a", { class: "pill ghost", href: `/cards/${encodeURIComponent(title)}` }, title))),
      h("header", null, h("h2", null, found)), grid, more));
  show();
}

function attempters(card: Card): string {
  const who = card.attempt, icons = who?.icons.map((icon) => `[${icon}]`).join(" ") ?? "";
  return !who ? "" : !who.any ? icons : icons ? `any affiliation but ${icons}` : "any affiliation";
}

function facts(card: Card): [string, string][] {
  const numbers = card.type === "ship" ? ["RANGE", "WEAPONS", "SHIELDS"] : ["INTEGRITY", "CUNNING", "STRENGTH"];
  const inPlay = card.type === "personnel" || card.type === "ship";
  const all: [string, string][] = [
    ["Type", [card.kind, card.type].filter(Boolean).join(" ")], ["Edition", card.edition === "1e" ? "First" : "Second"], ["Class", card.type === "ship" ? kindWords(card) : card.class], ["Affiliation", card.affiliation], ["Uniqueness", card.unique ? "unique" : ""],
    ["Cost", card.edition === "1e" || ["mission", "interrupt"].includes(card.type) ? "" : String(card.cost)],
    ["Numbers", inPlay ? card.attributes.map((n, i) => `${numbers[i]} ${n}`).join(", ") : ""],
    ["Skills", skillWords(card).join(", ")], ["Species", traitWords(card, "species").join(", ")], ["Keywords", traitWords(card, "keyword").join(", ")],
    ["Staffing", card.staff.map((icon) => `[${icon}]`).join(" ")], ["Icons", card.icons.map((icon) => `[${icon}]`).join(" ")],
    ["Quadrant", card.quadrant], ["Span", card.type === "mission" ? String(card.span) : ""], ["Points", card.points ? String(card.points) : ""],
    ["Attempt", attempters(card)], ["Requirement", card.requirement],
  ];
  return all.filter(([, value]) => value !== "");
}

/* What the engine runs, and the rulings that speak of the card, come after the face. */
function drawCard(place: HTMLElement, card: Card): void {
  const effects = h("pre", { class: "field code card-effects", tabindex: "0", "aria-label": "Effects" }, "…"), named = h("div", null), shown = h("div", null);
  fill(place, h("h1", null, card.title, card.subtitle && h("small", null, card.subtitle)),
    h("div", { class: "card-page" }, h("div", null, faceFull(card), h("p", { class: "acts" }, h("a", { class: "pill ghost", href: "/cards/" }, icon("list"), "All cards"))),
      h("section", { class: "panel", "aria-label": "Facts" },
        h("dl", { class: "facts" }, facts(card).map(([term, value]) => [h("dt", null, term), h("dd", null, withIcons(value))])),
        h("h2", null, "Text"), card.text ? card.text.split(/\n+/).map((line) => h("p", null, withIcons(line))) : !card.unplayable && h("p", null, "This card has no game text."),
        card.unplayable && h("div", { class: "said no" }, h("p", null, `${plural(clauses(card).length, "clause")} not understood: not playable`), h("ul", null, clauses(card).map((clause) => h("li", null, clause)))),
        !card.unplayable && card.text && h("p", { class: "mut" }, "Written from the effects below, which the engine runs."),
        h("details", { open: true }, h("summary", null, h("h2", null, "Effects")), effects),
        h("h2", null, "Rulings that name it"), named, h("h2", null, "Scenes in which it plays"), shown)));
  api.get<{ scenes: SceneLine[] }>(`/api/scenes?card=${encodeURIComponent(card.title)}`).then((got) => fill(shown, got.scenes.length ? h("ul", { class: "card-scenes" }, got.scenes.slice(0, 24).map((scene) => h("li", null, icon("scene"), h("a", { href: sceneAddress(scene.id) }, scene.title)))) : h("p", { class: "mut" }, "No scene uses this card yet.")),
    () => fill(shown, h("p", { class: "mut" }, "They could not be fetched.")));
  api.get<{ effects: string }>(`/api/cards/${card.def}`).then((got) => fill(effects, indented(got.effects) || "none"), () => fill(effects, "They could not be fetched."));
  rulebook().then(({ rulings }) => {
    const about = rulings.filter((ruling) => `${ruling.summary} ${ruling.text}`.includes(card.title));
    fill(named, about.length ? h("ul", { class: "card-rulings" }, about.map((ruling) => h("li", null, cite(ruling.id), h("span", null, `${topicOf(ruling)}: ${ruling.summary}`)))) : h("p", { class: "mut" }, "No ruling names this card."));
  }, () => fill(named, h("p", { class: "mut" }, "They could not be fetched.")));
}

/* One text of the card a line. */
function indented(effects: string): string {
  let depth = 0, out = "";
  for (const c of effects) {
    depth += c === "(" ? 1 : c === ")" ? -1 : 0;
    out += depth === 0 && c === " " ? "\n" : c;
  }
  return out.trim();
}
