/* Replays: the games to look back at, and a door for replay files.  The replay itself is a table (replay/replay.ts). */
import { api } from "../api.js";
import { deckTitle } from "../decks.js";
import { h, plural } from "../dom.js";
import { playerName } from "../table/words.js";
import { visit } from "../visit.js";
import { fill, load, reason } from "./common.js";

interface Game { id: string; opponent: string; deck: string; against: string; turn: number; points: number[]; over: boolean }

const FILE_MOST = 120 * 1024; /* what the server takes, less what JSON adds */

export function render(root: HTMLElement): () => void {
  const place = h("div", null);
  root.append(h("div", { class: "leaf narrow" }, h("h1", null, "Replays"), place, fileDoor()));
  load(place, () => api.get<{ games: Game[] }>("/api/games"), (got) => drawGames(place, got.games));
  return () => root.replaceChildren();
}

function drawGames(place: HTMLElement, games: Game[]): void {
  if (games.length === 0) {
    fill(place, h("section", { class: "panel" }, h("p", null, "No game played yet; every game you play is kept here."), h("a", { class: "pill on", href: "/" }, "Play one")));
    return;
  }
  fill(place, h("ul", { class: "dl-rows panel" }, games.map((game) => {
    const recorded = game.opponent === "replay", look = game.over ? `/replay/${game.id}` : `/game/${game.id}?at=0`;
    return h("li", { class: "dl-row" },
      h("a", { class: "nm", href: look }, `${deckTitle(game.deck)} against ${deckTitle(game.against)}`,
        h("small", null, `${recorded ? "from a file" : game.over ? "finished" : "going on"}, ${plural(game.turn, "turn")}, ${game.points.join(" : ")}${recorded ? "" : `, against ${playerName(game.opponent)}`}`)),
      h("a", { class: "pill ghost", href: look }, "Look"),
      !game.over && h("a", { class: "pill on", href: `/game/${game.id}` }, "Go on"));
  })));
}

/** A replay file from disk: the server reads it, plays it through, and says in one line what is wrong with it. */
function fileDoor(): HTMLElement {
  const said = h("p", { class: "said no", role: "alert", id: "replay-said" });
  const file = h("input", { type: "file", id: "replay-file", accept: ".replay,.txt,text/plain" }) as HTMLInputElement;
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    said.textContent = "";
    if (!chosen) return;
    try {
      if (chosen.size > FILE_MOST) throw new Error(`The file has ${Math.ceil(chosen.size / 1024)} kB; a replay has at most ${FILE_MOST / 1024}.`);
      const made = await api.post<{ id: string }>("/api/replays", { text: await chosen.text() });
      visit(`/replay/${made.id}?at=0&eyes=open`);
    } catch (error) {
      said.textContent = reason(error);
      file.value = "";
    }
  });
  return h("section", { class: "panel file-open" }, h("h2", null, "A replay file"), h("p", null, "Look at a game that somebody sent you, or that you saved. It is played through first; a changed or cut file is refused."), h("label", { for: "replay-file", class: "lab" }, "File"), file, said);
}
