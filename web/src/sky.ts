/* The line of stars on the home page: the missions of the game that goes on, with its ships and what was completed. */
import { catalogueOf, type Catalogue } from "./cards.js";
import { h, icon, mount, plural, type Child } from "./dom.js";
import { place } from "./face.js";
import { ReplayLink, type Seen } from "./replay/link.js";
import { hosted, type SeenCard } from "./table/model.js";

const MOST = 10; /* places in a line */

function ships(cat: Catalogue, m: SeenCard): SeenCard[] {
  return hosted(m, "orbit").filter((c) => c.def && cat.byDef(c.def)?.type === "ship");
}

function mark(mine: boolean, glyph: string, words: string): HTMLElement {
  return h("em", { class: mine ? "y" : "o" }, icon(glyph), words);
}

function star(cat: Catalogue, m: SeenCard, owner: number, you: number, large: boolean): Child {
  const card = cat.byDef(m.def);
  if (!card) return null;
  const there = ships(cat, m), mine = there.find((s) => s.commander === you), theirs = there.find((s) => s.commander !== you);
  const name = (s: SeenCard): string => cat.byDef(s.def)?.title ?? "";
  return h("span", { class: `st${m.complete ? " done" : ""}`, title: card.title }, theirs ? mark(false, "t-ship", name(theirs)) : m.complete && owner !== you && mark(false, "check", String(card.points)), place(card, large ? "large" : ""),
    mine ? mark(true, "t-ship", name(mine)) : m.complete && owner === you && mark(true, "check", String(card.points)));
}

/** Every mission on the table with who owns it: one's own row and theirs, or the spacelines. */
function missions(s: Seen): { m: SeenCard; owner: number }[] {
  const you = Math.max(0, s.you), rows = [you, 1 - you].flatMap((owner) => (s.view.players[owner].missions?.cards ?? []).map((m) => ({ m, owner })));
  return [...rows, ...(s.view.lines ?? []).flatMap((l) => l.locations.map((m) => ({ m, owner: m.owner })))];
}

/** "U.S.S. Excelsior is at Avert Danger, 6 aboard." */
function whereabouts(cat: Catalogue, s: Seen): string {
  for (const { m } of missions(s)) for (const ship of ships(cat, m)) if (ship.commander === s.you) {
    const aboard = hosted(ship, "aboard").length;
    return `${cat.byDef(ship.def)!.title} is at ${cat.byDef(m.def)?.title}${aboard ? `, ${plural(aboard, "card")} aboard` : ""}.`;
  }
  return "";
}

function draw(to: HTMLElement, cat: Catalogue, s: Seen): void {
  const you = Math.max(0, s.you), all = missions(s), here = all.find((x) => ships(cat, x.m).some((c) => c.commander === you)) ?? all.find((x) => x.owner === you);
  mount(to, all.slice(0, MOST).map((x) => star(cat, x.m, x.owner, you, x === here)));
}

/** Draws the game's places into the sky and tells where the ship is; the result ends it. */
export function showSky(game: string, to: HTMLElement, say: (words: string) => void): () => void {
  let link: ReplayLink | null = null, left = false;
  const stop = (): void => { left = true; link?.close(); };
  catalogueOf(`game=${game}`).then((cat) => {
    if (left) return;
    const state = (s: Seen): void => { draw(to, cat, s); say(whereabouts(cat, s)); stop(); };
    link = new ReplayLink(game, { state: (m) => state(m as Seen), table: () => undefined, status: () => undefined, stale: () => undefined, refused: stop, chat: () => undefined }, undefined, undefined);
  }, () => undefined);
  return stop;
}
