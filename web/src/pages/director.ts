/* The director's page: every table where two people play, those that call first, and what directors did. */
import { api } from "../api.js";
import { h, icon, mount, plural } from "../dom.js";
import { reason } from "./common.js";

interface Directed {
  id: string;
  edition: string;
  names: string[];
  turn: number;
  points: number[];
  calls: boolean[];
  paused: "" | "players" | "director";
  updated: number;
}

interface Override {
  game: string;
  from: string;
  made: number;
  text: string;
}

const AGAIN = 4000;
const PAUSED = { "": "", players: "paused by the players", director: "paused by a director" };

function isCalled(g: Directed): boolean {
  return g.calls.includes(true);
}

/** Those that call come first, then those that wait for a director, then the others as they were moved last. */
function order(a: Directed, b: Directed): number {
  return Number(isCalled(b)) - Number(isCalled(a)) || Number(b.paused === "director") - Number(a.paused === "director") || b.updated - a.updated;
}

function row(g: Directed): HTMLElement {
  const callers = g.names.filter((_, seat) => g.calls[seat]);
  return h("li", { class: `it${callers.length ? " called" : ""}`, "data-game": g.id }, icon(callers.length ? "bell" : "eye"), h("span", null, h("b", null, g.names.join(" against ")),
    [g.edition === "1e" ? "First Edition" : "Second Edition", `turn ${g.turn}`, g.points.join(" : "), PAUSED[g.paused]].filter(Boolean).join(" · "), callers.length > 0 && h("em", { class: "calls" }, `${callers.join(" and ")} ${callers.length > 1 ? "call" : "calls"}`)),
    h("a", { class: "pill on r", href: `/game/${g.id}` }, "Go there"));
}

function deed(o: Override): HTMLElement {
  return h("li", { class: "it" }, icon("flag"), h("span", null, h("b", null, o.from), `${o.text} · ${new Date(o.made * 1000).toLocaleString()}`), h("a", { class: "pill r", href: `/game/${o.game}` }, "Its table"));
}

function draw(root: HTMLElement, games: Directed[], deeds: Override[], find: string): void {
  const words = find.toLowerCase(), shown = games.filter((g) => g.names.join(" ").toLowerCase().includes(words)).sort(order), called = games.filter(isCalled).length;
  mount(root.querySelector("#tables")!, h("h2", null, called ? `${plural(called, "table")} ${called > 1 ? "call" : "calls"}` : `${plural(games.length, "table")}, nobody calls`),
    shown.length ? h("ul", { class: "plainlist" }, shown.map(row)) : h("p", { class: "mut" }, games.length ? "Nobody of that name plays." : "Nobody plays against a person now."));
  mount(root.querySelector("#deeds")!, h("h2", null, "What directors did"), deeds.length ? h("ul", { class: "plainlist" }, deeds.slice(0, 30).map(deed)) : h("p", { class: "mut" }, "Nothing yet."));
}

export function render(root: HTMLElement): () => void {
  let games: Directed[] = [], deeds: Override[] = [], find = "";
  const said = h("p", { class: "mut", role: "alert" });
  const box = h("input", { class: "field findone", type: "search", "aria-label": "Find a player", placeholder: "Find a player", oninput: (e: Event) => { find = (e.target as HTMLInputElement).value; draw(root, games, deeds, find); } });
  mount(root, h("h1", null, "Director"), box, said, h("div", { class: "directs" }, h("section", { class: "pan", id: "tables", "aria-label": "Tables" }), h("section", { class: "pan", id: "deeds", "aria-label": "What directors did" })));
  const look = (): Promise<void> => Promise.all([api.get<{ games: Directed[] }>("/api/directed"), api.get<{ overrides: Override[] }>("/api/overrides")]).then(([a, b]) => {
    const focus = root.contains(document.activeElement) ? (document.activeElement as HTMLElement).getAttribute("href") : null;
    games = a.games;
    deeds = b.overrides;
    said.textContent = "";
    draw(root, games, deeds, find);
    if (focus) root.querySelector<HTMLElement>(`a[href="${CSS.escape(focus)}"]`)?.focus();
  }, (error) => { said.textContent = reason(error); });
  void look();
  const again = window.setInterval(() => void look(), AGAIN);
  return () => clearInterval(again);
}
