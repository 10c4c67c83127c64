/* What the coach sees of a decision, and small questions about it.  Pure: no document, no network. */
import type { Card, Need } from "../cards.js";
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
}

type Part = Exclude<Need, { kind: "all" | "any" }>;

/** What a mission asks for, part by part; of alternatives, all that they name. */
export function needs(mission: Card): Part[] {
  const parts = (need: Need): Part[] => "of" in need ? need.of.flatMap(parts) : [need];
  return mission.needs ? parts(mission.needs) : [];
}

const ATTRIBUTES = ["Integrity", "Cunning", "Strength"];

/** What these people lack of that, in words. */
export function lacking(mission: Card | undefined, team: Card[]): string[] {
  const total = (of: (c: Card) => number): number => team.reduce((n, c) => n + of(c), 0);
  return (mission ? needs(mission) : []).flatMap((need) => {
    if (need.kind === "skill") return total((c) => c.skills[need.skill] ?? 0) < need.level ? [need.level > 1 ? `${need.level} ${need.skill}` : need.skill] : [];
    if (need.kind === "attribute") return total((c) => c.attributes[need.attribute] ?? 0) <= need.over ? [`${ATTRIBUTES[need.attribute]} over ${need.over}`] : [];
    return [];
  });
}

/** "A, B and C" */
export function listed(words: string[]): string {
  return words.length < 2 ? words[0] ?? "" : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

export function isPersonnel(s: Sight, id: number): boolean {
  return s.card(id)?.type === "personnel";
}

/** Own missions that are still to be completed, without headquarters. */
export function openMissions(s: Sight): SeenCard[] {
  return (s.view.players[s.me].missions?.cards ?? []).filter((m) => !m.complete && s.card(m.id)?.kind !== "headquarters");
}

/** Own people who stand ready at or aboard that. */
export function peopleAt(s: Sight, host: number): number[] {
  return [...s.spots].filter(([id, spot]) => spot.host === host && spot.card.commander === s.me && !spot.card.stopped && isPersonnel(s, id)).map(([id]) => id);
}

export function cardsOf(s: Sight, ids: number[]): Card[] {
  return ids.map((id) => s.card(id)).filter((c): c is Card => !!c);
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
