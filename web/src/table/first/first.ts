/* The First Edition at the table. */
import { h, type Child } from "../../dom.js";
import { about, asks, comparison, others, team, tellsTeam } from "../attempting.js";
import type { Edition, Segment, Staged } from "../edition.js";
import { DECIDE, type Decision } from "../model.js";
import type { Table } from "../table.js";
import { attemptColumn, attemptHead } from "./attempt.js";
import { battleStage } from "./battle.js";
import { beside } from "./beside.js";
import { drawField, overview } from "./field.js";
import { isSeeding } from "./seed.js";

function drawStage(t: Table, d: Decision | null, choice: () => Child[]): Staged | null {
  const { attempt: a, battle: b } = t.state!.view;
  if (b) return { label: b.engagement ? "Ship battle" : "Personnel battle", kind: "fight1", children: battleStage(t, b, d, choice) };
  if (!a) return null;
  const asked = d ? [tellsTeam(d) ? null : asks(t, a, "dilemma"), choice(), comparison(t, a, d)] : [asks(t, a), team(t, a)];
  return { label: `Attempt at ${t.title(a.mission)}`, kind: "try first", children: [attemptHead(t, a), attemptColumn(t, a), h("div", { class: "s2 scroll" }, asked)] };
}

function segments(t: Table): Segment[] {
  const v = t.state!.view, mine = v.active === t.me;
  if (isSeeding(t)) return [...(v.segment === "seed doorway" ? [["seed doorway", "Doors"] as Segment] : []), ["seed mission", "Missions"], ["seed dilemma", "Dilem\u00admas"], ["seed facility", "Facili\u00adties"]];
  return [["start", "Start"], ["play", "Card play", mine ? `${v.counters} left` : ""], ["orders", "Orders", `turn ${v.turn}`], ["end", "End, draw"]];
}

/** The card plays that are left, where the decision is about them. */
function plays(t: Table, d: Decision): Child {
  return d.kind === DECIDE.PLAY && h("div", { class: "cnt1" }, h("b", null, t.state!.view.counters), h("small", null, t.state!.view.counters === 1 ? "card play" : "card plays"));
}

export const first: Edition = {
  name: "First Edition",
  segments,
  field: { draw: drawField, overview },
  beside,
  bar: plays,
  words: { playing: "Card play", play: "Report or play a card" },
  log: { ATTEMPTS: "%P attempts %C[ with %O]: %N personnel" },
  wins: "1E-27.1",
  stage: { isOn: (t) => !!t.state!.view.attempt || !!t.state!.view.battle, draw: drawStage, others, about },
};
