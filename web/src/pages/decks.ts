/* Decks: the list of ready and own ones at /decks, and the builder at /decks/NAME (a built-in deck as a start, an own deck by
 * its id, "new" for an empty one). */
import { api } from "../api.js";
import { h, icon } from "../dom.js";
import { deckMissions, deckTitle, EDITIONS, type Decks } from "../decks.js";
import { affiliationClass } from "../face.js";
import { builder, play } from "./builder.js";
import { fill, load, reason } from "./common.js";

export function render(root: HTMLElement, path: string): () => void {
  const name = decodeURIComponent(path.split("?")[0]!.replace(/^\/decks\/?/, "").replace(/\/$/, ""));
  if (name) return builder(root, name);
  const place = h("div", { class: "dl-lists" });
  root.append(h("div", { class: "leaf narrow" },
    h("div", { class: "headline" }, h("h1", null, "Decks"), h("div", { class: "acts" }, h("a", { class: "pill on", href: "/decks/new" }, icon("plus"), "New deck"), h("a", { class: "pill ghost", href: "/decks/new?edition=1e" }, icon("plus"), "New First Edition deck"))), place));
  const show = (): void => load(place, async () => ({ lists: await api.get<Decks>("/api/decks"), games: (await api.get<{ games: Played[] }>("/api/games")).games }), ({ lists, games }) => draw(place, lists, games, show));
  show();
  return () => root.replaceChildren();
}

interface Played { deck: string; seat: number; over: boolean; winner: number }

/** "3 won, 1 lost" of the games that were played to their end with this deck. */
function record(games: Played[], ...names: string[]): string {
  const played = games.filter((g) => g.over && names.includes(g.deck)), won = played.filter((g) => g.winner === g.seat).length, lost = played.filter((g) => g.winner >= 0 && g.winner !== g.seat).length;
  return played.length ? `${won} won, ${lost} lost` : "";
}

function draw(place: HTMLElement, lists: Decks, games: Played[], again: () => void): void {
  const note = (words: string, ...names: string[]): string => [words, record(games, ...names)].filter(Boolean).join(" · ");
  const own = lists.own.map((deck) => row(deck.name, String(deck.id), deck.edition, note(`yours${deck.edition === "1e" ? " · First Edition" : ""}`, deck.name, String(deck.id)), () => remove(deck.id, again)));
  const ready = (edition: string): HTMLElement[] => lists.builtin.filter((deck) => deck.edition === edition).map((deck) => row(deck.title || deck.name, deck.name, edition, note(deck.affiliation || "ready to play", deck.name, deck.title), null, deck.affiliation));
  fill(place,
    h("section", { class: "panel" }, h("h2", null, "Yours"),
      own.length ? h("ul", { class: "dl-rows" }, own) : [h("p", null, "No deck of your own yet. Open a ready one, change it, and keep it under a name."),
        lists.builtin[0] && h("p", { class: "acts" }, h("a", { class: "pill on", href: `/decks/${encodeURIComponent(lists.builtin[0].name)}` }, icon("deck"), "Take a ready one"))]),
    EDITIONS.map(([edition, title]) => h("section", { class: "panel" }, h("h2", null, `Ready to play: ${title}`), h("ul", { class: "dl-rows" }, ready(edition)))));
}

/** Whom a deck is played against when nobody is named. */
function foe(id: string, edition: string): string {
  const first = edition === "1e" ? "first-" : "";
  return id === `${first}federation` ? `${first}klingon` : `${first}federation`;
}

async function remove(id: number | string, again: () => void): Promise<void> {
  await api.del(`/api/decks/${encodeURIComponent(String(id))}`);
  again();
}

function row(title: string, id: string, edition: string, note: string, drop: (() => Promise<void>) | null, affiliation = ""): HTMLElement {
  const said = h("span", { class: "said no", role: "alert" });
  const tell = (error: unknown): void => fill(said, reason(error));
  const words = deckTitle(title), whole = edition === "1e" ? `First Edition ${words}` : words;
  const sign = affiliationClass(affiliation);
  return h("li", { class: "dl-row" }, affiliation ? icon(`af-${sign}`, `afi a-${sign}`) : icon("deck", "afi a-neu"),
    h("a", { class: "nm", href: `/decks/${encodeURIComponent(id)}` }, words, note.toLowerCase() !== words.toLowerCase() && h("small", null, note)), deckMissions(id), said,
    h("button", { type: "button", class: "pill on", "aria-label": `Play ${whole}`, onclick: () => void play(id, "greedy", foe(id, edition)).catch(tell) }, icon("play"), "Play"),
    h("a", { class: "pill ghost", href: `/decks/${encodeURIComponent(id)}`, "aria-label": `Open ${whole}` }, "Open"),
    drop && h("button", { type: "button", class: "pill ghost", "aria-label": `Delete ${whole}`, onclick: () => void drop().catch(tell) }, icon("no"), "Delete"));
}
