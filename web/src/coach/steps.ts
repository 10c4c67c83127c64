/* The guided first game: twelve steps, each a real decision in which any legal choice is fine.  The coach lights one option and
 * says why; what the player has learned is read from what happened, so whoever goes another way is never stuck.  Pure. */
import { DECIDE, isSet, PURPOSE, VERB, type LogLine } from "../table/model.js";
import type { Numbered } from "../table/options.js";
import { explain, reason } from "./explain.js";
import { beamWay, isPersonnel, listed, openMissions, peopleAt, wanted, type Sight } from "./sight.js";

export const STEPS = ["Read a card", "Report for duty", "What a skill is for", "Board a ship", "Move", "Beam down", "Attempt a mission", "Meet a dilemma", "Fail safely",
  "Come back stronger", "Solve it", "A turn of your own"] as const;

const READ = 0, REPORT = 1, SKILL = 2, BOARD = 3, MOVE = 4, BEAM = 5, ATTEMPT = 6, DILEMMA = 7, FAIL = 8, STRONGER = 9, SOLVE = 10, ALONE = 11;

/** The decks and the seed of the guided game; the computer plays anything, so that nobody is punished for looking around. */
export const GUIDED = { opponent: "random", deck: "federation", against: "klingon", seed: 37 };

export const GUIDED_FIRST = { opponent: "random", deck: "first-federation", against: "first-klingon", seed: 7 };

export interface Progress {
  done: boolean[];
  n: number; /* of the last decision seen */
  last: number; /* of the last log line seen */
  step: number; /* shown at that decision; -1: none */
  failed: string; /* the mission of a failed attempt that is still to be taken back */
  retreat: number; /* the turn in which it was taken back */
  solved: number; /* the turn of the first completed mission */
  turn: number; /* of the last decision seen */
}

export interface Light {
  step: number; /* -1: none of the twelve, just a good choice */
  option: number; /* -1: a set, or undo */
  cards: number[];
  undo: boolean;
  words: string;
}

export const BEGINNING: Progress = { done: STEPS.map(() => false), n: -1, last: 0, step: -1, failed: "", retreat: 0, solved: 0, turn: 0 };

/* ---- what has happened ---- */

function said(lines: LogLine[], me: number, what: string): LogLine[] {
  return lines.filter((l) => l.what === what && l.player === me);
}

function after(log: LogLine[], k: number): LogLine[] {
  return log.filter((l) => l.k > k);
}

function finish(p: Progress, from: number, to: number): void {
  for (let i = from; i <= to; i++) p.done[i] = true;
}

/** What the player has learned since the last decision. */
export function learn(before: Progress, s: Sight): Progress {
  const p: Progress = { ...before, done: [...before.done] };
  if (s.n === before.n) return p;
  const taken = s.n < before.n, lines = taken ? [] : after(s.log, before.last), me = s.me;
  said(lines, me, "PLAYS").filter((l) => l.number !== 0 || p.done[READ]).forEach(() => { const i = [READ, REPORT, SKILL].find((x) => !p.done[x]); if (i !== undefined) p.done[i] = true; });
  if (said(lines, me, "BEAMS").length) finish(p, BOARD, before.step === BEAM ? BEAM : BOARD);
  if (said(lines, me, "MOVES").length) finish(p, BOARD, MOVE);
  if (said(lines, me, "ATTEMPTS").length) {
    if (p.done[FAIL]) p.done[STRONGER] = true;
    finish(p, BOARD, ATTEMPT);
  }
  if (before.step === DILEMMA && !taken) p.done[DILEMMA] = true;
  if (before.step === ALONE && s.view.turn !== before.turn) p.done[ALONE] = true;
  const fails = said(lines, me, "FAILS");
  if (fails.length && !p.done[FAIL]) {
    p.done[DILEMMA] = true;
    p.failed = fails[fails.length - 1].names?.[0] || "a mission";
  } else if (p.failed && taken) {
    if (!s.view.attempt) Object.assign(p, { failed: "", retreat: s.view.turn }), finish(p, FAIL, FAIL);
  } else if (p.failed && before.step === FAIL) {
    p.failed = "";
    finish(p, FAIL, FAIL);
  }
  if (said(lines, me, "COMPLETES").length && !p.solved) {
    finish(p, BOARD, SOLVE);
    p.solved = s.view.turn;
  }
  return { ...p, n: s.n, last: s.log[s.log.length - 1]?.k ?? 0, turn: s.view.turn, step: -1 };
}

export function isOver(p: Progress): boolean {
  return p.done.every(Boolean);
}

/* ---- which step this decision is ---- */

function of(s: Sight, verb: number): Numbered[] {
  return s.options.filter((o) => o.verb === verb);
}

function people(s: Sight): Numbered[] {
  return s.decision.kind === DECIDE.PLAY ? of(s, VERB.PLAY).filter((o) => isPersonnel(s, o.card)) : [];
}

/** The advised one of these, else the first that has what a mission asks for, else the first. */
function preferred(s: Sight, options: Numbered[]): Numbered {
  return options.find((o) => o.k === s.advice.option) ?? options.find((o) => wanted(s, o.card)) ?? options[0];
}

/** The nearest planet mission that the people aboard could complete: fewest lacking first. */
function goal(s: Sight, moves: Numbered[]): Numbered | undefined {
  const open = new Set(openMissions(s).map((m) => m.id));
  const short = (o: Numbered): number => s.lacks(o.target, peopleAt(s, o.card)).length + (s.card(o.target)?.kind === "planet" ? 0 : 10);
  return moves.filter((o) => open.has(o.target)).sort((a, b) => short(a) - short(b) || a.k - b.k)[0];
}

function isBeamSet(s: Sight): boolean {
  return s.decision.kind === DECIDE.SET && s.decision.purpose === PURPOSE.BEAM;
}

/** The option that a step of the orders wants; undefined when this is not the moment for it. */
function order(s: Sight, step: number): Numbered | undefined {
  if (s.decision.kind !== DECIDE.ORDERS) return undefined;
  const open = new Set(openMissions(s).map((m) => m.id));
  if (step === BOARD) return s.options.find((o) => beamWay(s, o) === "up" && s.card(o.card)?.kind === "headquarters");
  if (step === MOVE) return goal(s, of(s, VERB.MOVE));
  if (step === BEAM) return s.options.find((o) => beamWay(s, o) === "down" && open.has(o.target));
  return of(s, VERB.ATTEMPT)[0];
}

function lesson(p: Progress, s: Sight): { step: number; option?: Numbered } {
  const { done } = p;
  if (p.failed) return { step: FAIL };
  if (s.view.attempt?.player === s.me && s.view.attempt.facing && !done[DILEMMA]) return { step: DILEMMA };
  const recruits = people(s);
  if (recruits.length) {
    if (!done[READ]) return { step: READ, option: preferred(s, recruits) };
    if (!done[REPORT]) return { step: REPORT, option: preferred(s, recruits) };
    const able = recruits.filter((o) => wanted(s, o.card));
    if (!done[SKILL] && able.length) return { step: SKILL, option: preferred(s, able) };
  }
  if (isBeamSet(s) && (!done[BOARD] || !done[BEAM]) && !done[ATTEMPT]) return { step: done[BOARD] ? BEAM : BOARD };
  for (const step of [BOARD, MOVE, BEAM, ATTEMPT]) {
    const option = done[step] ? undefined : order(s, step);
    if (option) return { step, option };
  }
  return later(p, s);
}

/** From the first failure to the first success, and the turn after it. */
function later(p: Progress, s: Sight): { step: number; option?: Numbered } {
  const advised = s.options[s.advice.option];
  if (!p.done[FAIL]) return { step: -1 };
  if (p.done[SOLVE]) return { step: p.done[ALONE] || s.view.turn === p.solved || s.view.active !== s.me ? -1 : ALONE };
  if (p.retreat === s.view.turn && !p.done[STRONGER] && advised?.verb === VERB.ATTEMPT) return { step: STRONGER, option: of(s, VERB.END)[0] };
  const tries = s.view.attempt?.player === s.me || advised?.verb === VERB.ATTEMPT;
  return { step: tries ? SOLVE : p.done[STRONGER] ? -1 : STRONGER };
}

/* ---- what is said ---- */

function sentence(step: number, s: Sight, o: Numbered | undefined, cards: number[], p: Progress): string {
  const card = o && s.card(o.card), use = o && wanted(s, o.card), target = o && s.card(o.target);
  switch (step) {
    case READ: return `Read ${card?.title ?? "this card"}: its {cost} ${card?.cost ?? ""} is at the top left, its {skills} are in the middle, its {attributes} at the foot; play it.`;
    case REPORT: return `Each turn you have seven {counters}, and ${card?.title ?? "this person"} reports to your {headquarters} for ${card?.cost ?? 0} of them.`;
    case SKILL: return `${card?.title ?? "This person"} has ${listed(use?.skills ?? [])}, and your mission ${use?.mission.title ?? ""} asks for that {skill}.`;
    case BOARD: return o ? `People travel by ship: {beam} them from your {headquarters} aboard ${target?.title ?? "it"}.` : "Take everyone along: a ship moves only when it is {staffed}.";
    case MOVE: return `${card?.title ?? "The ship"} moves to ${target?.title ?? "a mission"}: its {span} and the one it leaves, ${target?.span ?? 0} here, come off the ship's {Range}.`;
    case BEAM: return o ? `${target?.title ?? "This"} is a planet, so {beam} the team down to its {surface}.` : "The more people, the more {skills}, but also the more {dilemmas}.";
    case ATTEMPT: return attemptWords(s, o);
    case DILEMMA: return `${s.card(s.view.attempt?.facing ?? 0)?.title ?? "This dilemma"} was chosen by your opponent, so read it first: ${reason(s, o, cards)}`;
    case FAIL: return s.view.attempt ? "One more step back, to before the {attempt}." : "The {attempt} failed and its people are {stopped}, but against the computer you may take it back: undo.";
    case STRONGER: return o?.verb === VERB.END && p.retreat === s.view.turn ? "The same team would fail again, so end your orders and bring more people." : explain(s, o, cards);
    case ALONE: return `This turn is yours and the light only a proposal: ${reason(s, o, cards)}`;
    default: return explain(s, o, cards);
  }
}

function attemptWords(s: Sight, o: Numbered | undefined): string {
  const mission = o && s.card(o.card), short = mission && o ? s.lacks(o.card, peopleAt(s, o.target || o.card)) : [];
  return short.length ? `Try ${mission!.title}: the team lacks ${listed(short)} and will fail, which costs nothing here because you may take it back.`
    : `The team has what ${mission?.title ?? "the mission"} asks for, and your opponent now sends {dilemmas} against it.`;
}

/** The light for this decision. */
export function coach(p: Progress, s: Sight): Light {
  const at = lesson(p, s), asksSet = isSet(s.decision);
  if (at.step === FAIL) return { step: FAIL, option: -1, cards: [], undo: true, words: sentence(FAIL, s, undefined, [], p) };
  const all = s.decision.eligible ?? [], whole = at.step === BOARD || at.step === BEAM;
  const cards = !asksSet ? [] : whole && all.length <= s.decision.most ? all : s.advice.cards;
  const option = asksSet ? undefined : at.option ?? s.options[s.advice.option] ?? s.options[0];
  return { step: at.step, option: option?.k ?? -1, cards, undo: false, words: sentence(at.step, s, option, cards, p) };
}

/** A light without a lesson: what a hint shows. */
export function hint(s: Sight): Light {
  const asksSet = isSet(s.decision), option = asksSet ? undefined : s.options[s.advice.option];
  return { step: -1, option: option?.k ?? -1, cards: asksSet ? s.advice.cards : [], undo: false, words: explain(s, option, s.advice.cards) };
}
