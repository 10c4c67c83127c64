/* The decks to choose from, wherever somebody sits down. */
import { h } from "./dom.js";

export interface Decks {
  builtin: { name: string; title: string; affiliation: string }[];
  own: { id: number | string; name: string }[];
}

export function deckTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function deckSelect(label: string, d: Decks, value: string, pick: (id: string) => void): HTMLElement {
  const option = (id: string, words: string): HTMLElement => h("option", { value: id, selected: id === value }, words);
  return h("label", { class: "fld" }, h("span", { class: "lab" }, label), h("select", { class: "sel", onchange: (e: Event) => pick((e.target as HTMLSelectElement).value) },
    h("optgroup", { label: "Ready to play" }, d.builtin.map((b) => option(b.name, deckTitle(b.title || b.name)))), d.own.length > 0 && h("optgroup", { label: "Your decks" }, d.own.map((o) => option(String(o.id), o.name)))));
}
