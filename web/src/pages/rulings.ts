/* The dated rulings: a line of dates to scale, a list by topic, one ruling with its parts and the scenes that show it, and what
 * differs between two dates.
 *
 * /rulings, /rulings/ID?date=DATE&against=DATE&q=WORDS: the address says all that is shown.  An id with a point (…/dilemmas.3) is a
 * part of the entry before the point and is read there; the number of a printed rule (2E-9.12) shows its reasons and scenes. */
import { api } from "../api.js";
import { h, icon, plural, type Child } from "../dom.js";
import { cite } from "../face.js";
import { rulebook } from "../rulings.js";
import { day, fill, load, paused, today } from "./common.js";
import { entries, entryOf, isPart, related, stops, topicOf, wordChanges, type Entry, type Rule, type Ruling, type Stop } from "./rulingtext.js";
import { scenes, scenesOf, type SceneLine } from "./scenes.js";
import { pieces, sceneAddress } from "./scenetext.js";

interface Seen { id: string; date: string; against: string; words: string }
interface Known { rulings: Ruling[]; rules: Rule[]; scenes: SceneLine[] }

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

export function render(root: HTMLElement, path: string): () => void {
  const place = h("div", { class: "leaf rl" }, h("h1", { class: "vh" }, "Rulings"));
  root.append(place);
  load(place, async () => ({ ...await rulebook(), scenes: await scenes() }), (known) => new Browser(place, known, seen(path)));
  return () => root.replaceChildren();
}

class Browser {
  private readonly list = h("ul", { class: "rl-list", "aria-label": "Topics" });
  private readonly count = h("p", { class: "lab", role: "status" });
  private readonly reader = h("article", { class: "panel rl-read", "aria-label": "Ruling" });
  private readonly shown = h("aside", { class: "rl-shown", "aria-label": "Scenes that show it" });
  private readonly line = h("section", { class: "panel rl-line", role: "group", "aria-label": "Dates of the rulings: one to read as of, two to compare" });
  private readonly search: HTMLInputElement;
  private readonly asOf = h("input", { type: "date", id: "rl-date", class: "field" }) as HTMLInputElement;
  private readonly against = h("input", { type: "date", id: "rl-against", class: "field" }) as HTMLInputElement;

  constructor(place: HTMLElement, private readonly known: Known, private at: Seen) {
    this.search = h("input", { type: "search", id: "rl-q", class: "field", placeholder: "staffing, cost, dilemma…", value: at.words }) as HTMLInputElement;
    this.search.addEventListener("input", paused(120, () => this.go({ words: this.search.value.trim() })));
    this.asOf.addEventListener("change", () => this.go({ date: this.asOf.value }));
    this.against.addEventListener("change", () => this.go({ against: this.against.value }));
    fill(place, h("h1", { class: "vh" }, "Rulings"), this.line,
      h("div", { class: "rl-side" },
        h("form", { class: "panel rl-find", role: "search", onsubmit: (event: Event) => event.preventDefault() },
          h("label", { for: "rl-q", class: "vh" }, "Search the rulings"), this.search,
          h("div", { class: "pair" },
            h("div", {}, h("label", { for: "rl-date", class: "lab" }, "As of"), this.asOf),
            h("div", {}, h("label", { for: "rl-against", class: "lab" }, "Compared with"), this.against)), this.count),
        h("nav", { class: "panel rl-topics", "aria-label": "Rulings" }, this.list)),
      this.reader, this.shown);
    this.draw();
  }

  private go(change: Partial<Seen>): void {
    this.at = { ...this.at, ...change };
    history.replaceState(null, "", address(this.at));
    this.draw();
  }

  private draw(): void {
    const { rulings } = this.known, at = this.at;
    const found = entries(rulings, at.date, at.against || null, at.words);
    const current = found.find((entry) => entry.ruling.id === entryOf(at.id)) ?? (at.id === "" ? found.find((entry) => !entry.ruling.lookup_only) ?? found[0] : undefined);
    fill(this.list, ...found.map((entry) => this.topic(entry, entry === current)));
    fill(this.count, found.length === 0 ? "Nothing found" : plural(found.length, at.against ? "difference" : "topic"));
    this.drawLine();
    this.asOf.value = at.date;
    this.against.value = at.against;
    const entry = current ?? this.lookup(at.id);
    if (entry) this.read(entry);
    else this.readOther(at.id);
  }

  /* A link may name a ruling that the search or the date leaves out: it is shown all the same. */
  private lookup(id: string): Entry | undefined {
    const ruling = this.known.rulings.find((other) => other.id === entryOf(id));
    return ruling && { ruling, parts: this.known.rulings.filter((other) => isPart(other.id) && entryOf(other.id) === ruling.id), mark: "", before: null, partsBefore: [] };
  }

  private topic(entry: Entry, on: boolean): HTMLElement {
    const link = h("a", { href: address({ ...this.at, id: entry.ruling.id }), class: on ? "on" : "", "aria-current": on ? "true" : undefined },
      h("span", {}, topicOf(entry.ruling), h("small", {}, entry.ruling.id)),
      entry.mark ? h("span", { class: `badge ${entry.mark}` }, entry.mark) : entry.parts.length ? h("span", { class: "badge quiet" }, plural(entry.parts.length, "part")) : "");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.go({ id: entry.ruling.id });
    });
    return h("li", {}, link);
  }

  /* ---- the line of dates ---- */

  private drawLine(): void {
    const all = stops(this.known.rulings, today());
    const newest = all[all.length - 1]?.date ?? "", chosen = this.at.date || newest;
    const of = (date: string): Stop | undefined => [...all].reverse().find((stop) => stop.date <= date) ?? all[0];
    const b = of(chosen), a = this.at.against ? of(this.at.against) : undefined;
    const span = a && b && a !== b ? h("i", { class: "span", vars: { "--from": Math.min(a.at, b.at), "--to": Math.max(a.at, b.at) } }) : "";
    fill(this.line, h("div", { class: "track" }, span, all.map((stop) => this.stop(stop, stop === b ? "b" : stop === a ? "a" : "", chosen, newest)),
      h("span", { class: "now" }, "today")));
  }

  /* The first press reads as of that date, a press on another compares the two, a third goes back to one. */
  private stop(stop: Stop, role: string, chosen: string, newest: string): HTMLElement {
    const plain = (date: string): string => (date === newest ? "" : date);
    const press = (): void => {
      if (role === "b") this.go({ against: "" });
      else if (role === "a") this.go({ date: plain(stop.date), against: "" });
      else if (stop.date < chosen) this.go({ against: stop.date });
      else this.go({ date: plain(stop.date), against: chosen });
    };
    const state = role === "b" ? "read as of" : role === "a" ? "compared with" : "";
    return h("button", { type: "button", class: `stop ${role}${stop.up ? " up" : ""}${stop.edition ? ` e${stop.edition}` : ""}`, vars: { "--at": stop.at }, "aria-pressed": role ? "true" : "false", onclick: press },
      h("b", {}, stop.edition ? day(stop.date) : "Rulebook alone"), h("small", {}, [stop.edition && `${stop.edition.toUpperCase()} · ${plural(stop.count, "topic")}`, state].filter(Boolean).join(", ") || "no ruling yet"));
  }

  /* ---- the reader ---- */

  private read(entry: Entry): void {
    const { ruling, parts, mark } = entry, at = this.at;
    const about = scenesOf(this.known.scenes, ruling.id);
    const enforced = about.length ? h("span", { class: "badge yes" }, icon("check"), ` enforced, ${plural(about.length, "scene")}`)
      : h("span", { class: "badge quiet" }, ruling.lookup_only ? "to look up: nothing in it to enforce" : "no scene yet");
    const shows = mark === "changed" || (at.against && mark);
    fill(this.reader,
      h("p", { class: "rl-meta" }, h("span", { class: "cite" }, icon("sect"), ruling.id), h("span", { class: "badge quiet" }, ruling.kind),
        h("span", { class: "badge quiet" }, ruling.superseded_by ? ["replaced by ", ruling.superseded_by] : `in force since ${day(ruling.date)}`), enforced, mark && h("span", { class: `badge ${mark}` }, mark)),
      h("h2", {}, topicOf(ruling)), h("p", { class: "lead" }, ruling.summary),
      shows ? this.difference(entry) : [h("p", {}, ruling.text), parts.length > 0 && h("ol", { class: "rl-parts" }, parts.map((part) => this.part(part)))],
      this.seenWith(ruling));
    this.reader.querySelector(".rl-parts .aim")?.scrollIntoView({ block: "nearest" });
    this.drawScenes(ruling.id, scenesOf(this.known.scenes, at.id && isPart(at.id) && entryOf(at.id) === ruling.id ? at.id : ruling.id));
  }

  private part(part: Ruling): HTMLElement {
    const number = part.id.slice(entryOf(part.id).length + 1), count = scenesOf(this.known.scenes, part.id).length;
    return h("li", { class: part.id === this.at.id ? "aim" : "", id: `part-${number}` },
      h("b", { class: "rl-n" }, number), h("div", {}, h("h3", {}, topicOf(part)), h("p", {}, part.text)),
      h("a", { class: "badge quiet", href: address({ ...this.at, id: part.id }) }, count ? plural(count, "scene") : "no scene"));
  }

  /* Before at the left, after at the right; each difference says in a word what it is, and marks its words. */
  private difference(entry: Entry): HTMLElement {
    const before = entry.mark === "new" ? [] : [entry.before!, ...entry.partsBefore], after = entry.mark === "gone" ? [] : [entry.ruling, ...entry.parts];
    const key = (r: Ruling): string => (isPart(r.id) ? r.id.slice(entryOf(r.id).length + 1) : "");
    const pair = (r: Ruling, others: Ruling[]): Ruling | undefined => others.find((other) => key(other) === key(r));
    const box = (r: Ruling, other: Ruling | undefined, mine: "added" | "removed"): HTMLElement => {
      const words = other ? wordChanges(mine === "added" ? other.text : r.text, mine === "added" ? r.text : other.text) : [{ kind: mine, text: r.text }];
      const moved = words.some((w) => w.kind === mine);
      return h("div", { class: `c ${moved ? mine : "same"}${other ? "" : " whole"}` }, moved && h("span", { class: "how" }, mine === "added" ? "+ added" : "− removed"), key(r) && h("b", {}, key(r)),
        words.filter((w) => w.kind === "same" || w.kind === mine).map((w) => [w.kind === mine ? h(mine === "added" ? "ins" : "del", {}, w.text) : w.text, " "]));
    };
    return h("div", { class: "df" },
      h("div", {}, h("h3", {}, this.at.against ? day(this.at.against) : "Before"), before.length ? before.map((r) => box(r, pair(r, after), "removed")) : h("p", { class: "mut" }, "No ruling: the rulebook alone.")),
      h("div", {}, h("h3", {}, this.at.date ? day(this.at.date) : "The newest rules"), after.length ? after.map((r) => box(r, pair(r, before), "added")) : h("p", { class: "mut" }, "Gone.")));
  }

  private seenWith(ruling: Ruling): Child {
    const others = related(ruling.id, this.known.rulings, this.known.scenes.map((scene) => scene.cites));
    const older = this.known.rulings.filter((other) => other.superseded_by === ruling.id);
    if (!others.length && !older.length && !ruling.superseded_by) return null;
    const chips = (label: string, ids: string[]): Child => ids.length > 0 && [h("span", {}, label), ids.map((id) => [cite(id), " "])];
    return h("p", { class: "rl-with" }, chips("Replaces ", older.map((r) => r.id)), chips("Replaced by ", ruling.superseded_by ? [ruling.superseded_by] : []), chips("Seen with ", others));
  }

  /* A numbered rule, or nothing that is known. */
  private readOther(id: string): void {
    const rule = this.known.rules.find((one) => one.id.toLowerCase() === id.toLowerCase()), about = scenesOf(this.known.scenes, id);
    const known = !!rule || about.length > 0, belongs = rule?.rulings ? rule.rulings.split(/,\s*/) : [];
    fill(this.reader, h("p", { class: "rl-meta" }, known && h("span", { class: "cite" }, icon("sect"), id), rule && h("span", { class: "badge quiet" }, rule.chapter)),
      h("h2", {}, known ? `Rule ${id}${rule?.part ? `: ${rule.part}` : ""}` : id || "Rulings"),
      rule && rule.text.split("\n").map((words) => h("p", {}, words)),
      rule && rule.reasons.length > 0 && [h("h3", {}, "As the game says it"), h("ul", { class: "rl-reasons" }, rule.reasons.map((words) => h("li", {}, words)))],
      belongs.length > 0 && h("p", { class: "rl-with" }, h("span", {}, "Rulings on it "), belongs.map((one) => [cite(one), " "])),
      !known && h("p", { class: "lead" }, id ? "There is no ruling of that name." : "No ruling fits. Fewer words find more."),
      h("a", { class: "pill on", href: "/rulings" }, "All rulings"));
    this.drawScenes(id, about);
  }

  /* ---- the scenes that show it ---- */

  private drawScenes(id: string, about: SceneLine[]): void {
    const exact = about.filter((scene) => scene.cites.includes(this.at.id || id)), first = [...exact, ...about][0];
    if (!first) {
      fill(this.shown, h("section", { class: "panel" }, h("h2", {}, "Scenes"), h("p", { class: "mut" }, "No scene shows this yet. Write one: set a table up, play a line, say what must be true."), h("a", { class: "pill ghost", href: "/scenes/new" }, icon("plus"), "Write a scene")));
      return;
    }
    const text = h("pre", { class: "rl-scene", tabindex: "0", "aria-label": first.title });
    fill(this.shown, h("section", { class: "panel" }, h("h2", {}, "The scene that shows it"), h("p", {}, first.title), text,
      h("p", { class: "acts" }, h("a", { class: "pill on", href: sceneAddress(first.id) }, icon("play"), "Try it on a table"))),
      about.length > 1 && h("section", { class: "panel rl-more" }, h("h2", {}, `${plural(about.length - 1, "more scene")}`),
        h("ul", {}, about.filter((scene) => scene !== first).slice(0, 40).map((scene) => h("li", {}, icon("check"), h("a", { href: sceneAddress(scene.id) }, scene.title))))));
    api.get<{ text: string }>(`/api${sceneAddress(first.id)}`).then((got) => fill(text, played(got.text).map((line) => [pieces(line).map((p) => (p.kind ? h("span", { class: `c-${p.kind}` }, p.text) : p.text)), "\n"])),
      () => fill(text, "The scene could not be fetched."));
  }
}

/* What is played: the cards that a scene makes for itself are read in the sandbox. */
function played(text: string): string[] {
  return text.replace(/^\s*card\s+"[^\n]*\n[\s\S]*?^\s*end\s*$\n?/gm, "").replace(/\n{3,}/g, "\n\n").trimEnd().split("\n");
}
