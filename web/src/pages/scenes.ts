/* The project's scenes at /scenes, by chapter and by the words in them; one scene at /scenes/ID (sandbox.ts). */
import { api, once } from "../api.js";
import { catalogue } from "../cards.js";
import { h, icon, plural } from "../dom.js";
import { rulebook } from "../rulings.js";
import { fill, load, paused } from "./common.js";
import { Sandbox, sceneText } from "./sandbox.js";
import { sceneAddress } from "./scenetext.js";

export interface SceneLine { id: string; title: string; cites: string[] }

/** All of the project's scenes. */
export const scenes = once(async () => (await api.get<{ scenes: SceneLine[] }>("/api/scenes")).scenes);

/** Scenes about a ruling: an entry counts with its parts. */
export function scenesOf(all: readonly SceneLine[], ruling: string): SceneLine[] {
  return all.filter((scene) => scene.cites.some((id) => id === ruling || id.startsWith(`${ruling}.`)));
}

export function render(root: HTMLElement, path: string): () => void {
  const id = decodeURIComponent(path.split("?")[0]!.replace(/^\/scenes\/?/, "").replace(/\/$/, ""));
  return id ? open(root, id) : list(root);
}

function open(root: HTMLElement, id: string): () => void {
  const place = h("div", { class: "leaf sandbox" });
  let sandbox: Sandbox | null = null, left = false;
  root.append(h("h1", { class: "vh" }, id === "new" ? "A scene of your own" : id), place);
  load(place, async () => ({ text: await sceneText(id), cards: await catalogue(), rulings: (await rulebook()).rulings }),
    ({ text, cards, rulings }) => { if (!left) sandbox = new Sandbox(place, id, text, cards, rulings); });
  return () => {
    left = true;
    sandbox?.close();
    root.replaceChildren();
  };
}

const CHAPTERS: Record<string, string> = {
  attempt: "Attempting missions", basics: "Basics", brig: "The brig", combat: "Combat", cost: "Costs", deck: "Decks", dilemma: "Dilemmas", engagement: "Engagements",
  happen: "What happens to cards", information: "What players know", modifiers: "Values that change", orders: "Orders", players: "More than two players",
  playing: "Playing cards", respond: "Responses", rulings: "Rulings", switches: "Doubtful rules", turn: "The turn", winning: "Winning",
};

function chapter(id: string): string {
  const folder = id.split("/").slice(-2)[0] ?? "";
  return CHAPTERS[folder] ?? folder.charAt(0).toUpperCase() + folder.slice(1).replace(/[_-]/g, " ");
}

function list(root: HTMLElement): () => void {
  const words = h("input", { id: "scenes-q", class: "field", type: "search", placeholder: "beaming, 2e-2014/own, captive…", value: new URLSearchParams(location.search).get("q") ?? "" }) as HTMLInputElement;
  const found = h("p", { class: "lab", role: "status" }), place = h("div", { class: "sc-list" });
  root.append(h("div", { class: "leaf scenes" },
    h("div", { class: "headline" }, h("h1", null, "Scenes"), h("a", { class: "pill on", href: "/scenes/new" }, icon("plus"), "Write a scene")),
    h("p", { class: "lead" }, "A scene sets a table, plays a few lines and says what must be true. These hold, every one, and together they say what the rules mean here. Open one to see its table line by line, or change it and ask your own question."),
    h("form", { class: "panel", role: "search", onsubmit: (event: Event) => event.preventDefault() }, h("label", { for: "scenes-q", class: "lab" }, "Search"), words, found), place));
  load(place, scenes, (all) => {
    const show = (): void => {
      history.replaceState(null, "", words.value.trim() ? `/scenes?q=${encodeURIComponent(words.value.trim())}` : "/scenes");
      drawList(place, found, all, words.value);
    };
    words.addEventListener("input", paused(120, show));
    show();
  });
  return () => root.replaceChildren();
}

function drawList(place: HTMLElement, found: HTMLElement, all: SceneLine[], asked: string): void {
  const wanted = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = all.filter((scene) => wanted.every((word) => `${scene.id} ${scene.title} ${scene.cites.join(" ")}`.toLowerCase().includes(word)));
  const groups = new Map<string, SceneLine[]>();
  for (const scene of hits) groups.set(chapter(scene.id), [...groups.get(chapter(scene.id)) ?? [], scene]);
  fill(found, hits.length ? plural(hits.length, "scene") : "No scene has these words. Fewer words find more, or write one.");
  fill(place, [...groups].sort((a, b) => a[0].localeCompare(b[0])).map(([name, members]) => h("details", { class: "panel", open: wanted.length > 0 || undefined },
    h("summary", null, h("h2", null, name), h("span", { class: "badge quiet" }, members.length)),
    h("ul", null, members.map((scene) => h("li", null, h("a", { href: sceneAddress(scene.id) }, h("span", null, scene.title || scene.id), h("small", null, scene.cites.join(" · ")))))))));
}
