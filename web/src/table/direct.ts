/* A director's desk: what may be done to a game that others play, each with a reason that both read. */
import { h, mount, type Child } from "../dom.js";
import { rulebook } from "../rulings.js";
import type { People } from "./people.js";

type Send = (message: Record<string, unknown>) => void;

function number(label: string, value: number): HTMLInputElement {
  return h("input", { type: "number", min: "0", step: "1", value: String(value), "aria-label": label }) as HTMLInputElement;
}

/** Words find rulings and rules; the list below holds what was found. */
function rulingSearch(list: HTMLSelectElement): HTMLElement {
  let timer = 0;
  const look = (words: string): void => {
    rulebook().then(({ rulings, rules }) => {
      const asked = words.toLowerCase().split(/\s+/).filter(Boolean), fits = (text: string): boolean => asked.every((word) => text.toLowerCase().includes(word));
      const found = [...rulings.filter((r) => fits(`${r.id} ${r.topic} ${r.summary}`)).map((r) => ({ id: r.id, words: `${r.id}: ${r.summary || r.topic}` })), ...rules.filter((r) => fits(`${r.id} ${r.part} ${r.text}`)).map((r) => ({ id: r.id, words: `${r.id}: ${r.text}` }))].slice(0, 30);
      mount(list, found.length ? found.map((one) => h("option", { value: one.id }, one.words.slice(0, 90))) : h("option", { value: "" }, "nothing found"));
    }, () => undefined);
  };
  return h("input", { type: "search", "aria-label": "Search the rulings", placeholder: "Search the rulings", oninput: (e: Event) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => look((e.target as HTMLInputElement).value), 200);
  } });
}

/* Where a card can be put, in the words of the wire; those behind the first five need a card to lie there. */
const INTO = ["in hand", "in deck", "under deck", "in discard", "in removed"], UPON = ["aboard", "at", "on planet", "docked at", "on"];

type Make = () => Record<string, unknown>;

/** A button that takes the card which is looked at now; the desk keeps it while the menu is closed to look at another. */
function taken(p: People, words: "Card" | "Place"): HTMLElement {
  const title = (): string => p.desk[words] ? `${words}: ${p.t.face(p.desk[words])?.name ?? `#${p.desk[words]}`}` : words;
  const button = h("button", { class: "ob", type: "button", "data-k": `direct-${words}`, title: "Takes the card that is looked at", onclick: () => {
    p.desk[words] = p.t.inspected;
    button.textContent = title();
  } }, title());
  return button;
}

/** What changes the table: a card put elsewhere, a state, points.  The engine says what cannot be done, and why. */
function changes(p: People, act: (words: string, make: Make) => HTMLElement, row: (...inside: Child[]) => HTMLElement): Child[] {
  const card = (): number => p.desk.Card, options = (all: string[]): Child[] => all.map((words) => h("option", { value: words }, words));
  const where = h("select", { "aria-label": "Where to" }, h("optgroup", { label: "a pile of its owner" }, options(INTO)), h("optgroup", { label: "the place" }, options(UPON))) as HTMLSelectElement;
  const state = h("input", { type: "text", value: "stopped", "aria-label": "State" }) as HTMLInputElement;
  const seat = h("select", { "aria-label": "Whose points" }, [0, 1].map((k) => h("option", { value: String(k) }, p.name(k)))) as HTMLSelectElement;
  const points = h("input", { type: "number", step: "1", value: "0", "aria-label": "Points" }) as HTMLInputElement;
  return [row(taken(p, "Card"), where, taken(p, "Place"), act("Put it there", () => ({ do: "put", card: card(), where: where.value, ...(UPON.includes(where.value) && { at: p.desk.Place }) }))),
    row(state, act("Set it", () => ({ do: "set", card: card(), state: state.value.trim() })), act("Lift it", () => ({ do: "lift", card: card(), state: state.value.trim() }))),
    row(seat, points, act("Score", () => ({ do: "score", player: Number(seat.value), points: Number(points.value) })))];
}

export function directorForm(p: People, send: Send): HTMLElement {
  const n = p.news!, reason = h("input", { type: "text", maxlength: "300", required: true, "aria-label": "Reason", placeholder: "Reason, which both read" }) as HTMLInputElement;
  const cite = h("select", { "aria-label": "Ruling" }, h("option", { value: "" }, "no ruling chosen")) as HTMLSelectElement, find = rulingSearch(cite);
  const left = (n.clock?.left ?? [0, 0]).map((ms, seat) => number(`Seconds of ${p.name(seat)}`, Math.ceil(ms / 1000)));
  const at = number("Decision", Math.max(0, (p.t.state?.n ?? 1) - 1));
  const act = (words: string, make: Make): HTMLElement => h("button", { class: "ob", type: "button", "data-k": `direct-${words}`, onclick: () => {
    if (!reason.reportValidity()) return;
    send({ ...make(), reason: reason.value.trim() });
  } }, words);
  /* What ends the game is pressed twice: the button asks first. */
  const sure = (words: string, make: Make): HTMLElement => {
    const button = act(words, make), once = (e: Event): void => {
      if (button.dataset.sure || !reason.reportValidity()) return;
      e.stopImmediatePropagation();
      button.dataset.sure = "1";
      button.textContent = `End the game: ${words}?`;
      setTimeout(() => { delete button.dataset.sure; button.textContent = words; }, 6000);
    };
    button.addEventListener("click", once, true);
    return button;
  };
  const row = (...inside: Child[]): HTMLElement => h("div", { class: "drow" }, inside);
  return h("form", { class: "desk1", "aria-label": "Director", onsubmit: (e: Event) => e.preventDefault() }, h("h2", null, "Director"), reason,
    row(n.paused ? act("Resume", () => ({ do: "resume" })) : act("Pause", () => ({ do: "pause" }))),
    n.clock && row(left, act("Set the clocks", () => ({ do: "clock", left: left.map((box) => Number(box.value)) }))),
    row(sure(`${p.name(0)} wins`, () => ({ do: "result", winner: 0 })), sure(`${p.name(1)} wins`, () => ({ do: "result", winner: 1 })), sure("Draw", () => ({ do: "result", winner: -1 }))),
    row(at, act("Take back to it", () => ({ do: "undo", n: Number(at.value) }))), row(find, cite), row(act("Send a ruling", () => ({ do: "rule", cite: cite.value }))), changes(p, act, row));
}
