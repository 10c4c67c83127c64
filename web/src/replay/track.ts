/* Where things are on the track of a replay: decisions from 0 to count, with the marks that the server found.  Pure. */

export interface Mark {
  n: number; /* how many answers had been given */
  k: "turn" | "solved" | "battle";
  turn: number;
  player: number;
}

export interface Marks {
  count: number;
  marks: Mark[];
  events: number[]; /* the newest log line after 0, 1, … answers */
}

export type Eyes = 0 | 1 | "watch" | "open";

export function clamp(n: number, count: number): number {
  return Math.max(0, Math.min(count, Math.round(n)));
}

/** The beginning of the next turn, or of this one and then the one before. */
export function turnFrom(marks: Mark[], n: number, way: 1 | -1, count: number): number {
  const starts = marks.filter((m) => m.k === "turn").map((m) => m.n);
  if (way > 0) return starts.find((s) => s > n) ?? count;
  return [...starts].reverse().find((s) => s < n) ?? 0;
}

/** The first position in which line k of the log stands. */
export function positionOf(events: number[], k: number): number {
  let low = 0, high = events.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle] >= k) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

/** A number or word of an address as eyes; undefined: whatever is usual. */
function readEyes(text: string | null): Eyes | undefined {
  if (text === "0" || text === "1") return Number(text) as 0 | 1;
  return text === "watch" || text === "open" ? text : undefined;
}

/** `/replay/ID?at=5&eyes=open`, or `/game/ID?at=5`: what an address says. */
export function readAddress(path: string, search: string): { game: string; at?: number; eyes?: Eyes } {
  const query = new URLSearchParams(search), at = query.get("at");
  return { game: path.split("/")[2] ?? "", at: at !== null && /^\d{1,9}$/.test(at) ? Number(at) : undefined, eyes: readEyes(query.get("eyes")) };
}

export function writeAddress(path: string, at: number, eyes: Eyes): string {
  return `${path}?at=${at}&eyes=${eyes}`;
}

/** How long a step waits while the replay plays itself. */
export const SPEEDS: { words: string; wait: number; turns: boolean }[] = [
  { words: "1×", wait: 1000, turns: false }, { words: "2×", wait: 500, turns: false }, { words: "4×", wait: 250, turns: false }, { words: "a turn a second", wait: 1000, turns: true },
];
