/* What every part of the First Edition field is drawn with: which cards can be chosen, the digits of targets, what a move costs. */
import type { Table } from "../table.js";
import type { Gap } from "./seed.js";

export interface Drawing {
  t: Table;
  legal: ReadonlySet<number>;
  number: Map<number, number>; /* the digit of a target */
  aiming: boolean; /* a place is being chosen: what is none is dimmed */
  costs: Map<number, number>; /* what a ship that is moving would pay, by location */
  gaps: Gap[]; /* where the mission that is being seeded may go */
  focus: number; /* the location that is drawn large */
}

/** A title with soft hyphens in its long words, as near to the middle as may be: between two consonants, else before one. */
export function soft(title: string): string {
  const consonant = (c: string): boolean => /[b-df-hj-np-tv-z]/i.test(c);
  return title.split(" ").map((word) => {
    const inside = [...word].map((_, i) => i).filter((i) => i > 2 && i < word.length - 2 && consonant(word[i])), middle = word.length / 2, between = inside.filter((i) => consonant(word[i - 1]));
    const at = (between.length ? between : inside).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    return word.length > 9 && at ? `${word.slice(0, at)}\u00ad${word.slice(at)}` : word;
  }).join(" ");
}

export function ring(d: Drawing, id: number): string {
  return `${d.legal.has(id) ? " legal" : ""}${d.t.choosing.choice.sel === id ? " sel" : ""}${dim(d, id) ? " nope" : ""}`;
}

/** A place is being chosen, and this is none. */
export function dim(d: Drawing, id: number): boolean {
  return d.aiming && !d.legal.has(id) && d.t.choosing.choice.sel !== id;
}
