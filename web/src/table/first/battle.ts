/* The stage of a battle in the First Edition: both forces, and between them the two who face each other, their STRENGTH, and what may be
 * done; below it what each force comes to.  Ships have a stage of their own (fire.ts). */
import { faceChip, faceMid } from "../../face.js";
import { h, icon, type Child } from "../../dom.js";
import { recent } from "../log.js";
import type { Battle, Decision } from "../model.js";
import type { Table } from "../table.js";
import { fireStage, fireSteps } from "./fire.js";

function amountOf(b: Battle, side: number, id: number): number {
  return b.sides[side].find((p) => p.card === id)?.amount ?? -1;
}

function isMine(t: Table, b: Battle, side: number): boolean {
  return b.players[side] === t.me && t.state!.you >= 0;
}

/** One force: everybody with the amount the engine counts, who is out of it dimmed with the word for it. */
function force(t: Table, b: Battle, side: number): HTMLElement {
  const mine = isMine(t, b, side), who = mine ? "You" : t.nameOf(b.players[side]), verb = side === 0 ? (mine ? "attack" : "attacks") : mine ? "defend" : "defends";
  return h("section", { class: `bs ${b.players[side] === t.me ? "y" : "o"}`, "aria-label": `${who}: ${b.totals[side]}` }, h("h3", null, `${who} ${verb}`, b.waiting[side] > 0 && h("small", null, `${b.waiting[side]} still to come`)),
    h("div", { class: "scroll bf" }, b.sides[side].map((p) => {
      const seen = t.seen(p.card), out = seen?.states?.[0] ?? "", card = t.face(p.card);
      return h("button", { class: `brow${b.target.includes(p.card) ? " on" : ""}${out ? " out" : ""}`, type: "button", "data-k": `b${p.card}`, "data-card": p.card, "data-amount": p.amount, onclick: () => t.inspect(p.card), onmouseenter: () => t.inspect(p.card), onfocus: () => t.inspect(p.card) },
        card ? faceChip(card) : h("span", null, "face down"), out && h("em", { class: "stt" }, out), h("b", null, p.amount < 0 ? "?" : p.amount));
    })), h("div", { class: "btotal" }, h("span", null, "Strength that stands"), h("b", null, b.known ? b.totals[side] : `${b.totals[side]} + ?`)));
}

/** The two who face each other, with their STRENGTH. */
function pair(t: Table, b: Battle): Child {
  const [one, two] = b.target;
  if (!one && !two) return h("p", { class: "mut" }, "Nobody has stepped forward yet.");
  const fighter = (id: number, side: number): Child => id > 0 && t.face(id) && h("div", { class: `fighter ${b.players[side] === t.me ? "y" : "o"}`, "data-card": id, onmouseenter: () => t.inspect(id) }, faceMid(t.face(id)!, t.seen(id)?.attributes), h("b", null, Math.max(0, amountOf(b, side, id))));
  return h("div", { class: "lane" }, fighter(one, 0), h("span", { class: "vs" }, "against"), fighter(two, 1));
}

const STEPS = ["Announced", "Form up", "Combat", "Winner", "Resolution"];

/** How far the battle is, by what the engine shows of it. */
function step(t: Table, b: Battle): number {
  const said = t.log.slice(t.log.map((l) => l.what).lastIndexOf("ATTACKS")).map((l) => l.what);
  return said.includes("WINS_BATTLE") || said.includes("NO_WINNER") ? 4 : said.includes("TOTAL") ? 3 : b.target[0] || said.includes("ADVERSARIES") ? 2 : 0;
}

export function battleStage(t: Table, b: Battle, d: Decision | null, choice: () => Child[]): Child[] {
  if (b.engagement) return [h("header", { class: "shead" }, h("h2", null, `Ship battle at ${t.title(b.mission)}`), fireSteps(t, b)), ...fireStage(t, b, [d && choice(), recent(t, 3)])];
  const at = step(t, b), words = !b.known ? "Not all is known yet" : b.winner < 0 ? "As it stands, nobody wins" : b.winner === t.me && t.state!.you >= 0 ? "As it stands, you win" : `As it stands, ${t.nameOf(b.winner)} wins`;
  return [h("header", { class: "shead" }, h("h2", null, `Personnel battle at ${t.title(b.mission)}`), h("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" }, STEPS.map((s, i) => h("li", { class: i < at ? "done" : i === at ? "on" : "", "aria-current": i === at ? "step" : undefined }, i < at && icon("check"), s)))),
    h("div", { class: "bg" }, force(t, b, 0), h("div", { class: "bmid scroll" }, pair(t, b), h("p", { class: "word" }, `${b.totals[0]} : ${b.totals[1]} · ${words}`), d && choice(), recent(t, 3)), force(t, b, 1))];
}
