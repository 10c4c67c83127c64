/* The table is a filter on the list of options: every gesture narrows it, and a single one left is answered.  Pure. */
import { DECIDE, VERB, type Decision, type Option } from "./model.js";

export interface Numbered extends Option {
  k: number; /* what is sent */
}

export function numbered(d: Decision | null): Numbered[] {
  return d ? d.options.map((o, k) => ({ ...o, k })) : [];
}

/** Verbs in the order of every menu, with the letter that means them. */
export const VERBS: { verb: number; word: string; key: string; icon: string; act: string }[] = [
  { verb: VERB.MOVE, word: "Move", key: "M", icon: "range", act: "move" },
  { verb: VERB.BEAM, word: "Beam", key: "B", icon: "beam", act: "beam" },
  { verb: VERB.WALK, word: "Walk", key: "X", icon: "user", act: "walk" },
  { verb: VERB.DOCK, word: "Dock", key: "K", icon: "dock", act: "dock" },
  { verb: VERB.UNDOCK, word: "Undock", key: "K", icon: "dock", act: "dock" },
  { verb: VERB.LAND, word: "Land", key: "L", icon: "t-planet", act: "land" },
  { verb: VERB.TAKE_OFF, word: "Take off", key: "L", icon: "range", act: "land" },
  { verb: VERB.LOAD, word: "Load", key: "L", icon: "dock", act: "land" },
  { verb: VERB.LAUNCH, word: "Launch", key: "L", icon: "range", act: "land" },
  { verb: VERB.CLOAK, word: "Cloak", key: "C", icon: "cloak", act: "cloak" },
  { verb: VERB.DECLOAK, word: "Decloak", key: "C", icon: "eye", act: "cloak" },
  { verb: VERB.PHASE, word: "Phase", key: "C", icon: "cloak", act: "cloak" },
  { verb: VERB.UNPHASE, word: "Dephase", key: "C", icon: "eye", act: "cloak" },
  { verb: VERB.ATTEMPT, word: "Attempt", key: "A", icon: "flag", act: "attempt" },
  { verb: VERB.BATTLE, word: "Battle", key: "J", icon: "weap", act: "battle" },
  { verb: VERB.USE, word: "Use text", key: "U", icon: "t-event", act: "use" },
  { verb: VERB.PLAY, word: "Play", key: "P", icon: "play", act: "play" },
  { verb: VERB.REPORT, word: "Report", key: "P", icon: "play", act: "play" },
  { verb: VERB.SEED, word: "Seed", key: "P", icon: "seeds", act: "play" },
  { verb: VERB.TAKE_BACK, word: "Take back", key: "", icon: "undo", act: "" },
  { verb: VERB.STUN, word: "Stun", key: "", icon: "stop", act: "" },
  { verb: VERB.WOUND, word: "Mortally wound", key: "", icon: "t-damage", act: "" },
  { verb: VERB.REPLACE, word: "Replace", key: "", icon: "user", act: "" },
  { verb: VERB.CHANGE, word: "Change affiliation", key: "", icon: "user", act: "" },
  { verb: VERB.SCOUT, word: "Scout", key: "A", icon: "flag", act: "attempt" },
  { verb: VERB.PROBE, word: "Probe", key: "", icon: "eye", act: "" },
  { verb: VERB.COMMANDEER, word: "Commandeer", key: "", icon: "flag", act: "" },
  { verb: VERB.INFILTRATE, word: "Infiltrate", key: "", icon: "cloak", act: "" },
  { verb: VERB.EXPOSE, word: "Expose", key: "", icon: "eye", act: "" },
  { verb: VERB.ACTIVATE, word: "Activate", key: "", icon: "user", act: "" },
  { verb: VERB.CHOOSE, word: "Choose", key: "", icon: "check", act: "" },
];

/** Those of them that are orders: what a card might be expected to do. */
export const ORDERS = VERBS.filter((v) => v.verb !== VERB.CHOOSE);

export function verbOf(verb: number): { word: string; key: string; icon: string } {
  return VERBS.find((v) => v.verb === verb) ?? { word: "", key: "", icon: "play" };
}

const CLOSING: number[] = [VERB.END, VERB.PASS, VERB.DONE];

/** What ends the decision: the button at the right end. */
export function closing(options: Numbered[]): Numbered | undefined {
  return options.find((o) => CLOSING.includes(o.verb));
}

export function bySubject(options: Numbered[], card: number): Numbered[] {
  return options.filter((o) => o.card === card && !CLOSING.includes(o.verb));
}

export function byTarget(options: Numbered[], card: number): Numbered[] {
  return options.filter((o) => o.target === card);
}

export interface Choice {
  sel: number; /* the selected card; 0: none */
  verb: number; /* the chosen verb; -1: none */
}

export const NO_CHOICE: Choice = { sel: 0, verb: -1 };

export function narrowed(options: Numbered[], c: Choice): Numbered[] {
  return options.filter((o) => (!c.sel || o.card === c.sel) && (c.verb < 0 || o.verb === c.verb) && !CLOSING.includes(o.verb));
}

export type Step = { answer: number } | { choice: Choice; menu: Numbered[] };

function verbsIn(options: Numbered[]): number[] {
  return [...new Set(options.map((o) => o.verb))];
}

/** What a click on a card means now: an answer, or one step of narrowing with a menu when words must tell options apart. */
export function click(options: Numbered[], at: Choice, card: number): Step {
  if (at.sel && at.sel !== card) {
    const here = byTarget(narrowed(options, at), card);
    if (here.length === 1) return { answer: here[0].k };
    if (here.length) return { choice: at, menu: here };
  }
  const own = bySubject(options, card);
  if (own.length === 1) return { answer: own[0].k };
  if (own.length) return pickSubject(own, card);
  const choice = { sel: card, verb: -1 };
  return { choice, menu: byTarget(options, card) };
}

/** Whether the options differ in their place alone, so that the table itself can show the choice. */
export function placed(options: Numbered[]): boolean {
  const targets = new Set(options.map((o) => o.target));
  return targets.size === options.length && !targets.has(0);
}

function pickSubject(own: Numbered[], card: number): Step {
  const verbs = verbsIn(own);
  if (verbs.length > 1) return { choice: { sel: card, verb: -1 }, menu: own };
  return { choice: { sel: card, verb: verbs[0] }, menu: placed(own) ? [] : own };
}

/** A verb's letter: with a selection it narrows that, else it lists every option with that verb; a single card is selected. */
export function pressVerb(options: Numbered[], at: Choice, verb: number): Step | null {
  const own = at.sel ? options.filter((o) => o.card === at.sel && o.verb === verb) : [];
  const all = own.length ? own : options.filter((o) => o.verb === verb);
  if (!all.length) return null;
  if (own.length === 1) return { answer: own[0].k };
  const subjects = new Set(all.map((o) => o.card)), sel = subjects.size === 1 ? all[0].card : 0;
  return { choice: { sel, verb }, menu: sel && all.length > 1 && placed(all) ? [] : all };
}

export interface VerbRow {
  verb: number;
  options: Numbered[];
}

/** A card's menu: its verbs in their fixed order, each with the options behind it. */
export function verbRows(own: Numbered[]): VerbRow[] {
  const sorted = inMenuOrder(own);
  return verbsIn(sorted).map((verb) => ({ verb, options: sorted.filter((o) => o.verb === verb) }));
}

/** What could still be done with profit, in words; "" when ending costs nothing. */
export function leftToDo(d: Decision, options: Numbered[], title: (card: number) => string, hasMoved: (ship: number) => boolean): string {
  const out: string[] = [];
  const attempts = [...new Set(options.filter((o) => o.verb === VERB.ATTEMPT).map((o) => o.card))];
  const ships = new Set(options.filter((o) => o.verb === VERB.MOVE && !hasMoved(o.card)).map((o) => o.card));
  const plays = new Set(options.filter((o) => o.verb === VERB.PLAY || o.verb === VERB.REPORT).map((o) => o.card));
  if (attempts.length) out.push(attempts.length === 1 ? `${title(attempts[0])} can be attempted` : `${attempts.length} missions can be attempted`);
  if (ships.size) out.push(ships.size === 1 ? `${title([...ships][0])} has not moved` : `${ships.size} ships have not moved`);
  if (d.kind === DECIDE.PLAY && plays.size) out.push(plays.size === 1 ? "1 card can still be played" : `${plays.size} cards can still be played`);
  return out.join(", ");
}

/** Cards that the next click may name: targets when something is selected, else subjects. */
export function lit(options: Numbered[], at: Choice): Set<number> {
  const left = narrowed(options, at);
  if (at.sel && left.length) return new Set(left.map((o) => o.target).filter((t) => t > 0));
  return new Set(options.filter((o) => !CLOSING.includes(o.verb)).map((o) => o.card).filter((c) => c > 0));
}

/** The few options that stand in the bar itself. */
export function frequent(d: Decision, options: Numbered[]): Numbered[] {
  const open = options.filter((o) => !CLOSING.includes(o.verb));
  if (d.kind === DECIDE.PLAY) return open.filter((o) => o.verb === VERB.DRAW);
  if (d.kind === DECIDE.ORDERS) return [];
  if (d.kind === DECIDE.YES_NO || d.kind === DECIDE.MODE || d.kind === DECIDE.PLAYER || d.kind === DECIDE.RESPONSE || d.kind === DECIDE.MANDATORY || d.kind === DECIDE.NUMBER)
    return open.length <= 4 ? open : [];
  return [];
}

/** A menu's order: by verb as in VERBS, then as offered. */
export function inMenuOrder(options: Numbered[]): Numbered[] {
  const rank = (o: Numbered): number => {
    const i = VERBS.findIndex((v) => v.verb === o.verb);
    return i < 0 ? VERBS.length : i;
  };
  return [...options].sort((a, b) => rank(a) - rank(b) || a.k - b.k);
}
