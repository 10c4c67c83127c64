/* The Second Edition at the table. */
import { h, plural, type Child } from "../../dom.js";
import { counters } from "../bar.js";
import type { Edition, Staged } from "../edition.js";
import { DECIDE, type Decision } from "../model.js";
import type { Table } from "../table.js";
import { about, asks, comparison, others, team, tellsTeam } from "../attempting.js";
import { attemptColumn, attemptHead } from "./attempt.js";
import { battleStage } from "./battle.js";
import { beside, rowSwitch } from "./beside.js";
import { drawField } from "./field.js";

function drawStage(t: Table, d: Decision | null, choice: () => Child[]): Staged | null {
  const { attempt: a, battle: b } = t.state!.view;
  if (b) return { label: b.engagement ? "Engagement" : "Combat", kind: "fight", children: [battleStage(t, b), h("div", { class: "s2 scroll" }, d && choice())] };
  if (!a) return null;
  const asked = d ? [tellsTeam(d) ? null : asks(t, a, "dilemma"), choice(), comparison(t, a, d)] : [asks(t, a), team(t, a)];
  return { label: `Attempt at ${t.title(a.mission)}`, kind: "try", children: [attemptHead(t, a), attemptColumn(t, a), h("div", { class: "s2 scroll" }, asked)] };
}

export const second: Edition = {
  name: "Second Edition",
  segments: (t) => {
    const v = t.state!.view;
    return [["start", "Start"], ["play", "Play, draw", v.active === t.me ? plural(v.counters, "counter") : ""], ["orders", "Orders"], ["discard", "Discard", `hand ${v.players[v.active]?.hand.count ?? 0}`]];
  },
  field: { draw: drawField, overview: rowSwitch },
  beside,
  bar: (t, d) => d.kind === DECIDE.PLAY && counters(t),
  words: { playing: "Play and draw", play: "Play cards or draw" },
  log: { ATTEMPTS: "%P attempts %C[ with %O] and announces %N: personnel less the dilemmas beneath" },
  wins: "2E-21.3",
  stage: { isOn: (t) => !!t.state!.view.attempt || !!t.state!.view.battle && !!t.decision, draw: drawStage, others, about },
};
