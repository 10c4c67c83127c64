/* The filters of a card catalogue: symbols, types with their numbers, and every other fact behind a fold. */
import type { Card, Catalogue } from "../cards.js";
import { affiliationClass, ICON_NAMES } from "../face.js";
import { h, icon, mount } from "../dom.js";
import { NO_FILTER, numberOf, type Filter, type Ranged } from "./decktext.js";
import { paused, select } from "./common.js";

export const TYPE_NAMES: Record<string, string> = { personnel: "Personnel", ship: "Ships", equipment: "Equipment", event: "Events", interrupt: "Interrupts", dilemma: "Dilemmas", mission: "Missions", facility: "Facilities", artifact: "Artifacts", doorway: "Doorways", objective: "Objectives", incident: "Incidents", site: "Sites", "time-location": "Time locations", tactic: "Tactics", tribble: "Tribbles", trouble: "Troubles", "damage-marker": "Damage markers" };
const RANGES: [Ranged, string][] = [["cost", "Cost"], ["first", "Integrity, Range"], ["second", "Cunning, Weapons"], ["third", "Strength, Shields"], ["points", "Points"], ["span", "Span"]];
const SHOWS: [Filter["show"], string][] = [["all", "all"], ["playable", "playable"], ["unread", "not understood yet"], ["deck", "in the deck"]];

function labelled(box: HTMLElement, label: string): HTMLElement {
  return h("div", { class: "bd-filter" }, h("label", { for: box.id, class: "lab" }, label), box);
}

const toggled = (list: readonly string[], one: string): string[] => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

export class Filters {
  filter: Filter = { ...NO_FILTER };
  readonly words = h("input", { id: "bd-q", class: "field", type: "search", placeholder: "Title, skill, text…" }) as HTMLInputElement;
  private readonly symbols = h("div", { class: "bd-symbols", role: "group", "aria-label": "Affiliations" });
  private readonly types = h("div", { class: "bd-types", role: "group", "aria-label": "Types" });
  private readonly rest = h("div", { class: "bd-rest" });
  readonly root: HTMLElement;
  private readonly affiliations: string[];
  private readonly counts = new Map<string, number>(); /* by type */

  constructor(private readonly cards: Catalogue, private readonly changed: () => void, private readonly hasDeck = true) {
    this.affiliations = [...new Set(cards.all.map((card) => card.affiliation).filter(Boolean))].sort();
    for (const card of cards.all) this.counts.set(card.type, (this.counts.get(card.type) ?? 0) + 1);
    this.words.addEventListener("input", paused(100, () => this.narrow({ words: this.words.value })));
    this.root = h("div", { class: "panel bd-facts" }, h("h2", { class: "lab" }, "Affiliation"), this.symbols, h("h2", { class: "lab" }, "Type"), this.types,
      h("details", null, h("summary", null, "More facts"), this.rest), h("button", { type: "button", class: "pill ghost", onclick: () => this.clear() }, icon("undo"), "No filter"));
    this.draw();
  }

  narrow(some: Partial<Filter>): void {
    this.filter = { ...this.filter, ...some };
    this.drawToggles();
    this.changed();
  }

  private clear(): void {
    this.filter = { ...NO_FILTER };
    this.words.value = "";
    this.draw();
    this.changed();
  }

  /** What is shown, in a few words for a heading. */
  title(): string {
    const parts = [...this.filter.affiliations, ...this.filter.types.map((type) => TYPE_NAMES[type] ?? type)];
    return parts.length ? parts.join(", ") : "All cards";
  }

  private draw(): void {
    this.drawToggles();
    const values = (of: (card: Card) => string[]): [string, string][] => [...new Set(this.cards.all.flatMap(of))].filter(Boolean).sort().map((name) => [name, name]);
    const any: [string, string] = ["", "any"];
    const shows = SHOWS.filter(([key]) => key !== "deck" || this.hasDeck);
    mount(this.rest,
      labelled(select("bd-skill", [any, ...this.cards.skills.map((name): [string, string] => [name, name])], this.filter.skill, (skill) => this.narrow({ skill })), "Skill"),
      labelled(select("bd-trait", [any, ...values((card) => card.traits.map((trait) => trait.name))], this.filter.trait, (trait) => this.narrow({ trait })), "Species, keyword, class"),
      labelled(select("bd-icon", [any, ...this.cards.icons.map((name): [string, string] => [name, ICON_NAMES[name] ?? name])], this.filter.icon, (one) => this.narrow({ icon: one })), "Icon"),
      labelled(select("bd-kind", [any, ...values((card) => [card.kind])], this.filter.kind, (kind) => this.narrow({ kind })), "Planet, space, dual"),
      labelled(select("bd-quadrant", [any, ...values((card) => [card.quadrant])], this.filter.quadrant, (quadrant) => this.narrow({ quadrant })), "Quadrant"),
      RANGES.map(([which, label]) => this.range(which, label)),
      labelled(select("bd-show", shows, this.filter.show, (show) => this.narrow({ show: show as Filter["show"] })), "Show"));
  }

  private drawToggles(): void {
    const focus = document.activeElement?.id;
    mount(this.symbols, this.affiliations.map((name) => {
      const on = this.filter.affiliations.includes(name), mark = affiliationClass(name);
      return h("button", { type: "button", id: `bd-af-${mark}`, class: `a-${mark}${on ? " on" : ""}`, "aria-pressed": on ? "true" : "false", "aria-label": name, title: name, onclick: () => this.narrow({ affiliations: toggled(this.filter.affiliations, name) }) }, icon(`af-${mark}`));
    }));
    mount(this.types, Object.keys(TYPE_NAMES).filter((type) => this.counts.has(type)).map((type) => {
      const on = this.filter.types.includes(type), count = this.counts.get(type) ?? 0;
      return h("button", { type: "button", id: `bd-type-${type}`, class: on ? "on" : "", "aria-pressed": on ? "true" : "false", onclick: () => this.narrow({ types: toggled(this.filter.types, type) }) },
        icon(type === "mission" ? "t-planet" : `t-${type}`), h("span", null, TYPE_NAMES[type]!), h("b", null, count));
    }));
    if (focus?.startsWith("bd-af-") || focus?.startsWith("bd-type-")) document.getElementById(focus)?.focus();
  }

  private range(which: Ranged, label: string): HTMLElement {
    const numbers = this.cards.all.map((card) => numberOf(card, which)).filter((n): n is number => n !== null);
    const least = Math.min(...numbers), most = Math.max(...numbers);
    const box = (end: 0 | 1): HTMLInputElement => h("input", { type: "number", class: "field", min: String(least), max: String(most), placeholder: String(end ? most : least), "aria-label": `${label}, ${end ? "at most" : "at least"}` }) as HTMLInputElement;
    const from = box(0), to = box(1), value = (one: HTMLInputElement): number | null => (one.value === "" ? null : Number(one.value));
    for (const one of [from, to]) one.addEventListener("input", paused(100, () => this.narrow({ ranges: { ...this.filter.ranges, [which]: [value(from), value(to)] } })));
    return h("div", { class: "bd-filter bd-range", role: "group", "aria-label": label }, h("span", { class: "lab" }, label), h("div", null, from, h("i", { "aria-hidden": "true" }, "to"), to));
  }
}
