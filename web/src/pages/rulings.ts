/* The dated rulings: a line of dates, a list by topic, one ruling with its parts, and what differs between two dates.
 *
 * /rulings, /rulings/ID?date=DATE&against=DATE&q=WORDS: the address says all that is shown.  An id with a point (…/dilemmas.3) is
 * a part of the entry before the point and is read there. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { day, fill, load, paused, visit } from "./common.js";

export interface Ruling {
  id: string; edition: string; date: string; topic: string; kind: string; summary: string; text: string; superseded_by: string | null;
}
type Mark = "new" | "changed" | "gone" | "";
interface Entry { ruling: Ruling; parts: Ruling[]; mark: Mark }
interface Seen { id: string; date: string; against: string; words: string }

const entryOf = (id: string): string => id.replace(/\.\d+$/, "");
const isPart = (id: string): boolean => entryOf(id) !== id;

function topicOf(ruling: Ruling): string {
  const words = ruling.topic.replace(/^\*/, "").split(" — ").pop()!;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function seen(path: string): Seen {
  const query = new URLSearchParams(location.search);
  return {
    id: decodeURIComponent(path.split("?")[0]!.replace(/^\/rulings\/?/, "")),
    date: query.get("date") ?? "", against: query.get("against") ?? "", words: query.get("q") ?? "",
  };
}

function address(to: Seen): string {
  const query = new URLSearchParams();
  if (to.date) query.set("date", to.date);
  if (to.against) query.set("against", to.against);
  if (to.words) query.set("q", to.words);
  const text = query.toString();
  return `/rulings${to.id ? `/${to.id}` : ""}${text ? `?${text}` : ""}`;
}

async function fetchRulings(asOf: string, words: string): Promise<Ruling[]> {
  const query = new URLSearchParams();
  if (asOf) query.set("as_of", asOf);
  if (words) query.set("q", words);
  return (await api.get(`/api/rulings?${query}`) as { rulings: Ruling[] }).rulings;
}

// Entries of `now`, each with its parts and how it differs from `before`; entries only in `before` follow as gone.
export function entries(now: readonly Ruling[], before: readonly Ruling[] | null, every: readonly Ruling[]): Entry[] {
  const old = new Map((before ?? []).map((ruling) => [ruling.id, ruling]));
  const here = new Set(now.map((ruling) => ruling.id));
  const mark = (ruling: Ruling): Mark => before === null ? "" : !old.has(ruling.id) ? "new" : old.get(ruling.id)!.text !== ruling.text ? "changed" : "";
  const byEntry = new Map<string, Entry>();
  for (const ruling of now) {
    const id = entryOf(ruling.id);
    const head = isPart(ruling.id) ? every.find((other) => other.id === id) ?? ruling : ruling;
    const entry = byEntry.get(id) ?? { ruling: head, parts: [], mark: mark(head) };
    if (isPart(ruling.id)) {
      entry.parts.push(ruling);
      if (mark(ruling) !== "" && entry.mark === "") entry.mark = "changed";
    }
    byEntry.set(id, entry);
  }
  const gone = (before ?? []).filter((ruling) => !isPart(ruling.id) && !here.has(ruling.id));
  return [...byEntry.values(), ...gone.map((ruling): Entry => ({ ruling, parts: [], mark: "gone" }))];
}

export function render(root: HTMLElement, path: string): () => void {
  let at = seen(path);
  const list = h("ul", { class: "rl-list", "aria-label": "Topics" });
  const count = h("p", { class: "lab", role: "status" });
  const reader = h("article", { class: "panel rl-read", "aria-label": "Ruling" });
  const dates = h("div", { class: "panel rl-dates", role: "group", "aria-label": "Dates of the rulings" });
  const search = h("input", { type: "search", id: "rl-q", class: "field", placeholder: "staffing, cost, dilemma…", value: at.words }) as HTMLInputElement;
  const asOf = h("input", { type: "date", id: "rl-date", class: "field", value: at.date }) as HTMLInputElement;
  const against = h("input", { type: "date", id: "rl-against", class: "field", value: at.against }) as HTMLInputElement;
  let every: Ruling[] = [];

  const go = (change: Partial<Seen>): void => {
    at = { ...at, ...change };
    history.replaceState(null, "", address(at));
    refresh();
  };
  const refresh = (): void => load(list, async () => {
    if (every.length === 0) every = await fetchRulings("", "");
    const now = await fetchRulings(at.date, at.words);
    const before = at.against ? await fetchRulings(at.against, at.words) : null;
    return entries(now, before, every);
  }, draw);

  function draw(found: Entry[]): void {
    const shown = at.against ? found.filter((entry) => entry.mark !== "") : found;
    const current = shown.find((entry) => entry.ruling.id === entryOf(at.id)) ?? (at.id === "" ? shown[0] : undefined);
    fill(list, ...shown.map((entry) => listItem(entry, entry === current, (id) => go({ id }))));
    fill(count, shown.length === 0 ? "Nothing found" : `${shown.length} ${at.against ? "differences" : shown.length === 1 ? "topic" : "topics"}`);
    fill(dates, ...dateMarks(every, at, go));
    asOf.value = at.date;
    against.value = at.against;
    drawReader(reader, current ?? lookup(every, at.id), at);
  }

  const typed = paused(200, () => go({ words: search.value.trim() }));
  search.addEventListener("input", typed);
  asOf.addEventListener("change", () => go({ date: asOf.value }));
  against.addEventListener("change", () => go({ against: against.value }));
  root.append(h("div", { class: "leaf rl" },
    h("h1", {}, "Rulings"), dates,
    h("div", { class: "rl-side" },
      h("form", { class: "panel rl-find", role: "search", onsubmit: (event: Event) => event.preventDefault() },
        h("label", { for: "rl-q", class: "lab" }, "Search"), search,
        h("div", { class: "pair" },
          h("div", {}, h("label", { for: "rl-date", class: "lab" }, "As of"), asOf),
          h("div", {}, h("label", { for: "rl-against", class: "lab" }, "Compared with"), against)), count),
      h("nav", { class: "panel rl-topics", "aria-label": "Rulings" }, list)),
    reader));
  refresh();
  return () => root.replaceChildren();
}

// A link may name a ruling that the search or the date leaves out: it is shown all the same.
function lookup(every: readonly Ruling[], id: string): Entry | undefined {
  const ruling = every.find((other) => other.id === entryOf(id));
  return ruling && { ruling, parts: every.filter((other) => isPart(other.id) && entryOf(other.id) === ruling.id), mark: "" };
}

function listItem(entry: Entry, on: boolean, open: (id: string) => void): HTMLElement {
  const link = h("a", { href: `/rulings/${entry.ruling.id}`, class: on ? "on" : "" },
    h("span", {}, topicOf(entry.ruling), h("small", {}, entry.ruling.id)),
    entry.mark ? h("span", { class: `badge ${entry.mark}` }, entry.mark) : entry.parts.length ? h("span", { class: "badge quiet" }, `${entry.parts.length} parts`) : "");
  if (on) link.setAttribute("aria-current", "true");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    open(entry.ruling.id);
  });
  return h("li", {}, link);
}

function dayBefore(iso: string): string {
  const time = new Date(`${iso}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() - 1);
  return time.toISOString().slice(0, 10);
}

// Each date on which rulings came; before the first stands the rulebook alone.  The first press reads as of that date, a press
// on another compares the two.
function dateMarks(every: readonly Ruling[], at: Seen, go: (change: Partial<Seen>) => void): HTMLElement[] {
  const days = [...new Set(every.map((ruling) => ruling.date))].sort();
  if (days.length === 0) return [];
  const newest = days[days.length - 1]!, chosen = at.date || newest;
  const stops = [{ date: dayBefore(days[0]!), words: "Rulebook alone", count: 0 },
    ...days.map((date) => ({ date, words: day(date), count: every.filter((r) => r.date === date && !isPart(r.id)).length }))];
  return stops.map((stop) => {
    const role = stop.date === chosen ? "b" : stop.date === at.against ? "a" : "";
    const press = (): void => {
      if (stop.date === chosen) go({ against: "" });
      else if (stop.date === at.against) go({ date: stop.date === newest ? "" : stop.date, against: "" });
      else if (stop.date < chosen) go({ against: stop.date });
      else go({ date: stop.date === newest ? "" : stop.date, against: chosen });
    };
    const state = role === "b" ? "read as of" : role === "a" ? "compared with" : stop.count ? `${stop.count} topics` : "no ruling yet";
    return h("button", { type: "button", class: `stop ${role}`, "aria-pressed": role ? "true" : "false", onclick: press }, h("b", {}, stop.words), h("small", {}, state));
  });
}

function drawReader(reader: HTMLElement, entry: Entry | undefined, at: Seen): void {
  if (!entry) {
    const rule = /^[12]E-\d/i.test(at.id);
    fill(reader, h("h2", {}, at.id || "Rulings"), h("p", { class: "lead" }, rule
      ? "This is a section of the rulebook itself. The list here holds the rulings that came after it."
      : at.id ? "There is no ruling of that name." : "No ruling fits. Fewer words find more."),
      h("button", { type: "button", class: "pill on", onclick: () => visit("/rulings") }, "All rulings"));
    return;
  }
  const { ruling, parts, mark } = entry;
  fill(reader,
    h("p", { class: "rl-meta" }, h("span", { class: "cite" }, `§ ${ruling.id}`), h("span", { class: "badge quiet" }, ruling.kind),
      h("span", { class: "badge quiet" }, ruling.superseded_by ? `replaced by ${ruling.superseded_by}` : `in force since ${day(ruling.date)}`),
      mark ? h("span", { class: `badge ${mark}` }, mark) : ""),
    h("h2", {}, topicOf(ruling)), h("p", { class: "lead" }, ruling.summary),
    h("p", {}, ruling.text),
    parts.length ? h("ol", { class: "rl-parts" }, ...parts.map((part) => partItem(part, at, mark))) : "");
  reader.querySelector(".rl-parts .aim")?.scrollIntoView({ block: "nearest" });
}

function partItem(part: Ruling, at: Seen, mark: Mark): HTMLElement {
  const number = part.id.slice(entryOf(part.id).length + 1);
  const word = at.against && (mark === "new" || mark === "gone") ? h("span", { class: `badge ${mark}` }, mark === "new" ? "+ added" : "− removed") : "";
  return h("li", { class: part.id === at.id ? "aim" : "", id: `part-${number}` },
    h("b", { class: "rl-n" }, number), h("div", {}, h("h3", {}, topicOf(part)), h("p", {}, part.text)), word);
}
