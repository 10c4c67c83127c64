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

export function directorForm(p: People, send: Send): HTMLElement {
  const n = p.news!, reason = h("input", { type: "text", maxlength: "300", required: true, "aria-label": "Reason", placeholder: "Reason, which both read" }) as HTMLInputElement;
  const cite = h("select", { "aria-label": "Ruling" }, h("option", { value: "" }, "no ruling chosen")) as HTMLSelectElement, find = rulingSearch(cite);
  const left = (n.clock?.left ?? [0, 0]).map((ms, seat) => number(`Seconds of ${p.name(seat)}`, Math.ceil(ms / 1000)));
  const at = number("Decision", Math.max(0, (p.t.state?.n ?? 1) - 1));
  const act = (words: string, make: () => Record<string, unknown>): HTMLElement => h("button", { class: "ob", type: "button", "data-k": `direct-${words}`, onclick: () => {
    if (!reason.reportValidity()) return;
    send({ ...make(), reason: reason.value.trim() });
  } }, words);
  /* What ends the game is pressed twice: the button asks first. */
  const sure = (words: string, make: () => Record<string, unknown>): HTMLElement => {
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
    row(at, act("Take back to it", () => ({ do: "undo", n: Number(at.value) }))), row(find, cite), row(act("Send a ruling", () => ({ do: "rule", cite: cite.value }))));
}
