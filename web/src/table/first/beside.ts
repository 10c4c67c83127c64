/* What lies beside the field of the First Edition: the table area, hidden agendas, the point area, the side decks; and the seed cards in the
 * place of the hand while they are seeded. */
import { h, plural, type Child } from "../../dom.js";
import type { Beside } from "../edition.js";
import { pileOf, type Pile, type Seat } from "../model.js";
import { goals, openPile, pile, reached, tableCard } from "../strips.js";
import type { Table } from "../table.js";
import { isSeeding } from "./seed.js";

const SIDE_DECKS = [["bridge", "Battle Bridge"], ["tent", "Q\u2019s Tent"], ["continuum", "Q-Continuum"], ["tribbles", "Tribbles"], ["dilemmas", "Dilemmas"]] as const;

const BESIDE_HAND = 1; /* so many side decks have room beside the hand; further ones stand in the strip */

/** The side decks that this player has. */
function sideDecks(p: Seat): [string, Pile][] {
  return SIDE_DECKS.map(([zone, name]): [string, Pile] => [name, pileOf(p, zone)]).filter(([, x]) => x.count > 0);
}

/** Hidden agendas: those that one may know by name, the others as backs. */
function agendas(t: Table, p: Seat, whose: string): Child[] {
  const all = pileOf(p, "agendas"), known = all.cards.map((c) => tableCard(t, c, "ha"));
  return [known, Array.from({ length: all.count - all.cards.length }, () => h("span", { class: "tc" }, h("span", { class: "p" }, h("i", { class: "back tiny" })), "Hidden agenda", whose && h("em", null, whose)))];
}

function tableArea(t: Table, p: Seat, whose = ""): Child[] {
  return [pileOf(p, "table").cards.map((c) => tableCard(t, c, "c")), agendas(t, p, whose)];
}

/** The seed cards that the open decision is about; while somebody else decides, all that are left. */
function toSeed(t: Table, p: Seat): Pile {
  const all = pileOf(p, "seeds"), offered = new Set(t.options.map((o) => o.card)), now = all.cards.filter((c) => offered.has(c.id));
  return now.length ? { count: now.length, cards: now } : t.decision ? { count: 0, cards: [] } : all;
}

const names = (t: Table, cards: { id: number }[]): string => cards.map((c) => t.title(c.id)).join(", ") || "empty";

export const beside: Beside = {
  opponent: (t, p) => {
    const area = pileOf(p, "table").count + pileOf(p, "agendas").count > 0;
    return [sideDecks(p).map(([name, x]) => pile(name, x.count, "dil")), isSeeding(t) && pile("To seed", pileOf(p, "seeds").count, "dil"), openPile(t, "Discard", p.discard, "discard", "their"), pileOf(p, "point-area").count > 0 && openPile(t, "Points", pileOf(p, "point-area"), "check", "their"),
      area && [h("span", { class: "sl" }), h("span", { class: "lab" }, "Table"), tableArea(t, p)]];
  },

  own: (t, p, whose) => {
    const { points } = goals(t, t.me), area = pileOf(p, "table").count + pileOf(p, "agendas").count > 0, won = pileOf(p, "point-area"), more = sideDecks(p).slice(BESIDE_HAND);
    return { label: `${whose} table`, children: [h("span", { class: "lab first" }, `${whose} table`), area ? tableArea(t, p, "yours") : h("span", { class: "tc empty" }, "empty"), h("span", { class: "sl" }), won.count > 0 && [h("span", { class: "lab" }, "Point area"), won.cards.map((c) => tableCard(t, c, "pt")), h("span", { class: "sl" })],
      more.length > 0 && [more.map(([name, x]) => pile(name, x.count, "dil")), h("span", { class: "sl" })], h("span", { class: "lab" }, "To win"), h("span", { class: "tc towin" }, reached(points) ? "points reached" : plural(points.need - points.have, "more point"))] };
  },

  held: (t, p) => isSeeding(t) ? { name: "seed cards", pile: toSeed(t, p), none: "Nothing of yours is to be seeded now" } : { name: "hand", pile: p.hand, none: "No cards in hand" },
  stash: (t, p) => [pile("Draw deck", p.deck.count), isSeeding(t) && pile("To seed", pileOf(p, "seeds").count, "dil"), openPile(t, "Discard", p.discard, "discard", "own"), sideDecks(p).slice(0, BESIDE_HAND).map(([name, x]) => pile(name, x.count, "dil"))],
  rows: (t, p) => [["table", names(t, pileOf(p, "table").cards)], ["point area", names(t, pileOf(p, "point-area").cards)], ...sideDecks(p).map(([name, x]): [string, string] => [name, String(x.count)])],
};
