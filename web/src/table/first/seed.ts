/* Seeding: where the mission that comes up may go, and the cards that are still to be seeded in the place of the hand. */
import { DECIDE, VERB } from "../model.js";
import type { Numbered } from "../options.js";
import type { Table } from "../table.js";

/** A gap of a spaceline into which the mission may be put: at either end, or to the right of a location. */
export interface Gap {
  k: number;
  n: number; /* its digit */
  quadrant: string;
  where: "only" | "left" | "right" | "after";
  after: number;
  short: string;
  words: string;
}

const RIGHT = 1; /* SL_SEED's number: 0 at the left end, 1 at the right end, 2 to the right of the target, 3 on the target, which is its other copy */
const SHARED = 3;

function gapOf(t: Table, o: Numbered, i: number): Gap {
  const quadrant = t.face(o.card)?.quadrant ?? "Alpha", line = t.state!.view.lines?.find((l) => l.quadrant === quadrant), title = t.title(o.card);
  const where = !line ? "only" : o.target ? "after" : o.number === RIGHT ? "right" : "left";
  const words = where === "only" ? `the first of the ${quadrant} Quadrant` : o.number === SHARED ? "on the copy that is there: both players share it" : where === "after" ? `to the right of ${t.title(o.target)}` : `at the ${where} end`;
  return { k: o.k, n: i + 1, quadrant, where, after: o.target, short: where === "only" ? "Here" : o.number === SHARED ? "Share" : where === "after" ? "Between" : where === "left" ? "Left end" : "Right end", words: `Seed ${title} ${words}` };
}

/** The gaps for the mission that is being seeded; none in any other decision. */
export function gaps(t: Table): Gap[] {
  if (!t.canAnswer || t.decision?.kind !== DECIDE.SEED) return [];
  return t.options.filter((o) => o.verb === VERB.SEED && t.face(o.card)?.type === "mission" && (o.target > 0 || o.number <= RIGHT)).map((o, i) => gapOf(t, o, i));
}

export function isSeeding(t: Table): boolean {
  return t.state!.view.segment.startsWith("seed");
}
