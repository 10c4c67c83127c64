/* The stage of an attempt in the First Edition: the mission and its steps, the seed card that is met, and how many lie beneath it still. */
import { faceFull } from "../../face.js";
import { h, icon, plural } from "../../dom.js";
import { halves } from "../attempting.js";
import { recent } from "../log.js";
import { hosted, type Attempt } from "../model.js";
import type { Table } from "../table.js";

/** How many seed cards this attempt has met. */
function met(t: Table): number {
  const start = t.log.map((l) => l.what).lastIndexOf("ATTEMPTS");
  return start < 0 ? 0 : t.log.slice(start).filter((l) => l.what === "ENCOUNTERS").length;
}

/** The seed cards that are still beneath the mission, without the one that is being met. */
function beneath(t: Table, a: Attempt): number {
  return hosted(t.seen(a.mission)!, "beneath").filter((c) => c.id !== a.facing).length;
}

function steps(t: Table, a: Attempt): HTMLElement {
  const done = met(t), left = beneath(t, a), total = done + left;
  const one = (words: string, state: string): HTMLElement => h("li", { class: state, "aria-current": state === "on" ? "step" : undefined }, state === "done" && icon("check"), words);
  return h("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" }, one("Announced", done || a.facing || !left ? "done" : "on"), Array.from({ length: total }, (_, i) => one(`Seed card ${i + 1}`, i + 1 < done || i + 1 === done && !a.facing ? "done" : i + 1 === done ? "on" : "")),
    one("Requirements", !a.facing && !left ? "on" : ""), one("Solved", ""));
}

export function attemptHead(t: Table, a: Attempt): HTMLElement {
  const who = a.player === t.me && t.state!.you >= 0 ? "Your attempt" : `${t.nameOf(a.player)}'s attempt`, parts = halves(t, a), with_ = parts.length > 1 ? parts.map((half) => half.words).join(" and ") : a.ship ? `crew of ${t.title(a.ship)}` : "Away Team";
  return h("header", { class: "shead" }, h("h2", null, t.face(a.mission)?.title ?? "Attempt"), h("span", { class: "mut" }, `${who} · ${with_}`), steps(t, a));
}

export function attemptColumn(t: Table, a: Attempt): HTMLElement {
  const seed = a.facing ? t.face(a.facing) : undefined, mission = t.face(a.mission), full = seed ? faceFull(seed) : mission ? faceFull(mission) : null, left = beneath(t, a);
  full?.setAttribute("data-key", `face${a.facing || a.mission}`);
  if (seed) full?.classList.add("reveal");
  return h("div", { class: "s1 scroll", tabindex: "0" }, full, h("div", { class: "ahead" }, h("i", { class: "back dil" }), h("div", null, h("b", null, left ? `${plural(left, "more card")} below` : "No more cards below"), left ? "Face down until it is met. What is not met now waits for the next attempt." : "The requirements of the mission come next.")), recent(t, 4));
}
