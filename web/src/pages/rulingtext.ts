/* Rulings without a page: what is in force on a day, what differs between two days and in which words, what belongs together.
 * Nothing here touches the document, so that node tests it as it is. */

export interface Ruling {
  id: string; edition: string; date: string; until: string; topic: string; kind: string; summary: string; text: string;
  superseded_by: string | null; lookup_only: boolean;
}
export interface Rule { id: string; edition: string; chapter: string; part: string; text: string; rulings: string; reasons: string[] }
export type Mark = "new" | "changed" | "gone" | "";
export interface Entry { ruling: Ruling; parts: Ruling[]; mark: Mark; before: Ruling | null; partsBefore: Ruling[] }

export const entryOf = (id: string): string => id.replace(/\.\d+$/, "");
export const isPart = (id: string): boolean => entryOf(id) !== id;

// What a ruling is about, whichever document says it: 2e-2014/own.1 → own.1.
const subjectOf = (id: string): string => id.slice(id.indexOf("/") + 1);

export function topicOf(ruling: Ruling): string {
  const words = ruling.topic.replace(/^\*/, "").split(" — ").pop()!;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// A document holds from its date until another takes its place; "" is the newest rules.
export function inForce(all: readonly Ruling[], date: string): Ruling[] {
  return all.filter((ruling) => (date ? ruling.date <= date && (!ruling.until || date < ruling.until) : !ruling.until));
}

function holdsWords(ruling: Ruling, asked: string): boolean {
  const face = `${ruling.id} ${ruling.topic} ${ruling.summary} ${ruling.text}`.toLowerCase();
  return asked.toLowerCase().split(/\s+/).every((word) => face.includes(word));
}

// The entries on one day, each with its parts; against another day, with what became of each, and those that are gone at the end.
export function entries(all: readonly Ruling[], date: string, against: string | null, asked = ""): Entry[] {
  const now = inForce(all, date), old = against === null ? [] : inForce(all, against);
  const partsOf = (of: readonly Ruling[], id: string): Ruling[] => of.filter((part) => isPart(part.id) && entryOf(part.id) === id);
  const same = (a: Ruling, b: Ruling): boolean => a.text === b.text && a.summary === b.summary;
  const heads = now.filter((ruling) => !isPart(ruling.id));
  const out = heads.map((ruling): Entry => {
    const before = old.find((other) => !isPart(other.id) && other.edition === ruling.edition && subjectOf(other.id) === subjectOf(ruling.id)) ?? null;
    const parts = partsOf(now, ruling.id), partsBefore = before ? partsOf(old, before.id) : [];
    const moved = before && (!same(before, ruling) || parts.length !== partsBefore.length || parts.some((part, i) => !same(part, partsBefore[i]!)));
    return { ruling, parts, before, partsBefore, mark: against === null ? "" : !before ? "new" : moved ? "changed" : "" };
  });
  const gone = old.filter((ruling) => !isPart(ruling.id) && !heads.some((head) => head.edition === ruling.edition && subjectOf(head.id) === subjectOf(ruling.id)))
    .map((ruling): Entry => ({ ruling, parts: partsOf(old, ruling.id), before: ruling, partsBefore: partsOf(old, ruling.id), mark: "gone" }));
  const found = [...out, ...gone].filter((entry) => [entry.ruling, ...entry.parts].some((ruling) => holdsWords(ruling, asked)));
  return against === null ? found : found.filter((entry) => entry.mark !== "");
}

interface Words { kind: "same" | "added" | "removed"; text: string }

// The words that were added and removed, in reading order: the longest common run of words stays.
export function wordChanges(before: string, after: string): Words[] {
  const a = before.split(/\s+/).filter(Boolean), b = after.split(/\s+/).filter(Boolean);
  const long: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) long[i]![j] = a[i] === b[j] ? long[i + 1]![j + 1]! + 1 : Math.max(long[i + 1]![j]!, long[i]![j + 1]!);
  const out: Words[] = [];
  const push = (kind: Words["kind"], word: string): void => {
    const last = out[out.length - 1];
    if (last?.kind === kind) last.text += ` ${word}`;
    else out.push({ kind, text: word });
  };
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) push("same", a[i++]!), j++;
    else if (i < a.length && (j === b.length || long[i + 1]![j]! >= long[i]![j + 1]!)) push("removed", a[i++]!);
    else push("added", b[j++]!);
  }
  return out;
}

export interface Stop { date: string; edition: string; count: number; at: number; up: boolean }

const NEAR = 0.12; // so near to the one before, two labels would lie over each other

// The dates of the documents on a line to scale: 0 is its left end, 1 its right.  Before the first stands the rulebook alone.  Of two that are near each other, the words of
// the second stand above the line.
export function stops(all: readonly Ruling[], today: string): Stop[] {
  const days = [...new Set(all.map((ruling) => ruling.date))].sort();
  if (days.length === 0) return [];
  const time = (date: string): number => Date.parse(`${date}T00:00:00Z`), year = 365.25 * 86400e3;
  const first = time(days[0]!), to = Math.max(time(today), time(days[days.length - 1]!) + year), from = first - (to - first) / 2;
  const at = (date: string): number => (time(date) - from) / (to - from);
  const before = new Date(first - 86400e3).toISOString().slice(0, 10);
  const out: Stop[] = [{ date: before, edition: "", count: 0, at: 0.02, up: false }];
  for (const date of days) {
    const last = out[out.length - 1]!;
    out.push({ date, edition: all.find((ruling) => ruling.date === date)!.edition, count: all.filter((r) => r.date === date && !isPart(r.id)).length, at: at(date), up: !last.up && at(date) - last.at < NEAR });
  }
  return out;
}

// Rulings that the same scenes cite, the most often first; then those its own words name.
export function related(id: string, all: readonly Ruling[], cited: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of cited) {
    if (!list.some((other) => entryOf(other) === id)) continue;
    for (const other of new Set(list.map(entryOf))) if (other !== id && all.some((r) => r.id === other)) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const words = all.filter((ruling) => entryOf(ruling.id) === id).map((ruling) => ruling.text).join(" ");
  for (const ruling of all) if (!isPart(ruling.id) && ruling.id !== id && words.includes(ruling.id)) counts.set(ruling.id, (counts.get(ruling.id) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 6).map(([other]) => other);
}
