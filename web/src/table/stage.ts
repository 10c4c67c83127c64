/* Stages take the field's place while something is chosen there: an attempt, a beam, a battle, a set of cards, a name, the whole
 * list of options, what just happened, the end of the game.  The hand stays in reach below. */
import { api } from "../api.js";
import type { Card } from "../cards.js";
import { faceChip, faceFull, faceMid, place, spoken } from "../face.js";
import { h, icon, mount, patch, plural, type Child } from "../dom.js";
import { KEYS } from "../keys.js";
import { ownKey, wantsWindows } from "../settings.js";
import { visit } from "../visit.js";
import { beamStage } from "./beam.js";
import { recent, told } from "./log.js";
import { candidates, CARD_KINDS, DECIDE, isSet, NAME_KINDS, VERB, type Decision, type LogLine } from "./model.js";
import type { Numbered } from "./options.js";
import { isOrdering, orderList } from "./order.js";
import { row } from "./side.js";
import { storyStage } from "./story.js";
import { concede, playedBy } from "./strips.js";
import type { Table } from "./table.js";
import { endWords, imperative, optionWords, short } from "./words.js";

/** Where the inspector shows the card that asks, a plain yes or no leaves the table in sight. */
function chooses(t: Table, d: Decision): boolean {
  const plain = d.kind === DECIDE.YES_NO && !t.narrow;
  return d.kind === DECIDE.RESPONSE && d.options.length > 1 || isSet(d) || CARD_KINDS.includes(d.kind) || NAME_KINDS.includes(d.kind) && !plain && (d.card > 0 || d.options.length > 4);
}

export function hasStage(t: Table): boolean {
  const v = t.state?.view;
  if (!v) return false;
  if (t.prefs || t.help || t.list || t.tab === "more") return true;
  if (t.peek) return false;
  if (t.telling.recap.length || v.over || t.edition.stage.isOn(t)) return true;
  return !!t.decision && chooses(t, t.decision);
}

export function drawStage(t: Table): void {
  const v = t.state!.view;
  if (t.prefs) return void (t.prefs.isConnected || mount(t.zone.line, h("div", { class: "stage", role: "dialog", "aria-modal": "false", "aria-label": "Settings" }, t.prefs)));
  if (t.help) return show(t, "Keyboard", [help(t)]);
  if (v.over && t.list && !t.telling.recap.length) return show(t, "The game is over", [over(t)], "ended");
  if (t.tab === "more") return show(t, "More", [more(t)]);
  if (t.list) return show(t, "All options", [list(t)]);
  if (t.telling.recap.length) return show(t, "What happened", storyStage(t), `story ${t.telling.recap[0].kind}`);
  if (v.over) return show(t, "The game is over", [over(t)], "ended");
  const d = t.decision;
  if (d?.to && isSet(d)) return show(t, t.question(), beamStage(t, d), "beam");
  const own = t.edition.stage.draw(t, d, () => choice(t, d!, !!v.attempt));
  if (own) return show(t, own.label, own.children, own.kind);
  if (d) show(t, t.question(), [d.card > 0 && askingColumn(t, d), h("div", { class: "s2 scroll" }, choice(t, d, false))]);
}

function show(t: Table, label: string, children: Child[], kind = ""): void {
  t.zone.line.setAttribute("aria-label", label);
  patch(t.zone.line, h("div", { class: `stage ${kind}`, role: "dialog", "aria-modal": "false", "aria-label": label }, children));
}

function askingColumn(t: Table, d: Decision): Child {
  const card = t.face(d.card);
  return h("div", { class: "s1 scroll", tabindex: "0" }, h("h2", null, card?.title ?? "A card asks"), card && faceFull(card, t.seen(d.card)?.attributes), recent(t, 3));
}

/* ---- what is chosen ---- */

function choice(t: Table, d: Decision, inAttempt: boolean): Child[] {
  if (isSet(d)) return setChoice(t, d);
  if (isOrdering(d)) return orderChoice(t);
  if (CARD_KINDS.includes(d.kind)) return cardChoice(t, d);
  if (NAME_KINDS.includes(d.kind)) return nameChoice(t, d);
  if (d.kind === DECIDE.RESPONSE) return responseChoice(t);
  if (d.kind === DECIDE.BATTLE && d.options.some((o) => o.verb === VERB.CHOOSE)) return cardChoice(t, d); /* of the tactics drawn */
  if (d.kind === DECIDE.BATTLE) return [h("h3", { class: "lab" }, t.question()), buttons(t, t.options)];
  return inAttempt ? t.edition.stage.about(t) : [];
}

const LYING: Record<string, string> = { deck: "in the deck", discard: "discarded", hand: "in hand", dilemmas: "in the pile", core: "in the core", brig: "in the brig", table: "on the table", seeds: "to be seeded" };

function where(t: Table, id: number): string {
  const s = t.spots.get(id);
  if (!s) return "";
  if (s.how === "aboard") return t.title(s.host);
  if (s.mission && s.mission !== id) return t.title(s.mission);
  return s.zone === "missions" || s.zone === "spaceline" ? (s.player === t.me ? "your mission" : "their mission") : LYING[s.zone] ?? s.zone;
}

function candidate(t: Table, id: number, i: number, props: Record<string, unknown>, note: Child, card?: Card): HTMLElement {
  const face = card ?? t.face(id), seen = t.seen(id);
  return h("button", { class: "tcard", type: "button", "data-k": `p${id}-${i}`, "data-card": id, "data-n": i < 10 ? i + 1 : undefined, onmouseenter: () => t.inspect(id), onfocus: () => t.inspect(id),
    "aria-label": face ? spoken(face, seen?.attributes) + (seen?.stopped ? ", stopped" : "") : "an unknown card", disabled: !t.canAnswer, ...props },
    face ? faceMid(face, seen?.attributes) : h("i", { class: "back big" }), h("small", null, i < 10 && h("kbd", null, (i + 1) % 10), note));
}

function seeTable(t: Table): HTMLElement {
  return h("button", { class: "pill ghost", type: "button", "data-k": "peekb", onclick: () => { t.peek = true; t.draw(); } }, "See the table ", h("kbd", null, "T"));
}

function setChoice(t: Table, d: Decision): Child[] {
  const ids = candidates(d), shown = ids.filter((id) => t.answers.picks.includes(id) || isSought(t, id));
  const room = d.kind === DECIDE.STACK ? `cost ${t.answers.cost}, ${t.state!.view.attempt?.allowance ?? 0} may be spent` : `${t.answers.picks.length} of ${Math.min(d.most, ids.length)}`;
  return [h("div", { class: "sethead" }, h("h3", { class: "lab" }, `${t.question()} · ${room}`), h("span", { class: "sp" }),
    !d.ordered && d.most >= ids.length && h("button", { class: "pill", type: "button", "data-k": "everyone", onclick: () => t.answers.setPicks([...ids]) }, "Everyone"),
    t.state!.solo && !t.state!.replay && h("button", { class: "pill", type: "button", "data-k": "suggest", title: "Ticks what the Commander would choose", onclick: () => void t.answers.suggest() }, "Suggest"),
    t.answers.picks.length > 0 && h("button", { class: "pill", type: "button", "data-k": "nobody", onclick: () => t.answers.setPicks([]) }, "None"),
    seeTable(t)), searchBox(t, ids.length),
    h("div", { class: "tcs" }, shown.map((id, i) => {
      const at = t.answers.picks.indexOf(id), on = at >= 0;
      const unfaced = t.options.find((o) => o.card === id)?.unfaced, note = unfaced ? [icon("no"), "not faced here"] : d.ordered ? (on ? `${at + 1}.` : where(t, id)) : on ? "chosen" : where(t, id);
      return candidate(t, id, i, { role: "checkbox", "aria-checked": on ? "true" : "false", class: `tcard${on ? " on" : ""}${unfaced ? " unfaced" : ""}`, title: unfaced ? `It would be overcome without being faced (${unfaced})` : undefined, onclick: () => t.answers.toggle(id) }, [on && icon("check"), note]);
    })), d.kind === DECIDE.STACK && dearWords(t), d.ordered && orderList(t, d.kind === DECIDE.STACK ? "Faced in this order" : "In this order"), sums(t, d)];
}

/** A stack may cost more than can be spent: what becomes of it then is a rule, not a refusal. */
function dearWords(t: Table): Child {
  const room = t.state!.view.attempt?.allowance ?? 0;
  return t.answers.cost > room && h("p", { class: "mut dear" }, `They may cost more than ${room}: one that is too dear when its turn comes is overcome without being faced. `, t.chip(TOO_DEAR));
}

function orderChoice(t: Table): Child[] {
  return [h("h3", { class: "lab" }, t.question()), orderList(t, "From the top down")];
}

/** What those chosen bring together: numbers and skills, so that nobody has to add up. */
function sums(t: Table, d: Decision): Child {
  const people = t.answers.picks.filter((id) => t.face(id)?.type === "personnel"), sum = people.length && d.kind !== DECIDE.DISCARD ? t.asks.sums(people) : undefined;
  if (!sum) return null;
  const [integrity, cunning, strength] = sum.attributes, words = Object.entries(sum.skills).sort((a, b) => a[0].localeCompare(b[0])).map(([s, n]) => (n > 1 ? `${n} ${s}` : s));
  return h("div", { class: "nx" }, icon("t-personnel"), h("div", null, h("b", null, `${plural(sum.people, "person", "people")} together: `), `Integrity ${integrity}, Cunning ${cunning}, Strength ${strength}. ${words.join(", ")}.`));
}

const MOST_SINCE = 12; /* lines of what happened above the options */
const MANY = 10; /* from so many cards on, a search box helps */

/** A box that narrows what is shown, where there is much to choose from. */
function searchBox(t: Table, count: number): Child {
  return count > MANY && h("input", { class: "find", type: "search", "data-k": "find", placeholder: "Title, type, skill or text", "aria-label": "Search these cards", value: t.filter,
    oninput: (e: Event) => { t.filter = (e.target as HTMLInputElement).value; t.draw(); } });
}

/** Whether every word that was typed is on the card. */
function isSought(t: Table, id: number): boolean {
  const card = t.face(id), words = t.filter.toLowerCase().split(" ").filter(Boolean);
  if (!words.length) return true;
  const on = card ? `${spoken(card)} ${card.kind} ${card.class} ${card.text}`.toLowerCase() : "";
  return words.every((word) => on.includes(word));
}

/** Copies in the same pile are one choice: the first stands for all. */
function apartFrom(t: Table, options: Numbered[]): { o: Numbered; copies: number }[] {
  const out = new Map<string, { o: Numbered; copies: number }>();
  for (const o of options) {
    const s = t.spots.get(o.card), pile = s && !s.mission && t.face(o.card), key = pile && o.verb === VERB.CHOOSE && !o.target ? `${pile.def} ${s.zone} ${s.player}` : `#${o.k}`, found = out.get(key);
    if (found) found.copies++;
    else out.set(key, { o, copies: 1 });
  }
  return [...out.values()];
}

function cardChoice(t: Table, d: Decision): Child[] {
  const open = t.options.filter((o) => o.card > 0), sorts = apartFrom(t, open), shown = sorts.filter(({ o }) => isSought(t, o.card));
  const rest = t.options.filter((o) => o.card <= 0 && ![VERB.PASS, VERB.DONE, VERB.END].includes(o.verb as 0));
  const apart = new Set(open.map((o) => where(t, o.card))).size > 1; /* that all are at one place need not be said of each */
  return [h("div", { class: "sethead" }, h("h3", { class: "lab" }, `${t.question()} · ${plural(open.length, "card")}`), h("span", { class: "sp" }),
    seeTable(t)), searchBox(t, sorts.length), !shown.length && h("p", { class: "mut" }, "No card that can be chosen has that on it."),
    h("div", { class: "tcs" }, shown.map(({ o, copies }, i) => candidate(t, o.card, i, { onclick: () => t.answers.answer(o.k) }, o.verb === VERB.CHOOSE ? [apart && where(t, o.card), copies > 1 && ` × ${copies}`] : optionWords(o, t.state!.names, t.me, t.decision?.kind))), !t.filter && others(t, open.map((o) => o.card))),
    rest.length > 0 && buttons(t, rest, open.length), d.kind === DECIDE.MANDATORY && h("p", { class: "mut" }, "All of them will happen; you set the order.")];
}

/** Those whom this choice is not about stay in sight, dimmed. */
function others(t: Table, offered: number[]): Child[] {
  return t.edition.stage.others(t, offered).map((id) => h("div", { class: "tcard no", onmouseenter: () => t.inspect(id) }, faceMid(t.face(id)!, t.seen(id)?.attributes), h("small", null, icon("lock"), "not among them")));
}

function buttonWords(t: Table, o: Numbered): string {
  return optionWords(o, t.state!.names, t.me, t.decision?.kind);
}

function buttons(t: Table, options: Numbered[], first = 0): HTMLElement {
  return h("div", { class: "names" }, options.map((o, i) => h("button", { class: "ob", type: "button", "data-k": `n${o.k}`, "data-n": first + i < 10 ? first + i + 1 : undefined, disabled: !t.canAnswer, onclick: () => t.answers.answer(o.k),
    onmouseenter: () => o.def && t.inspectDef(o.def) }, buttonWords(t, o), first + i < 10 && h("kbd", null, (first + i + 1) % 10))));
}

function nameChoice(t: Table, d: Decision): Child[] {
  const open = t.options.filter((o) => o.verb !== VERB.PASS && o.verb !== VERB.DONE);
  const words = t.filter.toLowerCase();
  const shown = open.filter((o) => buttonWords(t, o).toLowerCase().includes(words));
  if (d.kind === DECIDE.YES_NO) return [h("h3", { class: "lab" }, t.question()), t.edition.stage.about(t)];
  const box = open.length > 12 && h("input", { class: "find", type: "search", "data-k": "find", placeholder: "Type a part of it", "aria-label": "Filter", value: t.filter,
    oninput: (e: Event) => { t.filter = (e.target as HTMLInputElement).value; t.draw(); } });
  return [h("h3", { class: "lab" }, t.question()), box, d.kind === DECIDE.MODE ? h("div", { class: "modes" }, buttons(t, shown)) : buttons(t, shown), !shown.length && h("p", { class: "mut" }, "Nothing has that in its name."), d.kind === DECIDE.MODE && !open.some((o) => o.words) && h("p", { class: "mut" }, "The choices stand in the card's text, in this order.")];
}

/** What may be answered: to whom it happens, and every answer with the text that gives it. */
function responseChoice(t: Table): Child[] {
  const open = t.options.filter((o) => o.verb !== VERB.PASS);
  return [h("div", { class: "sethead" }, h("h3", { class: "lab" }, t.question()), h("span", { class: "sp" }), seeTable(t)), stake(t),
    h("div", { class: "answers" }, open.map((o, i) => answerCard(t, o, i))), t.edition.stage.about(t)];
}

/** The cards to which it happens. */
function stake(t: Table): Child {
  const of = (t.decision?.of ?? []).filter((id) => t.face(id));
  return of.length > 0 && h("div", { class: "stake", role: "group", "aria-label": "What it is about" }, of.map((id) => h("div", { class: "bp", "data-card": id, onmouseenter: () => t.inspect(id) }, faceChip(t.face(id)!, t.seen(id)?.attributes))));
}

function answerCard(t: Table, o: Numbered, i: number): HTMLElement {
  const card = t.face(o.card), words = optionWords(o, t.state!.names, t.me, t.decision?.kind);
  return h("button", { class: "answer", type: "button", "data-k": `n${o.k}`, "data-card": o.card || undefined, "data-n": i < 10 ? i + 1 : undefined, disabled: !t.canAnswer, onclick: () => t.answers.answer(o.k),
    onmouseenter: () => o.card && t.inspect(o.card), onfocus: () => o.card && t.inspect(o.card), "aria-label": [words, card?.text].filter(Boolean).join(". ") },
    card ? faceFull(card, t.seen(o.card)?.attributes) : null, h("span", { class: "do" }, words, i < 10 && h("kbd", null, (i + 1) % 10)));
}

/* ---- list, help, end ---- */

/** What came with this position, in a few lines: whoever plays in the list is told no stories. */
function since(t: Table): Child {
  const lines = told(t, t.news, MOST_SINCE);
  return lines.length > 0 && h("section", { class: "since" }, h("h3", { class: "lab" }, "What happened"), h("ul", null, lines));
}

function list(t: Table): HTMLElement {
  return h("div", { class: "optlist scroll" }, since(t), h("h2", null, t.decision ? t.question() : "Nothing to decide now"),
    h("ol", null, t.options.map((o, i) => h("li", null, h("button", { type: "button", "data-k": `l${o.k}`, "data-n": i < 10 ? i + 1 : undefined, disabled: !t.canAnswer, onclick: () => t.answers.answer(o.k),
      onmouseenter: () => o.card && t.inspect(o.card), onfocus: () => o.card && t.inspect(o.card) }, listWords(t, o))))),
    h("button", { class: "pill ghost", type: "button", "data-k": "closelist", onclick: () => t.toggleList() }, "Back to the table ", h("kbd", null, "O")));
}

function listWords(t: Table, o: Numbered): string {
  if (o.verb === VERB.END) return endWords(t.state!.view.segment, t.edition.words.playing);
  const cost = o.cost < 0 || o.verb === VERB.ATTEMPT ? "" : o.verb === VERB.MOVE ? ` · Range ${o.cost}` : o.verb === VERB.DRAW || o.verb === VERB.PLAY ? ` · ${plural(o.cost, "counter")}` : "";
  const words = ([VERB.PLAY, VERB.BEAM, VERB.MOVE, VERB.ATTEMPT].includes(o.verb as 1) ? imperative(o, (n) => n) : buttonWords(t, o)) + cost;
  return o.verb === VERB.CHOOSE && where(t, o.card) ? `${words} (${where(t, o.card)})` : words;
}

function help(t: Table): HTMLElement {
  return h("div", { class: "optlist scroll" }, h("h2", null, "Keyboard"), h("dl", { class: "keys" }, KEYS.map(([k, w]) => [h("dt", null, h("kbd", null, ownKey(k))), h("dd", null, w)])),
    h("button", { class: "pill ghost", type: "button", onclick: () => t.back() }, "Close ", h("kbd", null, "Esc")));
}

/** Where the points came from, by the log's own lines; what it no longer has is summed up. */
function sources(t: Table, seat: number): { words: string; points: number }[] {
  const lines = t.log.filter((l) => l.player === seat && ["COMPLETES", "SOLVES", "SCORES", "LOSES"].includes(l.what ?? ""));
  const told = lines.filter((l, i) => !(l.what === "SCORES" && ["COMPLETES", "SOLVES"].includes(lines[i - 1]?.what ?? "") && lines[i - 1].number === l.number)); /* a mission's points are scored once */
  const out = told.map((l) => ({ words: l.what === "COMPLETES" || l.what === "SOLVES" ? l.names?.[0] || "a mission" : l.what === "SCORES" ? textBefore(t, l) || "scored by a text" : "lost",
    points: l.what === "LOSES" ? -(l.number ?? 0) : l.number ?? 0 }));
  const rest = t.state!.view.players[seat].points - out.reduce((n, x) => n + x.points, 0);
  return rest ? [...out, { words: "earlier", points: rest }] : out;
}

/** The text that was used just before, to which a score is owed. */
function textBefore(t: Table, l: LogLine): string {
  const used = t.log.filter((x) => x.k < l.k && x.k >= l.k - 3 && x.what === "USES" && x.player === l.player).pop();
  return used ? short(used.names?.[0] ?? "") : "";
}

const TOO_DEAR = "2E-10.35"; /* a rule that a stage speaks of by itself */

/** 20140707 as the server reads it, 2014-07-07. */
function dayOf(date = 0): string | undefined {
  const two = (n: number): string => String(n % 100).padStart(2, "0");
  return date ? `${Math.floor(date / 10000)}-${two(Math.floor(date / 100))}-${two(date)}` : undefined;
}

async function again(t: Table): Promise<void> {
  const s = t.state!, body = { opponent: s.players?.[t.them] ?? "greedy", deck: s.decks?.[t.me], against: s.decks?.[t.them], date: dayOf(s.date), windows: wantsWindows() };
  try {
    visit(`/game/${(await api.post("/api/games", body)).id}`);
  } catch {
    visit("/"); /* a deck that is gone, a person who left: the form has the choice */
  }
}

/** The end: who won is lit, who lost is dark, and under each what scored. */
function over(t: Table): HTMLElement {
  const v = t.state!.view, end = [...t.log].reverse().find((l) => ["WINS", "STALEMATE", "DECKS_OUT", "CONCEDES", "SPENT", "CUT"].includes(l.what ?? "")), won = t.winner();
  const side = (seat: number): HTMLElement => h("div", { class: `score${won === seat ? " won" : won >= 0 ? " lost" : ""}`, "data-seat": seat }, h("span", null, t.nameOf(seat), won === seat && h("em", null, icon("check"), "won")), h("b", null, v.players[seat].points),
    h("ul", null, sources(t, seat).map((x) => h("li", null, missionDisc(t, x.words), h("span", null, x.words), h("strong", null, x.points))), !v.players[seat].points && h("li", null, h("span", null, "nothing scored"))));
  return h("div", { class: "over scroll" }, h("h2", null, t.resultWords()), h("p", { class: "mut" }, `Turn ${v.turn}. ${overWords(t, end?.what ?? "", end?.player ?? -1)} `, end && (end.cite || end.what === "WINS") && t.chip(end.cite || t.edition.wins)), h("div", { class: "scores" }, side(t.me), side(t.them)),
    h("div", { class: "names" }, h("button", { class: "ob go", type: "button", "data-k": "again", onclick: () => void again(t) }, icon("play"), "Again"), h("a", { class: "ob", href: `/replay/${t.game}` }, icon("clock"), "Replay"), h("a", { class: "ob", href: "/" }, "Home"),
      h("button", { class: "ob", type: "button", "data-k": "seetable", onclick: () => { t.peek = true; t.draw(); } }, "See the table"), t.state!.solo && h("button", { class: "ob", type: "button", onclick: () => t.answers.undo() }, icon("undo"), "Undo")));
}

function overWords(t: Table, what: string, seat: number): string {
  const who = t.nameOf(seat), you = who === "You";
  if (what === "WINS") return `${who} ${you ? "have" : "has"} what winning takes.`;
  if (what === "CONCEDES") return `${who} conceded.`;
  if (what === "SPENT") return "The game asks for more work than a game may. The higher score wins.";
  if (what === "CUT") return "The engine has no room for a game like this one. The higher score wins.";
  if (what === "DECKS_OUT") return "Both draw decks are empty. The higher score wins.";
  return what === "STALEMATE" ? "Neither player gets any further." : "";
}

function missionDisc(t: Table, name: string): Child {
  const card = t.cat.byName(name);
  return card?.type === "mission" && place(card, "small");
}

/** On a phone: what the strips and the top bar hold elsewhere. */
function more(t: Table): HTMLElement {
  const p = t.state!.view.players[t.me], o = t.state!.view.players[t.them], s = t.state!, theirs = `${t.nameOf(t.them)}'s`;
  return h("div", { class: "optlist scroll" }, h("h2", null, "More"), h("div", { class: "note" }, row("Rules", `${t.edition.name}${playedBy(s.date, s.format)}`), t.edition.beside.rows(t, p).map(([name, value]) => row(`Your ${name}`, value)), row("Draw deck", p.deck.count), row("Discard", p.discard.count), row(`${theirs} hand`, o.hand.count), t.edition.beside.rows(t, o).map(([name, value]) => row(`${theirs} ${name}`, value)), row(`${theirs} deck, discard`, `${o.deck.count}, ${o.discard.count}`)),
    h("div", { class: "names" }, s.solo && h("button", { class: "ob", type: "button", onclick: () => t.answers.undo() }, icon("undo"), "Undo"), t.answers.canRedo && h("button", { class: "ob", type: "button", onclick: () => t.answers.redo() }, icon("chev"), "Redo"),
      h("button", { class: "ob", type: "button", onclick: () => t.setTab("card") }, icon("search"), "Card"), h("button", { class: "ob", type: "button", onclick: () => { t.tab = "table"; t.help = true; t.draw(); } }, icon("help"), "Keys"), h("button", { class: "ob", type: "button", "data-k": "settings", onclick: () => t.togglePrefs() }, icon("gear"), "Settings"),
      !s.view.over && s.you >= 0 && h("button", { class: "ob", type: "button", onclick: () => concede(t) }, icon("flag"), "Concede"), h("a", { class: "ob", href: "/" }, "Home")));
}
