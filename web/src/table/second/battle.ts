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
  const mine = b.players[i] === t.me && t.state!.you >= 0, known = b.sides[i].every((p) => p.amount >= 0), total = b.sides[i].reduce((n, p) => n + Math.max(0, p.amount), 0);
  return h("section", { class: `bside ${mine ? "y" : "o"}`, "data-total": known ? total : undefined, "aria-label": `${t.nameOf(b.players[i])}: ${known ? total : "not known yet"}` },
    h("h3", null, i === 0 ? (mine ? "You attack" : `${t.nameOf(b.players[i])} attacks`) : mine ? "You defend" : `${t.nameOf(b.players[i])} defends`),
    b.sides[i].map((p) => h("button", { class: "brow", type: "button", "data-card": p.card, "data-amount": p.amount, onclick: () => t.inspect(p.card), onmouseenter: () => t.inspect(p.card) },
      t.face(p.card) ? faceChip(t.face(p.card)!) : h("span", null, "face down"), h("small", null, what(b, i)), h("b", null, p.amount < 0 ? "?" : p.amount))),
    h("div", { class: "btotal" }, h("span", null, what(b, i)), h("b", null, known ? total : `${total} + ?`)));
}

export function battleStage(t: Table, b: Battle): Child[] {
  const totals = b.sides.map((s) => s.reduce((n, p) => n + Math.max(0, p.amount), 0)), known = b.sides.every((s) => s.every((p) => p.amount >= 0));
  const winner = totals[0] > totals[1] ? 0 : totals[0] < totals[1] ? 1 : -1;
  const word = !known ? "Not all is known yet" : winner < 0 ? "A tie" : b.players[winner] === t.me && t.state!.you >= 0 ? "You would win" : `${t.nameOf(b.players[winner])} would win`;
  return [h("header", { class: "shead" }, h("h2", null, `${b.engagement ? "Engagement" : "Combat"} at ${t.title(b.mission)}`)), h("div", { class: "sums" }, side(t, b, 0),
    h("div", { class: "bmid" }, h("b", null, known ? `${totals[0]} : ${totals[1]}` : "?"), h("p", null, word), t.chip(b.engagement ? "2E-15.5" : "2E-14.6")), side(t, b, 1))];
}
