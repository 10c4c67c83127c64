/* The catalogue at /cards (and /cards/?q=WORDS), and one card at /cards/NAME: its full face and every fact in words. */
import { clauses, wholeCatalogue, type Card, type Catalogue } from "../cards.js";
import { faceFull, faceMid, kindWords, skillWords, spoken, traitWords } from "../face.js";
import { h, plural } from "../dom.js";
import { fill, load, paused } from "./common.js";
import { NO_FILTER, matches, nearest } from "./decktext.js";

const SHOWN = 60;

export function render(root: HTMLElement, path: string): () => void {
  const name = decodeURIComponent(path.split("?")[0]!.replace(/^\/cards\/?/, ""));
  const place = h("div", { class: "leaf" });
  root.append(place);
  load(place, wholeCatalogue, (cards) => {
    const card = cards.byName(name);
    if (card) drawCard(place, card);
    else drawAll(place, cards, name);
  });
  return () => root.replaceChildren();
}

export function cardAddress(card: Card): string {
  return `/cards/${encodeURIComponent(card.name)}`;
}

function drawAll(place: HTMLElement, cards: Catalogue, unknown: string): void {
  const words = h("input", { id: "cards-q", class: "field", type: "search", placeholder: "Title, skill, text…", value: new URLSearchParams(location.search).get("q") ?? "" }) as HTMLInputElement;
  const found = h("p", { class: "lab", role: "status" });
  const grid = h("ul", { class: "bd-cards" });
  const show = (): void => {
    const hits = cards.all.filter((card) => matches(card, { ...NO_FILTER, words: words.value }));
    history.replaceState(null, "", words.value.trim() ? `/cards/?q=${encodeURIComponent(words.value.trim())}` : "/cards/");
    fill(found, hits.length > SHOWN ? `${hits.length} cards, the first ${SHOWN} shown` : hits.length ? plural(hits.length, "card") : "No card has these words. Fewer words find more.");
    fill(grid, hits.slice(0, SHOWN).map((card) => h("li", null, h("a", { href: cardAddress(card), "aria-label": spoken(card) }, faceMid(card)))));
  };
  words.addEventListener("input", paused(120, show));
  const near = unknown ? nearest(unknown, cards.all) : [];
  fill(place, h("h1", null, "Cards"),
    unknown && h("p", { class: "said no" }, `There is no card “${unknown}”. `, near.length > 0 && "Nearest: ", near.map((title) => h("a", { class: "pill ghost", href: `/cards/${encodeURIComponent(title)}` }, title))),
    h("form", { class: "panel", role: "search", onsubmit: (event: Event) => event.preventDefault() }, h("label", { for: "cards-q", class: "lab" }, "Search"), words, found), grid);
  if (unknown) history.replaceState(null, "", "/cards/");
  show();
}

function facts(card: Card): [string, string][] {
  const numbers = card.type === "ship" ? ["RANGE", "WEAPONS", "SHIELDS"] : ["INTEGRITY", "CUNNING", "STRENGTH"];
  const inPlay = card.type === "personnel" || card.type === "ship";
  const all: [string, string][] = [
    ["Type", [card.kind, card.type].filter(Boolean).join(" ")], ["Class", card.type === "ship" ? kindWords(card) : ""], ["Affiliation", card.affiliation], ["Uniqueness", card.unique ? "unique" : ""],
    ["Cost", ["mission", "interrupt"].includes(card.type) ? "" : String(card.cost)],
    ["Numbers", inPlay ? card.attributes.map((n, i) => `${numbers[i]} ${n}`).join(", ") : ""],
    ["Skills", skillWords(card).join(", ")], ["Species", traitWords(card, "species").join(", ")], ["Keywords", traitWords(card, "keyword").join(", ")],
    ["Staffing", card.staff.join(" ")], ["Icons", card.icons.join(" ")],
    ["Quadrant", card.quadrant], ["Span", card.type === "mission" ? String(card.span) : ""], ["Points", card.points ? String(card.points) : ""],
    ["Attempt", card.attempt], ["Requirement", card.requirement],
  ];
  return all.filter(([, value]) => value !== "");
}

function drawCard(place: HTMLElement, card: Card): void {
  fill(place, h("h1", null, card.title, card.subtitle && h("small", null, card.subtitle)),
    h("div", { class: "card-page" }, faceFull(card),
      h("section", { class: "panel", "aria-label": "Facts" },
        h("dl", { class: "facts" }, facts(card).map(([term, value]) => [h("dt", null, term), h("dd", null, value)])),
        h("h2", null, "Text"), card.text ? card.text.split(/\n+/).map((line) => h("p", null, line)) : !card.unplayable && h("p", null, "This card has no game text."),
        card.unplayable ? h("div", { class: "said no" }, h("p", null, `${plural(clauses(card).length, "clause")} not understood: not playable`), h("ul", null, clauses(card).map((clause) => h("li", null, clause)))) : h("p", { class: "said yes" }, "The text above is written from the effects that the engine runs."),
        h("p", { class: "acts" }, h("a", { class: "pill ghost", href: "/cards/" }, "All cards"),
          h("a", { class: "pill ghost", href: `/rulings?q=${encodeURIComponent(card.title)}` }, "Rulings that name it")))));
}
