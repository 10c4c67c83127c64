/* What the pages share: dates as people read them, a place that fills itself, small controls. */

import { session } from "../api.js";
import { h, mount, type Child } from "../dom.js";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

export function day(iso: string): string {
  const [year, month, date] = iso.split("-").map(Number);
  return year && month && date ? `${date} ${MONTHS[month - 1]} ${year}` : iso;
}

export const fill: (place: HTMLElement, ...children: Child[]) => void = mount;

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Loads within a session, then draws; what went wrong is said in the same place, with a way to try again.
export function load<T>(place: HTMLElement, get: () => Promise<T>, draw: (value: T) => void): void {
  place.setAttribute("aria-busy", "true");
  session().then(get).then((value) => {
    place.removeAttribute("aria-busy");
    draw(value);
  }).catch((error: unknown) => {
    place.removeAttribute("aria-busy");
    const again = h("button", { class: "pill on", type: "button", onclick: () => load(place, get, draw) }, "Try again");
    fill(place, h("p", { class: "said no", role: "alert" }, `That did not load: ${reason(error)}`), again);
  });
}

/** A box to choose from, of [value, words]. */
export function select(id: string, options: readonly [string, string][], value: string, pick: (value: string) => void = () => undefined): HTMLSelectElement {
  const box = h("select", { id, class: "field", onchange: () => pick(box.value) }, options.map(([key, words]) => h("option", { value: key, selected: key === value }, words))) as HTMLSelectElement;
  return box;
}

/** Hands a text over as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

// Runs after the typing has paused.
export function paused(wait: number, then: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(then, wait);
  };
}
