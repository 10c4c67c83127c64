/* The keyboard map, and nothing else: which key means what.  Letters act outside text fields only; switched off, they act with Alt. */
import { settings, usualKey } from "./settings.js";

interface KeyLike {
  key: string;
  shiftKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

export const KEYS: [string, string][] = [
  ["Tab", "next zone: decision, hand, field, strips, card, log"],
  ["Arrows", "walk within a zone"],
  ["1 – 9, 0", "the hand card, target or line with that number"],
  ["Enter", "answer, open a card's orders"],
  ["Space", "pass, confirm, tick, next step"],
  ["Esc", "one step back"],
  ["Alt ↑ ↓", "a line of an order up or down"],
  ["[ ]", "mission to the left, to the right"],
  ["D", "draw a card"],
  ["E", "end the segment"],
  ["M", "move"],
  ["B", "beam"],
  ["K", "dock or undock"],
  ["L", "land, take off, load, launch"],
  ["C", "cloak, decloak, phase"],
  ["X", "walk"],
  ["J", "join battle"],
  ["A", "attempt a mission"],
  ["U", "use a card's text"],
  ["V", "what missions say to the opponent, at the other end"],
  ["F", "have this phase seeded for you"],
  ["P", "play, report or seed a card"],
  ["Y, N", "yes, no"],
  ["O", "all options as a list"],
  ["W", "why not? of the card in focus"],
  ["I", "inspect the card in focus"],
  ["T", "show or hide the table behind a choice"],
  ["G", "to the log"],
  ["/", "search the log"],
  ["R", "the ruling cited last"],
  ["H", "hold the response window, or let it go"],
  ["Z", "undo, against the computer"],
  ["Shift Z", "redo"],
  ["S", "a suggestion, against the computer; calls and dismisses the coach"],
  ["?", "this map"],
];

const LETTERS: Record<string, string> = {
  d: "draw", e: "end", m: "move", b: "beam", k: "dock", l: "land", c: "cloak", x: "walk", j: "battle", f: "seed", v: "flip", a: "attempt", u: "use", p: "play", y: "yes", n: "no", o: "list", w: "why", i: "inspect",
  t: "peek", g: "log", z: "undo", r: "ruling", h: "hold", s: "hint",
};

const NAMED: Record<string, string> = {
  Escape: "back", " ": "space", Enter: "enter", ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", "?": "help",
  "/": "find", "[": "before", "]": "after",
};

/** Whether typing there is text, so that letters must not act. */
export function isTextField(tag: string, type: string): boolean {
  if (tag === "TEXTAREA" || tag === "SELECT") return true;
  return tag === "INPUT" && !["checkbox", "radio", "button", "submit"].includes(type);
}

/** The name of a key's action, or "" if it means nothing here.  With single letters switched off, a letter needs Alt. */
export function action(e: KeyLike): string {
  const single = /^[a-z0-9]$/i.test(e.key);
  if (e.ctrlKey || e.metaKey || !!e.altKey !== (single && !settings().letters)) return "";
  if (/^[0-9]$/.test(e.key)) return `digit${e.key === "0" ? 10 : e.key}`;
  const key = usualKey(e.key), act = NAMED[key] ?? (key.length === 1 ? LETTERS[key.toLowerCase()] : "") ?? "";
  return act === "undo" && e.shiftKey ? "redo" : act;
}
