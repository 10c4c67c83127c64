/* What happened, step by step: the stage of a recap.  Each dilemma turns over, its consequences stand beside it. */
import { faceChip, faceFull, faceMid, place } from "../face.js";
import { h, icon, type Child } from "../dom.js";
import { isPart, linked } from "./log.js";
import { meters, verdict } from "./meter.js";
import type { LogLine } from "./model.js";
import type { Recap, Scene, Sum } from "./recap.js";
import type { Table } from "./table.js";
import { logLine, short } from "./words.js";

export function storyWords(t: Table, r: Recap): string {
  const who = t.nameOf(r.player), you = who === "You", title = short(r.title);
  const last = t.telling.scene >= r.scenes.length - 1; /* the end is not told before its time */
  if (r.kind === "turn") return `${who}: ${r.scenes[Math.min(t.telling.scene, r.scenes.length - 1)]?.name.toLowerCase() ?? ""}`;
  if (r.kind === "battle") return r.scenes[0].lines[0].what === "ATTACKS" ? `${who} attack${you ? "" : "s"} ${title}` : r.result === "WINS_BATTLE" ? `The battle at ${title} is decided` : `A battle at ${title}`;
  const end = !last ? `attempt${you ? "" : "s"} ${title}` : r.result === "COMPLETES" ? `complete${you ? "" : "s"} ${title}` : r.result === "SOLVES" ? `solve${you ? "" : "s"} ${title}` : r.result === "FAILS" ? `fail${you ? "" : "s"} at ${title}` : `attempt${you ? "" : "s"} ${title}`;
  return `${who} ${end}`;
}

function lineWords(t: Table, l: LogLine): Child {
  const line = isPart(l) ? null : logLine(l, t.me, t.state!.names, t.edition.log);
  if (!line) return null;
  return h("li", { class: ["STOPPED", "KILLED", "DESTROYED", "FAILS"].includes(l.what ?? "") ? "n" : ["OVERCOMES", "OVERCOMES_UNFACED", "COMPLETES", "SOLVES", "SCORES"].includes(l.what ?? "") ? "y" : "" }, linked(t, line.pieces), line.cite && [" ", t.chip(line.cite)]);
}

/** A random pick: as many backs as there were candidates flash once, and the one picked stays. */
function draw(lines: LogLine[]): Child {
  const picks = lines.filter((l) => l.what === "SELECTED" && (l.number ?? 0) > 1), among = picks[0]?.number ?? 0;
  if (!picks.length) return null;
  return h("div", { class: "lots", role: "img", "aria-label": `${picks.length} of ${among} picked at random` }, Array.from({ length: Math.min(among, 14) }, (_, i) => {
    const el = h("i", { class: i < picks.length ? "back on" : "back" });
    el.style.animationDelay = `${Math.round((i * 400) / Math.max(1, among))}ms`;
    return el;
  }), h("span", null, `${picks.length} of ${among} at random`));
}

/** The result as a word, never as a colour alone. */
function outcome(lines: LogLine[]): string {
  const has = (what: string): number => lines.filter((l) => l.what === what).length;
  const words: string[] = [];
  if (has("MISSES")) words.push("Miss");
  if (has("HITS")) words.push("Hit");
  if (has("DIRECT_HIT")) words.push("Direct hit");
  if (has("COMPLETES")) words.push("Completed");
  if (has("SOLVES")) words.push("Solved");
  if (has("FAILS")) words.push("Failed");
  if (has("KILLED")) words.push(`${has("KILLED")} killed`);
  if (has("STOPPED")) words.push(`${has("STOPPED")} stopped`);
  if (has("OVERCOMES") || has("OVERCOMES_UNFACED")) words.push("Overcome");
  if (has("RETURNS_TO_PILE")) words.push("Back to the pile");
  if (has("WOUNDED")) words.push(`${has("WOUNDED")} mortally wounded`);
  if (has("STUNNED")) words.push(`${has("STUNNED")} stunned`);
  if (has("ADVERSARIES") && !words.length) words.push("Nothing");
  if (has("RESEEDS")) words.push("Stays beneath the mission");
  return words.join(" · ");
}

/** A step of the opponent's turn: the cards it is about, face up as far as they are known, and the words of the log. */
function turnStage(t: Table, r: Recap): Child[] {
  const at = Math.min(t.telling.scene, r.scenes.length - 1), s = r.scenes[at];
  const about = s.lines.filter((l) => l.what !== "DRAWS").map((l) => ({ id: l.card ?? 0, card: t.face(l.card ?? 0) ?? t.cat.byName(l.names?.[0] ?? "") })); /* whoever is named is known, if not where it lies now */
  const known = about.filter((x, i) => x.card && about.findIndex((y) => y.id === x.id && y.card === x.card) === i), unknown = about.some((x) => !x.card), place = s.lines[0].other ?? 0;
  return [h("header", { class: "shead recap" }, h("h2", null, `${t.nameOf(r.player)}'s turn`), h("ol", { class: "dots", "aria-label": `Step ${at + 1} of ${r.scenes.length}` }, r.scenes.map((x, i) => h("li", { class: i < at ? "done" : i === at ? "on" : "", title: i <= at ? x.name : undefined })))),
    h("div", { class: "s2 scroll told", tabindex: "0" }, h("p", { class: "outcome" }, s.name), h("div", { class: "tcs" }, known.map(({ id, card }, i) => h("div", { class: "tcard turns", "data-card": id || undefined, "data-key": `told${at}-${id}-${i}`, onmouseenter: () => (t.face(id) ? t.inspect(id) : t.inspectDef(card!.def)) }, faceMid(card!, t.seen(id)?.attributes))),
      unknown && h("i", { class: "back big" }), s.lines[0].what === "DRAWS" && s.lines.slice(0, 7).map(() => h("i", { class: "back big" })),
      ["MOVES", "BEAMS", "PLAYS", "REPORTS", "DOCKS", "WALKS", "LOADS"].includes(s.lines[0].what ?? "") && place > 0 && t.face(place) && [h("span", { class: "arrow", "aria-hidden": "true" }, "→"), h("div", { class: "tcard", "data-card": place, onmouseenter: () => t.inspect(place) }, faceMid(t.face(place)!))]),
      h("ul", { class: "happened" }, s.lines.map((l) => lineWords(t, l))))];
}

export function storyStage(t: Table): Child[] {
  if (t.telling.recap[0].kind === "turn") return turnStage(t, t.telling.recap[0]);
  const r = t.telling.recap[0], at = Math.min(t.telling.scene, r.scenes.length - 1), s = r.scenes[at], card = s.dilemma ? t.cat.byName(s.name) : t.face(s.lines.find((l) => l.what === "TACTIC")?.card ?? 0), mission = t.face(r.place) ?? t.cat.byName(r.title);
  const full = card ? faceFull(card) : mission ? faceFull(mission) : null;
  full?.setAttribute("data-key", `scene${r.place}-${at}`); /* each scene turns its own card */
  if (card) full?.classList.add("reveal", "turns");
  return [h("header", { class: "shead recap" }, mission && mission.type === "mission" && place(mission), h("h2", null, storyWords(t, r)),
    h("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" }, r.scenes.map((x, i) => h("li", { class: i < at ? "done" : i === at ? "on" : "", "aria-current": i === at ? "step" : undefined }, i < at && icon("check"), i > at && (x.dilemma || i === r.scenes.length - 1) ? "…" : x.dilemma ? short(x.name) : x.name)))),
    h("div", { class: "s1 scroll", tabindex: "0" }, full, card && wall(t, r, at)), h("div", { class: "s2 scroll", tabindex: "0" }, r.totals.length > 0 && totals(t, r), s.sums?.length ? sums(t, s.sums) : null, outcome(s.lines) && h("p", { class: "outcome" }, outcome(s.lines)), draw(s.lines), fell(t, r, s.lines), unmet(t, r, s), h("ul", { class: "happened" }, s.lines.map((l) => lineWords(t, l))), !card && wall(t, r, at))];
}

/** All dilemmas of the attempt: what became of those met, and the others face down. */
function wall(t: Table, r: Recap, at: number): Child {
  const met = r.scenes.map((s, i) => ({ s, i })).filter((x) => x.s.dilemma);
  return met.length > 0 && h("div", { class: "wall" }, h("h3", { class: "lab" }, "What was met"), h("ol", null, met.map(({ s, i }) => {
    const card = i <= at ? t.cat.byName(s.name) : undefined;
    return h("li", { class: i === at ? "on" : "" }, card ? faceChip(card) : h("i", { class: "back dil tiny" }), h("small", null, card ? outcome(s.lines) || "no effect" : "face down"));
  })));
}

/** Why our attempt failed: what the mission takes, and what those who were left brought. */
function fell(t: Table, r: Recap, lines: LogLine[]): Child {
  if (!lines.some((l) => l.what === "FAILS") || r.player !== t.me || t.state!.you < 0) return null;
  const left = lines.filter((l) => l.what === "STOPPED" && l.card && t.face(l.card)?.type === "personnel" && !!t.spots.get(l.card)?.mission).map((l) => l.card!);
  const needs = left.length ? t.asks.needs(r.place, left) : undefined;
  return needs?.needs.length && !needs.met ? h("section", { class: "asks" }, h("h3", { class: "lab" }, `${short(r.title)} takes`), meters(t, needs.needs), verdict(t, needs.met, needs.needs, "", "Not enough for the mission.")) : null;
}

/** Why a dilemma stopped our whole team: what it takes, and what those who were stopped had. */
function unmet(t: Table, r: Recap, s: Scene): Child {
  const met = s.lines.find((l) => ["ENCOUNTERS", "FACES", "REVEALS_DILEMMA"].includes(l.what ?? ""))?.card ?? 0;
  if (!s.dilemma || !met || r.player !== t.me || t.state!.you < 0 || s.lines.some((l) => l.what === "KILLED")) return null;
  const team = s.lines.filter((l) => l.what === "STOPPED" && l.card && t.face(l.card)?.type === "personnel" && !!t.spots.get(l.card)?.mission).map((l) => l.card!);
  const needs = team.length ? t.asks.needs(met, team) : undefined;
  return needs?.needs.length && !needs.met ? h("section", { class: "asks" }, h("h3", { class: "lab" }, `${short(s.name)} takes`), meters(t, needs.needs)) : null;
}

/** Both sums, each part a card that can be looked at. */
function sums(t: Table, all: Sum[]): HTMLElement {
  return h("div", { class: "sums" }, all.map((x) => h("section", { class: `bside ${x.player === t.me ? "y" : "o"}`, "data-total": x.total }, h("h3", null, t.nameOf(x.player)),
    x.parts.map((p) => h("button", { class: "brow", type: "button", "data-card": p.card, "data-amount": p.amount, onclick: () => t.inspect(p.card), onmouseenter: () => t.inspect(p.card) }, t.face(p.card) ? faceChip(t.face(p.card)!) : h("span", null, short(p.name) || "a card"), h("b", null, p.amount))),
    h("div", { class: "btotal" }, h("span", null, x.defense ? "Defence" : "Total"), h("b", null, x.total)))));
}

function totals(t: Table, r: Recap): HTMLElement {
  return h("div", { class: "sums" }, r.totals.map((x) => h("section", { class: `bside ${x.player === t.me ? "y" : "o"}` }, h("h3", null, t.nameOf(x.player)), h("div", { class: "btotal" }, h("span", null, "Total"), h("b", null, x.number)))));
}
