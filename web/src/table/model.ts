/* What the server says of a game, and the index that the table draws from.  Pure: no document, no network. */
import { DECIDE, PURPOSE, VERB } from "../engine.js";
import type { Attempters } from "../cards.js";
import type { Terms } from "../terms.js";

export { DECIDE, PURPOSE, VERB };

/** What a mission says to one player at his end of it; the words where they are not those of the near end. */
export interface End {
  points: number;
  span: number;
  attempt?: Attempters | null;
  takes?: string;
}

/** Who of a player's would act together at a place, and what they bring together. */
export interface Team {
  player: number;
  totals: number[];
  cards?: number[]; /* where spacelines are */
}

export interface SeenCard {
  id: number;
  owner: number;
  commander: number; /* -1: it is in play, and nobody controls it */
  def?: number;
  name?: string;
  stopped?: boolean;
  complete?: boolean;
  damaged?: boolean;
  hull?: number; /* per cent, where it is not whole */
  range_used?: number;
  range_left?: number; /* where some is used */
  attributes?: number[];
  as?: number; /* in hand: one choice with that other card, whose options stand for both */
  cost?: number; /* in hand: to play it now, where it is not the printed cost */
  countdown?: number; /* so many turns until it expires */
  affiliations?: string[]; /* of now, where they are not those printed */
  states?: string[]; /* every further state, in the engine's words */
  staffed?: boolean; /* a ship of one's own, where spacelines are */
  ends?: End[]; /* a location: by seat */
  teams?: Team[]; /* a place */
  takes?: string; /* a mission of one's own: the requirement that counts for one's people, where it is not the printed one */
  cards?: { how: string; card: SeenCard }[];
}

export interface Pile {
  count: number;
  cards: SeenCard[];
}

/** What it takes to win: "points" 35 of 100, "planet mission" 0 of 1. */
export interface Goal {
  kind: string; /* "points", "planet", "space" */
  words: string;
  have: number;
  need: number;
}

export interface Seat {
  name: string;
  points: number;
  goals?: Goal[];
  missions?: Pile; /* in the Second Edition */
  core?: Pile;
  brig?: Pile;
  table?: Pile; /* in the First Edition */
  seeds?: Pile;
  agendas?: Pile;
  "point-area"?: Pile;
  tent?: Pile;
  continuum?: Pile;
  bridge?: Pile;
  tribbles?: Pile;
  hand: Pile;
  deck: Pile;
  dilemmas?: Pile;
  discard: Pile;
  removed: Pile;
  drawn?: Pile; /* dilemmas, for an attempt … */
  stack?: Pile; /* … and those chosen of them, from the top */
  playing?: Pile;
}

export interface Option {
  verb: number;
  card: number;
  target: number;
  number: number;
  def: number;
  cost: number; /* counters, Range of a move, what a dilemma takes of the allowance; -1: none */
  text: string;
  title?: string; /* the card, title or skill it speaks of */
  place?: string; /* the name of its target */
  how?: string; /* played "at", "aboard" or "on" that; "hand": a text used from the hand */
  words?: string; /* of one mode of a text: what it does */
  unfaced?: string; /* of a dilemma for the stack: the rule by which it would be overcome without being faced */
}

export interface Decision {
  kind: number;
  card: number; /* that asks; 0: a rule */
  def?: number; /* which card that is */
  about: string; /* what it is for, in the engine's words … */
  purpose?: number; /* … and as a number: one of PURPOSE */
  words?: string; /* what a text that says "you may" would do */
  least: number;
  most: number;
  may_end: boolean;
  eligible?: number[];
  chosen?: number[];
  cards?: { id: number; def: number }[];
  ordered?: boolean;
  from?: number; /* the ends of a beam whose cards are chosen */
  to?: number;
  moment?: string; /* the event that may be answered, or that the asking text answers */
  of?: number[]; /* the cards to which it happens */
  options: Option[];
}

export interface Attempt {
  player: number;
  mission: number;
  ship: number;
  facing: number;
  allowance?: number; /* not in First Edition, where dilemmas cost nothing */
  stack: number;
  personnel: number;
  def?: number;
  group?: number[];
}

/** A number of a sum and the card it comes from; without an amount the viewer may not know it. */
export interface Part {
  card: number;
  amount?: number;
}

/** What a side of a ship battle fires as things stand, and what it must beat. */
export interface Volley {
  side: number;
  target: number;
  attack: Part[];
  defense: Part[];
  total?: number; /* these three when all is known */
  over?: [hit: number, directHit: number]; /* the total must be higher */
  result?: string; /* miss, hit, direct hit */
}

export interface Battle {
  engagement: boolean;
  players: number[]; /* who began it, the other */
  mission: number;
  attribute: number;
  sides: { card: number; amount: number }[][]; /* amount -1: unknown */
  totals: number[]; /* as far as they are known … */
  known: boolean; /* … and whether that is all */
  winner: number; /* the seat that wins if nothing changes; -1: nobody */
  target: number[]; /* 1E: the adversaries; of ships whom each side fires at; 0: none */
  waiting: number[]; /* 1E: how many of each side have not met anybody yet */
  volleys?: Volley[]; /* 1E, of ships: what each side that fires brings */
}

/** A spaceline: the locations of a quadrant from left to right. */
export interface Line {
  quadrant: string;
  locations: SeenCard[];
}

export interface View {
  turn: number;
  active: number;
  segment: string;
  counters: number;
  to_answer: number;
  over: boolean;
  winner: number;
  attempt?: Attempt;
  battle?: Battle;
  lines?: Line[]; /* in the First Edition */
  players: Seat[];
  decision: Decision | null;
}

export interface LogLine {
  k: number; /* the event's number in the game */
  turn?: number;
  what?: string; /* its symbol in log.def */
  player?: number;
  card?: number;
  other?: number;
  number?: number;
  names?: [string, string]; /* of the card and of the other card; "" when there is none */
  group?: { name: string; card: number }[]; /* lines that were put together: the cards of all … */
  more?: number; /* … and how many are not known */
  skill?: string; /* of a line that speaks of one */
  among?: string[]; /* of a random selection: who else could have been it, by name … */
  others?: number; /* … and how many more */
  text: string;
  cite?: string;
}

/** What is true of a table of two people besides the game. */
export interface TableNews {
  terms: Terms;
  waiting: boolean;
  withdrawn?: boolean;
  paused: "" | "players" | "director";
  asks: string[]; /* by seat: what this player asks the other for */
  away: number[]; /* milliseconds; 0: here */
  watchers: number;
  clock?: { left: number[]; running: number };
  waived?: boolean[]; /* who passes in every window of this turn */
  calls?: boolean[]; /* who calls a director */
  window?: { id: number; left: number; of: number; held: boolean[] };
  ending?: { how: string; seat: number };
  next?: string;
  rulings: { from: string; made: number; text: string }[];
}

export interface TableMessage {
  t: "table";
  game: string;
  you: number;
  director?: boolean;
  names: string[];
  edition?: string;
  date?: number;
  format?: string; /* the tournament format; "open": none */
  table: TableNews;
}

export interface StateMessage {
  t: "state";
  game: string;
  n: number;
  you: number;
  seat?: number; /* nobody sits here: whose side the table is looked at from; 0 where it is left out */
  names: string[];
  solo: boolean;
  changed?: boolean; /* by the cards or rules of now its answers would be another game: it ended where that begins */
  edition?: string;
  director?: boolean;
  table?: TableNews;
  view: View;
  log: LogLine[];
  from: number;
  date?: number;
  format?: string;
  decks?: string[];
  players?: string[]; /* the names as the server has them */
  replay?: boolean; /* looked back at: nothing can be answered */
}

/** Decisions that ask for one card, and those that ask for a name, a number or a word. */
export const CARD_KINDS: number[] = [DECIDE.CARD, DECIDE.ORDERING, DECIDE.MANDATORY];
export const NAME_KINDS: number[] = [DECIDE.SKILL, DECIDE.TITLE, DECIDE.NUMBER, DECIDE.MODE, DECIDE.PLAYER, DECIDE.YES_NO];

const ZONES = ["missions", "core", "brig", "table", "seeds", "agendas", "point-area", "tent", "continuum", "bridge", "tribbles", "hand", "deck", "dilemmas", "discard", "removed", "drawn", "stack", "playing"] as const;

type Zone = (typeof ZONES)[number] | "spaceline";

export interface Spot {
  card: SeenCard;
  player: number;
  zone: Zone;
  how: string; /* surface, orbit, aboard, beneath, on; "" at the top of a zone */
  host: number;
  mission: number;
}

/** Where every card of the view lies, by id. */
export function indexView(view: View): Map<number, Spot> {
  const spots = new Map<number, Spot>();
  const visit = (card: SeenCard, player: number, zone: Zone, how: string, host: number, mission: number): void => {
    const at = (zone === "missions" || zone === "spaceline") && !host ? card.id : mission;
    spots.set(card.id, { card, player, zone, how, host, mission: at });
    for (const c of card.cards ?? []) visit(c.card, player, zone, c.how, card.id, at);
  };
  view.players.forEach((p, player) => {
    for (const zone of ZONES) for (const card of p[zone]?.cards ?? []) visit(card, player, zone, "", 0, 0);
  });
  for (const line of view.lines ?? []) for (const card of line.locations) visit(card, card.owner, "spaceline", "", 0, 0);
  return spots;
}

/** What a player has no such pile of: nothing. */
const NO_PILE: Pile = { count: 0, cards: [] };

export function pileOf(seat: Seat, zone: (typeof ZONES)[number]): Pile {
  return seat[zone] ?? NO_PILE;
}

export function hosted(card: SeenCard, ...hows: string[]): SeenCard[] {
  return (card.cards ?? []).filter((c) => hows.includes(c.how)).map((c) => c.card);
}

/** Whether a decision asks for a set of cards, answered at once by `choose`. */
export function isSet(d: Decision): boolean {
  return d.most > 0 && d.options.some((o) => o.verb === VERB.CHOOSE || o.verb === VERB.DONE) && (d.kind === DECIDE.SET || d.kind === DECIDE.STACK || d.kind === DECIDE.DISCARD || d.kind === DECIDE.ORDERING);
}

/** The cards that a set may hold, in the order offered. */
export function candidates(d: Decision): number[] {
  const offered = d.options.filter((o) => o.verb === VERB.CHOOSE).map((o) => o.card);
  const all = d.eligible?.length ? d.eligible : offered;
  return [...new Set(all)];
}

/** Why this many may not be confirmed; "" when they may. */
export function whyNotCount(d: Decision, count: number): string {
  if (count < d.least) return d.least === d.most ? `Choose ${d.least}` : `Choose at least ${d.least}`;
  if (count > d.most) return `Choose at most ${d.most}`;
  return "";
}

/** Keeps the log: events are numbered, and those from `from` on replace what was there. */
export function mergeLog(log: LogLine[], from: number, lines: LogLine[]): LogLine[] {
  return [...log.filter((l) => l.k < from), ...lines];
}

/** Every card that this view names: what an undo cannot make unseen. */
export function knownCards(view: View): Set<number> {
  return new Set([...indexView(view)].filter(([, s]) => s.card.def).map(([id]) => id));
}

/** The unstopped personnel who would attempt a mission: on its surface, or aboard one ship there. */
export function groupsAt(mission: SeenCard, seat: number, isPerson: (c: SeenCard) => boolean): number[][] {
  const able = (cards: SeenCard[]): number[] => cards.filter((c) => c.commander === seat && !c.stopped && isPerson(c)).map((c) => c.id);
  const ships = hosted(mission, "orbit").filter((s) => s.commander === seat).map((s) => able(hosted(s, "aboard")));
  return [able(hosted(mission, "surface")), ...ships].filter((g) => g.length > 0);
}
