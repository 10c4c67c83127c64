/* What the pages share: dates as people read them, moving about, and a place that fills itself. */

import { session } from "../api.js";
import { h, mount, type Child } from "../dom.js";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

export function day(iso: string): string {
  const [year, month, date] = iso.split("-").map(Number);
  return year && month && date ? `${date} ${MONTHS[month - 1]} ${year}` : iso;
}

// The router listens to popstate, so moving by program is a pushState and that event.
export function visit(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
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

// Runs after the typing has paused.
export function paused(wait: number, then: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(then, wait);
  };
}
