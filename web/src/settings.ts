/* What a player likes: sound, motion, keys, sight, and which moments pass by themselves.  Kept in this browser alone.
 *
 * settings() is cheap and always whole: what was kept by an older or a meddled-with page is read field by field, and anything
 * that is not one of the values allowed falls back to its default.  Changes take effect at once, on every open page of the site. */
import { DECIDE, VERB } from "./table/model.js";

export const SOUNDS = ["decision", "answered", "refused", "reveal", "hit", "solved", "message"] as const;
export type SoundName = (typeof SOUNDS)[number];
export const WINDOWS = ["play", "attempt", "dilemma", "harm", "turn", "other"] as const;
export type WindowKind = (typeof WINDOWS)[number];
/* When a response window is a question: always, only when there is an answer besides passing, never. */
export const ASKED = ["always", "able", "never"] as const;
export type Asked = (typeof ASKED)[number];
export const RECAPS = ["step", "slow", "quick", "off"] as const;
export const PAIRS = ["amber-ice", "yellow-violet", "cream-blue", "orange-teal"] as const;

export interface Settings {
  volume: 0 | 1 | 2 | 3; /* off, soft, middle, full */
  sounds: Record<SoundName, boolean>;
  notify: boolean; /* a notification of the system when a decision waits in a tab behind */
  motion: "system" | "less";
  recap: (typeof RECAPS)[number]; /* what happened between two decisions: step by step when asked, slowly or quickly by itself, not at all */
  confirm: boolean; /* ask once before what cannot be taken back */
  windows: Record<WindowKind, Asked>;
  letters: boolean; /* single keys act; else together with Alt */
  keys: Record<string, string>; /* the usual letter → the one that stands for it here */
  size: 100 | 115 | 130;
  contrast: boolean;
  pair: (typeof PAIRS)[number];
  marks: boolean; /* three letters beside every affiliation symbol */
}

const KEPT = "spaceline.settings";

function each<K extends string, V>(names: readonly K[], value: V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<K, V>;
}

export function defaults(): Settings {
  return {
    volume: 2, sounds: each(SOUNDS, true), notify: false, motion: "system", recap: "quick", confirm: true, windows: each<WindowKind, Asked>(WINDOWS, "able"),
    letters: true, keys: {}, size: 100, contrast: false, pair: "amber-ice", marks: false,
  };
}

function one<T>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.includes(value as T) ? (value as T) : fallback;
}

function record<K extends string, V>(value: unknown, names: readonly K[], allowed: readonly V[], fallback: V): Record<K, V> {
  const kept = (typeof value === "object" && value ? value : {}) as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, one(kept[name], allowed, fallback)])) as Record<K, V>;
}

/* Two letters may not stand for the same thing: of two that do, the later is dropped. */
function readKeys(value: unknown): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [usual, own] of Object.entries(typeof value === "object" && value ? value : {}))
    if (/^[a-z]$/.test(usual) && typeof own === "string" && /^[a-z]$/.test(own) && own !== usual && !Object.values(out).includes(own)) out[usual] = own;
  return out;
}

/** Settings out of what was kept; anything odd in it becomes the default. */
export function readSettings(text: string | null): Settings {
  const base = defaults();
  let kept: Record<string, unknown>;
  try {
    kept = JSON.parse(text ?? "{}") ?? {};
  } catch {
    return base;
  }
  const yes = [true, false];
  return {
    volume: one(kept.volume, [0, 1, 2, 3] as const, base.volume), sounds: record(kept.sounds, SOUNDS, yes, true), notify: one(kept.notify, yes, false),
    motion: one(kept.motion, ["system", "less"] as const, base.motion), recap: one(kept.recap, RECAPS, base.recap), confirm: one(kept.confirm, yes, true),
    windows: record<WindowKind, Asked>(kept.windows, WINDOWS, ASKED, "able"), letters: one(kept.letters, yes, true), keys: readKeys(kept.keys),
    size: one(kept.size, [100, 115, 130] as const, 100 as const), contrast: one(kept.contrast, yes, false), pair: one(kept.pair, PAIRS, base.pair), marks: one(kept.marks, yes, false),
  };
}

let current: Settings | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; /* no document, or a browser that keeps nothing */
  }
}

export function settings(): Settings {
  return (current ??= readSettings(stored()));
}

/** Changes some of them, keeps all of them, and shows the change. */
export function change(some: Partial<Settings>): void {
  current = { ...settings(), ...some };
  try {
    localStorage.setItem(KEPT, JSON.stringify(current));
  } catch { /* they hold until the page is left */ }
  showSettings();
}

/** What the style sheets can see of them: settings.css reads these marks. */
function showSettings(): void {
  const s = settings(), root = document.documentElement;
  root.dataset.motion = s.motion;
  root.dataset.size = String(s.size);
  root.dataset.pair = s.pair;
  root.toggleAttribute("data-contrast", s.contrast);
  root.toggleAttribute("data-marks", s.marks);
}

/** Reads them when the site is opened, and again when another tab changed them. */
export function beginSettings(): void {
  showSettings();
  addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    current = null;
    showSettings();
  });
}

/* ---- keys ---- */

/** The usual letter that a pressed key stands for; "" when that letter was given to another key. */
export function usualKey(key: string, keys: Record<string, string> = settings().keys): string {
  const low = key.length === 1 ? key.toLowerCase() : key;
  const usual = Object.entries(keys).find(([, own]) => own === low);
  return usual ? usual[0] : keys[low] ? "" : key;
}

/** The letter to press for a usual one, as the keyboard map shows it. */
export function ownKey(usual: string, keys: Record<string, string> = settings().keys): string {
  return usual.split(/(, )/).map((part) => (/^[A-Z]$/.test(part) ? (keys[part.toLowerCase()] ?? part).toUpperCase() : part)).join("");
}

/* ---- moments that pass by themselves ---- */

const MOMENTS: Record<string, WindowKind> = {
  announced: "play", played: "play", "about-to-play": "play", draws: "play", downloads: "play",
  "attempt-begins": "attempt", attempting: "attempt", "attempt-fails": "attempt", "attempt-ends": "attempt", "about-to-fail": "attempt",
  "checking-requirements": "attempt", "about-to-complete": "attempt", completed: "attempt",
  facing: "dilemma", "about-to-face": "dilemma", overcome: "dilemma", "drew-dilemmas": "dilemma", "chose-dilemmas": "dilemma", "stack-empty": "dilemma",
  "stopped-event": "harm", "about-to-kill": "harm", "about-to-stop": "harm", "about-to-destroy": "harm",
  "turn-starts": "turn", "turn-ends": "turn",
};

export function windowKind(about: string): WindowKind {
  return MOMENTS[about] ?? "other";
}

interface Window {
  kind: number;
  about: string;
  options: { verb: number }[];
}

/** Whether a window holds nothing but a pass, and is not to be shown even so. */
export function isQuiet(decision: Window | null, windows: Settings["windows"] = settings().windows): boolean {
  return !!decision && decision.kind === DECIDE.RESPONSE && decision.options.length === 1 && windows[windowKind(decision.about)] !== "always";
}

/** The option that passes a response the player does not want to be asked for; -1 when it is to be asked. */
export function passedBy(decision: Window | null, windows: Settings["windows"] = settings().windows): number {
  if (!decision || decision.kind !== DECIDE.RESPONSE) return -1;
  if (windows[windowKind(decision.about)] !== "never" && !isQuiet(decision, windows)) return -1;
  return decision.options.findIndex((option) => option.verb === VERB.PASS);
}

/** Whether some windows are to be shown whatever can be done in them: a game against the computer must be begun so. */
export function wantsWindows(windows: Settings["windows"] = settings().windows): boolean {
  return Object.values(windows).includes("always");
}
