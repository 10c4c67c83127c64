/* The keyboard map, and nothing else: which key means what.  Letters act outside text fields only and can be switched off. */
import { settings, usualKey } from "./settings.js";

export interface KeyLike {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

export const KEYS: [string, string][] = [
  ["1 – 9, 0", "the hand card, target or line with that number"],
  ["Enter", "answer, open a card's orders"],
  ["Space", "pass, confirm, tick"],
  ["Esc", "one step back"],
  ["Arrows", "walk within a zone"],
  ["Tab", "next zone"],
  ["D", "draw a card"],
  ["E", "end the segment"],
  ["M", "move"],
  ["B", "beam"],
  ["A", "attempt a mission"],
  ["U", "use a card's text"],
  ["P", "play a card"],
  ["Y, N", "yes, no"],
  ["O", "all options as a list"],
  ["W", "why not? of the card in focus"],
  ["I", "inspect the card in focus"],
  ["T", "show or hide the table behind a choice"],
  ["G", "to the log"],
  ["H", "hold the response window, or let it go"],
  ["Z", "undo, against the computer"],
  ["S", "a suggestion, against the computer; calls and dismisses the coach"],
  ["?", "this map"],
];

/** Whether typing there is text, so that letters must not act. */
export function isTextField(tag: string, type: string): boolean {
  if (tag === "TEXTAREA" || tag === "SELECT") return true;
  return tag === "INPUT" && !["checkbox", "radio", "button", "submit"].includes(type);
}

/** The name of a key's action, or "" if it means nothing here. */
export function action(e: KeyLike): string {
  const single = /^[a-z0-9]$/i.test(e.key);
  if (e.ctrlKey || e.metaKey || !!e.altKey !== (single && !settings().letters)) return "";
  if (/^[0-9]$/.test(e.key)) return `digit${e.key === "0" ? 10 : e.key}`;
  const named: Record<string, string> = {
    Escape: "back", " ": "space", Enter: "enter", ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", "?": "help",
    d: "draw", e: "end", m: "move", b: "beam", a: "attempt", u: "use", p: "play", y: "yes", n: "no", o: "list", w: "why", i: "inspect",
    t: "peek", g: "log", z: "undo", h: "hold", s: "hint",
  };
  const key = usualKey(e.key);
  return named[key.length === 1 ? key.toLowerCase() : key] ?? "";
}
