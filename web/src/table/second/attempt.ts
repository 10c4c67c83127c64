/* The stage of an attempt: the mission and its steps, the dilemma that is faced, the stack and what may still be spent. */
import { faceFull } from "../../face.js";
import { h, icon } from "../../dom.js";
import { DECIDE, type Attempt } from "../model.js";
import { recent } from "../log.js";
import type { Table } from "../table.js";

/** How many dilemmas have been faced in this attempt. */
function facedSoFar(t: Table): number {
  const start = t.log.map((l) => l.what).lastIndexOf("ATTEMPTS");
  return start < 0 ? 0 : t.log.slice(start).filter((l) => l.what === "FACES").length;
}

function steps(t: Table, a: Attempt): HTMLElement {
  const faced = facedSoFar(t), total = faced + a.stack, stacking = t.decision?.kind === DECIDE.STACK;
  const one = (words: string, state: string): HTMLElement => h("li", { class: state, "aria-current": state === "on" ? "step" : undefined }, state === "done" && icon("check"), words);
  return h("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" }, one("Announced", stacking ? "on" : "done"), Array.from({ length: total }, (_, i) => one(`Dilemma ${i + 1}`, i + 1 < faced ? "done" : i + 1 === faced ? (a.facing ? "on" : "done") : "")),
    one("Requirements", !stacking && !a.facing && a.stack === 0 ? "on" : ""), one("Completed", ""));
}

export function attemptHead(t: Table, a: Attempt): HTMLElement {
  const who = a.player === t.me && t.state!.you >= 0 ? "Your attempt" : `${t.nameOf(a.player)}'s attempt`;
  return h("header", { class: "shead" }, h("h2", null, t.face(a.mission)?.title ?? "Attempt"), h("span", { class: "mut" }, who), steps(t, a));
}

export function attemptColumn(t: Table, a: Attempt): HTMLElement {
  const dilemma = a.facing ? t.face(a.facing) : undefined, mission = t.face(a.mission), full = dilemma ? faceFull(dilemma) : mission ? faceFull(mission) : null;
  full?.setAttribute("data-key", `face${a.facing || a.mission}`);
  if (dilemma) full?.classList.add("reveal");
  const spender = a.player === t.me ? t.nameOf(t.them) : "You", spent = t.decision?.kind === DECIDE.STACK ? t.answers.cost : 0, allowance = a.allowance ?? 0;
  return h("div", { class: "s1 scroll", tabindex: "0" }, h("div", { class: "stk" }, h("div", null, Array.from({ length: Math.min(3, a.stack) }, () => h("i", { class: "back dil" })), h("span", null, a.stack ? `${a.stack} more, face down` : t.decision?.kind === DECIDE.STACK ? `${t.answers.picks.length} chosen` : "no more dilemmas")),
    h("div", { class: "alw" }, h("small", { class: "lab" }, `${spender} may spend`), h("b", null, allowance - spent), spent > 0 && h("span", null, ` of ${allowance}`))), full, recent(t, 4));
}
