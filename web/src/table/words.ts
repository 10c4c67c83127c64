/* All sentences of the table, made from what the engine says in numbers and names: orders in the imperative, the log, prompts for every decision. */
import { LOG } from "../engine.js";
import { DECIDE, VERB, type Decision, type LogLine, type Option } from "./model.js";

const BARE: Record<string, string> = { has: "have", is: "are", passes: "pass" };

/** "plays" → "play", as after "you". */
export function bare(verb: string): string {
  return BARE[verb] ?? (verb.endsWith("s") ? verb.slice(0, -1) : verb);
}

function capital(s: string): string {
  return s.charAt(0).toUpperCase() + s.slice(1);
}

/** A reason of the server as a sentence of its own. */
export function sentence(reason: string): string {
  return capital(reason).replace(/[^.?]$/, "$&.");
}

/** What an option is made of; the answers of a replay have it as well. */
export type Order = Pick<Option, "verb" | "number" | "title" | "place" | "how" | "cost"> & { text?: string };

/** An order without words of its own here, from the engine's sentence: 'A tows "Runabout"' is "Tow Runabout". */
function told(text: string): string {
  const [, verb = "", ...rest] = text.replaceAll('"', "").split(" ");
  return capital([bare(verb), ...rest].join(" "));
}

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
    case VERB.ESCORT: return `Take ${title} out of the brig`;
    case VERB.STUN: return `Stun ${title}`;
    case VERB.WOUND: return `Mortally wound ${title}`;
    case VERB.PROBE: return `Probe for ${title}`;
    case VERB.COMMANDEER: return `Commandeer ${title}${place && ` with ${place}`}`;
    case VERB.INFILTRATE: return `Infiltrate ${place} with ${title}`;
    case VERB.EXPOSE: return `Stop infiltrating with ${title}`;
    case VERB.ACTIVATE: return `Activate ${title}`;
    case VERB.NAME_ICON: return `Choose ${o.how || title}`;
    case VERB.NAME_GENDER: return `Choose ${["male", "female", "neuter"][o.number] ?? "that gender"}`;
    default: return PLAIN[o.verb] ?? told(o.text ?? "");
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

export interface Line {
  turn: boolean;
  seat: number;
  text: string;
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

/** "plays …" → "play …" behind "You", and what follows an "and" in the same pattern. */
function toYou(piece: string): string {
  const words = piece.split(" ");
  return words.map((w, i) => (i === 1 && words[0] === "" || words[i - 1] === "and" ? bare(w) : w)).join(" ");
}

function among(line: LogLine): string {
  const known = line.among ?? [], others = line.others ?? 0;
  if (!known.length) return others ? `, at random, 1 of ${others}` : "";
  const all = others ? [...known, `${others} other${others > 1 ? "s" : ""}`] : known;
  return `, at random, among ${all.length > 1 ? `${all.slice(0, -1).join("; ")} and ${all[all.length - 1]}` : all[0]}`;
}

/** A log line in a player's words; null for lines that the rail already shows. */
export function logLine(line: LogLine, you: number, names: string[], more: Record<string, string> = {}): Line | null {
  const what = line.what ?? "", cite = line.cite ?? "", who = line.player ?? -1, pattern = more[what] ?? OWN[what] ?? LOG[what] ?? "";
  if (SILENT.includes(what)) return null;
  const name = who === you ? "You" : names[who] || "nobody yet", tells = pattern.startsWith("%P");
  const drawn = what === "DRAWS" && line.number === 1 && line.names?.[0] ? "%P draws %C" : "";
  if (what === "TURN") return { turn: true, seat: who, text: `Turn ${line.number} · ${who === you ? "you" : name}`, cite };
  const parts = pieces(drawn || pattern, !!line.names?.[1]), mine = tells && who === you;
  const text = parts.map((p, i) => {
    switch (p) {
      case "%P": return i === 1 && tells ? name : who === you && parts[i + 1]?.startsWith("'s") ? "your" : name;
      case "%C": return line.names?.[0] || "a card";
      case "%O": return line.names?.[1] ?? "";
      case "%N": return String(line.number ?? 0);
      case "%S": return line.skill || "a skill";
      case "%I": return line.skill || "another affiliation";
    }
    if (parts[i - 1] === "%P" && who === you && p.startsWith("'s")) return p.slice(2);
    const said = mine ? toYou(p) : p;
    return parts[i - 1] === "%N" && line.number === 1 && said.endsWith("s") ? said.slice(0, -1) : said;
  }).join("") + among(line);
  return { turn: false, seat: tells ? who : -1, text: tells ? text : capital(text), cite };
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

/** The question, in one line. */
export function prompt(d: Decision, by: Asking = {}): string {
  return capital(question(d, by));
}

const WHO: Record<string, string> = {
  "to be stopped": "who is stopped", "to be killed": "who is killed", "to be placed in a brig": "who goes to the brig", "to be unstopped": "who is no longer stopped", "to be placed": "whom to place",
};

/* The moments that may be answered: what is said of those to whom it happens ("# is", "# are"), and what when they are not known. */
const HAPPENING: Record<string, [known: string, unknown: string]> = {
  announced: ["# is announced", "a card is announced"], played: ["# is played", "a card is played"], "about-to-play": ["# is about to be played", "a card is about to be played"], draws: ["a card is drawn", "a card is drawn"],
  downloads: ["# is downloaded", "a card is downloaded"], attempting: ["the attempt goes on", "the attempt goes on"], facing: ["# is faced", "a dilemma is faced"], "about-to-face": ["# is about to be faced", "a dilemma is about to be faced"],
  overcome: ["# is overcome", "a dilemma is overcome"], "drew-dilemmas": ["dilemmas are drawn", "dilemmas are drawn"], "chose-dilemmas": ["dilemmas are chosen", "dilemmas are chosen"], "stack-empty": ["no dilemma is left", "no dilemma is left"],
  "checking-requirements": ["the requirements are checked", "the requirements are checked"], "about-to-complete": ["the mission is about to be completed", "the mission is about to be completed"], completed: ["the mission is completed", "the mission is completed"],
  "turn-starts": ["the turn starts", "the turn starts"], "turn-ends": ["the turn ends", "the turn ends"], "attempt-begins": ["the attempt begins", "the attempt begins"], "attempt-fails": ["the attempt fails", "the attempt fails"],
  "attempt-ends": ["the attempt ends", "the attempt ends"], "about-to-fail": ["the attempt is about to fail", "the attempt is about to fail"], "stopped-event": ["# is stopped", "somebody is stopped"], killed: ["# is killed", "somebody is killed"],
  "about-to-kill": ["# is about to be killed", "somebody is about to be killed"], "about-to-stop": ["# is about to be stopped", "somebody is about to be stopped"], "about-to-destroy": ["# is about to be destroyed", "something is about to be destroyed"],
  "about-to-move": ["# is about to move", "a ship is about to move"], moved: ["# has moved", "a ship has moved"], beamed: ["# has beamed", "somebody has beamed"], discarded: ["# is discarded", "a card is discarded"],
};

/** "A", "A and B", "A, B and 3 others". */
export function few(names: string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return names.length <= 3 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
}

/** The moment that may be answered, in words, with those to whom it happens. */
function happening(about: string, of: string[], played: string): string {
  const names = of.length ? of : ["announced", "played", "about-to-play"].includes(about) && played ? [played] : [];
  const [known, unknown] = HAPPENING[about] ?? [];
  if (!known || !unknown) return about ? about.replace(/-/g, " ") : "something happens";
  if (!names.length) return unknown;
  return (names.length > 1 ? known.replace("# is", "# are").replace("# has", "# have") : known).replace("#", few(names));
}

const MEANT = "that is meant"; /* a text that answers a moment is about one card, and the moment has several */

/** Which of those to whom something happens a text is for. */
function meant(d: Decision): string {
  const [known] = HAPPENING[d.moment ?? ""] ?? [], how = known?.startsWith("# ") ? known.slice(2).replace(/^is /, "are ").replace(/^has /, "have ") : "";
  return how ? `one of those who ${how}: this is for which?` : "which of these it is for";
}

function question(d: Decision, by: Asking): string {
  const who = by.card ? `${short(by.card)}: ` : "";
  const about = d.about && d.about !== "to select" ? ` ${d.about}` : "";
  switch (d.kind) {
    case DECIDE.PLAY: return by.play ?? "Play cards";
    case DECIDE.ORDERS: return "Give orders";
    case DECIDE.RESPONSE: return `${happening(d.moment || d.about, by.of ?? [], by.played ?? "")}. Respond?`;
    case DECIDE.CARD: return `${who}choose ${by.people && WHO[d.about] || d.about === MEANT && meant(d) || `a card${about}`}`;
    case DECIDE.SET: return `${who}choose ${count(d)}${about}`;
    case DECIDE.STACK: return "Stack dilemmas, the first one is met first";
    case DECIDE.DISCARD: return `Discard ${count(d)}`;
    case DECIDE.YES_NO: return `${who}${d.words || d.about.replace(/^whether to /, "") || "yes or no"}?`;
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
  if (o.verb === VERB.CHOOSE || o.verb === VERB.NAME_CARD || o.verb === VERB.NAME_SKILL) return o.title || imperative(o);
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
