/* The decks to choose from, wherever somebody sits down. */
import { api } from "./api.js";
import { catalogue } from "./cards.js";
import { h, hidden, mount } from "./dom.js";
import { place } from "./face.js";

export interface Decks {
  builtin: { name: string; title: string; affiliation: string }[];
  own: { id: number | string; name: string }[];
}

export function deckTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface DeckCards {
  cards: { def: number; count: number; section: string }[];
}

/** A deck at a glance: how many cards, and the missions it is made for. */
export function deckGlance(deck: string): HTMLElement {
  const box = h("div", { class: "glance" });
  Promise.all([catalogue(), api.get<DeckCards>(`/api/decks/${encodeURIComponent(deck)}`)]).then(([cat, d]) => {
    const of = (section: string): number => d.cards.filter((c) => c.section === section).reduce((n, c) => n + c.count, 0);
    const missions = d.cards.filter((c) => c.section === "missions").flatMap((c) => cat.byDef(c.def) ?? []);
    mount(box, h("p", { class: "mut" }, `${of("draw")} cards to draw, ${of("dilemmas")} dilemmas, and these missions:`),
      h("ul", null, missions.map((m) => h("li", null, place(m, "small"), h("span", null, m.title), h("b", null, m.kind === "headquarters" ? "headquarters" : `${m.points} points`)))));
  }, () => undefined); /* the choice stands without it */
  return box;
}

/** The missions of a deck as their places, with all colours at a glance: for a line of a list. */
export function deckMissions(deck: string): HTMLElement {
  const box = h("span", { class: "dl-missions" });
  Promise.all([catalogue(), api.get<DeckCards>(`/api/decks/${encodeURIComponent(deck)}`)]).then(([cat, d]) => {
    const missions = d.cards.filter((c) => c.section === "missions").flatMap((c) => cat.byDef(c.def) ?? []);
    mount(box, missions.map((m) => h("span", { title: m.title }, place(m, "small"), hidden(`${m.title} `))));
  }, () => undefined); /* the line stands without it */
  return box;
}

export function deckSelect(label: string, d: Decks, value: string, pick: (id: string) => void): HTMLElement {
  const option = (id: string, words: string): HTMLElement => h("option", { value: id, selected: id === value }, words);
  return h("label", { class: "fld" }, h("span", { class: "lab" }, label), h("select", { class: "sel", onchange: (e: Event) => pick((e.target as HTMLSelectElement).value) },
    h("optgroup", { label: "Ready to play" }, d.builtin.map((b) => option(b.name, deckTitle(b.title || b.name)))), d.own.length > 0 && h("optgroup", { label: "Your decks" }, d.own.map((o) => option(String(o.id), o.name)))));
}
