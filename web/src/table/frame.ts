/* The frame of the table: its zones, and the width at which it becomes narrow or a phone's. */
import { h } from "../dom.js";

const ZONES = ["rail", "top", "opp", "sw", "line", "own", "dec", "hand", "tabs", "sidec"] as const;
export type ZoneName = (typeof ZONES)[number];
export type Zones = Record<ZoneName, HTMLElement>;
export type Tab = "table" | "hand" | "log" | "card" | "more";

const NARROW = 1180, PHONE = 760, LOW = 520;
export const SIZES = [`(max-width:${NARROW}px)`, `(max-width:${PHONE}px)`, `(max-height:${LOW}px)`].map((query) => matchMedia(query));

/** Whether the side column is a drawer. */
export function isNarrow(): boolean {
  return innerWidth <= NARROW || isPhone();
}

/** A phone, upright or on its side. */
export function isPhone(): boolean {
  return innerWidth <= PHONE || innerHeight <= LOW;
}

/** Whether the table is a part of a page, which then has its own heading and main part. */
function isInPage(host: HTMLElement): boolean {
  return !!host.closest("main");
}

/** The frame with its zones, in the order of the keyboard: decision, hand, field, strips, side.  The grid places them. */
export function frame(host: HTMLElement): { root: HTMLElement; zone: Zones } {
  const tag: Partial<Record<ZoneName, string>> = { top: "header", line: isInPage(host) ? "section" : "main", rail: "aside", sidec: "aside", sw: "nav", tabs: "nav" };
  const zone = {} as Zones;
  for (const z of ZONES) zone[z] = h(tag[z] ?? "section", { class: z });
  const names: Partial<Record<ZoneName, string>> = { sw: "Whose missions", tabs: "Views", rail: "Turn", sidec: "Card and log" };
  for (const [z, words] of Object.entries(names)) zone[z as ZoneName].setAttribute("aria-label", words);
  zone.dec.setAttribute("tabindex", "-1");
  const order: ZoneName[] = ["dec", "hand", "sw", "line", "own", "opp", "rail", "sidec", "tabs", "top"];
  return { root: h("div", { class: "tbl loading", "data-tab": "table" }, order.map((z) => zone[z])), zone };
}
