/* What lies beside the field of the Second Edition: core, brig, dilemma pile, and what is missing to win. */
import { h, hidden, plural, type Child } from "../../dom.js";
import type { Beside } from "../edition.js";
import { pileOf } from "../model.js";
import { goals, openPile, pile, reached, tableCard } from "../strips.js";
import type { Table } from "../table.js";

/** On a phone: one's own missions or theirs, with how many places of the order begun are among each. */
export function rowSwitch(t: Table): Child[] {
  const show = (theirs: boolean): void => { t.theirs = theirs; t.draw(); };
  const places = t.choosing.places(), count = (n: number): Child => n > 0 && h("em", { class: "n" }, n, hidden(" places"));
  return [h("button", { class: t.theirs ? "" : "on", type: "button", "data-k": "sw-mine", "aria-pressed": !t.theirs ? "true" : "false", onclick: () => show(false) }, t.state!.you >= 0 ? "Your missions" : `${t.nameOf(t.me)}'s missions`, count(places[0])),
    h("button", { class: t.theirs ? "on" : "", type: "button", "data-k": "sw-theirs", "aria-pressed": t.theirs ? "true" : "false", onclick: () => show(true) }, `${t.nameOf(t.them)}'s missions`, count(places[1]))];
}

const names = (t: Table, cards: { id: number }[]): string => cards.map((c) => t.title(c.id)).join(", ") || "empty";

export const beside: Beside = {
  opponent: (t, p) => [pile("Dilemmas", pileOf(p, "dilemmas").count, "dil"), openPile(t, "Discard", p.discard, "discard", "their"), openPile(t, "Brig", pileOf(p, "brig"), "brig", "their"),
    pileOf(p, "core").cards.length > 0 && [h("span", { class: "sl" }), h("span", { class: "lab" }, "Core"), pileOf(p, "core").cards.map((c) => tableCard(t, c, "c"))]],

  own: (t, p, whose) => {
    const { points, missions } = goals(t, t.me), core = pileOf(p, "core"), brig = pileOf(p, "brig");
    return { label: `${whose} core and brig`, children: [h("span", { class: "lab first" }, `${whose} core`), core.cards.length ? core.cards.map((c) => tableCard(t, c, "c")) : h("span", { class: "tc empty" }, "empty"), h("span", { class: "sl" }),
      h("span", { class: "lab" }, "Brig"), brig.cards.length ? brig.cards.map((c) => tableCard(t, c, "c")) : h("span", { class: "tc empty" }, brig.count || "empty"), h("span", { class: "sl" }),
      h("span", { class: "lab" }, "To win"), h("span", { class: "tc towin" }, reached(points) ? "points reached" : `${plural(points.need - points.have, "more point")}`,
        missions.map((g) => h("em", { class: reached(g) ? "ok" : "" }, reached(g) ? `${g.kind} ✓` : `${g.kind} needed`)))] };
  },

  held: (_, p) => ({ name: "hand", pile: p.hand, none: "No cards in hand" }),
  stash: (t, p) => [pile("Draw deck", p.deck.count), pile("Dilemmas", pileOf(p, "dilemmas").count, "dil"), openPile(t, "Discard", p.discard, "discard", "own")],
  rows: (t, p) => [["core", names(t, pileOf(p, "core").cards)], ["brig", names(t, pileOf(p, "brig").cards)], ["dilemmas", String(pileOf(p, "dilemmas").count)]],
};
