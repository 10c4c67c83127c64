/* The side column: the inspected card with what is true of it now, and the log with its citations. */
import { api } from "../api.js";
import { captions, cite, faceChip, faceFull } from "../face.js";
import { h, icon, mount, type Child } from "../dom.js";
import { hosted, type SeenCard } from "./model.js";
import type { Table } from "./table.js";
import { logLine, merged, type Line } from "./words.js";

export function drawSide(t: Table): void {
  const old = t.zone.sidec.querySelector(".log ol");
  const stuck = !old || old.scrollHeight - old.scrollTop - old.clientHeight < 30, scroll = old?.scrollTop ?? 0;
  t.zone.sidec.setAttribute("aria-label", "Card and log");
  mount(t.zone.sidec, inspector(t), h("section", { class: "log", role: "log", "aria-live": "off", "aria-label": "Log" }, tabs(t), t.sideTab === "ruling" ? rulingPanel(t) : t.sideTab === "chat" ? chat(t) : lines(t)));
  const ol = t.zone.sidec.querySelector(".log ol");
  if (ol) ol.scrollTop = stuck ? ol.scrollHeight : scroll;
}

/* ---- inspector ---- */

function inspector(t: Table): HTMLElement {
  const card = t.inspected ? t.face(t.inspected) : t.cat.byDef(t.inspectedDef);
  if (!card) return h("div", { class: "insp" }, h("div", { class: "note" }, h("h5", null, "Inspector"), "Point at a card, or move the focus to one, to see all of it here."));
  const seen = t.inspected ? t.seen(t.inspected) : undefined;
  return h("div", { class: "insp scroll" }, faceFull(card, seen?.attributes), seen && now(t, seen), whyNot(t));
}

function row(name: string, value: Child): HTMLElement {
  return h("div", { class: "row" }, h("span", null, name), h("b", null, value));
}

function now(t: Table, c: SeenCard): Child {
  const s = t.spots.get(c.id)!, card = t.face(c.id)!, out: Child[] = [];
  if (s.mission && s.mission !== c.id) out.push(row("At", t.title(s.mission)));
  if (s.how === "aboard") out.push(row("Aboard", t.title(s.host)));
  if (c.stopped) out.push(row("State", "stopped"));
  if (c.damaged) out.push(row("State", "damaged"));
  if (c.range_used) out.push(row("Range used", `${c.range_used} of ${c.attributes?.[0] ?? 0}`));
  if (c.complete) out.push(row("Mission", "completed"));
  c.attributes?.forEach((v, i) => v !== card.attributes[i] && out.push(row(captions(card)[i], `${v}, printed ${card.attributes[i]}`)));
  const aboard = hosted(c, "aboard"), beneath = hosted(c, "beneath");
  if (beneath.length) out.push(row("Beneath", beneath.map((b) => (b.def ? t.title(b.id) : "face down")).join(", ")));
  const chips = aboard.filter((a) => a.def).map((a) => h("button", { class: "plainbtn", type: "button", "data-card": a.id, onclick: () => t.inspect(a.id) }, faceChip(t.face(a.id)!, a.attributes)));
  if (!out.length && !aboard.length) return null;
  return h("div", { class: "note" }, h("h5", null, "In this game"), out, aboard.length > 0 && h("h5", null, `Aboard · ${aboard.length}`), chips, aboard.length > chips.length && h("p", null, `${aboard.length - chips.length} unknown`));
}

function whyNot(t: Table): Child {
  if (!t.reasons || t.reasons.card !== t.inspected) {
    const asks = t.decision && t.inspected && !t.options.some((o) => o.card === t.inspected);
    return asks ? h("button", { class: "pill ghost why", type: "button", "data-k": "why", onclick: () => t.askWhy(t.inspected) }, icon("lock"), "Why not? ", h("kbd", null, "W")) : null;
  }
  if (!t.reasons.list.length) return h("div", { class: "note no" }, h("h5", null, "Why not"), "No rule refuses it: there is just no option with it in this decision.");
  return h("div", { class: "note no", role: "status" }, h("h5", null, "Why not"), t.reasons.list.slice(0, 4).map((r) => h("p", null, reasonWords(t, r.verb, r.target), r.text, r.cite && [" ", cite(r.cite)])));
}

const VERB_WORDS = ["Pass", "Play", "Draw", "End", "Beam", "Move", "Attempt", "Use"];

function reasonWords(t: Table, verb: number, target: number): Child {
  const words = VERB_WORDS[verb];
  return words && h("b", null, `${words}${target ? ` (${t.title(target)})` : ""}: `);
}

/* ---- log, chat, rulings ---- */

function tabs(t: Table): HTMLElement {
  const one = (id: Table["sideTab"], words: string): HTMLElement => h("button", { class: t.sideTab === id ? "on" : "", type: "button", role: "tab", "aria-selected": t.sideTab === id ? "true" : "false", "data-k": `side-${id}`,
    onclick: () => { t.sideTab = id; t.drawSide(); } }, words);
  return h("header", { role: "tablist", "aria-label": "Log and rulings" }, one("log", "LOG"), one("ruling", "RULINGS"), !t.state!.solo && !t.state!.replay && one("chat", `CHAT${t.chats.length ? ` · ${t.chats.length}` : ""}`));
}

const SHOWN = 300;

type Told = Line & { k: number };

function lines(t: Table): HTMLElement {
  const all = t.log.slice(-SHOWN).map((l) => { const line = logLine(l, t.me, t.state!.names); return line && { ...line, k: l.k }; }).filter((l): l is Told => !!l);
  return h("ol", { tabindex: "0", "aria-label": "What happened" }, all.length ? merged(all).map((l) => lineItem(t, l)) : h("li", null, "Your first line will be here."));
}

function lineItem(t: Table, l: Told & { times: number }): HTMLElement {
  const onclick = t.companion.jump && (() => t.companion.jump!(l.k));
  if (l.turn) return h("li", { class: "t", onclick }, l.text);
  return h("li", { onclick, class: l.seat === t.me ? "y" : l.seat >= 0 ? "o" : "" }, linked(t, l.text), l.times > 1 && h("em", { class: "times" }, ` × ${l.times}`), l.cite && [" ", chip(t, l.cite)]);
}

function chip(t: Table, id: string): HTMLElement {
  const a = cite(id);
  a.addEventListener("click", (e) => {
    e.preventDefault();
    e.stopPropagation();
    t.showRuling(id);
  });
  return a;
}

/** Card titles in a sentence become links to the inspector.  The longest name wins. */
function linked(t: Table, text: string): Child[] {
  const hit = longest(t, text);
  if (!hit) return [text];
  const at = text.indexOf(hit.name);
  return [...linked(t, text.slice(0, at)), h("button", { class: "ref", type: "button", onclick: () => t.inspectDef(hit.def), onmouseenter: () => t.inspectDef(hit.def) }, hit.name), ...linked(t, text.slice(at + hit.name.length))];
}

const found = new Map<string, { name: string; def: number } | null>();

function longest(t: Table, text: string): { name: string; def: number } | null {
  if (text.length < 4) return null;
  const kept = found.get(text);
  if (kept !== undefined) return kept;
  let best: { name: string; def: number } | null = null;
  for (const c of t.cat.all) for (const name of [c.name, c.title]) if (name.length > 2 && name.length > (best?.name.length ?? 0) && text.includes(name)) best = { name, def: c.def };
  if (found.size > 5000) found.clear();
  found.set(text, best);
  return best;
}

function chat(t: Table): HTMLElement {
  const box = h("input", { type: "text", maxlength: "300", "aria-label": "Message", placeholder: "Say something" }) as HTMLInputElement;
  return h("div", { class: "chatbox" }, h("ol", null, t.chats.map((c) => h("li", null, h("b", null, `${c.from}: `), c.text))),
    h("form", { onsubmit: (e: Event) => { e.preventDefault(); if (box.value.trim()) t.link.say(box.value.trim()); box.value = ""; } }, box, h("button", { class: "pill on", type: "submit" }, "Send")));
}

interface Ruling {
  id: string;
  topic: string;
  summary: string;
  text: string;
}

let rulings: Promise<Ruling[]> | null = null;

function rulingPanel(t: Table): HTMLElement {
  const body = h("div", { class: "rulingbox scroll" });
  if (!t.ruling) mount(body, h("p", null, "A citation in the log opens its ruling here."));
  else {
    rulings ??= api.get<{ rulings: Ruling[] }>("/api/rulings").then((a) => a.rulings);
    rulings.then((all) => {
      const r = all.find((x) => x.id === t.ruling) ?? all.find((x) => t.ruling.startsWith(`${x.id}.`));
      mount(body, h("button", { class: "pill ghost", type: "button", onclick: () => { t.sideTab = "log"; t.drawSide(); } }, "Back to the log"), h("p", { class: "lab" }, t.ruling),
        r ? [h("h4", null, r.topic), r.summary && h("p", null, h("b", null, r.summary)), h("p", null, r.text), h("a", { class: "cite", href: `/rulings/${encodeURI(r.id)}` }, icon("sect"), "on its own page")]
          : h("p", null, "A numbered rule of the Second Edition rules, not a dated ruling."));
    }, () => mount(body, h("p", null, "The rulings could not be fetched.")));
  }
  return body;
}

