/* The decks to choose from, wherever somebody sits down. */
import { api } from "./api.js";
import { catalogueOf, type Catalogue } from "./cards.js";
import { h, hidden, mount } from "./dom.js";
import { place } from "./face.js";

export interface Decks {
  builtin: { name: string; title: string; affiliation: string; edition: string }[];
  own: { id: number | string; name: string; edition: string }[];
  editions: { name: string; dates: string[]; formats?: string[] }[]; /* the days on which the rules of each changed, the oldest first; its tournament formats */
}

/** "first-federation" is the Federation deck of the First Edition. */
export function deckTitle(name: string): string {
  const words = name.startsWith("first-") ? name.slice("first-".length) : name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const EDITIONS: [string, string, string][] = [["2e", "Second Edition", "two rows of missions"], ["1e", "First Edition", "the spaceline, seeds, battles"]];

/** Those of one edition. */
export function decksOf(d: Decks, edition: string): Decks {
  return { builtin: d.builtin.filter((b) => b.edition === edition), own: d.own.filter((o) => o.edition === edition), editions: d.editions };
}

/** The days by whose rules a game of that edition can be played, the newest first. */
export function datesOf(d: Decks, edition: string): string[] {
  return [...(d.editions.find((e) => e.name === edition)?.dates ?? [])].reverse();
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "2014-07-07" as "7 Jul 2014". */
export function dayWords(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${MONTHS[month - 1] ?? "?"} ${year}`;
}

/** By the rules of which day. */
export function dateSelect(dates: string[], value: string, pick: (day: string) => void): HTMLElement {
  return h("label", { class: "fld" }, h("span", { class: "lab" }, "Rules of"), h("select", { class: "sel field", onchange: (e: Event) => pick((e.target as HTMLSelectElement).value) },
    dates.map((day, i) => h("option", { value: day, selected: day === value }, `${dayWords(day)}${i === 0 ? ", the newest" : ""}`))));
}

const FORMATS: Record<string, string> = { open: "open, every card", otf: "OTF", modern: "Modern", velara: "Velara" };

/** A tournament format as people call it; "" for none. */
export function formatName(format = "open"): string {
  return format === "open" ? "" : FORMATS[format] ?? format;
}

/** By which format, where the edition has some. */
export function formatSelect(d: Decks, edition: string, value: string, pick: (format: string) => void): HTMLElement | null {
  const formats = d.editions.find((e) => e.name === edition)?.formats ?? [];
  return formats.length < 2 ? null : h("label", { class: "fld" }, h("span", { class: "lab" }, "Format"), h("select", { class: "sel", onchange: (e: Event) => pick((e.target as HTMLSelectElement).value) },
    formats.map((f) => h("option", { value: f, selected: f === value }, FORMATS[f] ?? f))));
}

interface DeckCards {
  edition: string;
  cards: { def: number; count: number; section: string }[];
}

async function deckWithCards(deck: string): Promise<[Catalogue, DeckCards]> {
  const d = await api.get<DeckCards>(`/api/decks/${encodeURIComponent(deck)}`);
  return [await catalogueOf(`edition=${d.edition}`), d];
}

/** A deck at a glance: how many cards, and the missions it is made for. */
export function deckGlance(deck: string): HTMLElement {
  const box = h("div", { class: "glance" });
  deckWithCards(deck).then(([cat, d]) => {
    const of = (section: string): number => d.cards.filter((c) => c.section === section).reduce((n, c) => n + c.count, 0);
    const missions = d.cards.filter((c) => c.section === "missions").flatMap((c) => cat.byDef(c.def) ?? []);
    mount(box, h("p", { class: "mut" }, `${of("draw")} cards to draw, ${of("seeds") ? `${of("seeds")} to seed` : `${of("dilemmas")} dilemmas`}, and these missions:`),
      h("ul", null, missions.map((m) => h("li", null, place(m, "small"), h("span", null, m.title), h("b", null, m.kind === "headquarters" ? "headquarters" : `${m.points} points`)))));
  }, () => undefined); /* the choice stands without it */
  return box;
}

/** The missions of a deck as their places, with all colours at a glance: for a line of a list. */
export function deckMissions(deck: string): HTMLElement {
  const box = h("span", { class: "dl-missions" });
  deckWithCards(deck).then(([cat, d]) => {
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
