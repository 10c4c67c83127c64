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

/** What a question is about, for prompt: the card that asks, whether only people can be chosen, what may be responded to. */
export interface Asking {
  card?: string;
  people?: boolean;
  moment?: string;
}

/** The question, in one line. */
export function prompt(d: Decision, by: Asking = {}): string {
  return capital(question(d, by));
}

const WHO: Record<string, string> = {
  "to be stopped": "who is stopped", "to be killed": "who is killed", "to be placed in a brig": "who goes to the brig", "to be unstopped": "who is no longer stopped", "to be placed": "whom to place",
};

const HAPPENING: Record<string, string> = {
  announced: "a card is announced", played: "a card is played", attempting: "the attempt goes on", facing: "a dilemma is faced", "about-to-face": "a dilemma is about to be faced",
  overcome: "a dilemma is overcome", "drew-dilemmas": "dilemmas are drawn", "chose-dilemmas": "dilemmas are chosen", "stack-empty": "no dilemma is left", "checking-requirements": "the requirements are checked",
  "about-to-complete": "the mission is about to be completed", completed: "the mission is completed", "turn-starts": "the turn starts", "turn-ends": "the turn ends", "attempt-begins": "the attempt begins",
  "attempt-fails": "the attempt fails", "attempt-ends": "the attempt ends", "about-to-fail": "the attempt is about to fail", "stopped-event": "somebody is stopped", draws: "a card is drawn", downloads: "a card is downloaded",
  "about-to-kill": "somebody is about to be killed", "about-to-stop": "somebody is about to be stopped", "about-to-play": "a card is about to be played", "about-to-destroy": "something is about to be destroyed",
};

/** The moment that may be answered, in words. */
function happening(about: string): string {
  return HAPPENING[about] ?? (about ? about.replace(/-/g, " ") : "something happens");
}

/** The choices of "choose one: draw two cards; or shuffle" as words, when the text has exactly that many. */
export function modeWords(text: string, modes: number): string[] {
  const at = /choose (?:one|an? \w+|either)?[^:.]*: ([^.]*)/i.exec(text);
  const parts = at ? at[1].split(/; or |, or |; /).map((p) => capital(p.trim())) : [];
  return parts.length === modes ? parts : [];
}

function question(d: Decision, by: Asking): string {
  const who = by.card ? `${short(by.card)}: ` : "";
  const about = d.about && d.about !== "to select" ? ` ${d.about}` : "";
  switch (d.kind) {
    case DECIDE.PLAY: return "Play cards or draw";
    case DECIDE.ORDERS: return "Give orders";
    case DECIDE.RESPONSE: return `${who}${by.moment || happening(d.about)}. Respond?`;
    case DECIDE.CARD: return `${who}choose ${by.people && WHO[d.about] || `a card${about}`}`;
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
