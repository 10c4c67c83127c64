/* The decision bar: who decides, the question, the frequent options, and what ends it at the right. */
import { h, icon, patch, plural, type Child } from "../dom.js";
import { DECIDE, isSet, VERB, type Decision } from "./model.js";
import { closing, frequent, ORDERS, verbOf, type Numbered } from "./options.js";
import { isOrdering } from "./order.js";
import { isPhone } from "./frame.js";
import { hasStage } from "./stage.js";
import type { Table } from "./table.js";
import { storyWords } from "./story.js";
import { endWords, optionWords, segmentName } from "./words.js";

export function drawBar(t: Table): void {
  const d = t.decision, v = t.state!.view;
  t.zone.dec.setAttribute("aria-label", d ? "Your decision" : "Decision");
  t.zone.dec.dataset.n = String(t.state!.n);
  t.zone.dec.classList.toggle("settling", t.telling.settling);
  t.zone.dec.classList.toggle("sent", (t.link?.busy ?? false) || t.answers.beginning >= 0);
  if (t.telling.recap.length && !t.list && !t.help) return patch(t.zone.dec, stepping(t));
  if (!d) return patch(t.zone.dec, waiting(t));
  if (t.answers.sure) return patch(t.zone.dec, asking(t));
  const small = `You decide · ${v.attempt ? t.title(v.attempt.mission) : segmentName(v.segment, t.edition.words.playing).toLowerCase()}`;
  patch(t.zone.dec, h("div", { class: "ask" }, h("small", null, small), h("b", { title: question(t) }, question(t))), t.edition.bar(t, d), h("div", { class: "opts" }, buttons(t, d)));
}

/** The question, or what is still to be chosen of an order begun. */
function question(t: Table): string {
  const c = t.choosing.choice;
  if (!t.choosing.begun) return t.question();
  if (t.choosing.menu.length) return c.sel ? `${t.title(c.sel)}: choose what to do` : `${verbOf(c.verb).word || "Choose"}: which?`;
  return c.verb >= 0 ? `${verbOf(c.verb).word} ${t.title(c.sel)}: choose a place` : t.question();
}

/** What happened is being stepped through; the decision waits behind it. */
function stepping(t: Table): Child[] {
  const story = t.telling.recap[0], last = t.telling.scene >= story.scenes.length - 1 && t.telling.recap.length === 1;
  return [h("div", { class: "ask" }, h("small", null, t.decision ? "You decide next" : "What happened"), h("b", null, storyWords(t, story))),
    h("div", { class: "opts" }, t.telling.scene > 0 && h("button", { class: "ob desk", type: "button", "data-k": "stepback", "aria-label": "Back, to the step before", onclick: () => t.telling.stepBack() }, "Back"), h("button", { class: "ob", type: "button", "data-k": "skip", onclick: () => { t.telling.skip(); t.draw(); } }, "Skip", h("kbd", null, "Esc")),
      h("button", { class: "ob go", type: "button", "data-k": "step", onclick: () => t.telling.step() }, last ? "Go on" : "Next", h("kbd", null, "Space")))];
}

/** The end of a segment is asked for once more while something can still be done. */
function asking(t: Table): Child[] {
  const end = closing(t.options)!;
  return [h("div", { class: "ask" }, h("small", null, "Something can still be done"), h("b", { title: t.answers.sure }, `${t.answers.sure}.`)),
    h("div", { class: "opts" }, h("button", { class: "ob", type: "button", "data-k": "goon", onclick: () => t.back() }, "Go on playing", h("kbd", null, "Esc")),
      h("button", { class: "ob go", type: "button", "data-k": `o${end.k}`, "data-sure": "1", disabled: !takes(t), onclick: () => t.answers.end(end.k) }, endWords(t.state!.view.segment, t.edition.words.playing), h("kbd", null, "E")))];
}

function waiting(t: Table): Child {
  const v = t.state!.view;
  if (v.over) return [h("div", { class: "ask" }, h("small", null, "The game is over"), h("b", null, t.resultWords())), h("div", { class: "opts" }, h("a", { class: "ob desk", href: `/replay/${t.game}` }, icon("clock"), "Replay"), h("a", { class: "ob go", href: "/" }, "Home"))];
  if (t.people.news?.window) return h("div", { class: "ask" }, h("small", null, `Turn ${v.turn} · ${segmentName(v.segment, t.edition.words.playing)}`), h("b", null, "A moment in which somebody may respond"));
  if (t.people.news?.waiting) return h("div", { class: "ask" }, h("small", null, "Not begun"), h("b", null, "The game begins when somebody sits down"));
  const who = v.to_answer >= 0 ? t.state!.names[v.to_answer] : "Nobody";
  return h("div", { class: "ask" }, h("small", null, `Turn ${v.turn} · ${segmentName(v.segment, t.edition.words.playing)}`), h("b", null, t.state!.you < 0 ? `${who} decides` : `${who} is deciding`));
}

const LEAST_QUESTION = 200; /* so much room the question has at least, in pixels */

/** Where the bar has no room for the question, its orders are signs without words, and the attempt is cut: names and titles still say what they are. */
export function fitBar(t: Table): void {
  const bar = t.zone.dec, ask = bar.querySelector<HTMLElement>(".ask"), opts = bar.querySelector<HTMLElement>(".opts");
  bar.classList.remove("tight", "tighter");
  if (!ask || !opts || getComputedStyle(bar).flexDirection === "column") return; /* upright, a phone has them in a row of their own */
  const full = (): boolean => ask.clientWidth < Math.min(LEAST_QUESTION, bar.clientWidth / 4) || opts.scrollWidth > opts.clientWidth + 1;
  for (const how of ["tight", "tighter"]) if (full()) bar.classList.add(how);
}

/** Only the hexagons: as the pointer moves over the hand. */
export function drawCounters(t: Table): void {
  t.zone.dec.querySelector(".cnt")?.replaceWith(counters(t));
}

/** Seven hexagons, spent ones hollow, those that the option under the pointer costs dotted; a number beyond nine. */
export function counters(t: Table): HTMLElement {
  const left = t.state!.view.counters, cost = Math.min(left, t.weight), room = Math.max(7, left);
  const hexes = left > 9 ? [h("i", { class: cost ? "pv" : "" }, icon("counter"))] : Array.from({ length: room }, (_, i) => {
    const spent = i < room - left, marked = !spent && i < room - left + cost;
    return h("i", { class: spent ? "sp" : marked ? "pv" : "" }, icon("counter"));
  });
  return h("div", { class: "cnt", role: "img", "aria-label": `${plural(left, "counter")} left${cost ? `, this would spend ${cost}` : ""}` }, hexes, h("b", null, left), h("small", null, "LEFT"));
}

/** Whether the bar takes a click: not in the moment after a story that ended by itself, when the click was meant for that. */
function takes(t: Table): boolean {
  return t.canAnswer && !t.telling.settling;
}

function button(t: Table, o: Numbered, words: string, key: string, cls = ""): HTMLElement {
  return h("button", { class: `ob ${cls}${t.answers.sent === o.k ? " busy" : ""}`, type: "button", "data-k": `o${o.k}`, disabled: !takes(t), onclick: () => t.answers.end(o.k),
    onmouseenter: () => { t.weigh(o.cost); if (o.card) t.inspect(o.card); }, onmouseleave: () => t.weigh(0), onfocus: () => t.weigh(o.cost), onblur: () => t.weigh(0), title: t.status === "lost" ? "Reconnecting" : undefined }, words, key && h("kbd", null, key));
}

function buttons(t: Table, d: Decision): Child[] {
  const end = closing(t.options), staged = hasStage(t) && !t.list;
  const few = staged && d.kind !== DECIDE.YES_NO && !isPhone() ? [] : frequent(d, t.options);
  const out: Child[] = few.map((o, i) => {
    const key = o.verb === VERB.DRAW ? "D" : o.verb === VERB.YES ? "Y" : o.verb === VERB.NO ? "N" : String(i + 1);
    const b = button(t, o, optionWords(o, t.state!.names, t.me, t.decision?.kind), key);
    if (o.cost > 0) b.querySelector("kbd")?.before(h("small", null, o.cost));
    if (/^\d$/.test(key)) b.dataset.n = key;
    return b;
  });
  const counters = t.state!.view.counters;
  if (d.kind === DECIDE.PLAY && counters > 1 && t.options.some((o) => o.verb === VERB.DRAW) && !t.choosing.begun) out.push(h("button", { class: "ob", type: "button", "data-k": "drawall", disabled: !takes(t), title: "Spends every counter that is left on a card",
    onclick: () => t.answers.drawAll(), onmouseenter: () => t.weigh(counters), onmouseleave: () => t.weigh(0) }, `Draw ${counters}`));
  if (t.state!.solo) out.unshift(h("button", { class: "ob alt phoneonly", type: "button", "aria-label": "Undo", onclick: () => t.answers.undo() }, icon("undo")));
  if (t.choosing.begun && !t.answers.begun) return [...out.filter((b) => (b as HTMLElement).classList.contains("alt")), listButton(t), cancel(t)];
  if (d.kind === DECIDE.RESPONSE && t.options.length > 1) out.push(h("button", { class: "ob", type: "button", "data-k": "decline", disabled: !takes(t), title: "Passes now, and again as long as only the same cards could answer", onclick: () => t.answers.decline() }, t.state!.view.attempt ? "Not in this attempt" : "Not this turn"));
  if (d.kind === DECIDE.ORDERS) out.push(...verbs(t));
  if (d.kind === DECIDE.SEED) out.push(h("button", { class: "ob", type: "button", "data-k": "seedforme", disabled: !takes(t), title: "The computer player seeds the rest of this phase in your place", onclick: () => t.answers.seedForMe() }, icon("seeds"), "Seed for me", h("kbd", null, "F")));
  if (t.peek) out.push(h("button", { class: "ob", type: "button", "data-k": "peek", onclick: () => { t.peek = false; t.draw(); } }, "Back to the choice", h("kbd", null, "T")));
  if (t.answers.begun) out.push(cancel(t));
  else out.push(listButton(t));
  if (isSet(d)) out.push(confirm(t, d));
  else if (isOrdering(d)) out.push(h("button", { class: "ob go", type: "button", "data-k": "confirm", disabled: !takes(t), onclick: () => t.answers.confirmOrder() }, "In this order", h("kbd", null, "Space")));
  else if (end) out.push(button(t, end, end.verb === VERB.END ? endWords(t.state!.view.segment, t.edition.words.playing) : d.kind === DECIDE.CARD && end.verb === VERB.DONE ? "None of these" : optionWords(end, t.state!.names, t.me, t.decision?.kind), end.verb === VERB.END ? "E" : "Space", "go"));
  return out;
}

function listButton(t: Table): HTMLElement {
  return h("button", { class: "ob desk", type: "button", "data-k": "list", "aria-pressed": t.list, onclick: () => t.toggleList() }, icon("list"), `All ${t.options.length}`, h("kbd", null, "O"));
}

/** The way back out of an order that was begun: nothing of it has been sent. */
function cancel(t: Table): HTMLElement {
  return h("button", { class: `ob${t.answers.begun ? "" : " go"}`, type: "button", "data-k": "cancel", onclick: () => t.cancel() }, "Cancel", h("kbd", null, "Esc"));
}

/** The orders as verbs with the number of their options: one press lists or lights them, and gives the only attempt that there is. */
function verbs(t: Table): Child[] {
  return ORDERS.filter((v) => t.options.some((o) => o.verb === v.verb)).slice(0, 4).map((v) => {
    const own = t.options.filter((o) => o.verb === v.verb), only = v.verb === VERB.ATTEMPT && own.length === 1 ? own[0] : null;
    return h("button", { class: "ob", type: "button", "data-k": only ? `o${only.k}` : `bar-${v.verb}`, title: only ? `Attempt ${t.title(only.card)}` : `${v.word}: ${own.length}`, disabled: !takes(t), onmouseenter: () => only && t.inspect(only.card),
      onclick: () => (only ? t.answers.answer(only.k) : t.choosing.pressVerb(v.verb)) }, icon(v.icon), h("span", { class: only ? "long" : "word" }, only ? `Attempt ${t.title(only.card)}` : v.word), !only && h("small", null, own.length), h("kbd", null, v.key));
  });
}

function confirm(t: Table, d: Decision): HTMLElement {
  const why = t.answers.whyNotSet(), n = t.answers.picks.length;
  const words = d.to ? `Beam ${n}` : n === 0 ? (d.kind === DECIDE.STACK ? "Stack none" : "None") : d.kind === DECIDE.DISCARD ? `Discard ${n}` : d.kind === DECIDE.STACK ? `Stack ${n}` : `Confirm ${n}`;
  return h("button", { class: "ob go", type: "button", "data-k": "confirm", disabled: !takes(t) || !!why, title: why, onclick: () => t.answers.confirmSet() }, why || words, !why && h("kbd", null, "Space"));
}
