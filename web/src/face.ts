/* Card faces, drawn from facts: chip (one line), mid (hand and grids), full (inspector).  A face is a small console: the
 * elbow in the affiliation's colour, its symbol, a spine with staffing icons, numbers at the foot.  No picture is needed. */
import { clauses, type Attempters, type Card } from "./cards.js";
import { h, icon, hidden, plural, type Child } from "./dom.js";
import { ICONS } from "./engine.js";

const AFFILIATION: Record<string, string> = {
  Bajoran: "baj", Borg: "bor", Cardassian: "car", Dominion: "dom", Federation: "fed", Ferengi: "fer", Klingon: "kli",
  "Non-Aligned": "na", Romulan: "rom", Starfleet: "sf", Hirogen: "hir", Kazon: "kaz", Neutral: "neu", Vidiian: "vid", Vulcan: "vul",
};
const ICON_AFFILIATION: Record<string, string> = {
  Baj: "baj", Bor: "bor", Car: "car", Dom: "dom", Fed: "fed", Fer: "fer", Kli: "kli", NA: "na", Non: "na", Rom: "rom", SF: "sf", Hir: "hir", Kaz: "kaz", Neu: "neu", Vid: "vid", Vul: "vul",
};
/* Types whose colour and symbol have a shorter name. */
const LOOK: Record<string, string> = { "time-location": "time", trouble: "tribble", "damage-marker": "damage" };
export const ICON_NAMES: Record<string, string> = { ...ICONS, SD: "skill dot" };
/* What a hit of a Tactic does: this card is the marker, or the next one of the pile. */
const SIGNS: Record<string, [string, string]> = { Down: ["\u25bc", "this card as a damage marker "], Flip: ["\u21bb", "another damage marker "] };
const SKILL_GLYPH: Record<string, string> = {
  Officer: "k-officer", Leadership: "k-officer", Engineer: "k-engineer", Programming: "k-engineer", Medical: "k-medical",
  Biology: "k-medical", Science: "k-science", Physics: "k-science", Astrometrics: "k-science", Security: "k-security", Diplomacy: "k-vip", Law: "k-vip",
};

const CLASS_GLYPH: Record<string, string> = {
  OFFICER: "k-officer", ENGINEER: "k-engineer", MEDICAL: "k-medical", SCIENCE: "k-science", SECURITY: "k-security", "V.I.P.": "k-vip", CIVILIAN: "k-civilian",
};

/** The short name of an affiliation in classes and symbols. */
export function affiliationClass(name: string): string {
  return AFFILIATION[name.split(/[/,+]/)[0].trim()] ?? "neu";
}

/** The affiliations of a card: those it has now, else those printed on it. */
function sidesOf(card: Card, now?: string[]): string[] {
  if (!hasSide(card)) return [];
  if (now?.length) return now.map((a) => AFFILIATION[a]).filter(Boolean);
  return [...new Set([AFFILIATION[card.affiliation], ...card.icons.map((i) => ICON_AFFILIATION[i])])].filter(Boolean);
}

function lookOf(card: Card): string {
  return LOOK[card.type] ?? card.type;
}

/** Class a-… that sets a face's colour: the affiliation, of several the first, else the type. */
export function colourOf(card: Card, now?: string[]): string {
  if (card.type === "mission") return "a-mission";
  return `a-${sidesOf(card, now)[0] ?? (lookOf(card) || "neu")}`;
}

/** Whether a card is of an affiliation, and so in its colour. */
function hasSide(card: Card): boolean {
  return card.type === "personnel" || card.type === "ship" || card.type === "facility";
}

/** The symbol in the title bar: affiliation for people, ships and facilities, type for all else. */
export function symbolOf(card: Card, now?: string[]): string {
  const side = sidesOf(card, now)[0];
  if (side) return `af-${side}`;
  if (card.type === "mission") return missionSymbol(card);
  return `t-${lookOf(card) || "event"}`;
}

export function missionSymbol(card: Card): string {
  return card.kind === "headquarters" ? "t-hq" : card.kind === "space" ? "t-space" : card.kind === "dual" ? "t-dual" : "t-planet";
}

/** The glyph of what somebody does: by the strongest skill that has one. */
export function glyphOf(card: Card): string {
  if (card.type !== "personnel") return card.type === "mission" ? missionSymbol(card) : `t-${lookOf(card) || "event"}`;
  if (card.class) return CLASS_GLYPH[card.class] ?? "k-civilian";
  const best = Object.entries(card.skills).filter(([s]) => SKILL_GLYPH[s]).sort((a, b) => b[1] - a[1])[0];
  return best ? SKILL_GLYPH[best[0]] : "k-civilian";
}

/** A hue for a place, the same at every visit. */
export function hueOf(title: string): number {
  let n = 7;
  for (const c of title) n = (n * 31 + c.codePointAt(0)!) % 3600;
  return n % 360;
}

export function place(card: Card, size = ""): HTMLElement {
  const disc = h("span", { class: `${card.kind === "space" ? "neb" : "orb"} disc ${size}`, vars: { "--h": hueOf(card.title) } });
  if (card.type === "time-location") return h("span", { class: "hqo" }, disc, icon("t-time"));
  return card.kind === "headquarters" ? h("span", { class: "hqo" }, disc, icon("t-hq")) : disc;
}

/** Icons written as [Kli] in a text, as symbols or names. */
export function withIcons(text: string): Child[] {
  const out: Child[] = [];
  text = text.replace(/(\w)([<>])(\d)/g, "$1 $2\u00a0$3");
  for (const m of text.matchAll(/\[([^\]]+)\]|([^[]+|\[)/g)) out.push(...(m[1] ? sign(m[1]) : [m[2]]));
  return out;
}

/** One icon: the symbol of an affiliation or of staff, else its name. */
function sign(name: string): Child[] {
  const af = ICON_AFFILIATION[name];
  if (af) return [h("span", { class: `afi a-${af}`, title: name }, icon(`af-${af}`), hidden(name))];
  if (SIGNS[name]) return [h("span", { title: SIGNS[name][1], "aria-hidden": "true" }, SIGNS[name][0]), hidden(SIGNS[name][1])];
  return name === "Cmd" || name === "Stf" ? [icon(name === "Cmd" ? "cmd" : "stf"), hidden(ICON_NAMES[name])] : [ICON_NAMES[name] ?? `[${name}]`];
}

/** Who may attempt a mission, in few signs. */
export function attemptIcons(who: Attempters | null | undefined): Child[] {
  if (!who) return [];
  return [who.any && (who.icons.length ? "Any but " : "Any"), ...who.icons.flatMap(sign)];
}

function staffIcon(s: string): Child {
  return s === "Cmd" ? icon("cmd") : s === "Stf" ? icon("stf") : null;
}

function spine(card: Card): HTMLElement {
  const staff = card.type === "ship" ? card.staff : card.icons.filter((i) => i === "Cmd" || i === "Stf");
  return h("div", { class: "spine p" }, staff.map(staffIcon), card.type === "dilemma" && icon(missionSymbol(card)));
}

export function skillWords(card: Card): string[] {
  return Object.entries(card.skills).map(([s, n]) => (n > 1 ? `${n} ${s}` : s));
}

export function traitWords(card: Card, ...kinds: string[]): string[] {
  return card.traits.filter((t) => kinds.includes(t.kind)).map((t) => t.name);
}

/** What stands under the picture: species, ship class, kind of mission or dilemma. */
export function kindWords(card: Card): string {
  if (card.type === "personnel") return card.class || (traitWords(card, "species")[0] ?? "Personnel");
  if (card.type === "facility") return card.kind || "Facility";
  if (card.type === "ship") {
    const c = traitWords(card, "class")[0];
    return c ? `${c} class` : "Ship";
  }
  if (card.type === "mission") return card.kind === "headquarters" ? "Headquarters" : `${card.kind} mission`;
  if (card.type === "dilemma") return `${card.kind} dilemma`;
  return card.type;
}

const PEOPLE = ["INT", "CUN", "STR"], SHIP = ["RNG", "WPN", "SHD"];

export function captions(card: Card): string[] {
  return card.type === "ship" ? SHIP : PEOPLE;
}

/** The numbers at the foot: as they are now if given, a changed one marked. */
function foot(card: Card, now?: number[]): Child {
  if (card.type === "mission") {
    if (card.kind === "headquarters") return h("div", { class: "att" }, h("div", null, card.span, h("i", null, "SPAN")));
    return h("div", { class: "att" }, h("div", null, card.points, h("i", null, "POINTS")), h("div", null, card.span, h("i", null, "SPAN")));
  }
  if (card.type === "facility") return h("div", { class: "att" }, card.attributes[1] > 0 && h("div", null, now?.[1] ?? card.attributes[1], h("i", null, SHIP[1])), h("div", null, now?.[2] ?? card.attributes[2], h("i", null, SHIP[2])));
  if (card.type !== "personnel" && card.type !== "ship") return null;
  const words = captions(card);
  return h("div", { class: "att" }, words.map((w, i) => {
    const printed = card.attributes[i] ?? 0, value = now?.[i] ?? printed;
    return h("div", { class: value !== printed ? (value > printed ? "up" : "down") : "" }, value, h("i", null, w));
  }));
}

function hasCost(card: Card): boolean {
  return card.edition !== "1e" && !["mission", "interrupt", ""].includes(card.type);
}

/** The title bar; of a card of two affiliations it is split, with both symbols. */
function head(card: Card, long: boolean): HTMLElement {
  const other = sidesOf(card)[1];
  return h("div", { class: `hd${other ? " two" : ""}`, vars: other ? { "--af2": `var(--${other})` } : undefined }, hasCost(card) && h("b", { class: "cost" }, hidden("cost "), card.cost),
    h("span", null, card.title, long && card.subtitle && h("small", null, card.subtitle)), icon(symbolOf(card)), other && icon(`af-${other}`));
}

function art(card: Card, full: boolean): HTMLElement {
  const line = hasSide(card) ? `${card.affiliation} ${card.type}` : card.type === "mission" ? card.quadrant : "";
  return h("div", { class: "art" }, icon(symbolOf(card), "wm"), card.image ? h("img", { class: "own-image", src: card.image, alt: "", loading: "lazy" }) : icon(glyphOf(card), "big"),
    h("div", { class: "kind" }, kindWords(card), full && line && h("small", null, line)));
}

function midBody(card: Card): Child {
  const skills = skillWords(card);
  if (skills.length) {
    const shown = skills.length > 4 ? [...skills.slice(0, 3), `+${skills.length - 3} more`] : skills;
    return h("ul", { class: "sk" }, shown.map((s) => h("li", null, s)));
  }
  if (card.type === "ship") return h("div", { class: "sk" });
  return h("div", { class: "sk words" }, withIcons(card.type === "mission" ? card.requirement || card.text : card.text));
}

/** What a screen reader hears of a card, in the order of the design. */
export function spoken(card: Card, now?: number[]): string {
  const parts = [card.title, card.subtitle, card.type, card.type === "personnel" || card.type === "ship" ? card.affiliation : ""];
  if (hasCost(card)) parts.push(`cost ${card.cost}`);
  if (card.type === "personnel" || card.type === "ship") parts.push((now ?? card.attributes).map((n, i) => `${captions(card)[i]} ${n}`).join(" "));
  parts.push(skillWords(card).join(", "));
  return parts.filter(Boolean).join(", ");
}

/** A title that needs the room of the symbol, which the picture field repeats: in all, or for one word of it. */
function isLong(card: Card): boolean {
  return card.title.length > 18 || card.title.split(/[\s-]/).some((word) => word.length > (hasCost(card) ? 9 : 13));
}

/** 116 × 164: hand, choices, builder. */
export function faceMid(card: Card, now?: number[]): HTMLElement {
  const cls = `card mid ${colourOf(card)}${hasCost(card) ? " hascost" : ""}${isLong(card) ? " long" : ""}`;
  return h("div", { class: cls }, head(card, false), h("div", { class: "bd" }, spine(card), h("div", { class: "in" }, art(card, false), midBody(card), foot(card, now))));
}

function smallPrint(card: Card): string {
  const icons = card.icons.filter((i) => !ICON_AFFILIATION[i] && ICON_NAMES[i]).map((i) => ICON_NAMES[i]);
  const words = [...traitWords(card, "species", ...(card.text && !card.unplayable ? [] : ["keyword", "region"])), ...icons]; /* the text of a card begins with its keywords */
  if (card.unique) words.push("unique");
  return words.join(" · ");
}

/** As wide as its column: inspector, card page. */
export function faceFull(card: Card, now?: number[]): HTMLElement {
  const skills = skillWords(card);
  return h("div", { class: `card full ${colourOf(card)}${hasCost(card) ? " hascost" : ""}` }, head(card, true),
    h("div", { class: "bd" }, spine(card), h("div", { class: "in" }, art(card, true),
      card.unplayable && h("p", { class: "unread" }, `${plural(clauses(card).length, "clause")} not understood: not playable`),
      skills.length > 0 && h("ul", { class: "sk" }, skills.map((s) => h("li", null, s))),
      card.requirement && h("div", { class: "gt need" }, h("p", null, withIcons(card.requirement)), card.attempt && h("p", { class: "who" }, attemptIcons(card.attempt))),
      card.text && h("div", { class: "gt" }, card.text.split(/\n+/).map((p) => h("p", null, withIcons(p)))),
      smallPrint(card) && h("div", { class: "ch" }, smallPrint(card)), foot(card, now))));
}

/** One line of a list. */
export function faceChip(card: Card, now?: number[]): HTMLElement {
  const numbers = card.type === "personnel" || card.type === "ship" ? (now ?? card.attributes).join("·") : "";
  return h("div", { class: `chip ${colourOf(card)}` }, h("span", { class: "p" }, icon(glyphOf(card))), h("span", { class: "nm" }, card.title),
    numbers && h("span", { class: "v" }, numbers));
}

/** A name as short as it can be and still be known: "La Forge", "T. Riker". */
export function tokenName(card: Card): string {
  const name = card.title.split(", ")[0], words = name.split(" ");
  if (name.length <= 12 || words.length < 2) return name;
  const last = words.length > 2 && words[words.length - 2].length <= 3 && !words[words.length - 2].endsWith(".") ? 2 : 1; /* La Forge, but not the T. of William T. Riker */
  return words.slice(-last).join(" ");
}

/** A citation: opens the ruling in the log's place. */
export function cite(id: string): HTMLElement {
  return h("a", { class: "cite", href: `/rulings/${encodeURI(id)}`, "data-cite": id }, icon("sect"), id);
}
