/* What a table of two people agrees on before it begins: the form that asks for it, and the words that tell of it. */
import { h, plural, type Child } from "./dom.js";

export interface Terms {
  clock: number; /* minutes for each player; 0: none */
  increment: number; /* seconds that a decision gives back at the most */
  beat: number; /* seconds that a response window lasts */
  away: number; /* minutes after which an absent player's game may be claimed; 0: never */
  spectators: "open" | "closed" | "none";
  delay: number | "turn"; /* minutes that watchers are behind */
  undo: boolean;
  listed?: boolean;
}

export function usualTerms(): Terms {
  return { clock: 0, increment: 0, beat: 1.2, away: 5, spectators: "closed", delay: 0, undo: true, listed: true };
}

const SPECTATORS: Record<Terms["spectators"], string> = { closed: "watchers see what is public", open: "watchers see both hands", none: "nobody watches" };

function delayWords(delay: Terms["delay"]): string {
  return delay === "turn" ? "a turn behind" : delay > 0 ? `${plural(delay, "minute")} behind` : "";
}

/** The terms as a list of short phrases, the most important first. */
export function termsWords(t: Terms): string[] {
  const clock = t.clock > 0 ? `${plural(t.clock, "minute")} each${t.increment > 0 ? `, ${t.increment} s back a decision` : ""}` : "no clock";
  const behind = t.spectators === "none" ? "" : delayWords(t.delay);
  return [clock, `windows of ${t.beat} s`, `${SPECTATORS[t.spectators]}${behind ? `, ${behind}` : ""}`, t.undo ? "take-backs may be asked for" : "no take-backs",
    ...(t.away > 0 ? [`after ${plural(t.away, "minute")} away the game may be claimed`] : [])];
}

type Choice = [string, string];

const CLOCKS: Choice[] = [["0", "No clock"], ["10", "10 minutes each"], ["20", "20 minutes each"], ["30", "30 minutes each"], ["45", "45 minutes each"], ["60", "60 minutes each"]];
const BACK: Choice[] = [["0", "Nothing back"], ["3", "3 s back a decision"], ["5", "5 s back a decision"], ["10", "10 s back a decision"], ["30", "30 s back a decision"]];
const BEATS: Choice[] = [["0.6", "0.6 s"], ["1.2", "1.2 s"], ["2", "2 s"], ["3", "3 s"]];
const WATCHING: Choice[] = [["closed", "See what is public"], ["open", "See both hands"], ["none", "Not welcome"]];
const DELAYS: Choice[] = [["0", "At once"], ["turn", "A turn behind"], ["5", "5 minutes behind"]];

function select(label: string, choices: Choice[], value: string, pick: (value: string) => void): HTMLElement {
  return h("label", { class: "fld" }, h("span", { class: "lab" }, label), h("select", { class: "sel", onchange: (e: Event) => pick((e.target as HTMLSelectElement).value) },
    choices.map(([id, words]) => h("option", { value: id, selected: id === value }, words))));
}

function tick(label: string, on: boolean, set: (on: boolean) => void): HTMLElement {
  return h("label", { class: "tick1" }, h("input", { type: "checkbox", checked: on, onchange: (e: Event) => set((e.target as HTMLInputElement).checked) }), label);
}

/** Fields for all terms; what is picked goes into `t` at once. */
export function termsForm(t: Terms): Child {
  return h("fieldset", { class: "terms" }, h("legend", { class: "lab" }, "Terms of the table"),
    select("Clock", CLOCKS, String(t.clock), (v) => { t.clock = Number(v); t.away = t.clock ? 0 : 5; }), select("Increment", BACK, String(t.increment), (v) => { t.increment = Number(v); }),
    select("Response windows", BEATS, String(t.beat), (v) => { t.beat = Number(v); }), select("Watchers", WATCHING, t.spectators, (v) => { t.spectators = v as Terms["spectators"]; }),
    select("They see it", DELAYS, String(t.delay), (v) => { t.delay = v === "turn" ? v : Number(v); }),
    h("div", { class: "ticks" }, tick("Listed among the open tables", t.listed ?? true, (on) => { t.listed = on; }), tick("Take-backs may be asked for", t.undo, (on) => { t.undo = on; })));
}
