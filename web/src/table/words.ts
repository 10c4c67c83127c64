/* All sentences of the table, made from what the engine says in numbers and names: orders in the imperative, the log, prompts for every decision. */
import { LOG } from "../engine.js";
import { DECIDE, PURPOSE, VERB, type Decision, type LogLine, type Option } from "./model.js";

const BARE: Record<string, string> = { has: "have", is: "are", passes: "pass", misses: "miss", launches: "launch" };

/** "plays" → "play", as after "you". */
export function bare(verb: string): string {
  return BARE[verb] ?? (verb.endsWith("s") ? verb.slice(0, -1) : verb);
}

function capital(s: string): string {
  return s.charAt(0).toUpperCase() + s.slice(1);
}

/** A reason of the server as a sentence of its own. */
export function sentence(reason: string): string {
  return `${capital(reason)}${reason.endsWith(".") || reason.endsWith("?") ? "" : "."}`;
}

/** What an option is made of; the answers of a replay have it as well. */
export type Order = Pick<Option, "verb" | "number" | "title" | "place" | "how" | "cost">;

const PLAIN: Record<number, string> = {
  [VERB.PASS]: "Pass", [VERB.DRAW]: "Draw", [VERB.END]: "End", [VERB.DONE]: "Done", [VERB.YES]: "Yes", [VERB.NO]: "No", [VERB.LOOP]: "Declare the loop",
};

/** "Play Bregath at Qo'noS"; whole names on request. */
export function imperative(o: Order, name: (n: string) => string = short): string {
  const title = o.title ? name(o.title) : "a card", place = o.place ? name(o.place) : "";
  switch (o.verb) {
    case VERB.PLAY: return `Play ${title}${place && ` ${o.how || "at"} ${place}`}${o.number ? ` paying ${o.cost}` : ""}`;
    case VERB.BEAM: return `Beam from ${title} to ${place}`;
    case VERB.MOVE: return `Move ${title} to ${place}`;
    case VERB.ATTEMPT: return `Attempt ${title}${place && ` with ${place}`}${o.number ? ` using ${title}` : ""}`;
    case VERB.USE: return o.how === "hand" ? `Play ${title}` : `Use ${title}${o.number ? `, text ${o.number + 1}` : ""}`;
    case VERB.CHOOSE: return `Choose ${title}`;
    case VERB.MODE: return `Choose option ${o.number + 1}`;
    case VERB.NAME_SKILL: return `Choose ${title}`;
    case VERB.NAME_LETTER: return `Name a title beginning with ${String.fromCharCode(o.number)}`;
    case VERB.NAME_CARD: return `Name ${title}`;
    case VERB.NUMBER: return `Choose ${o.number}`;
    case VERB.PICK_PLAYER: return `Choose ${String.fromCharCode(65 + o.number)}`;
    case VERB.SEED: return ["Seed", title, o.how, place].filter(Boolean).join(" ");
    case VERB.TAKE_BACK: return `Take ${title} back`;
    case VERB.REPORT: return `Report ${title}${place && ` to ${place}`}${o.how ? ` as ${o.how}` : ""}`;
    case VERB.CHANGE: return `Change ${title} to ${o.how}`;
    case VERB.REPLACE: return `Replace ${title} with ${place}`;
    case VERB.DOCK: return `Dock ${title}${place && ` at ${place}`}`;
    case VERB.UNDOCK: return `Undock ${title}`;
    case VERB.LAND: return `Land ${title}`;
    case VERB.TAKE_OFF: return `Take off with ${title}`;
    case VERB.LOAD: return `Load ${title} aboard ${place}`;
    case VERB.LAUNCH: return `Launch ${title}`;
    case VERB.CLOAK: return `Cloak ${title}`;
    case VERB.DECLOAK: return `Decloak ${title}`;
    case VERB.PHASE: return `Phase ${title}`;
    case VERB.UNPHASE: return `Unphase ${title}`;
    case VERB.WALK: return `Walk from ${title} to ${place}`;
    case VERB.BATTLE: return `Battle ${title}${place && ` with ${place}`}`;
    case VERB.RETURN_FIRE: return `Return fire on ${title}${place && ` with ${place}`}`;
    case VERB.DEFEND: return `Defend with ${title}`;
    case VERB.SCOUT: return `Scout ${title}`;
    case VERB.RESCUE: return `Rescue ${title}`;
    case VERB.IMPRISON: return `Put ${title} into the brig`;
    case VERB.ESCORT: return place ? `Beam ${title} up to ${place}` : `Take ${title} out of the brig`;
    case VERB.STUN: return `Stun ${title}`;
    case VERB.WOUND: return `Mortally wound ${title}`;
    case VERB.PROBE: return `Probe for ${title}`;
    case VERB.COMMANDEER: return `Commandeer ${title}${place && ` with ${place}`}`;
    case VERB.INFILTRATE: return `Infiltrate ${place} with ${title}`;
    case VERB.EXPOSE: return `Stop infiltrating with ${title}`;
    case VERB.ACTIVATE: return `Activate ${title}`;
    case VERB.NAME_ICON: return `Choose ${o.how || title}`;
    case VERB.NAME_TRAIT: return `Choose ${title}`;
    case VERB.NAME_GENDER: return `Choose ${["male", "female", "neuter"][o.number] ?? "that gender"}`;
    default: return PLAIN[o.verb] ?? title;
  }
}

/** A name without its subtitle: "Kira Nerys, Lela" → "Kira Nerys". */
export function short(name: string): string {
  return name.split(", ")[0];
}

const SEGMENTS: Record<string, string> = {
  start: "Start", orders: "Orders", discard: "Discard", end: "End", "seed doorway": "Seeding doorways", "seed mission": "Seeding missions", "seed dilemma": "Seeding dilemmas", "seed facility": "Seeding facilities",
};

/** `play`: how the edition calls the segment in which cards are played. */
export function segmentName(segment: string, play: string): string {
  return segment === "play" ? play : SEGMENTS[segment] ?? capital(segment);
}

/** A piece of a sentence: words, or a card by its name; card 0: it is not in sight. */
export type Piece = string | { name: string; card: number };

export interface Line {
  turn: boolean;
  seat: number;
  text: string;
  pieces: Piece[]; /* the same, with the cards apart */
  cite: string;
}

/* Patterns that read better with names than the engine's own; an edition has further ones. */
const OWN: Record<string, string> = {
  DRAWS: "%P draws %N cards", STALEMATE: "The game ends: nobody gets any further",
  NO_WINNER: "Nobody wins", SPENT: "The game ends: it asks for more work than a game may",
};
const SILENT = ["SEGMENT"]; /* the rail shows it */

/** A pattern cut at its letters: "%P plays %C" is ["", "%P", " plays ", "%C", ""]. */
function pieces(pattern: string, other: boolean): string[] {
  const whole = pattern.split("[").map((part, i) => (i === 0 ? part : (other ? part.split("]")[0] : "") + part.split("]")[1])).join("");
  return whole.split("%").flatMap((part, i) => (i === 0 ? [part] : [`%${part[0]}`, part.slice(1)]));
}

/** "plays …" → "play …" where it follows "You" itself, and what follows an "and" in the same pattern. */
function toYou(piece: string, follows: boolean): string {
  const words = piece.split(" ");
  return words.map((w, i) => (follows && i === 1 && words[0] === "" || words[i - 1] === "and" ? bare(w) : w)).join(" ");
}

/** "a", "a and b", "a; b and c": names have commas of their own. */
function listed(all: Piece[], between: string): Piece[] {
  return all.flatMap((one, i) => (i === 0 ? [one] : [i === all.length - 1 ? " and " : between, one]));
}

function among(line: LogLine): Piece[] {
  const known: Piece[] = (line.among ?? []).map((name) => ({ name, card: 0 })), others = line.others ?? 0;
  if (!known.length) return others ? [`, at random, 1 of ${others}`] : [];
  return [", at random, among ", ...listed(others ? [...known, `${others} other${others > 1 ? "s" : ""}`] : known, "; ")];
}

function textOf(pieces: Piece[]): string {
  return pieces.map((p) => (typeof p === "string" ? p : p.name)).join("");
}

/** What stands for the card of a line: its name, or those of a group. */
function cardOf(line: LogLine): Piece[] {
  if (line.group) return listed([...line.group, ...(line.more ? [`${line.more} ${line.group.length ? "other" : "card"}${line.more > 1 ? "s" : ""}`] : [])], ", ");
  return [line.names?.[0] ? { name: line.names[0], card: line.card ?? 0 } : "a card"];
}

/** A log line in a player's words; null for lines that the rail already shows. */
export function logLine(line: LogLine, you: number, names: string[], more: Record<string, string> = {}): Line | null {
  const what = line.what ?? "", cite = line.cite ?? "", who = line.player ?? -1, pattern = more[what] ?? OWN[what] ?? LOG[what] ?? "";
  if (SILENT.includes(what)) return null;
  const name = who === you ? "You" : names[who] || "nobody yet", tells = pattern.startsWith("%P");
  const drawn = what === "DRAWS" && line.number === 1 && line.names?.[0] ? "%P draws %C" : "";
  if (what === "TURN") {
    const text = `Turn ${line.number} · ${who === you ? "you" : name}`;
    return { turn: true, seat: who, text, pieces: [text], cite };
  }
  const parts = pieces(drawn || pattern, !!line.names?.[1]), mine = tells && who === you;
  const told: Piece[] = [...parts.flatMap((p, i): Piece[] => {
    switch (p) {
      case "%P": return [i === 1 && tells ? name : who === you && parts[i + 1]?.startsWith("'s") ? "your" : name];
      case "%C": return cardOf(line);
      case "%O": return line.names?.[1] ? [{ name: line.names[1], card: line.other ?? 0 }] : [];
      case "%N": return [String(line.number ?? 0)];
      case "%S": return [line.skill || "a skill"];
      case "%K": return [line.skill || "a keyword"];
      case "%I": return [line.skill || "another affiliation"];
    }
    if (parts[i - 1] === "%P" && who === you && p.startsWith("'s")) return [p.slice(2)];
    const said = mine ? toYou(p, parts[i - 1] === "%P") : p;
    return [parts[i - 1] === "%N" && line.number === 1 && said.endsWith("s") ? said.slice(0, -1) : said];
  }), ...among(line)].filter((p) => p !== "");
  if (!tells && typeof told[0] === "string") told[0] = capital(told[0]);
  return { turn: false, seat: tells ? who : -1, text: textOf(told), pieces: told, cite };
}

/** How many of those that can be chosen; "99" in the engine means as many as there are. */
function count(d: Decision): string {
  const most = Math.min(d.most, Math.max(d.eligible?.length ?? d.most, d.least));
  if (d.least === most) return String(most);
  if (d.least === 0) return d.most > most ? "any number" : `up to ${most}`;
  return d.most > most ? `at least ${d.least}` : `${d.least} to ${most}`;
}

/** What a question is about, for prompt: the card that asks, whether only people can be chosen, to whom the moment happens, what was played. */
export interface Asking {
  card?: string;
  people?: boolean;
  of?: string[];
  played?: string;
  play?: string; /* what is asked where cards are played */
}

/** How likely each of a team is to be picked at random: "2 in 7"; "" where nothing is left to chance. */
export function oddsOf(picks: number, people: number): string {
  return picks > 0 && people > picks ? `${picks} in ${people}` : picks > 0 && people > 1 ? "everybody" : "";
}

/** The question, in one line. */
export function prompt(d: Decision, by: Asking = {}): string {
  return capital(question(d, by));
}

const WHO: Record<number, string> = {
  [PURPOSE.STOP]: "who is stopped", [PURPOSE.KILL]: "who is killed", [PURPOSE.BRIG]: "who goes to the brig", [PURPOSE.UNSTOP]: "who is no longer stopped", [PURPOSE.PLACE]: "whom to place",
};

/* Questions that are answered by yes or no, where no text has words for what it would do. */
const WHETHER: Record<number, string> = {
  [PURPOSE.DO]: "do it", [PURPOSE.PAY_SKILL]: "pay for the skill", [PURPOSE.PAY_OTHERWISE]: "pay otherwise", [PURPOSE.REPLICATE]: "replicate", [PURPOSE.MEET]: "meet the requirements",
};

/** A moment that may be answered: what happens to those who are named, "is" or "has" before it, and what is said when nobody is. */
interface Moment {
  verb?: "is" | "has";
  happens?: string;
  unknown: string;
}

function happens(verb: "is" | "has", words: string, unnamed: string): Moment {
  return { verb, happens: words, unknown: `${unnamed} ${verb} ${words}` };
}

const HAPPENING: Record<string, Moment> = {
  announced: happens("is", "announced", "a card"), played: happens("is", "played", "a card"), "about-to-play": happens("is", "about to be played", "a card"), draws: { unknown: "a card is drawn" }, downloads: happens("is", "downloaded", "a card"),
  attempting: { unknown: "the attempt goes on" }, facing: happens("is", "faced", "a dilemma"), "about-to-face": happens("is", "about to be faced", "a dilemma"), overcome: happens("is", "overcome", "a dilemma"),
  "drew-dilemmas": { unknown: "dilemmas are drawn" }, "chose-dilemmas": { unknown: "dilemmas are chosen" }, "stack-empty": { unknown: "no dilemma is left" }, "checking-requirements": { unknown: "the requirements are checked" },
  "about-to-complete": { unknown: "the mission is about to be completed" }, completed: { unknown: "the mission is completed" }, "turn-starts": { unknown: "the turn starts" }, "turn-ends": { unknown: "the turn ends" },
  "attempt-begins": { unknown: "the attempt begins" }, "attempt-fails": { unknown: "the attempt fails" }, "attempt-ends": { unknown: "the attempt ends" }, "about-to-fail": { unknown: "the attempt is about to fail" },
  "stopped-event": happens("is", "stopped", "somebody"), killed: happens("is", "killed", "somebody"), "about-to-kill": happens("is", "about to be killed", "somebody"), "about-to-stop": happens("is", "about to be stopped", "somebody"),
  "about-to-destroy": happens("is", "about to be destroyed", "something"), "about-to-move": happens("is", "about to move", "a ship"), moved: happens("has", "moved", "a ship"), beamed: happens("has", "beamed", "somebody"), discarded: happens("is", "discarded", "a card"),
};

/* "is" and "has" of several. */
const OF_MANY = { is: "are", has: "have" };

/** "A", "A and B", "A, B and 3 others". */
export function few(names: string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return names.length <= 3 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
}

/** The moment that may be answered, in words, with those to whom it happens. */
function happening(about: string, of: string[], played: string): string {
  const names = of.length ? of : ["announced", "played", "about-to-play"].includes(about) && played ? [played] : [];
  const m = HAPPENING[about];
  if (!m) return about ? about.split("-").join(" ") : "something happens";
  return names.length && m.verb ? `${few(names)} ${names.length > 1 ? OF_MANY[m.verb] : m.verb} ${m.happens}` : m.unknown;
}

/** Which of those to whom something happens a text is for: it is about one card, and the moment has several. */
function meant(d: Decision): string {
  const m = HAPPENING[d.moment ?? ""];
  return m?.verb ? `one of those who ${OF_MANY[m.verb]} ${m.happens}: this is for which?` : "which of these it is for";
}

function question(d: Decision, by: Asking): string {
  const who = by.card ? `${short(by.card)}: ` : "";
  const purpose = d.purpose ?? PURPOSE.NOTHING, about = d.about && purpose !== PURPOSE.SELECT ? ` ${d.about}` : "";
  switch (d.kind) {
    case DECIDE.PLAY: return by.play ?? "Play cards";
    case DECIDE.ORDERS: return "Give orders";
    case DECIDE.RESPONSE: return `${happening(d.moment || d.about, by.of ?? [], by.played ?? "")}. Respond?`;
    case DECIDE.CARD: return `${who}choose ${by.people && WHO[purpose] || purpose === PURPOSE.MEANT && meant(d) || `a card${about}`}`;
    case DECIDE.SET: return `${who}choose ${count(d)}${about}`;
    case DECIDE.STACK: return "Stack dilemmas, the first one is met first";
    case DECIDE.DISCARD: return `Discard ${count(d)}`;
    case DECIDE.YES_NO: return `${who}${d.words || WHETHER[purpose] || "yes or no"}?`;
    case DECIDE.MODE: return `${who}which of these?`;
    case DECIDE.SKILL: return `${who}name a skill`;
    case DECIDE.TITLE: return `${who}name a card title`;
    case DECIDE.NUMBER: return `${who}choose a number`;
    case DECIDE.PLAYER: return `${who}choose a player`;
    case DECIDE.ORDERING: return d.card ? `${who}put these in order` : "The rest goes under your dilemma pile: put it in order";
    case DECIDE.BATTLE: return "What to do in this battle?";
    case DECIDE.SEED: return by.card ? `Seed ${by.card}: choose its place` : "Seed your cards where they light up";
    case DECIDE.MANDATORY: return "Several things happen: which first?";
    default: return `${who}decide${about}`;
  }
}

/** An option's words on a button; shorter than in the list. */
export function optionWords(o: Option, names: string[], you: number, kind = -1): string {
  if (o.verb === VERB.DRAW) return "Draw a card";
  if (o.verb === VERB.PASS) return kind === DECIDE.SEED ? "Done seeding" : kind === DECIDE.BATTLE ? "Do nothing" : "No response";
  if (o.verb === VERB.DONE) return "Done";
  if (o.verb === VERB.PICK_PLAYER) return o.number === you ? "Yourself" : names[o.number] ?? imperative(o);
  if (o.verb === VERB.MODE && o.words) return capital(o.words);
  if (o.verb === VERB.MODE) return `Choice ${o.number + 1}`;
  if (o.verb === VERB.CHOOSE || o.verb === VERB.NAME_CARD || o.verb === VERB.NAME_SKILL || o.verb === VERB.NAME_TRAIT) return o.title || imperative(o);
  if (o.verb === VERB.NUMBER) return String(o.number);
  return imperative(o);
}

const PLAYERS: Record<string, string> = { greedy: "Commander", random: "Ensign" };

/** The computer players as people call them. */
export function playerName(name: string): string {
  return PLAYERS[name] ?? name;
}

/** Equal lines that follow each other become one with a count. */
export function merged<L extends Line>(lines: L[]): (L & { times: number })[] {
  const out: (L & { times: number })[] = [];
  for (const l of lines) {
    const last = out[out.length - 1];
    if (last && !l.turn && last.text === l.text) last.times++;
    else out.push({ ...l, times: 1 });
  }
  return out;
}

/** What ends this decision, by the segment it ends. */
export function endWords(segment: string, play: string): string {
  return segment === "play" ? `End ${play.toLowerCase()}` : segment === "orders" ? "End orders" : "End";
}
