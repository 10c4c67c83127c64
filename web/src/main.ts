/* The router: an address is a page.  Links inside the site are followed without loading the page again. */
import { coachOf } from "./coach/coach.js";
import { h, mount } from "./dom.js";
import { render as home } from "./home.js";
import { render as account } from "./pages/account.js";
import { render as cards } from "./pages/cards.js";
import { render as decks } from "./pages/decks.js";
import { render as director } from "./pages/director.js";
import { render as replay } from "./pages/replay.js";
import { render as rulings } from "./pages/rulings.js";
import { render as scenes } from "./pages/scenes.js";
import { replayOf } from "./replay/replay.js";
import { beginSettings } from "./settings.js";
import { shell } from "./shell.js";
import { beginSound } from "./sound.js";
import { render as table } from "./table/table.js";
import { visit } from "./visit.js";

type Page = (root: HTMLElement, path: string) => () => void;

const ROUTES: [RegExp, Page, string][] = [
  [/^\/$/, home, "Spaceline"],
  [/^\/rulings(\/|$)/, rulings, "Rulings · Spaceline"],
  [/^\/decks(\/|$)/, decks, "Decks · Spaceline"],
  [/^\/replay\/?$/, replay, "Replays · Spaceline"],
  [/^\/cards(\/|$)/, cards, "Cards · Spaceline"],
  [/^\/scenes(\/|$)/, scenes, "Scenes · Spaceline"],
  [/^\/director$/, director, "Director · Spaceline"],
  [/^\/account$/, account, "Account · Spaceline"],
];

const app = document.getElementById("app")!;
let leave: () => void = () => undefined;

function missing(root: HTMLElement): () => void {
  mount(root, h("section", { class: "pan" }, h("h1", null, "Nothing here"), h("p", null, "No page has this address. ", h("a", { class: "link", href: "/" }, "Back to the start"))));
  return () => undefined;
}

function go(): void {
  const path = location.pathname;
  leave();
  scrollTo(0, 0);
  if (/^\/(game|replay)\/./.test(path)) {
    const past = replayOf(path, location.search);
    document.title = past ? "Replay · Spaceline" : "Table · Spaceline";
    leave = table(app, path, past ?? coachOf(path));
    return;
  }
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  document.title = route?.[2] ?? "Not found · Spaceline";
  const page = shell(app, path);
  leave = route ? route[1](page, path + location.search) : missing(page);
}

document.addEventListener("click", (e) => {
  const a = (e.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
  if (!a || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || a.target || a.hasAttribute("download")) return;
  if (a.origin !== location.origin || a.pathname.startsWith("/api/")) return;
  e.preventDefault();
  visit(a.pathname + a.search + a.hash);
});

addEventListener("popstate", go);
beginSettings();
beginSound();
go();
