/* What the coach sees of a decision, and small questions about it.  Pure: no document, no network. */
import type { Card, Need } from "../cards.js";
import type { Needs } from "../net.js";
import type { Decision, LogLine, SeenCard, Spot, View } from "../table/model.js";
import { VERB } from "../table/model.js";
import type { Numbered } from "../table/options.js";

export interface Sight {
  n: number;
  me: number;
  view: View;
  decision: Decision;
  options: Numbered[];
  spots: Map<number, Spot>;
  log: LogLine[];
  card(id: number): Card | undefined;
  advice: { option: number; cards: number[] }; /* of the greedy player */
  lacks(mission: number, group: number[]): string[]; /* what these people lack of what it asks for; see `asked` */
}

type Part = Exclude<Need, { kind: "all" | "any" }>;

/** What a mission asks for, part by part; of alternatives, all that they name. */
export function needs(mission: Card): Part[] {
  const parts = (need: Need): Part[] => "of" in need ? need.of.flatMap(parts) : [need];
  return mission.needs ? parts(mission.needs) : [];
}

/** A question to the engine: what a mission asks of these people. */
export interface Asked {
  mission: number;
  group: number[];
}

/** The missions of one's own that those at a place, or aboard a ship that could go there, would attempt. */
export function asked(s: Pick<Sight, "options" | "spots" | "me" | "view" | "card">): Asked[] {
  const open = new Set(openMissions(s).map((m) => m.id)), out = new Map<string, Asked>();
  for (const o of s.options) {
    const mission = o.verb === VERB.MOVE ? o.target : o.verb === VERB.ATTEMPT ? o.card : 0;
    if (!open.has(mission)) continue;
    const group = peopleAt(s, o.verb === VERB.MOVE ? o.card : o.target || o.card);
    out.set(`${mission} ${group.join()}`, { mission, group });
  }
  return [...out.values()];
}

/** What is missing of that, in the engine's words; of alternatives that are not met each by its first line. */
export function missing(answer: Needs): string[] {
  if (answer.met) return [];
  const open = answer.needs.filter((n) => !n.met), choices = new Set(open.filter((n) => n.choice).map((n) => n.choice));
  const arms = (choice: number): Map<number, string> => {
    const first = new Map<number, string>();
    for (const n of open) if (n.choice === choice && !first.has(n.arm)) first.set(n.arm, n.words);
    return first;
  };
  const isMet = (choice: number): boolean => answer.needs.some((n) => n.choice === choice && !arms(choice).has(n.arm));
  return [...open.filter((n) => !n.choice).map((n) => n.words), ...[...choices].filter((c) => !isMet(c)).map((c) => [...arms(c).values()].join(" or "))];
}

/** "A, B and C" */
export function listed(words: string[]): string {
  return words.length < 2 ? words[0] ?? "" : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

export function isPersonnel(s: Pick<Sight, "card">, id: number): boolean {
  return s.card(id)?.type === "personnel";
}

/** Own missions that are still to be completed, without headquarters. */
export function openMissions(s: Pick<Sight, "view" | "me" | "card">): SeenCard[] {
  return (s.view.players[s.me].missions?.cards ?? []).filter((m) => !m.complete && s.card(m.id)?.kind !== "headquarters");
}

/** Own people who stand ready at or aboard that. */
export function peopleAt(s: Pick<Sight, "spots" | "me" | "card">, host: number): number[] {
  return [...s.spots].filter(([id, spot]) => spot.host === host && spot.card.commander === s.me && !spot.card.stopped && isPersonnel(s, id)).map(([id]) => id);
}

/** Those whose skills a mission of one's own asks for, with the mission. */
export function wanted(s: Sight, id: number): { skills: string[]; mission: Card } | null {
  const card = s.card(id);
  let best: { skills: string[]; mission: Card } | null = null;
  for (const m of openMissions(s)) {
    const mission = s.card(m.id);
    if (!card || !mission) continue;
    const skills = needs(mission).flatMap((need) => need.kind === "skill" && card.skills[need.skill] ? [need.skill] : []);
    if (skills.length > (best?.skills.length ?? 0)) best = { skills, mission };
  }
  return best;
}

/** Whether that option beams up from a place, down to one, or neither. */
export function beamWay(s: Sight, o: Numbered): "up" | "down" | "" {
  if (o.verb !== VERB.BEAM) return "";
  const from = s.card(o.card)?.type, to = s.card(o.target)?.type;
  return from === "mission" && to === "ship" ? "up" : from === "ship" && to === "mission" ? "down" : "";
}
