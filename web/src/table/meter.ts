/* A number shows where it comes from: a bar with a segment for each card, as wide as what it brings, and the shortfall hatched. */
import { withIcons } from "../face.js";
import { h, icon, type Child } from "../dom.js";
import type { Need } from "../net.js";
import type { Table } from "./table.js";
import { short } from "./words.js";

/** "Cunning>32" as it is read. */
export function spaced(words: string): string {
  return words.replace(/(\w)([<>])(\d)/g, "$1 $2 $3");
}

function wide(el: HTMLElement, amount: number): HTMLElement {
  el.style.flexGrow = String(amount);
  return el;
}

/** One sum: segments, shortfall, and the number they come to. */
function meter(t: Table, n: Need): HTMLElement {
  const lack = Math.max(0, n.need - n.have);
  const said = `${n.words}: ${n.have} of ${n.need}. ${n.parts.map((p) => `${t.title(p.card)} ${p.amount}`).join(", ")}${lack ? `, ${lack} short` : ""}`;
  return h("div", { class: `meter${n.met ? " y" : " n"}${n.need > 4 ? " broad" : ""}`, "data-need": n.need, "data-have": n.have },
    h("div", { class: "mh" }, icon(n.met ? "check" : "no"), h("b", null, withIcons(n.words)), h("span", null, `${n.have} of ${n.need}`), lack > 0 && h("em", null, `${lack} short`)),
    h("div", { class: "bar", role: "img", "aria-label": said }, n.parts.map((p) => wide(h("i", { class: "seg", "data-amount": p.amount, title: `${t.title(p.card)} ${p.amount}`, onmouseenter: () => t.inspect(p.card) }, `${p.amount} ${short(t.title(p.card))}`), p.amount)),
      lack > 0 && wide(h("i", { class: "short", "data-amount": lack }, lack), lack)));
}

/** The choices among what is asked, each as its arms: one whole arm is enough. */
export function choices(needs: Need[]): Need[][][] {
  const split = (list: Need[], by: "choice" | "arm"): Need[][] => [...new Set(list.map((n) => n[by]))].map((key) => list.filter((n) => n[by] === key));
  return split(needs.filter((n) => n.choice > 0), "choice").map((choice) => split(choice, "arm"));
}

/** Everything that is asked: sums as meters, the rest as lines, the arms of a choice apart. */
export function meters(t: Table, needs: Need[]): Child[] {
  const one = (n: Need): HTMLElement => n.need > 0 ? meter(t, n) : h("div", { class: `meter${n.met ? " y" : " n"}` }, h("div", { class: "mh" }, icon(n.met ? "check" : "no"), h("b", null, withIcons(n.words)), h("span", null, n.met ? "met" : "not met")));
  return [...needs.filter((n) => !n.choice).map(one), ...choices(needs).map((arms) => h("div", { class: "arms" }, arms.map((arm, i) => [i > 0 && h("span", { class: "or lab" }, "or"), h("div", { class: "arm" }, arm.map(one))])))];
}

/** The verdict in one sentence, with the rule it rests on. */
export function verdict(t: Table, met: boolean, needs: Need[], yes: string, no: string): HTMLElement {
  const missing = needs.filter((n) => !n.met && !n.choice), worst = missing[0] ?? needs.find((n) => !n.met) ?? needs[0];
  const lack = worst && worst.need > worst.have ? ` ${spaced(worst.words)} is ${worst.need - worst.have} short.` : worst && !worst.met ? ` ${spaced(worst.words)} is missing.` : "";
  return h("p", { class: `verdict${met ? " y" : " n"}` }, icon(met ? "check" : "no"), h("span", null, met ? yes : `${no}${lack}`, " ", worst?.cite && t.chip(worst.cite)));
}

/** The tick stays with its first word. */
function firstWord(glyph: string, words: string): Child[] {
  const [first, ...rest] = words.split(" ");
  return [h("span", { class: "ck" }, icon(glyph), withIcons(first)), rest.length > 0 && [" ", withIcons(rest.join(" "))]];
}

/** Requirement lines with ticks; the arms of a choice joined by "or". */
export function checks(needs: Need[]): Child[] {
  const one = (n: Need): Child => h("i", { class: n.met ? "y" : "n" }, firstWord(n.met ? "check" : "no", n.words), n.need > 1 && !n.met && ` (${n.have})`, " ");
  return [...needs.filter((n) => !n.choice).map(one), ...choices(needs).map((arms) => arms.map((arm, i) => [i > 0 && h("span", { class: "or" }, " or "), arm.map(one)]))];
}
