/* Before the game: the host waits with a link to pass on, whoever comes chooses a deck and sits down. */
import { api } from "../api.js";
import { h, mount, type Child } from "../dom.js";
import { deckSelect, decksOf, type Decks } from "../decks.js";
import { termsWords } from "../terms.js";
import { visit } from "../visit.js";
import { editionOf } from "./edition.js";
import type { People } from "./people.js";
import { playedBy } from "./strips.js";

function termsList(p: People): Child {
  return h("ul", { class: "tlist" }, h("li", null, `${editionOf(p.edition).name}${playedBy(p.date, p.format)}`), termsWords(p.news!.terms).map((words) => h("li", null, words)));
}

function hosting(p: People, said: HTMLElement): Child {
  const link = `${location.origin}/game/${p.t.game}`;
  const withdraw = (): void => {
    api.del(`/api/games/${p.t.game}`).then(() => visit("/"), (e: Error) => { said.textContent = e.message; });
  };
  return [h("h1", null, "Waiting for somebody to sit down"), h("p", null, "Whoever opens this address chooses a deck and plays:"),
    h("input", { class: "share", type: "text", readonly: true, value: link, "aria-label": "Address of this table", onfocus: (e: Event) => (e.target as HTMLInputElement).select() }), termsList(p), said,
    h("div", { class: "roomacts" }, h("button", { class: "ob go", type: "button", onclick: () => { navigator.clipboard?.writeText(link).then(() => { said.textContent = "Copied."; }, () => { said.textContent = "It could not be copied; select it above."; }); } }, "Copy the address"),
      h("button", { class: "ob", type: "button", "data-k": "withdraw", onclick: withdraw }, "Withdraw the table"))];
}

function coming(p: People, said: HTMLElement): Child {
  const form = h("form", { class: "sit" }, h("p", { class: "mut" }, "Looking for decks…"));
  let deck = "";
  const sit = (e: Event): void => {
    e.preventDefault();
    said.textContent = "";
    api.post(`/api/games/${p.t.game}/sit`, { deck }).catch((x: Error) => { said.textContent = x.message; });
  };
  form.addEventListener("submit", sit);
  api.get<Decks>("/api/decks").then((all) => {
    const d = decksOf(all, p.edition);
    deck = d.builtin[0]?.name ?? "";
    mount(form, deckSelect("Your deck", d, deck, (id) => { deck = id; }), h("button", { class: "ob go", type: "submit", "data-k": "sit" }, "Sit down"), h("a", { class: "ob", href: "/" }, "Not now"));
  }, (e: Error) => { said.textContent = e.message; });
  return [h("h1", null, `${p.names[0] || "Somebody"} waits for an opponent`), termsList(p), form, said];
}

/* Drawn once for each side of the table: what was typed stays. */
const drawn = new WeakMap<People, { key: string; el: HTMLElement }>();

export function room(p: People): HTMLElement {
  const key = p.news!.withdrawn ? "gone" : p.you >= 0 ? "host" : "guest", kept = drawn.get(p);
  if (kept?.key === key) return kept.el;
  const said = h("p", { class: "mut", role: "alert" });
  const inside: Child = key === "gone" ? [h("h1", null, "This table was withdrawn"), h("a", { class: "ob go", href: "/" }, "Home")] : key === "host" ? hosting(p, said) : coming(p, said);
  const el = h("div", { class: "room" }, h("a", { class: "brand", href: "/" }, "SPACELINE"), h("section", { class: "pan" }, inside));
  drawn.set(p, { key, el });
  return el;
}
