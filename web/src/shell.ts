/* The frame of every page but the table: five pills on top, five tabs below on a phone. */
import { session } from "./api.js";
import { h, hidden, icon, mount } from "./dom.js";

const PAGES: [string, string, string][] = [["/", "Play", "play"], ["/decks", "Decks", "deck"], ["/rulings", "Rulings", "book"], ["/scenes", "Scenes", "scene"], ["/cards/", "Cards", "search"]];

function here(path: string, page: string): boolean {
  return page === "/" ? path === "/" : path.startsWith(page.replace(/\/$/, ""));
}

/** Draws the frame into root and returns the element that the page fills. */
export function shell(root: HTMLElement, path: string): HTMLElement {
  const links = (): HTMLElement[] => PAGES.map(([to, words, glyph]) => h("a", { href: to, class: here(path, to) ? "on" : "", "aria-current": here(path, to) ? "page" : undefined }, icon(glyph), words));
  const name = h("span", { class: "t" }, "Guest");
  const rest = h("span", { class: "sp" });
  session().then((s) => {
    name.textContent = s.name;
    if (s.director) rest.before(h("a", { href: "/director", class: here(path, "/director") ? "on" : "", "aria-current": here(path, "/director") ? "page" : undefined }, icon("flag"), "Director"));
  }, () => undefined);
  const page = h("main", { class: "frame", id: "page" });
  mount(root, h("div", { class: "pg" }, h("nav", { class: "nav", "aria-label": "Main" }, h("a", { class: "brand", href: "/" }, "SPACELINE"), links(), rest,
    h("a", { class: `me${here(path, "/account") ? " on" : ""}`, href: "/account" }, hidden("Account: "), icon("user"), name)), page), h("nav", { class: "btm", "aria-label": "Pages" }, links()));
  return page;
}
