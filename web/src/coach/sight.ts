/* What the coach sees of a decision, and small questions about it.  Pure: no document, no network. */
import type { Card } from "../cards.js";
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

export interface Need {
  skill: string; /* or an attribute, when `over` is there */
  level: number;
  over?: number;
}

/** `2 Leadership, Security, and Cunning>33` as a list; of alternatives, all that they name. */
export function needs(requirement: string): Need[] {
  const out: Need[] = [];
  for (const part of requirement.replace(/[()]/g, "").split(/, and |, or | and | or |, /)) {
    const attribute = /^(\w+)>(\d+)$/.exec(part.trim()), skill = /^(\d+ )?([A-Z][\w' ]*)$/.exec(part.trim());
    if (attribute) out.push({ skill: attribute[1], level: 0, over: Number(attribute[2]) });
    else if (skill) out.push({ skill: skill[2], level: Number(skill[1] ?? 1) });
  }
  return out;
}

const ATTRIBUTES = ["Integrity", "Cunning", "Strength"];

/** What these people lack of that, in the words of the requirement. */
export function lacking(requirement: string, team: Card[]): string[] {
  return needs(requirement).filter((need) => {
    const at = ATTRIBUTES.indexOf(need.skill);
    const sum = team.reduce((n, c) => n + (need.over !== undefined ? c.attributes[at] ?? 0 : c.skills[need.skill] ?? 0), 0);
    return need.over !== undefined ? sum <= need.over : sum < need.level;
  }).map((need) => (need.over !== undefined ? `${need.skill} over ${need.over}` : need.level > 1 ? `${need.level} ${need.skill}` : need.skill));
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
    const skills = needs(mission.requirement).filter((need) => need.over === undefined && card.skills[need.skill]).map((need) => need.skill);
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
