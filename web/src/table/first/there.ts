/* What is at a location of the First Edition, on one player's side of it: facilities with their sites and the ships docked at them, other ships,
 * Away Teams, what else lies there. */
import { h, icon, type Child } from "../../dom.js";
import { colourOf, glyphOf, symbolOf, tokenName } from "../../face.js";
import { live } from "../live.js";
import { hosted, type SeenCard } from "../model.js";
import { turnsLeft } from "../strips.js";
import type { Table } from "../table.js";
import { dim, ring, soft, type Drawing } from "./drawing.js";
import { isSeeding } from "./seed.js";

/** One player's side, outward from the mission: facilities with the ships docked at them, other ships, Away Teams, what else lies there. */
export function sideOf(d: Drawing, m: SeenCard, large: boolean, mine: boolean): Child[] {
  const t = d.t, own = (c: SeenCard): boolean => (c.commander === t.me) === mine, at = (...hows: string[]): SeenCard[] => hosted(m, ...hows).filter(own);
  const isA = (c: SeenCard, ...types: string[]): boolean => types.includes(t.face(c.id)?.type ?? "");
  const vessels = [...at("orbit"), ...at("surface").filter((c) => isA(c, "ship", "facility"))].sort((a, b) => Number(isA(b, "facility")) - Number(isA(a, "facility")));
  const people = at("surface").filter((c) => !isA(c, "ship", "facility")), rest = at("on", "landed").filter((c) => c.def);
  const seeds = large && isSeeding(t) ? hosted(m, "beneath").filter((c) => c.def && c.owner === t.me && mine) : [];
  return [seeds.length > 0 && h("div", { class: "team y" }, h("span", { class: "lab" }, `Beneath · ${seeds.length}`, h("em", null, "first met first")), h("div", { class: "g" }, seeds.map((c) => token(d, c)))), vessels.map((c) => vessel(d, c, large, "")), people.length > 0 && team(d, m, people, large, mine), rest.length > 0 && h("div", { class: "tok" }, rest.map((c) => token(d, c)))].filter((x) => !Array.isArray(x) || x.length > 0).filter(Boolean);
}

const NESTED: Record<string, string> = { docked: "Docked", landed: "Landed", carried: "Carried" };

/** A ship or facility, below it its sites, and the ships that are docked at it, landed on it or carried by it. */
function vessel(d: Drawing, c: SeenCard, large: boolean, state: string): Child[] {
  const inside = (c.cards ?? []).filter((x) => x.how in NESTED && ["ship", "facility"].includes(d.t.face(x.card.id)?.type ?? ""));
  return [vesselTile(d, c, large, state), hosted(c, "site").map((s) => site(d, s, large)), inside.map((x) => vessel(d, x.card, large, NESTED[x.how]))];
}

/** A site of a Nor: a row of it with who of either player is there, and the ships docked at it. */
function site(d: Drawing, s: SeenCard, large: boolean): Child[] {
  const t = d.t, card = t.face(s.id), here = hosted(s, "aboard"), mine = here.filter((c) => c.commander === t.me), theirs = here.filter((c) => c.commander !== t.me), n = d.number.get(s.id), docked = hosted(s, "docked");
  const words = [card?.title ?? "site", "site", mine.length ? `${mine.length} yours` : "", theirs.length ? `${theirs.length} of ${t.nameOf(t.them)}` : "", d.legal.has(s.id) ? "can be chosen" : ""].filter(Boolean).join(", ");
  return [h("button", { class: `site${ring(d, s.id)}`, ...live(t, s.id, `c${s.id}`, d.number), "aria-disabled": dim(d, s.id) ? "true" : undefined, "aria-label": words }, icon("t-site"), h("span", { class: "sn" }, soft(card?.title ?? "Site")),
    mine.length > 0 && h("b", { class: "y" }, icon("t-personnel"), mine.length), theirs.length > 0 && h("b", { class: "o" }, icon("t-personnel"), theirs.length), d.legal.has(s.id) && d.aiming && h("span", { class: "tick" }), n && h("kbd", { class: "num" }, n % 10)),
    large && here.length > 0 && h("div", { class: "tok" }, here.map((c) => token(d, c))), docked.map((c) => vessel(d, c, large, NESTED.docked))];
}

/** Who is aboard: the crew, and apart from it captives and whoever else is no part of it. */
function aboardWords(t: Table, c: SeenCard, large: boolean, inside: string): Child[] {
  const all = hosted(c, "aboard"), captives = all.filter((x) => x.states?.includes("captive")), strangers = all.filter((x) => x.commander !== c.commander && !captives.includes(x)), crew = all.length - captives.length - strangers.length;
  const apart = (n: number, one: string, many: string): Child => n > 0 && h("em", { class: "stt apart" }, large ? `${n} ${n > 1 ? many : one}` : `+${n}`);
  return [h("span", { class: "who" }, icon("t-personnel"), large ? `${crew} ${inside}` : String(crew)), apart(captives.length, "captive", "captives"), apart(strangers.length, `of ${t.nameOf(1 - c.commander)}`, `of ${t.nameOf(1 - c.commander)}`)];
}

function statesOf(c: SeenCard, state: string): string[] {
  return [state, c.stopped ? "Stopped" : "", c.hull !== undefined ? `Hull ${c.hull} %` : c.damaged ? "Damaged" : "", ...(c.states ?? []).map((s) => s.charAt(0).toUpperCase() + s.slice(1))].filter(Boolean);
}

function vesselTile(d: Drawing, c: SeenCard, large: boolean, state: string): Child {
  const t = d.t, card = t.face(c.id), a = c.attributes ?? card?.attributes ?? [], left = c.range_left ?? a[0] ?? 0, aboard = hosted(c, "aboard"), states = statesOf(c, state), n = d.number.get(c.id);
  const facility = card?.type === "facility", inside = facility ? "inside" : "aboard", words = [card?.title ?? "ship", c.commander === t.me ? "yours" : c.commander < 0 ? "nobody's" : `of ${t.nameOf(c.commander)}`, facility ? `Shields ${a[2] ?? 0}` : `Range ${left} of ${a[0] ?? 0}, Weapons ${a[1] ?? 0}, Shields ${a[2] ?? 0}`,
    `${aboard.length} ${inside}`, ...states.map((s) => s.toLowerCase()), c.staffed === false ? "not staffed" : "", d.legal.has(c.id) ? "can be chosen" : ""].filter(Boolean).join(", ");
  const body: Child[] = [h("span", { class: "n" }, h("span", { class: "kind" }, icon(facility ? "t-facility" : "t-ship")), h("span", null, soft(card?.title ?? "Ship")), card && icon(symbolOf(card, c.affiliations))),
    h("span", { class: "b" }, facility ? null : h("span", null, icon("range"), c.range_used ? `${left}/${a[0]}` : String(a[0] ?? 0)), (!facility || a[1] > 0) && h("span", null, icon("weap"), String(a[1] ?? 0)), h("span", null, icon("shld"), String(a[2] ?? 0))),
    large && !facility && h("span", { class: "rbar", role: "img", "aria-label": `Range ${left} of ${a[0] ?? 0}` }, Array.from({ length: Math.min(a[0] ?? 0, 20) }, (_, i) => h("i", { class: i < left ? "" : "used" }))),
    h("span", { class: "c" }, states.map((s) => h("em", { class: "stt" }, s)), aboardWords(t, c, large, inside), large && c.staffed !== undefined && h("em", { class: `stt ${c.staffed ? "yes" : "lacks"}` }, icon(c.staffed ? "check" : "no"), c.staffed ? "Staffed" : "Not staffed"))];
  const able = [...aboard, ...hosted(c, "on")].filter((x) => d.legal.has(x.id));
  return [h("button", { class: `ship ${card ? colourOf(card, c.affiliations) : "a-neu"}${facility ? " fac" : ""}${ring(d, c.id)}${c.stopped ? " dimd" : ""}`, ...live(t, c.id, `c${c.id}`, d.number), "aria-disabled": dim(d, c.id) ? "true" : undefined, "aria-label": words }, body,
    d.legal.has(c.id) && d.aiming && h("span", { class: "tick" }), n && h("kbd", { class: "num" }, n % 10)), large && able.length > 0 && h("div", { class: "tok" }, able.map((x) => token(d, x)))];
}

/** People on a planet: the Away Team with what it brings together, as the engine adds it up. */
function team(d: Drawing, m: SeenCard, people: SeenCard[], large: boolean, mine: boolean): HTMLElement {
  const t = d.t, seat = mine ? t.me : t.them, known = m.teams?.find((x) => x.player === seat), totals = known?.totals.join("·") ?? "";
  const words = large ? `Away Team · ${people.length}` : String(people.length);
  return h("div", { class: `team${mine ? " y" : " o"}` }, h("button", { class: "lab", type: "button", "data-k": `g${m.id}-${seat}`, "data-group": mine ? m.id : undefined, title: people.map((c) => t.title(c.id)).join(", "), "aria-label": `Away Team of ${people.length} at ${t.title(m.id)}${mine ? "" : `, of ${t.nameOf(seat)}`}`, onclick: () => t.choosing.click(m.id, `g${m.id}-${seat}`) },
    !large && icon("t-personnel"), h("span", null, words), large && totals && h("em", null, `Σ ${totals}`)), large && h("div", { class: "g" }, people.map((c) => token(d, c))));
}

function token(d: Drawing, c: SeenCard): HTMLElement {
  const card = d.t.face(c.id), n = d.number.get(c.id);
  if (!card) return h("i", { class: "back tiny" });
  const states = statesOf(c, "");
  return h("button", { class: `tk ${colourOf(card, c.affiliations)}${c.stopped || c.states?.length ? " stopped" : ""}${ring(d, c.id)}`, ...live(d.t, c.id, `c${c.id}`, d.number), title: [card.name, ...states].join(", "), "aria-label": [card.title, card.type, ...states.map((s) => s.toLowerCase()), d.legal.has(c.id) ? "can act" : ""].filter(Boolean).join(", ") },
    h("i", { class: "p" }, icon(c.stopped ? "stop" : glyphOf(card))), h("span", { class: "tn" }, tokenName(card)), c.countdown && h("b", { class: "count", title: turnsLeft(c.countdown) }, c.countdown), n && h("kbd", { class: "num" }, n % 10));
}
