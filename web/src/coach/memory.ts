/* What the coach remembers from one visit to the next, in this browser only. */
import { BEGINNING, type Progress } from "./steps.js";

interface Memory {
  guided: string; /* the guided game; "" when none was begun */
  progress: Progress;
  first: string; /* the guided game of the First Edition */
  quiet: boolean; /* dismissed */
  opening: number; /* how much of the opening words was read */
  explain: "" | "on" | "off"; /* "" until the guided game is over: then three games, then the player says */
  games: string[]; /* those in which every choice was explained */
  met: Record<string, number>; /* how often a word of the game was underlined */
}

const KEY = "spaceline.coach", FRESH: Memory = { guided: "", progress: BEGINNING, first: "", quiet: false, opening: 0, explain: "", games: [], met: {} };

export const EXPLAINED = 3;

export function recall(): Memory {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Memory>;
    const whole = kept.progress?.done?.length === BEGINNING.done.length;
    return { ...FRESH, ...kept, progress: { ...BEGINNING, ...(whole ? kept.progress : {}) } };
  } catch {
    return { ...FRESH };
  }
}

export function remember(change: Partial<Memory>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...recall(), ...change }));
  } catch { /* a browser that keeps nothing begins anew each time */ }
}
