/* The engine's sentences as a player reads them: orders in the imperative, the log with names, prompts for every decision. */
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

/** `A plays "Bregath" at "Qo'noS, Heart of the Empire"` → `Play Bregath at Qo'noS`; whole names on request. */
export function imperative(text: string, name: (n: string) => string = short): string {
  const m = /^[A-D] ([a-z]+)(.*)$/.exec(text);
  if (!m) return text;
  const rest = m[2].replace(/"([^"]*)"/g, (_, n: string) => name(n));
  if (m[1] === "is") return capital(rest.trim());
  if (m[1] === "chooses" && / (yes|no)$/.test(rest)) return capital(rest.trim());
  return capital(bare(m[1])) + rest;
}

/** The title a text has in quotes, first or second. */
export function quoted(text: string, which = 0): string {
  return [...text.matchAll(/"([^"]*)"/g)][which]?.[1] ?? "";
}

/** A name without its subtitle: "Kira Nerys, Lela" → "Kira Nerys". */
export function short(name: string): string {
  return name.split(", ")[0];
}

const SEGMENTS: Record<string, string> = { start: "Start", play: "Play and draw", orders: "Orders", discard: "Discard", end: "End" };

export function segmentName(segment: string): string {
  return SEGMENTS[segment] ?? capital(segment);
}

/** Who a log line is about: a seat, or -1 for the rules. */
function lineSeat(text: string): number {
  const m = /^([A-D]) [a-z]/.exec(text) ?? /^Turn \d+: ([A-D])$/.exec(text);
  return m ? m[1].charCodeAt(0) - 65 : -1;
}

export interface Line {
  turn: boolean;
  seat: number;
  text: string;
  cite: string;
}

/** A log line in a player's words; null for lines that the rail already shows. */
export function logLine(line: LogLine, you: number, names: string[]): Line | null {
  let text = line.text, cite = line.cite ?? "";
  const tail = / \(([0-9a-zA-Z-]+\/[^()\s]+|\dE-[\d.]+)\)$/.exec(text);
  if (tail) {
    text = text.slice(0, tail.index);
    cite ||= tail[1];
  }
  const seat = lineSeat(text), name = seat === you ? "You" : names[seat] || "nobody yet";
  const turn = /^Turn (\d+): /.exec(text);
  if (turn) return { turn: true, seat, text: `Turn ${turn[1]} · ${seat === you ? "you" : name}`, cite };
  if (/^[A-D] begins the segment/.test(text)) return null;
  if (seat >= 0) text = text.replace(/^[A-D] ([a-z]+)/, (_, verb: string) => `${name} ${seat === you ? bare(verb) : verb}`);
  text = text.replace(/^(.* draws?) (\d+)$/, "$1 $2 cards").replace(/\b1 (dilemma|card|point|counter)s\b/, "1 $1");
  text = text.replace(/: (-?\d+) personnel less dilemmas beneath/, " and announces $1: personnel less the dilemmas beneath");
  if (seat >= 0 && seat === you) text = text.replace(" and announces ", " and announce ");
  text = text.replace(/ ([A-D])'s brig/, (_, p: string) => (p.charCodeAt(0) - 65 === you ? " your brig" : ` ${names[p.charCodeAt(0) - 65]}'s brig`));
  return { turn: false, seat, text: seat < 0 ? capital(text) : text, cite };
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

/** The choices of "choose one: draw two cards; or shuffle" as words, when the text has exactly that many. */
export function modeWords(text: string, modes: number): string[] {
  const at = /choose (?:one|an? \w+|either)?[^:.]*: ([^.]*)/i.exec(text);
  const parts = at ? at[1].split(/; or |, or |; /).map((p) => capital(p.trim())) : [];
  return parts.length === modes ? parts : [];
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
    case DECIDE.PLAY: return "Play cards or draw";
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
    case DECIDE.MANDATORY: return "Several things happen: which first?";
    default: return `${who}decide${about}`;
  }
}

/** An option's words on a button; shorter than in the list. */
export function optionWords(o: Option, names: string[], you: number): string {
  if (o.verb === VERB.DRAW) return "Draw a card";
  if (o.verb === VERB.PASS) return "No response";
  if (o.verb === VERB.DONE) return "Done";
  if (o.verb === VERB.PICK_PLAYER) return o.number === you ? "Yourself" : names[o.number] ?? imperative(o.text);
  if (o.verb === VERB.MODE && o.words) return capital(o.words);
  if (o.verb === VERB.MODE) return `Choice ${o.number + 1}`;
  if (o.verb === VERB.CHOOSE || o.verb === VERB.NAME_CARD) return quoted(o.text) || imperative(o.text);
  if (o.verb === VERB.NUMBER) return String(o.number);
  if (o.verb === VERB.NAME_SKILL) return o.text.replace(/^[A-D] chooses /, "");
  if (o.verb === VERB.USE) return imperative(o.text).replace(/ (\d+)$/, (_, n: string) => (n === "1" ? "" : `, text ${n}`));
  return imperative(o.text);
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
export function endWords(segment: string): string {
  return segment === "play" ? "End play and draw" : segment === "orders" ? "End orders" : "End";
}
