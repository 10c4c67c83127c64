/* Why an option is a good one, in one sentence: for the coach, for a hint, for every choice while explanations are on.  Pure. */
import { DECIDE, isSet, PURPOSE, VERB } from "../table/model.js";
import type { Numbered } from "../table/options.js";
import { beamWay, listed, peopleAt, wanted, type Sight } from "./sight.js";

/** What a verb of the menu does: the line that explanations add. */
export const VERB_LINE: Record<number, string> = {
  [VERB.MOVE]: "Move: flies to another mission; both spans are taken from its Range.",
  [VERB.BEAM]: "Beam: moves people between a ship and the mission it is at.",
  [VERB.ATTEMPT]: "Attempt: meet the dilemmas, then have what the mission asks for.",
  [VERB.USE]: "Use text: does what the card's own text says.",
  [VERB.PLAY]: "Play: pays the card's cost in counters and puts it into play.",
};

function title(s: Sight, id: number): string {
  return s.card(id)?.title ?? "this card";
}

function playing(s: Sight, o: Numbered): string {
  const card = s.card(o.card);
  if (!card) return "playing it uses {counters} that are lost at the end of the segment.";
  if (card.type === "ship") return `${card.title} can carry your people to other missions, with {Range} ${card.attributes[0] ?? 0} each turn.`;
  if (card.type === "personnel") {
    const use = wanted(s, o.card);
    return use ? `${card.title} {costs} ${card.cost} and has ${listed(use.skills)}, which ${use.mission.title} asks for.` : `${card.title} {costs} ${card.cost}, and each person in the team adds to its {attributes}.`;
  }
  return `${card.title} {costs} ${card.cost} and helps by its text, which the inspector shows.`;
}

function attempting(s: Sight, o: Numbered): string {
  const mission = s.card(o.card);
  const short = s.lacks(o.card, peopleAt(s, o.target || o.card));
  if (!mission) return "a team that has what the mission asks for scores its {points}.";
  return short.length ? `the team still lacks ${listed(short)} for ${mission.title}.` : `the team has all that ${mission.title} asks for, so only {dilemmas} stand before its ${mission.points} {points}.`;
}

function ordering(s: Sight, o: Numbered): string {
  if (o.verb === VERB.MOVE) return `${title(s, o.card)} has the {Range} for ${title(s, o.target)}: both {spans} are taken from it.`;
  if (beamWay(s, o) === "up") return `aboard ${title(s, o.target)} people can travel, and a {staffed} ship can move.`;
  if (beamWay(s, o) === "down") return `a planet mission is {attempted} by people on its {surface}, so {beam} them down to ${title(s, o.target)}.`;
  if (o.verb === VERB.ATTEMPT) return attempting(s, o);
  return `the text of ${title(s, o.card)} helps at this moment.`;
}

function set(s: Sight, cards: number[]): string {
  const names = listed(cards.slice(0, 3).map((id) => title(s, id))), cost = cards.reduce((n, id) => n + Math.max(0, s.options.find((o) => o.card === id)?.cost ?? 0), 0);
  if (s.decision.kind === DECIDE.STACK) return cards.length ? `these {dilemmas} {cost} ${cost} of the ${s.view.attempt?.allowance ?? cost} you may spend, and the first one is met first.` : "none of these {dilemmas} does harm here, so keep them for later.";
  if (s.decision.kind === DECIDE.DISCARD) return `you keep seven cards at the end of a turn, and ${names} would help you least.`;
  if (s.decision.purpose === PURPOSE.BEAM) return cards.length ? `these ${cards.length} people are of more use where they are going.` : "nobody needs to go.";
  return cards.length ? `${names}${cards.length > 3 ? " and others" : ""} ${cards.length > 1 ? "are" : "is"} what you can spare best here.` : "choosing none is allowed, and better here.";
}

function seeding(s: Sight, o: Numbered): string {
  const card = s.card(o.card), where = title(s, o.target);
  if (card?.type === "mission") return "missions of your own side by side keep your ways short.";
  if (card?.type === "facility") return `people and ships {report} to ${card.title}, and at ${where} it is near to your missions.`;
  return `beneath ${where} it waits for whoever {attempts} that mission; the bottom card is met first.`;
}

/** The same for what only the First Edition has, or does otherwise; "" for the rest. */
function inFirst(s: Sight, o: Numbered): string {
  const card = s.card(o.card), where = title(s, o.target), seeds = s.decision.kind === DECIDE.SEED;
  switch (o.verb) {
    case VERB.SEED: return seeding(s, o);
    case VERB.PASS: return seeds ? "nothing that is left helps you where it could go." : "";
    case VERB.REPORT: return card?.type === "ship" ? `${card.title} carries your people; a ship {reports} {docked} at ${where}.` : `one card play a turn: ${title(s, o.card)} {reports} to ${where} and brings {skills} for your missions.`;
    case VERB.UNDOCK: return "a {docked} ship cannot move, and its crew is ready: leave the outpost.";
    case VERB.DOCK: return `at ${where} more people can come aboard.`;
    case VERB.MOVE: return `${title(s, o.card)} has the {RANGE}: every location it enters costs its {span}, ${o.cost} in all.`;
    case VERB.BEAM: return card?.type === "facility" ? `aboard ${where} people can travel.` : s.card(o.target)?.type === "mission" ? `a planet mission is {attempted} by an {Away Team} on ${where}.` : `back aboard ${where}, the team can go on.`;
    case VERB.ATTEMPT: return `the team has what ${title(s, o.card)} asks for; first it meets the seed cards beneath, the bottom one first.`;
    case VERB.END: return s.decision.kind === DECIDE.ORDERS ? "nothing more is worth an order now; at the end of the turn you draw a card." : "the card play is used, or nothing can report: your orders come next.";
    default: return "";
  }
}

/** One sentence for the option, or for the cards when the decision asks for a set. */
export function explain(s: Sight, o: Numbered | undefined, cards: number[]): string {
  const words = reason(s, o, cards);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same, to stand behind a colon. */
export function reason(s: Sight, o: Numbered | undefined, cards: number[]): string {
  const kind = s.decision.kind;
  if (!o || isSet(s.decision)) return set(s, cards);
  const first = s.view.lines ? inFirst(s, o) : "";
  if (first) return first;
  switch (o.verb) {
    case VERB.PLAY: return playing(s, o);
    case VERB.DRAW: return "a {counter} that buys nothing draws a card, and counters left over are lost.";
    case VERB.END: return kind === DECIDE.ORDERS ? "nothing more is worth an order now; at the end of the turn {stopped} cards get ready again." : "all {counters} are spent, so your orders come next.";
    case VERB.PASS: return "nothing is gained by responding now, so keep your cards.";
    case VERB.DONE: return "the choice is complete.";
    case VERB.YES: return "it gives you more than it costs.";
    case VERB.NO: return "it costs more than it gives you here.";
    case VERB.MOVE: case VERB.BEAM: case VERB.ATTEMPT: case VERB.USE: return kind === DECIDE.ORDERS ? ordering(s, o) : `the text of ${title(s, o.card)} helps at this moment.`;
    case VERB.CHOOSE: return `of these, ${title(s, o.card)} is the best for you to name.`;
    default: return "a careful player would take this one.";
  }
}
