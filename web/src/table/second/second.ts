/* The Second Edition at the table. */
import { h, type Child } from "../../dom.js";
import type { Edition, Staged } from "../edition.js";
import { CARD_KINDS, isSet, NAME_KINDS, DECIDE, type Decision } from "../model.js";
import { isOrdering } from "../order.js";
import type { Table } from "../table.js";
import { asks, attemptColumn, attemptHead, comparison, group, team } from "./attempt.js";
import { battleStage } from "./battle.js";
import { drawField } from "./field.js";

/** Whether the choice itself is drawn with the team and what is asked of it. */
function tellsTeam(d: Decision): boolean {
  return d.kind === DECIDE.RESPONSE || d.kind === DECIDE.YES_NO || !isSet(d) && !isOrdering(d) && !CARD_KINDS.includes(d.kind) && !NAME_KINDS.includes(d.kind);
}

function drawStage(t: Table, d: Decision | null, choice: () => Child[]): Staged | null {
  const { attempt: a, battle: b } = t.state!.view;
  if (b) return { label: b.engagement ? "Engagement" : "Combat", kind: "fight", children: [battleStage(t, b), h("div", { class: "s2 scroll" }, d && choice())] };
  if (!a) return null;
  const asked = d ? [tellsTeam(d) ? null : asks(t, a, "dilemma"), choice(), comparison(t, a, d)] : [asks(t, a), team(t, a)];
  return { label: `Attempt at ${t.title(a.mission)}`, kind: "try", children: [attemptHead(t, a), attemptColumn(t, a), h("div", { class: "s2 scroll" }, asked)] };
}

/** The rest of the team that attempts, when all who are offered are of it. */
function others(t: Table, offered: number[]): number[] {
  const a = t.state!.view.attempt, people = a ? group(t, a) : [];
  return offered.every((id) => people.includes(id)) ? people.filter((id) => !offered.includes(id)) : [];
}

/** The team and what is asked of it. */
function about(t: Table): Child[] {
  const a = t.state!.view.attempt;
  return a ? [asks(t, a), team(t, a)] : [];
}

export const second: Edition = {
  name: "Second Edition",
  segments: [["start", "Start"], ["play", "Play, draw"], ["orders", "Orders"], ["discard", "Discard"]],
  field: { draw: drawField },
  stage: { isOn: (t) => !!t.state!.view.attempt || !!t.state!.view.battle && !!t.decision, draw: drawStage, others, about },
};
