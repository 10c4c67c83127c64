/* The card catalogue: fetched once, kept for the life of the page.  Faces, log links and the deck builder read from it. */
import { api, once } from "./api.js";

/** What a mission asks for, as the engine reads it. */
export type Need =
  | { kind: "skill"; skill: string; level: number }
  | { kind: "attribute"; attribute: number; over: number }
  | { kind: "all" | "any"; of: Need[] }
  | { kind: "other"; words: string; count?: number; trait?: string };

/** Who may attempt a mission: those of these affiliations, or any but those. */
export interface Attempters {
  any: boolean;
  icons: string[];
}

export interface Card {
  def: number;
  title: string;
  subtitle: string;
  name: string;
  type: string;
  kind: string;
  affiliation: string;
  cost: number;
  unique: boolean;
  attributes: number[];
  icons: string[];
  skills: Record<string, number>;
  staff: string[];
  traits: { name: string; kind: string }[];
  span: number;
  points: number;
  quadrant: string;
  attempt: Attempters | null; /* null: nobody does */
  plays: string; /* a headquarters: what may be played there */
  requirement: string;
  needs: Need | null; /* the same in parts */
  picks: number; /* how many of those in an attempt a dilemma picks at random */
  text: string;
  unplayable: string;
  edition: string; /* "1e", "2e" */
  class: string; /* the classification of a personnel of the First Edition: "OFFICER" */
  image: string; /* the address of a player's own picture; "" without one */
}

export class Catalogue {
  readonly all: Card[];
  private defs = new Map<number, Card>();
  private names = new Map<string, Card>();

  constructor(readonly skills: string[], readonly icons: string[], cards: Partial<Card>[], readonly more = 0, private from?: Catalogue) {
    this.all = cards.map(whole);
    for (const c of this.all) this.defs.set(c.def, c);
    for (const part of ["name", "title"] as const) for (const c of this.all) if (!this.names.has(c[part])) this.names.set(c[part], c); /* a whole name before any title */
  }

  /** The cards of one edition: a title may be that of a card of either. */
  of(edition: string): Catalogue {
    return new Catalogue(this.skills, this.icons, this.all.filter((c) => c.edition === edition), this.more, this);
  }

  /** These as well, found by their numbers alone: the cards that a scene has for itself. */
  also(cards: Partial<Card>[]): void {
    for (const card of cards.map(whole)) this.defs.set(card.def, card);
  }

  byDef(def: number | undefined): Card | undefined {
    return def ? this.defs.get(def) ?? this.from?.byDef(def) : undefined;
  }

  byName(name: string): Card | undefined {
    return this.names.get(name);
  }
}

/** Every field present, so that no face has to ask. */
function whole(c: Partial<Card>): Card {
  return {
    def: c.def ?? 0, title: c.title ?? "", subtitle: c.subtitle ?? "", name: c.name ?? c.title ?? "", type: c.type ?? "",
    kind: c.kind ?? "", affiliation: c.affiliation ?? "", cost: c.cost ?? 0, unique: !!c.unique, attributes: c.attributes ?? [],
    icons: c.icons ?? [], skills: c.skills ?? {}, staff: c.staff ?? [], traits: c.traits ?? [], span: c.span ?? 0, points: c.points ?? 0,
    quadrant: quadrantName(c.quadrant), attempt: c.attempt ?? null, plays: c.plays ?? "", requirement: c.requirement ?? "", needs: c.needs ?? null, picks: c.picks ?? 0,
    text: c.text ?? "", unplayable: c.unplayable ?? "", image: c.image ?? "", edition: c.edition ?? "2e", class: c.class ?? "",
  };
}

function quadrantName(q: unknown): string {
  return typeof q === "number" ? ["", "Alpha", "Gamma", "Delta", "Mirror"][q] ?? "" : String(q ?? "");
}

/** What of its text is not understood; empty for a card that can be played. */
export function clauses(card: Card): string[] {
  return card.unplayable ? card.unplayable.split("\n") : [];
}

async function fetched(query: string): Promise<Catalogue> {
  const a = await api.get(`/api/cards${query}`);
  return new Catalogue(a.skills ?? [], a.icons ?? [], a.cards ?? [], a.unplayable ?? 0);
}

export const catalogue = once(() => fetched(""));

const parts = new Map<string, () => Promise<Catalogue>>();

/** The cards that can come up somewhere: `edition=1e`, or those of the edition of a game, `game=ID`. */
export function catalogueOf(what: string): Promise<Catalogue> {
  if (!parts.has(what)) parts.set(what, once(() => fetched(`?${what}`)));
  return parts.get(what)!();
}

/** The catalogue with the cards of plugin folders that cannot be played: for building and reading, not for the table. */
export const wholeCatalogue = once(async () => {
  const c = await catalogue();
  if (!c.more) return c;
  const rest = await api.get<{ cards?: Partial<Card>[] }>("/api/cards/unplayable");
  return new Catalogue(c.skills, c.icons, [...c.all, ...(rest.cards ?? [])]);
});
