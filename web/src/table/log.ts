/* The log: grouped by turn, card titles as links that light the card on the table, citations that open their ruling in its place.
 * Of a long log at most a window of lines is in the page; scrolling moves it. */
import { h, icon, mount, patch, type Child } from "../dom.js";
import { ruleOf, type Rulebook } from "../rulings.js";
import type { LogLine } from "./model.js";
import type { Table } from "./table.js";
import { logLine, merged, sentence, short, type Line, type Piece } from "./words.js";

export type Filter = "all" | "mine" | "rulings" | "battles";

export interface LogView {
  tab: "log" | "chat" | "ruling";
  filter: Filter;
  find: string;
  ruling: string;
  back: { scroll: number; key: string };
  from: number; /* the first line in the page; -1: the newest ones */
  stuck: boolean; /* at the newest line, and staying there */
  size: string; /* of the list when it was last looked at: another size is no reader's scrolling */
  drawn: string; /* what stands there now, to leave it alone when nothing changed */
}

export function newLogView(): LogView {
  return { tab: "log", filter: "all", find: "", ruling: "", back: { scroll: 0, key: "" }, from: -1, stuck: true, size: "", drawn: "" };
}

const WINDOW = 160, SHIFT = 80;
const NEAR = 30; /* so close to its end the log counts as read to the end */
const BATTLES = ["COMBAT", "ENGAGEMENT", "ATTACKS", "ADVERSARIES", "STUNNED", "WOUNDED", "TACTIC", "DEFENSE", "MISSES", "HITS", "DIRECT_HIT", "MARKED", "DAMAGED", "TOTAL", "WINS_BATTLE", "NO_WINNER", "FORCE_WINS", "KILLED", "DESTROYED"];

/** Whether a line passes the filter; turns always do, and keep the groups. */
export function passes(l: LogLine, line: Line, filter: Filter, find: string, me: number): boolean {
  if (line.turn) return !find;
  if (find && !line.text.toLowerCase().includes(find.toLowerCase())) return false;
  return filter === "all" || (filter === "mine" ? line.seat === me : filter === "rulings" ? !!line.cite : BATTLES.includes(l.what ?? ""));
}

type Entry = Line & { k: number; times: number };

function entries(t: Table): Entry[] {
  const v = t.logView, out: (Line & { k: number })[] = [];
  for (const l of grouped(t)) {
    if (l.k > t.telling.until) break;
    const line = logLine(l, t.me, t.state!.names, t.edition.log);
    if (line && passes(l, line, v.filter, v.find, t.me)) out.push({ ...line, k: l.k });
  }
  const kept = out.filter((l, i) => !l.turn || (out[i + 1] && !out[i + 1].turn) || i === out.length - 1);
  return merged(kept) as Entry[];
}

/** The parts of a sum are told with it, in the story of the battle; the log has the sum. */
export function isPart(l: LogLine): boolean {
  return l.what === "ADDS";
}

/** A group that beams is one line: who of it is known, and how many are not. */
function grouped(t: Table): LogLine[] {
  const out: LogLine[] = [];
  for (let i = 0; i < t.log.length; i++) {
    const first = t.log[i];
    if (isPart(first)) continue;
    let end = i + 1;
    while (first.what === "BEAMS" && t.log[end]?.what === "BEAMS" && t.log[end].other === first.other && t.log[end].player === first.player && t.log[end].k <= t.telling.until) end++;
    out.push(end > i + 1 && first.k <= t.telling.until ? beamed(t.log.slice(i, end)) : first);
    i = end - 1;
  }
  return out;
}

function beamed(lines: LogLine[]): LogLine {
  const known = lines.filter((l) => l.names?.[0]), last = lines[lines.length - 1];
  return { ...last, group: known.map((l) => ({ name: short(l.names![0]), card: l.card ?? 0 })), more: lines.length - known.length };
}

export function drawLog(t: Table): void {
  const v = t.logView, last = t.log[t.log.length - 1]?.k ?? 0;
  const stamp = [v.tab, v.filter, v.find, v.ruling, v.from, t.log.length, last, t.chats.length, t.state!.n, t.telling.until, t.state!.names].join(" ");
  if (v.drawn === stamp) return stick(t);
  v.drawn = stamp;
  if (v.tab === "ruling") mount(t.logbox, tabs(t), rulingPanel(t));
  else patch(t.logbox, tabs(t), v.tab === "chat" ? chat(t) : [tools(t), lines(t)]);
  stick(t);
}

function sizeOf(ol: Element): string {
  return `${ol.clientWidth} ${ol.clientHeight} ${ol.scrollHeight}`;
}

/** The newest line stays in sight unless the reader has scrolled away from it, whatever is drawn beside it. */
function stick(t: Table): void {
  const v = t.logView, follow = (): void => {
    const ol = t.logbox.querySelector("ol");
    if (!ol || v.tab !== "log") return;
    if (v.size === sizeOf(ol) && ol.scrollHeight - ol.scrollTop - ol.clientHeight >= NEAR) v.stuck = false; /* scrolled, and the word of it has not come yet */
    if (v.stuck) ol.scrollTop = ol.scrollHeight;
    v.size = sizeOf(ol);
  };
  follow();
  requestAnimationFrame(follow);
}

function tabs(t: Table): HTMLElement {
  const v = t.logView, turn = t.state!.view.turn;
  const cited = new Set(t.log.filter((l) => l.cite && l.turn === turn).map((l) => l.cite)).size;
  const one = (id: LogView["tab"], words: string): HTMLElement => h("button", { class: v.tab === id ? "on" : "", type: "button", role: "tab", "aria-selected": v.tab === id ? "true" : "false", "data-k": `side-${id}`,
    onclick: () => { v.tab = id; t.drawSide(); } }, words);
  return h("div", { class: "ltabs", role: "tablist", "aria-label": "Log and rulings" }, one("log", "LOG"), one("ruling", `RULINGS${cited ? ` · ${cited}` : ""}`), !t.state!.solo && !t.state!.replay && one("chat", `CHAT${t.chats.length ? ` · ${t.chats.length}` : ""}`));
}

function tools(t: Table): HTMLElement {
  const v = t.logView;
  const one = (id: Filter, words: string): HTMLElement => h("button", { class: v.filter === id ? "on" : "", type: "button", "aria-pressed": v.filter === id ? "true" : "false", "data-k": `filter-${id}`,
    onclick: () => { v.filter = id; v.from = -1; t.drawSide(); t.logbox.querySelector<HTMLElement>(`[data-k="filter-${id}"]`)?.focus(); } }, words);
  const box = h("input", { class: "lfind", type: "search", "data-k": "lfind", placeholder: "Search", "aria-label": "Search the log", value: v.find,
    oninput: (e: Event) => { v.find = (e.target as HTMLInputElement).value; v.from = -1; t.drawSide(); } }) as HTMLInputElement;
  return h("div", { class: "ltools", role: "group", "aria-label": "Show" }, one("all", "All"), one("mine", "Mine"), one("rulings", "Rulings"), one("battles", "Battles"), box);
}

function lines(t: Table): HTMLElement {
  const all = entries(t), v = t.logView, newest = Math.max(0, all.length - WINDOW), from = v.from < 0 ? newest : Math.min(v.from, newest);
  const shown = all.slice(from, from + WINDOW);
  const scrolled = (e: Event): void => {
    const ol = e.currentTarget as HTMLElement;
    if (v.size !== sizeOf(ol)) return stick(t); /* it was given another height, or has more lines */
    v.stuck = from >= newest && ol.scrollHeight - ol.scrollTop - ol.clientHeight < NEAR;
    const up = ol.scrollTop < 40 && from > 0, down = from < newest && ol.scrollHeight - ol.scrollTop - ol.clientHeight < 40;
    if (!up && !down) return;
    const next = up ? Math.max(0, from - SHIFT) : from + SHIFT, mark = shown[up ? 0 : shown.length - 1].k;
    v.from = next >= newest ? -1 : next;
    t.drawSide();
    const again = t.logbox.querySelector<HTMLElement>(`li[data-line="${mark}"]`);
    again?.scrollIntoView({ block: up ? "start" : "end" });
  };
  const ol = h("ol", { class: "lines", tabindex: "0", "aria-label": "What happened", onscroll: scrolled, onkeydown: walkLinks },
    shown.length ? shown.map((l) => lineItem(t, l)) : h("li", null, t.log.length ? "No line fits." : "Your first line will be here."));
  for (const el of linksOf(ol)) el.tabIndex = -1;
  return ol;
}

function linksOf(ol: Element): HTMLElement[] {
  return [...ol.querySelectorAll<HTMLElement>(".ref, .cite")];
}

/** The log is one stop of the Tab key; the arrows walk its titles and citations. */
function walkLinks(e: KeyboardEvent): void {
  const all = linksOf(e.currentTarget as Element), way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
  if (!way || !all.length) return;
  const at = all.indexOf(document.activeElement as HTMLElement), next = at < 0 ? all.length - 1 : Math.min(Math.max(0, at + way), all.length - 1);
  all[next].focus();
  e.preventDefault();
  e.stopPropagation();
}

function lineItem(t: Table, l: Entry): HTMLElement {
  const onclick = t.companion.jump && (() => t.companion.jump!(l.k)); /* a replay goes there */
  if (l.turn) return h("li", { class: "t", "data-line": l.k, onclick }, l.text);
  return h("li", { onclick, class: l.seat === t.me ? "y" : l.seat >= 0 ? "o" : "", "data-line": l.k }, linked(t, l.pieces), l.times > 1 && h("em", { class: "times" }, ` × ${l.times}`), l.cite && [" ", t.chip(l.cite, `cite${l.k}`)]);
}

/** The last of these lines as items of a list, with their citations. */
export function told(t: Table, lines: LogLine[], most: number): HTMLElement[] {
  const said = lines.filter((l) => !isPart(l)).slice(-most * 2).map((l) => logLine(l, t.me, t.state!.names, t.edition.log)).filter((line) => line && !line.turn).slice(-most);
  return said.map((line) => h("li", null, linked(t, line!.pieces), line!.cite && [" ", t.chip(line!.cite)]));
}

/** The last things that happened. */
export function recent(t: Table, most: number): Child {
  return h("ul", { class: "mut" }, told(t, t.log.filter((l) => l.k <= t.telling.until), most));
}

/** The cards of a sentence as links: they show the card in the inspector and outline it on the table. */
export function linked(t: Table, pieces: Piece[]): Child[] {
  return pieces.map((p) => (typeof p === "string" ? p : link(t, p.name, p.card)));
}

function link(t: Table, name: string, id: number): Child {
  const def = t.face(id)?.def ?? t.cat.byName(name)?.def ?? 0;
  if (!def) return name;
  const look = (): void => { outline(t, id, def); if (id) t.inspect(id); else t.inspectDef(def); };
  return h("button", { class: "ref", type: "button", onclick: look, onmouseenter: look, onfocus: look, onmouseleave: () => outline(t, 0, 0), onblur: () => outline(t, 0, 0) }, name);
}

function outline(t: Table, id: number, def: number): void {
  t.outlined = id ? [id] : def ? [...t.spots].filter(([, s]) => s.card.def === def).map(([i]) => i) : [];
  drawOutlines(t);
}

/** The outlines of the cards that a title in the log means; a drawing of the table makes its elements without them. */
export function drawOutlines(t: Table): void {
  for (const el of t.root.querySelectorAll(".outl")) el.classList.remove("outl");
  for (const id of t.outlined) for (const el of t.elements(id)) el.classList.add("outl");
}

function chat(t: Table): HTMLElement {
  const send = (e: Event): void => {
    const box = (e.currentTarget as HTMLElement).querySelector("input")!;
    e.preventDefault();
    if (box.value.trim()) t.link.say(box.value.trim());
    box.value = "";
  };
  return h("div", { class: "chatbox" }, h("ol", { class: "chats" }, t.chats.map((c) => h("li", null, h("strong", null, `${c.from}: `), c.text))),
    h("form", { onsubmit: send }, h("input", { type: "text", maxlength: "300", "data-k": "message", "aria-label": "Message", placeholder: "Say something" }), h("button", { class: "pill on", type: "submit" }, "Send")));
}

/** Back to the log as it was left: the same place, the same focus. */
function back(t: Table): void {
  const { scroll, key } = t.logView.back;
  t.logView.tab = "log";
  t.logView.stuck = false;
  t.drawSide();
  const ol = t.logbox.querySelector("ol");
  if (ol) ol.scrollTop = scroll;
  (key ? t.root.querySelector<HTMLElement>(`[data-k="${CSS.escape(key)}"]`) ?? ol : ol)?.focus({ preventScroll: true });
}

function rulingPanel(t: Table): HTMLElement {
  const v = t.logView, body = h("div", { class: "rulingbox scroll", tabindex: "0" });
  if (!v.ruling) {
    const turn = t.state!.view.turn, cited = [...new Set(t.log.filter((l) => l.cite && (l.turn ?? 0) >= turn - 1).map((l) => l.cite!))];
    mount(body, h("p", null, cited.length ? "Cited in this turn and the last:" : "A citation in the log opens its ruling here."), cited.map((id) => t.chip(id)));
    return body;
  }
  const head = [h("button", { class: "pill ghost", type: "button", "data-k": "back", onclick: () => back(t) }, "Back to the log"), h("p", { class: "lab", "data-ruling": v.ruling }, v.ruling)];
  mount(body, head);
  ruleOf(v.ruling).then((found) => body.append(...ruleWords(v.ruling, found)), () => body.append(h("p", null, "The rule could not be fetched.")));
  return body;
}

/** A ruling with its summary, or a numbered rule: its text, and below it what the engine says by it. */
function ruleWords(id: string, { rulings, rules }: Rulebook): HTMLElement[] {
  const ruling = rulings.find((x) => x.id === id) ?? rulings[0], rule = rules[0];
  const page = h("a", { class: "cite", href: `/rulings/${encodeURI(ruling?.id ?? id)}` }, icon("sect"), "on its own page");
  if (ruling) return [h("h3", null, ruling.topic), h("p", null, h("b", null, ruling.summary)), h("p", null, ruling.text), page];
  if (!rule) return [h("p", null, "There is no rule of that number.")];
  return [h("h3", null, rule.part || rule.chapter), ...rule.text.split("\n").map((p) => h("p", null, p)), ...(rule.reasons.length ? [h("p", { class: "lab" }, "As the game says it"), h("ul", { class: "rl-reasons" }, rule.reasons.map((r) => h("li", null, sentence(r))))] : []), page];
}
