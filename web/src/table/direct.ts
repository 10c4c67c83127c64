/* A director's desk: what may be done to a game that others play, each with a reason that both read. */
import { h, type Child } from "../dom.js";
import type { People } from "./people.js";

type Send = (message: Record<string, unknown>) => void;

function number(label: string, value: number): HTMLInputElement {
  return h("input", { type: "number", min: "0", step: "1", value: String(value), "aria-label": label }) as HTMLInputElement;
}

export function directorForm(p: People, send: Send): HTMLElement {
  const n = p.news!, reason = h("input", { type: "text", maxlength: "300", required: true, "aria-label": "Reason", placeholder: "Reason, which both read" }) as HTMLInputElement;
  const cite = h("input", { type: "text", maxlength: "80", "aria-label": "Ruling", placeholder: "2e-2014/…" }) as HTMLInputElement;
  const left = (n.clock?.left ?? [0, 0]).map((ms, seat) => number(`Seconds of ${p.name(seat)}`, Math.ceil(ms / 1000)));
  const at = number("Decision", Math.max(0, (p.t.state?.n ?? 1) - 1));
  const act = (words: string, make: () => Record<string, unknown>): HTMLElement => h("button", { class: "ob", type: "button", "data-k": `direct-${words}`, onclick: () => {
    if (!reason.reportValidity()) return;
    send({ ...make(), reason: reason.value.trim() });
  } }, words);
  const row = (...inside: Child[]): HTMLElement => h("div", { class: "drow" }, inside);
  return h("form", { class: "desk1", "aria-label": "Director", onsubmit: (e: Event) => e.preventDefault() }, h("h2", null, "Director"), reason,
    row(n.paused ? act("Resume", () => ({ do: "resume" })) : act("Pause", () => ({ do: "pause" }))),
    n.clock && row(left, act("Set the clocks", () => ({ do: "clock", left: left.map((box) => Number(box.value)) }))),
    row(act(`${p.name(0)} wins`, () => ({ do: "result", winner: 0 })), act(`${p.name(1)} wins`, () => ({ do: "result", winner: 1 })), act("Draw", () => ({ do: "result", winner: -1 }))),
    row(at, act("Take back to it", () => ({ do: "undo", n: Number(at.value) }))), row(cite, act("Send a ruling", () => ({ do: "rule", cite: cite.value.trim() }))));
}
