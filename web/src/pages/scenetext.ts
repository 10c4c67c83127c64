/* Scenes without a page: their words for colouring and completion, what an error means for the text, what a change of rules
 * changed, and a scene as an address.  Nothing here touches the document, so that node tests it as it is. */

export interface Step<V = unknown> { line: number; expects: boolean; ok: boolean; message: string; view: V | null; log: { text: string; cite?: string }[] }
export interface Outcome<V = unknown> {
  ok: boolean; bad_input: boolean; line: number; column: number; message: string; title: string; players: number;
  cites: { id: string; cited: boolean }[]; cards: object[]; steps: Step<V>[];
}

// What can be offered while somebody types.
export interface Known { titles: readonly string[]; skills: readonly string[]; rulings: readonly string[] }

type Piece = { kind: "" | "word" | "verb" | "expect" | "title" | "player" | "number" | "note" | "id"; text: string };

const HEADS = ["scene", "edition", "rules", "cites", "players", "switch", "card", "decklist", "end"];
const TABLE = ["missions", "put", "hand", "deck", "discard", "dilemmas", "removed", "points", "counters", "set", "damage", "first", "turn"];
const ACTS = ["plays", "draws", "ends", "beams", "moves", "attempts", "uses", "chooses", "stacks", "passes", "discards", "downloads", "declares the loop", "concedes", "can", "cannot"];
const PLAIN = ["play", "draw", "end", "beam", "move", "attempt", "use", "choose", "stack", "pass", "discard", "download", "declare the loop", "respond"];
const PLACES = ["at", "on planet", "aboard", "beneath", "on", "in core", "in hand", "in deck", "in discard", "in dilemmas", "in brig of"];
const STATES = ["stopped", "unstopped", "completed", "face-up", "face-down", "known", "range-used", "commanded-by"];
const IS = ["stopped", "unstopped", "killed", "destroyed", "damaged", "completed", "staffed", "in play", "face up", "face down", "a"];
const SEGMENTS = ["start", "play", "orders", "discard", "end"];
const EXPECTED = ["not", "points", "counters", "choices", "asked", "winner", "game goes on", "draw", "log", "cited", "turn", "hand", "top of", "bottom of", "beneath", "decklist"];
const RELATIONS = ["has", "is", "at", "on planet", "aboard", "on", "beneath", "in discard of", "in hand of", "in deck of", "in core", "known to"];
const ATTRIBUTES = ["strength", "integrity", "cunning", "range", "weapons", "shields", "cost"];
const PLAYERS = ["A", "B"];

// The names that a scene gives to cards.
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/=\s*([A-Za-z][\w-]*)/g)].map((m) => m[1]!))];
}

// The titles of the cards that a scene defines for itself.
export function ownTitles(text: string): string[] {
  return [...text.matchAll(/^\s*card\s+"([^"\n]+)"/gm)].map((m) => m[1]!);
}

type Offer = (known: Known, names: readonly string[]) => readonly string[];

// What may follow what already stands on the line; the first that fits counts.
const FOLLOWS: [RegExp, Offer][] = [
  [/^\s*$/, () => [...HEADS, ...TABLE, "expect", "random picks", "pause", "turn passes to", "A", "B"]],
  [/^\s*edition\s+$/, () => ["2e"]],
  [/^\s*cites\s+(.*,\s*)?$|\bbecause\s+$|^\s*expect\s+(not\s+)?cited\s+$/, (known) => known.rulings],
  [/^\s*turn\s+passes\s+to\s+$|^\s*(put|first|points|missions|hand|deck|discard|dilemmas|removed|turn)\s+$/, () => [...PLAYERS, "passes to"]],
  [/^\s*(turn|expect\s+turn)\s+[A-D]\s+$|^\s*turn\s+passes\s+to\s+[A-D]\s+$/, () => SEGMENTS],
  [/^\s*put\s+[A-D]\s+"[^"]*"(\s*=\s*[\w-]+)?\s+$/, () => PLACES],
  [/^\s*set\s+$/, (_, names) => names],
  [/^\s*set\s+[\w-]+(\s*,\s*[\w-]+)*\s+$/, () => STATES],
  [/^\s*[A-D]\s+$/, () => ACTS],
  [/^\s*[A-D]\s+(can|cannot)\s+$/, () => PLAIN],
  [/^\s*expect\s+(not\s+)?$/, (_, names) => [...names, ...EXPECTED]],
  [/^\s*expect\s+(not\s+)?[\w-]+\.$/, () => ATTRIBUTES],
  [/^\s*expect\s+(not\s+)?[\w-]+\s+has\s+(\d+\s+)?$|^\s*[A-D]\s+chooses\s+$/, (known, names) => [...known.skills, ...names]],
  [/^\s*expect\s+(not\s+)?[\w-]+\s+is\s+$/, () => IS],
  [/^\s*expect\s+(not\s+)?[\w-]+\s+$/, () => RELATIONS],
  [/./, (_, names) => names],
];

export interface Completion { from: number; to: number; items: string[]; quoted: boolean }
const MOST = 8;

function fitting(items: readonly string[], typed: string): string[] {
  const low = typed.toLowerCase();
  const begins = items.filter((item) => item.toLowerCase().startsWith(low) && item.toLowerCase() !== low);
  const holds = low.length > 1 ? items.filter((item) => !item.toLowerCase().startsWith(low) && item.toLowerCase().includes(low)) : [];
  return [...begins, ...holds].slice(0, MOST);
}

// What could stand at the cursor.  Without a letter typed nothing is offered unless it was asked for.
export function complete(text: string, at: number, known: Known, asked = false): Completion | null {
  const start = text.lastIndexOf("\n", at - 1) + 1, line = text.slice(start, at);
  if (/^\s*#|^[^"]*#/.test(line.replace(/"[^"]*"/g, ""))) return null;
  const quotes = [...line.replace(/\\"/g, "  ").matchAll(/"/g)];
  if (quotes.length % 2 === 1) {
    const open = quotes[quotes.length - 1]!.index + 1, typed = line.slice(open);
    if (/^\s*(scene|card)\s+"/.test(line) || (!typed && !asked)) return null;
    const items = fitting([...ownTitles(text), ...known.titles], typed);
    const rest = /^[^"\n]*/.exec(text.slice(at))![0];
    const closed = text[at + rest.length] === '"';
    return items.length ? { from: start + open, to: closed ? at + rest.length + 1 : at, items, quoted: true } : null;
  }
  const typed = /[\w/-]*$/.exec(line)![0], before = line.slice(0, line.length - typed.length);
  if (!typed && !asked && !/\.$/.test(before)) return null;
  const offer = FOLLOWS.find(([pattern]) => pattern.test(before));
  const items = offer ? fitting(offer[1](known, namesIn(text)), typed) : [];
  return items.length ? { from: at - typed.length, to: at, items, quoted: false } : null;
}

// The text with an offer taken, and where the cursor goes.
export function take(text: string, c: Completion, item: string): { text: string; at: number } {
  const put = c.quoted ? `${item.replace(/"/g, '\\"')}"` : item;
  return { text: text.slice(0, c.from) + put + text.slice(c.to), at: c.from + put.length };
}

// A line cut up for colouring; the pieces together are the line again.
export function pieces(line: string): Piece[] {
  const out: Piece[] = [];
  const push = (kind: Piece["kind"], text: string): void => void (text && out.push({ kind, text }));
  const head = /^(\s*)([A-Za-z]+)/.exec(line);
  let at = 0;
  if (head) {
    const word = head[2]!;
    push("", head[1]!);
    push(/^[A-D]$/.test(word) ? "player" : word === "expect" ? "expect" : [...HEADS, ...TABLE, "random", "pause"].includes(word) ? "word" : "", word);
    at = head[0].length;
  }
  for (const m of line.slice(at).matchAll(/("(?:[^"\\]|\\.)*"?)|(#.*)|([12]e-\d{4}\/[\w.-]+|[12]E-[\d.]+)|(\b[A-D]\b)|(\b\d[\d-]*\b)|(\b[a-z]+\b)|(\s+|.)/gi)) {
    const verb = m[6] && ([...ACTS, ...PLAIN].includes(m[6]) || ["not", "because"].includes(m[6]));
    push(m[1] ? "title" : m[2] ? "note" : m[3] ? "id" : m[4] ? "player" : m[5] ? "number" : verb ? "verb" : "", m[0]);
  }
  return out;
}

// The engine counts columns in bytes, from 1.  Where the word that is wrong begins and ends, in characters of its line.
export function wrongPart(line: string, column: number): [number, number] {
  const bytes = new TextEncoder().encode(line);
  const from = column > 0 ? new TextDecoder().decode(bytes.slice(0, column - 1)).length : line.length - line.trimStart().length;
  const rest = line.slice(from);
  const length = column === 0 ? rest.trimEnd().length : /^"(?:[^"\\]|\\.)*"?|^[^\s,]+|^./.exec(rest)?.[0].length ?? 0;
  return [from, Math.max(from + length, from + 1)];
}

// The title at the place that is wrong, if no card has it.
export function unknownTitle(line: string, column: number, isTitle: (title: string) => boolean): string {
  const [from, to] = wrongPart(line, column), words = line.slice(from, to);
  const title = column > 0 && words.length > 2 && words.startsWith('"') && words.endsWith('"') ? words.slice(1, -1).replaceAll('\\"', '"') : "";
  return title && !isTitle(title) ? title : "";
}

// The text with one title on one line put right.
export function retitle(text: string, line: number, wrong: string, right: string): string {
  const lines = text.split("\n"), at = line - 1;
  const pattern = new RegExp(`"${wrong.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}"`, "i");
  lines[at] = (lines[at] ?? "").replace(pattern, () => `"${right.replace(/"/g, '\\"')}"`);
  return lines.join("\n");
}

export interface Change { line: number; was: boolean; is: boolean; message: string }

// The lines that come out otherwise: one that was reached before and is not any more does not hold.
export function changes(before: readonly Step[], after: readonly Step[]): Change[] {
  const now = new Map(after.map((step) => [step.line, step]));
  return before.filter((step) => now.get(step.line)?.ok !== step.ok).map((step) => {
    const other = now.get(step.line);
    return { line: step.line, was: step.ok, is: other?.ok ?? false, message: other ? other.message : "not reached" };
  });
}

// The newest table at or above a line: steps without a view left the table as it was.
export function tableAt<V>(steps: readonly Step<V>[], line: number): { view: V; step: Step<V> } | null {
  const seen = steps.filter((step) => step.line <= line);
  const step = seen[seen.length - 1], view = [...seen].reverse().find((s) => s.view)?.view;
  return step && view ? { view, step } : null;
}

// The line at which the table is set: the last that puts something there.
export function setLine(text: string, steps: readonly Step[]): number {
  const lines = text.split("\n");
  return steps.filter((step) => TABLE.includes(/^\s*(\w+)/.exec(lines[step.line - 1] ?? "")?.[1] ?? "") && !/^\s*turn\s+passes/.test(lines[step.line - 1]!)).pop()?.line ?? 0;
}

export function sceneAddress(id: string): string {
  return `/scenes/${id.split("/").map(encodeURIComponent).join("/")}`;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(raw, (c) => c.charCodeAt(0));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(piped as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

// A scene as the tail of an address: compressed, so that a usual one stays short enough to be sent around.
export async function toHash(text: string): Promise<string> {
  return `#z=${toBase64(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")))}`;
}

const LONGEST = 32 * 1024;

// The scene in an address; null when there is none, or none that can be read.
export async function fromHash(hash: string): Promise<string | null> {
  if (!hash.startsWith("#z=") || hash.length > 2 * LONGEST) return null;
  try {
    const bytes = await through(fromBase64(hash.slice(3)), new DecompressionStream("deflate-raw"));
    return bytes.length <= LONGEST ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : null;
  } catch {
    return null;
  }
}
