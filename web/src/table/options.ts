/* The table is a filter on the list of options: every gesture narrows it, and a single one left is answered.  Pure. */
import { DECIDE, VERB, type Decision, type Option } from "./model.js";

export interface Numbered extends Option {
  k: number; /* what is sent */
}

export function numbered(d: Decision | null): Numbered[] {
  return d ? d.options.map((o, k) => ({ ...o, k })) : [];
}

/** Verbs in the order of every menu, with the letter that means them. */
export const VERBS: { verb: number; word: string; key: string; icon: string }[] = [
  { verb: VERB.MOVE, word: "Move", key: "M", icon: "range" },
  { verb: VERB.BEAM, word: "Beam", key: "B", icon: "beam" },
  { verb: VERB.ATTEMPT, word: "Attempt", key: "A", icon: "flag" },
  { verb: VERB.USE, word: "Use text", key: "U", icon: "t-event" },
  { verb: VERB.PLAY, word: "Play", key: "P", icon: "play" },
  { verb: VERB.CHOOSE, word: "Choose", key: "", icon: "check" },
];

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

function pickSubject(own: Numbered[], card: number): Step {
  const verbs = verbsIn(own);
  if (verbs.length > 1) return { choice: { sel: card, verb: -1 }, menu: own };
  const targets = new Set(own.map((o) => o.target));
  const placed = targets.size === own.length && !targets.has(0);
  return { choice: { sel: card, verb: verbs[0] }, menu: placed ? [] : own };
}

/** A verb's letter: with a selection it narrows that, else it lists every option with that verb. */
export function pressVerb(options: Numbered[], at: Choice, verb: number): Step | null {
  const own = at.sel ? options.filter((o) => o.card === at.sel && o.verb === verb) : [];
  const all = own.length ? own : options.filter((o) => o.verb === verb);
  if (!all.length) return null;
  if (own.length === 1) return { answer: own[0].k };
  return { choice: { sel: own.length ? at.sel : 0, verb }, menu: all };
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
