/* Beaming: who is at this end, who at the other, and between them what changes and what breaks. */
import { faceChip } from "../face.js";
import { h, icon, plural, type Child } from "../dom.js";
import { checks } from "./meter.js";
import { candidates, hosted, type Decision, type SeenCard } from "./model.js";
import { lasso } from "./lasso.js";
import { row } from "./side.js";
import type { Table } from "./table.js";

const ATTRIBUTES = ["Integrity", "Cunning", "Strength"];

function peopleAt(t: Table, end: number): SeenCard[] {
  const at = t.seen(end);
  return at ? hosted(at, t.face(end)?.type === "ship" ? "aboard" : "surface").filter((c) => c.commander === t.me && c.def) : [];
}

function isPerson(t: Table, id: number): boolean {
  return t.face(id)?.type === "personnel";
}

function where(t: Table, end: number): string {
  return t.face(end)?.type === "ship" ? `Aboard ${t.title(end)}` : t.title(end);
}

export function beamStage(t: Table, d: Decision): Child[] {
  const ids = candidates(d), there = peopleAt(t, d.to!);
  return [h("div", { class: "beamcol", onpointerdown: (e: PointerEvent) => lasso(t, e) }, h("header", null, h("h2", null, where(t, d.from ?? 0)), h("span", { class: "mut" }, plural(ids.length, "card"))), h("div", { class: "bl scroll" }, ids.map((id, i) => one(t, id, i)))),
    h("div", { class: "beammid scroll" }, middle(t, d, ids, there)),
    h("div", { class: "beamcol" }, h("header", null, h("h2", null, where(t, d.to!)), h("span", { class: "mut" }, plural(there.length, "card"))), h("div", { class: "bl scroll" }, there.length ? there.map((c) => h("div", { class: "bp", "data-card": c.id, onmouseenter: () => t.inspect(c.id) }, faceChip(t.face(c.id)!, c.attributes))) : h("p", { class: "none" }, "nobody there yet")))];
}

function one(t: Table, id: number, i: number): HTMLElement {
  const on = t.answers.picks.includes(id), card = t.face(id), seen = t.seen(id);
  return h("button", { class: `tcard bp${on ? " on" : ""}`, type: "button", role: "checkbox", "aria-checked": on ? "true" : "false", "data-k": `p${id}-${i}`, "data-card": id, "data-n": i < 10 ? i + 1 : undefined, disabled: !t.canAnswer,
    onclick: (e: MouseEvent) => (e.shiftKey ? range(t, id) : t.answers.toggle(id)), onmouseenter: () => t.inspect(id), onfocus: () => t.inspect(id) },
    h("i", { class: "box" }, on && icon("check")), card ? faceChip(card, seen?.attributes) : "an unknown card", i < 10 && h("kbd", null, (i + 1) % 10));
}

/** Shift: everybody from the last one ticked to this one. */
function range(t: Table, id: number): void {
  const ids = candidates(t.decision!), last = ids.indexOf(t.answers.picks[t.answers.picks.length - 1] ?? id), at = ids.indexOf(id);
  t.answers.setPicks([...new Set([...t.answers.picks, ...ids.slice(Math.min(last, at), Math.max(last, at) + 1)])]);
}

function middle(t: Table, d: Decision, ids: number[], there: SeenCard[]): Child[] {
  const before = there.filter((c) => !c.stopped).map((c) => c.id), after = [...before, ...t.answers.picks], had = t.asks.sums(before), have = t.asks.sums(after);
  const news = Object.entries(have?.skills ?? {}).filter(([s, n]) => n > (had?.skills[s] ?? 0)).map(([s, n]) => `${s}${n > 1 ? ` ×${n}` : ""}`);
  return [icon("beam", "hum"), h("div", { class: "count" }, String(t.answers.picks.length), h("small", { class: "lab" }, "chosen")),
    h("div", { class: "names" }, h("button", { class: "pill", type: "button", "data-k": "everyone", onclick: () => t.answers.setPicks([...ids]) }, "Everyone"), wanted(t, d, ids, before), t.state!.solo && h("button", { class: "pill", type: "button", "data-k": "suggest", title: "Ticks whom the Commander would send", onclick: () => void t.answers.suggest() }, "Suggest"),
      t.answers.picks.length > 0 && h("button", { class: "pill", type: "button", "data-k": "nobody", onclick: () => t.answers.setPicks([]) }, "None")),
    h("div", { class: "note" }, h("h3", null, `After this beam, ${where(t, d.to!)}`), row("Personnel", `${had?.people ?? "…"} → ${have?.people ?? "…"}`), ATTRIBUTES.map((w, i) => row(w, `${had?.attributes[i] ?? "…"} → ${have?.attributes[i] ?? "…"}`)),
      news.length > 0 && row("Gains", news.slice(0, 6).join(", ") + (news.length > 6 ? "…" : "")), mission(t, d, after)),
    breaks(t, d, ids)];
}

/** The mission at the other end, or around the ship that is. */
function missionAt(t: Table, end: number): number {
  return t.spots.get(end)?.mission ?? 0;
}

function mission(t: Table, d: Decision, after: number[]): Child {
  const m = missionAt(t, d.to!), seen = t.seen(m), card = t.face(m), people = after.filter((id) => isPerson(t, id));
  if (!card?.requirement || seen?.complete || t.spots.get(m)?.player !== t.me || !people.length) return null;
  const needs = t.asks.needs(m, people);
  return needs && [h("h3", null, `${card.title} takes`), h("p", { class: "req" }, checks(needs.needs))];
}

/** Whoever brings something that the mission asks for. */
function wanted(t: Table, d: Decision, ids: number[], before: number[]): Child {
  const m = missionAt(t, d.to!), people = ids.filter((id) => isPerson(t, id));
  if (!t.face(m)?.requirement || t.spots.get(m)?.player !== t.me || !people.length) return null;
  const needs = t.asks.needs(m, [...before.filter((id) => isPerson(t, id)), ...people]);
  const useful = new Set(needs?.needs.flatMap((n) => n.parts.map((p) => p.card)) ?? []);
  return useful.size > 0 && h("button", { class: "pill", type: "button", "data-k": "wanted", onclick: () => t.answers.setPicks(people.filter((id) => useful.has(id))) }, "Those the mission needs");
}

/** What this would cost: a ship that loses its staff can no longer move. */
function breaks(t: Table, d: Decision, ids: number[]): Child[] {
  const why = t.answers.whyNotSet(), preview = t.answers.picks.length ? t.asks.preview([...t.answers.picks].sort((a, b) => a - b)) : undefined;
  const lost = preview?.ships.filter((s) => !s.staffed) ?? [], found = preview?.ships.filter((s) => s.staffed) ?? [];
  return [lost.map((s) => h("div", { class: "note warn" }, h("h3", null, "Staffing lost"), `${t.title(s.card)} could not move until it has its staff again.`)),
    found.map((s) => h("div", { class: "note good" }, h("h3", null, "Staffed"), `${t.title(s.card)} would have all the staff it needs.`)),
    !lost.length && t.answers.picks.length === ids.length && ids.length > 0 && t.face(d.from ?? 0)?.type !== "ship" ? h("div", { class: "note" }, "Nobody of these stays behind.") : null,
    why && h("p", { class: "verdict n" }, icon("no"), h("span", null, `${why}.`))];
}
