/* Decks without a page: LackeyCCG text in and out, and the figures a builder draws.  Nothing here touches the document, so that
 * node tests it as it is. */

import type { Card, Need } from "../cards.js";

export type Section = "draw" | "dilemmas" | "missions" | "seeds" | "sites" | "tent" | "continuum" | "bridge" | "tribbles";

/* In the order of a deck file, with the line that begins each. */
const HEADINGS: [Section, string][] = [["draw", ""], ["dilemmas", "Dilemmas:"], ["missions", "Missions:"], ["seeds", "Seed+Dil:"], ["sites", "Sites:"], ["tent", "QsTent:"], ["continuum", "Flash:"], ["bridge", "Tactics:"], ["tribbles", "Tribbles:"]];

/** The sections of a deck of that edition. */
export function sectionsOf(edition: string): readonly Section[] {
  return edition === "1e" ? ["missions", "seeds", "sites", "draw", "tent", "continuum", "bridge", "tribbles", "dilemmas"] : ["missions", "draw", "dilemmas"];
}

/* Where a card of the First Edition mostly goes; what is not named here is drawn. */
const PLACES: Record<string, Section> = { dilemma: "seeds", artifact: "seeds", facility: "seeds", objective: "seeds", doorway: "seeds", "time-location": "seeds", site: "sites", tactic: "bridge", tribble: "tribbles", trouble: "tribbles" };

/** Where a card belongs by its type, as long as nobody says otherwise. */
export function sectionOf(card: Card): Section {
  if (card.type === "mission") return "missions";
  return card.edition === "1e" ? PLACES[card.type] ?? "draw" : card.type === "dilemma" ? "dilemmas" : "draw";
}

/** How many of each card, by section and def. */
export class Deck {
  private held = new Map<Section, Map<number, number>>();

  /** In one section, or in all. */
  count(def: number, section?: Section): number {
    if (section) return this.held.get(section)?.get(def) ?? 0;
    return [...this.held.values()].reduce((sum, cards) => sum + (cards.get(def) ?? 0), 0);
  }

  has(def: number): boolean {
    return this.count(def) > 0;
  }

  add(def: number, section: Section, by = 1): void {
    const cards = this.held.get(section) ?? new Map<number, number>(), n = Math.max(0, (cards.get(def) ?? 0) + by);
    if (n) cards.set(def, n);
    else cards.delete(def);
    this.held.set(section, cards);
  }

  /** The sections in which it lies. */
  where(def: number): Section[] {
    return [...this.held].filter(([, cards]) => cards.has(def)).map(([section]) => section);
  }

  size(section?: Section): number {
    return [...this.held].reduce((sum, [name, cards]) => sum + (section && name !== section ? 0 : [...cards.values()].reduce((a, b) => a + b, 0)), 0);
  }
}

export interface Unknown { line: number; title: string; nearest: string[] }
interface Reading { deck: Deck; unknown: Unknown[] }

// Titles are compared without case, accents or the kind of apostrophe a keyboard happened to have.
export function plain(title: string): string {
  return title.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[\u2018\u2019`]/g, "'").replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, " ").trim().toLowerCase();
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

export function nearest(title: string, all: readonly Card[]): string[] {
  const wanted = plain(title);
  const scored = all.map((card) => {
    const name = plain(card.name);
    const far = name.startsWith(wanted) || plain(card.title) === wanted ? 0 : distance(wanted, name);
    return { name: card.name, far };
  });
  const room = Math.max(2, Math.floor(wanted.length / 3));
  return scored.filter((s) => s.far <= room).sort((a, b) => a.far - b.far || a.name.localeCompare(b.name)).slice(0, 3).map((s) => s.name);
}

// LackeyCCG's own .dek files name every copy in an element of its own; as text they are one line each.
function linesOf(text: string): string[] {
  if (!/^\s*(<\?xml[^>]*>\s*)?<deck\b/.test(text)) return text.split(/\r?\n/);
  const plainly = (words: string): string => words.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&apos;|&#39;/g, "'").replace(/&amp;/g, "&");
  return [...text.matchAll(/<name\b[^>]*>([^<]*)<\/name>/g)].map((m) => plainly(m[1]!));
}

// Without the marks of reprints and the tag of a set that LackeyCCG's titles may have behind them.
function unmarked(title: string): string {
  return title.replace(/(\s*(\*(VAP|VP|AP)?|\([A-Z0-9]{1,4}\)))+$/, "");
}

// `3<TAB>Title`, `3x Title` or a bare title; headings and empty lines only part the text.
export function readDeck(text: string, all: readonly Card[]): Reading {
  const byName = new Map<string, Card>();
  for (const card of all) {
    byName.set(plain(card.name), card);
    for (const between of [" - ", " "]) if (card.subtitle) byName.set(plain(`${card.title}${between}${card.subtitle}`), card);
  }
  const deck = new Deck(), unknown: Unknown[] = [];
  const lines = linesOf(text), headed = (line: string): Section | null => HEADINGS.find(([, words]) => words && words.toLowerCase() === line.trim().toLowerCase())?.[0] ?? null;
  let heading: Section | null = lines.some(headed) ? "draw" : null; /* null: nothing is said, and each card goes where it belongs */
  lines.forEach((raw, at) => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) return;
    if (/^[A-Za-z+ ]+:$/.test(line)) return void (heading = headed(line));
    const match = /^(?:(\d{1,3})(?:x?\s+|x))?(.+)$/.exec(line)!;
    const title = match[2]!.trim();
    const card = byName.get(plain(title)) ?? byName.get(plain(unmarked(title)));
    if (card) deck.add(card.def, sectionIn(card, heading), Number(match[1] ?? 1));
    else unknown.push({ line: at + 1, title, nearest: nearest(title, all) });
  });
  return { deck, unknown };
}

/* In the Second Edition a card has one place, whatever heading a text puts it under; so have missions in both. */
function sectionIn(card: Card, heading: Section | null): Section {
  return card.edition === "1e" && card.type !== "mission" && heading && heading !== "missions" ? heading : sectionOf(card);
}

export function writeDeck(deck: Deck, all: readonly Card[]): string {
  const lines = (section: Section): string[] => all.filter((card) => deck.count(card.def, section) > 0).map((card) => `${deck.count(card.def, section)}\t${card.name}`);
  const always: Section[] = all.some((card) => card.edition === "1e" && deck.has(card.def)) ? ["missions"] : ["dilemmas", "missions"];
  return [...HEADINGS.flatMap(([section, words]) => {
    const cards = lines(section);
    return cards.length || always.includes(section) ? [...(words ? [words] : []), ...cards] : [];
  }), ""].join("\n");
}

const ATTRIBUTES = ["Integrity", "Cunning", "Strength"] as const;

// Copies of personnel, one entry for each copy.
export function people(deck: Deck, all: readonly Card[]): Card[] {
  return all.filter((card) => card.type === "personnel").flatMap((card) => Array.from({ length: deck.count(card.def) }, () => card));
}

// For one requirement: how many of the people bring it (for a total: how few of the best reach it), whether all of them together
// are enough, and whether it hangs on a single one.
interface Cover { words: string; people: number; enough: boolean; thin: boolean }

function coverOfTotal(need: Need & { kind: "attribute" }, team: readonly Card[]): Cover {
  const values = team.map((card) => card.attributes[need.attribute] ?? 0).sort((a, b) => b - a);
  let sum = 0, count = 0;
  while (sum <= need.over && count < values.length) sum += values[count++]!;
  return { words: `${ATTRIBUTES[need.attribute]} over ${need.over}`, people: count, enough: sum > need.over, thin: false };
}

export function cover(need: Need, team: readonly Card[]): Cover {
  switch (need.kind) {
    case "skill": {
      const levels = team.map((card) => card.skills[need.skill] ?? 0).filter((level) => level > 0);
      const words = need.level > 1 ? `${need.skill} ×${need.level}` : need.skill;
      return { words, people: levels.length, enough: levels.reduce((a, b) => a + b, 0) >= need.level, thin: levels.length === 1 };
    }
    case "attribute": return coverOfTotal(need, team);
    case "other": {
      const count = team.filter((card) => card.traits.some((t) => t.name === need.trait)).length;
      return { words: need.words, people: count, enough: count >= (need.count ?? 1), thin: count === 1 };
    }
    default: {
      const parts = need.of.map((part) => cover(part, team));
      const words = parts.map((part) => part.words).join(need.kind === "any" ? " or " : " and ");
      const counts = parts.map((part) => part.people);
      return need.kind === "any"
        ? { words, people: Math.max(...counts), enough: parts.some((part) => part.enough), thin: parts.every((part) => part.thin || !part.enough) }
        : { words, people: Math.min(...counts), enough: parts.every((part) => part.enough), thin: parts.some((part) => part.thin) };
    }
  }
}

interface Coverage { mission: Card; parts: Cover[]; covered: boolean }

/** `without`: the names of cards that can never be played, and bring nothing. */
export function coverage(deck: Deck, all: readonly Card[], without: ReadonlySet<string> = new Set()): Coverage[] {
  const team = people(deck, all).filter((card) => !without.has(card.name));
  return all.filter((card) => card.type === "mission" && deck.has(card.def)).map((mission) => {
    const need = mission.needs;
    const tops = need === null ? [] : need.kind === "all" ? need.of : [need];
    const parts = tops.map((part) => cover(part, team));
    return { mission, parts, covered: parts.every((part) => part.enough) };
  });
}

interface Figures { costs: number[]; costMean: number; types: [string, number][]; skills: [string, number][]; attributes: number[] }

export function figures(deck: Deck, all: readonly Card[]): Figures {
  const costs: number[] = [];
  const types = new Map<string, number>(), skills = new Map<string, number>();
  for (const card of all) {
    const count = deck.count(card.def), drawn = deck.count(card.def, "draw");
    if (count === 0) continue;
    types.set(card.type, (types.get(card.type) ?? 0) + count);
    if (drawn) costs[card.cost ?? 0] = (costs[card.cost ?? 0] ?? 0) + drawn;
    for (const [skill, level] of Object.entries(card.skills ?? {})) skills.set(skill, (skills.get(skill) ?? 0) + level * count);
  }
  const team = people(deck, all);
  const mean = (at: number): number => team.length ? team.reduce((sum, card) => sum + (card.attributes[at] ?? 0), 0) / team.length : 0;
  const curve = Array.from(costs, (count) => count ?? 0);
  const drawn = curve.reduce((a, b) => a + b, 0);
  return {
    costs: curve, costMean: drawn ? curve.reduce((sum, count, cost) => sum + count * cost, 0) / drawn : 0,
    types: [...types], skills: [...skills].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])), attributes: [0, 1, 2].map(mean),
  };
}

// One filter for the builder and the card pages.  Words must all occur somewhere on the card; of several types or affiliations one is
// enough; a number that a card does not have lies in no range.
export type Ranged = "cost" | "first" | "second" | "third" | "span" | "points";
type Range = [least: number | null, most: number | null];
export interface Filter {
  words: string; types: string[]; affiliations: string[]; icon: string; skill: string; trait: string; quadrant: string; kind: string;
  ranges: Partial<Record<Ranged, Range>>; show: "all" | "playable" | "unread" | "deck";
}
export const NO_FILTER: Filter = { words: "", types: [], affiliations: [], icon: "", skill: "", trait: "", quadrant: "", kind: "", ranges: {}, show: "all" };

// The number of a card that a range is about; null when it has none.
export function numberOf(card: Card, which: Ranged): number | null {
  const inPlay = card.type === "personnel" || card.type === "ship", at = ["first", "second", "third"].indexOf(which);
  if (at >= 0) return inPlay ? card.attributes[at] ?? null : null;
  if (which === "cost") return card.type === "mission" || card.type === "interrupt" ? null : card.cost ?? null;
  return card.type === "mission" ? (which === "span" ? card.span : card.points) : null;
}

function within(card: Card, which: Ranged, [least, most]: Range): boolean {
  const number = numberOf(card, which);
  return (least === null && most === null) || (number !== null && number >= (least ?? -Infinity) && number <= (most ?? Infinity));
}

const faces = new WeakMap<Card, string>();

function faceWords(card: Card): string {
  const kept = faces.get(card) ?? plain([card.name, card.type, card.kind ?? "", card.affiliation, card.requirement ?? "", card.text ?? "",
    ...Object.keys(card.skills ?? {}), ...(card.traits ?? []).map((trait) => trait.name)].join(" "));
  faces.set(card, kept);
  return kept;
}

// Whether a card, held in the deck or not, passes the filter.
export function matching(filter: Filter): (card: Card, held?: boolean) => boolean {
  const words = plain(filter.words).split(" ").filter((word) => word !== "");
  return (card, held = false) => words.every((word) => faceWords(card).includes(word))
    && (filter.types.length === 0 || filter.types.includes(card.type))
    && (filter.affiliations.length === 0 || filter.affiliations.includes(card.affiliation))
    && (filter.icon === "" || card.icons.includes(filter.icon))
    && (filter.skill === "" || (card.skills[filter.skill] ?? 0) > 0)
    && (filter.trait === "" || card.traits.some((trait) => trait.name === filter.trait))
    && (filter.quadrant === "" || card.quadrant === filter.quadrant)
    && (filter.kind === "" || card.kind === filter.kind)
    && Object.entries(filter.ranges).every(([which, range]) => within(card, which as Ranged, range))
    && (filter.show === "all" || (filter.show === "deck" ? held : filter.show === "unread" ? !!card.unplayable : !card.unplayable));
}
