/* A recorded game at /replay/ID: its decks, its turns on a slider, its result; /replay alone lists the games to look at.
 * The record is text: seed, decks, rules date and answers, with a check value after each turn (docs/protocol.md). */
import { api } from "../api.js";
import { h, plural } from "../dom.js";
import { day, fill, load } from "./common.js";

export interface Turn { number: string; answers: string[]; check: string }
export interface Record { edition: string; rules: string; seed: string; decks: { name: string; cards: string[] }[]; turns: Turn[]; result: string }
interface Game { id: string; opponent: string; deck: string; against: string; turn: number; points: number[]; over: boolean; winner: number; your_turn: boolean; updated: number }

export function readRecord(text: string): Record | null {
  const lines = text.split(/\r?\n/);
  if (!lines[0]?.startsWith("spaceline-replay ")) return null;
  const record: Record = { edition: "", rules: "", seed: "", decks: [], turns: [], result: "" };
  let deck: { name: string; cards: string[] } | null = null;
  for (const line of lines.slice(1)) {
    const [, word = "", rest = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    if (deck && line !== "end") deck.cards.push(line);
    else if (deck) deck = null;
    else if (word === "deck") record.decks.push(deck = { name: rest, cards: [] });
    else if (word === "turn") record.turns.push(readTurn(rest));
    else if (word === "edition" || word === "rules" || word === "seed" || word === "result") record[word] = rest;
  }
  return record;
}

function readTurn(rest: string): Turn {
  const [number = "", tail = ""] = rest.split(":");
  const [answers = "", check = ""] = tail.split("=");
  return { number: number.trim(), answers: answers.trim().split(/\s+/).filter(Boolean), check: check.trim() };
}

export function render(root: HTMLElement, path: string): () => void {
  const id = decodeURIComponent(path.split("?")[0]!.replace(/^\/replays?\/?/, ""));
  const place = h("div", null);
  root.append(h("div", { class: "leaf narrow" }, h("h1", null, id ? "Replay" : "Replays"), place));
  if (id) load(place, () => api.get<string>(`/api/replay/${encodeURIComponent(id)}`), (text) => draw(place, id, String(text)));
  else load(place, () => api.get<{ games: Game[] }>("/api/games"), (got) => drawGames(place, got.games));
  return () => root.replaceChildren();
}

function drawGames(place: HTMLElement, games: Game[]): void {
  if (games.length === 0) {
    fill(place, h("section", { class: "panel" }, h("p", null, "No game played yet; every game you play is kept here."), h("a", { class: "pill on", href: "/" }, "Play one")));
    return;
  }
  fill(place, h("ul", { class: "dl-rows panel" }, games.map((game) => h("li", { class: "dl-row" },
    h("a", { class: "nm", href: `/replay/${game.id}` }, `${game.deck} against ${game.against}`,
      h("small", null, `${game.over ? "finished" : "going on"}, ${plural(game.turn, "turn")}, ${game.points.join(" : ")}, against ${game.opponent}`)),
    h("a", { class: "pill ghost", href: `/replay/${game.id}` }, "Look"),
    !game.over && h("a", { class: "pill on", href: `/game/${game.id}` }, "Go on")))));
}

function resultWords(result: string): string {
  return result === "open" ? "The game is still going on." : result === "draw" ? "Nobody won." : `Player ${result} won.`;
}

function draw(place: HTMLElement, id: string, text: string): void {
  const record = readRecord(text);
  if (!record) {
    fill(place, h("p", { class: "said no" }, "This is no record of a game that can be read here."));
    return;
  }
  const last = Math.max(0, record.turns.length - 1);
  const words = h("p", { class: "lead", role: "status" });
  const check = h("p", { class: "code" });
  const slider = h("input", { id: "replay-turn", type: "range", class: "slider", min: "0", max: String(last), value: String(last) }) as HTMLInputElement;
  const show = (): void => {
    const turn = record.turns[Number(slider.value)];
    slider.setAttribute("aria-valuetext", turn ? `turn ${turn.number}` : "no turn");
    fill(words, turn ? `Turn ${turn.number}: ${plural(turn.answers.length, "answer")}` : "No turn was finished.");
    fill(check, turn ? `${turn.answers.join(" ")}${turn.check ? ` = ${turn.check}` : ""}` : "");
  };
  slider.addEventListener("input", show);
  fill(place, h("section", { class: "panel" },
    h("p", { class: "lead" }, resultWords(record.result)),
    h("p", null, `${plural(record.turns.length, "turn")}, rules of ${day(record.rules)}, seed ${record.seed}.`),
    h("label", { for: "replay-turn", class: "lab" }, "Turn"), slider, words, check,
    h("p", { class: "acts" }, h("a", { class: "pill on", href: `/game/${id}` }, "To the table"),
      h("button", { type: "button", class: "pill ghost", onclick: () => save(id, text) }, "Save the record"))),
  h("div", { class: "replay-decks" }, record.decks.map((deck, i) => h("section", { class: "panel" }, h("h2", null, `${"AB"[i] ?? ""}: ${deck.name}`), h("ul", null, deck.cards.map((line) => h("li", null, line.replace("\t", " × "))))))));
  show();
}

function save(id: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: `${id}.replay` }).click();
  URL.revokeObjectURL(address);
}
