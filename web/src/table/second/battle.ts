/* Combat and engagement: two sums side by side, every number a card, and the word for who would win. */
import { faceChip } from "../../face.js";
import { h, type Child } from "../../dom.js";
import type { Battle } from "../model.js";
import type { Table } from "../table.js";

const COMPARED = ["Integrity", "Cunning", "Strength"];

function what(b: Battle, side: number): string {
  return b.engagement ? (side === 0 ? "Weapons" : "Shields") : COMPARED[b.attribute] ?? "Strength";
}

function side(t: Table, b: Battle, i: number): HTMLElement {
  const mine = b.players[i] === t.me && t.state!.you >= 0, known = b.sides[i].every((p) => p.amount >= 0), total = b.totals[i];
  return h("section", { class: `bside ${mine ? "y" : "o"}`, "data-total": known ? total : undefined, "aria-label": `${t.nameOf(b.players[i])}: ${known ? total : "not known yet"}` },
    h("h3", null, i === 0 ? (mine ? "You attack" : `${t.nameOf(b.players[i])} attacks`) : mine ? "You defend" : `${t.nameOf(b.players[i])} defends`),
    b.sides[i].map((p) => h("button", { class: "brow", type: "button", "data-card": p.card, "data-amount": p.amount, onclick: () => t.inspect(p.card), onmouseenter: () => t.inspect(p.card) },
      t.face(p.card) ? faceChip(t.face(p.card)!) : h("span", null, "face down"), h("small", null, what(b, i)), h("b", null, p.amount < 0 ? "?" : p.amount))),
    h("div", { class: "btotal" }, h("span", null, what(b, i)), h("b", null, known ? total : `${total} + ?`)));
}

export function battleStage(t: Table, b: Battle): Child[] {
  const word = !b.known ? "Not all is known yet" : b.winner < 0 ? "Nobody would win" : b.winner === t.me && t.state!.you >= 0 ? "You would win" : `${t.nameOf(b.winner)} would win`;
  return [h("header", { class: "shead" }, h("h2", null, `${b.engagement ? "Engagement" : "Combat"} at ${t.title(b.mission)}`)), h("div", { class: "sums" }, side(t, b, 0),
    h("div", { class: "bmid" }, h("b", null, b.known ? `${b.totals[0]} : ${b.totals[1]}` : "?"), h("p", null, word), t.chip(b.engagement ? "2E-15.5" : "2E-14.6")), side(t, b, 1))];
}
