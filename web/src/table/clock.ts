/* Times as players read them.  The server keeps the clocks; here they are only drawn on from what it said last. */

/** 75_000 → "1:15"; under ten seconds with tenths. */
export function clockWords(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const s = Math.ceil(left / 1000), min = Math.floor(s / 60);
  return min >= 60 ? `${Math.floor(min / 60)}:${String(min % 60).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}` : `${min}:${String(s % 60).padStart(2, "0")}`;
}

/** For how long somebody has been away. */
export function awayWords(ms: number): string {
  const s = Math.floor(ms / 1000);
  return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${s % 60} s`;
}

/** How much of a window is left, from 1 to 0. */
export function shareLeft(left: number, of: number, since: number): number {
  return of > 0 ? Math.min(1, Math.max(0, (left - since) / of)) : 0;
}
