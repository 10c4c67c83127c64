/* What differs between the editions at the table: how the field is laid out, which stages take its place, what lies beside it, what a turn is
 * made of.  Everything else in this folder knows an edition by this interface only. */
import type { Child } from "../dom.js";
import { first } from "./first/first.js";
import type { Decision, Pile, Seat } from "./model.js";
import { second } from "./second/second.js";
import type { Table } from "./table.js";

/** Where the missions lie, with everything that is at them. */
export interface Field {
  draw(t: Table): void;
  overview(t: Table): Child[]; /* on a phone, above the field: what it has besides what is in sight */
}

/** What takes the place of the field. */
export interface Staged {
  label: string; /* for screen readers */
  kind: string; /* its class */
  children: Child[];
}

/** The stages that only this edition has.  `choice` draws what the open decision asks for, as everywhere. */
export interface Stage {
  isOn(t: Table): boolean;
  draw(t: Table, d: Decision | null, choice: () => Child[]): Staged | null;
  others(t: Table, offered: number[]): number[]; /* those whom a choice is not about and who stay in sight beside it */
  about(t: Table): Child[]; /* what the player looks at while a question is open that is about no card of the stage */
}

/** The cards in the place of the hand: during the seed phases those that are still to be seeded. */
export interface Held {
  name: string;
  pile: Pile;
  none: string; /* said when there is none */
}

/** What lies beside the field: strips, hand, piles. */
export interface Beside {
  opponent(t: Table, seat: Seat): Child[]; /* behind hand and deck */
  own(t: Table, seat: Seat, whose: string): { label: string; children: Child[] };
  held(t: Table, seat: Seat): Held;
  stash(t: Table, seat: Seat): Child[]; /* the piles beside the hand */
  rows(t: Table, seat: Seat): [name: string, value: string][]; /* the same in words, for a phone */
}

/** A part of the turn on the rail; the note says how much of it is left. */
export type Segment = [segment: string, words: string, note?: string];

export interface Edition {
  name: string;
  segments(t: Table): Segment[];
  field: Field;
  stage: Stage;
  beside: Beside;
  bar(t: Table, d: Decision): Child; /* in the decision bar, between the question and the options */
  words: { playing: string; play: string }; /* the segment in which cards are played, and what is asked there */
  log: Record<string, string>; /* patterns of log lines that mean something else here */
  wins: string; /* the rule by which a game is won */
}

/** The edition of a game, by the name that the server gives it. */
export function editionOf(name: string | undefined): Edition {
  return name === "1e" ? first : second;
}
