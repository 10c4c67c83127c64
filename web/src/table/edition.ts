/* What differs between the editions at the table: how the field is laid out, which stages take its place, what a turn is made of.
 * Everything else in this folder knows an edition by this interface only. */
import type { Child } from "../dom.js";
import type { Decision } from "./model.js";
import { second } from "./second/second.js";
import type { Table } from "./table.js";

/** Where the missions lie, with everything that is at them. */
export interface Field {
  draw(t: Table): void;
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

export interface Edition {
  name: string;
  segments: readonly (readonly [segment: string, words: string])[];
  field: Field;
  stage: Stage;
}

/** The edition of a game, by the name that the server gives it. */
export function editionOf(_: string | undefined): Edition {
  return second;
}
