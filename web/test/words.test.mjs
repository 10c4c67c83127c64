// The engine's sentences as a player reads them, and the model that the table draws from.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LOG } from "../../build/web-test/engine.mjs";
import { action, isTextField } from "../../build/web-test/keys.mjs";
import { candidates, DECIDE, indexView, isSet, mergeLog, PURPOSE, VERB, whyNotCount } from "../../build/web-test/table/model.mjs";
import { bare, imperative, logLine, oddsOf, prompt, short } from "../../build/web-test/table/words.mjs";

test("options become orders", () => {
  assert.equal(imperative({ verb: VERB.PLAY, number: 0, cost: 2, title: "Bregath, Son", place: "Qo'noS, Heart of the Empire", how: "at" }), "Play Bregath at Qo'noS");
  assert.equal(imperative({ verb: VERB.PLAY, number: 1, cost: 2, title: "Bregath" }), "Play Bregath paying 2");
  assert.equal(imperative({ verb: VERB.USE, number: 1, cost: -1, title: "Bregath" }), "Use Bregath, text 2");
  assert.equal(imperative({ verb: VERB.USE, number: 0, cost: -1, title: "Escape", how: "hand" }), "Play Escape");
  assert.equal(imperative({ verb: VERB.PASS, number: 0, cost: -1 }), "Pass");
  assert.equal(imperative({ verb: VERB.DONE, number: 0, cost: -1 }), "Done");
  assert.equal(imperative({ verb: VERB.YES, number: 0, cost: -1 }), "Yes");
  for (const verb of Object.values(VERB)) assert.notEqual(imperative({ verb, number: 65, cost: 0, title: "x", place: "y" }), "x", `verb ${verb} has words`);
  assert.equal(bare("completes"), "complete");
  assert.equal(bare("has"), "have");
});

test("names lose their subtitle", () => {
  assert.equal(short("Kira Nerys, Lela"), "Kira Nerys");
});

test("log lines name the players and keep the citation apart", () => {
  const names = ["Kestrel", "Commander"];
  const line = (what, player, more) => logLine({ k: 1, what, player, text: "", names: ["", ""], ...more }, 0, names, { ATTEMPTS: "%P attempts %C[ with %O] and announces %N: personnel less the dilemmas beneath" });
  assert.deepEqual(line("DRAWS", 0, { number: 1 }), { turn: false, seat: 0, text: "You draw 1 card", pieces: ["You", " draw ", "1", " card"], cite: "" });
  assert.equal(line("DRAWS", 0, { number: 1, names: ["Kahmis", ""] }).text, "You draw Kahmis");
  assert.equal(line("DRAWS", 1, { number: 1, names: ["a card", ""] }).text, "Commander draws a card");
  assert.equal(line("STACKS", 1, { number: 1 }).text, "Commander stacks 1 dilemma");
  assert.equal(line("STACKS", 1, { number: 2 }).text, "Commander stacks 2 dilemmas");
  assert.equal(line("ATTEMPTS", 0, { number: 4, names: ["Earth", ""] }).text, "You attempt Earth and announce 4: personnel less the dilemmas beneath");
  assert.equal(line("ATTEMPTS", 1, { number: 4, names: ["Earth", "Bortas"] }).text, "Commander attempts Earth with Bortas and announces 4: personnel less the dilemmas beneath");
  assert.deepEqual(line("MOVES", 1, { names: ["Bortas", "Earth"], cite: "2e-2014/attributes-ship.1" }),
    { turn: false, seat: 1, text: "Commander moves Bortas to Earth", pieces: ["Commander", " moves ", { name: "Bortas", card: 0 }, " to ", { name: "Earth", card: 0 }], cite: "2e-2014/attributes-ship.1" });
  assert.equal(line("SCORES", 0, { number: 30 }).text, "You score 30 points");
  assert.equal(line("SOLVES", 0, { number: 1, names: ["Earth", ""] }).text, "You solve Earth for 1 point");
  assert.equal(line("TURN", 1, { number: 3 }).text, "Turn 3 · Commander");
  assert.equal(line("SEGMENT", 0, { number: 2 }), null);
  assert.equal(line("BRIGGED", 0, { names: ["Worf", ""] }).text, "Worf is placed in your brig");
  assert.equal(line("BRIGGED", 1, { names: ["Worf", ""] }).text, "Worf is placed in Commander's brig");
  assert.equal(line("USES_SKILL", 0, { names: ["Worf", ""], skill: "Honor" }).text, "Worf uses Honor");
  assert.equal(line("NAMES_KEYWORD", 0, { skill: "Gambler" }).text, "You name Gambler");
  assert.equal(line("SELECTED", 0, { names: ["Worf", "Trap"], number: 3, among: ["Worf", "Alexander"], others: 1 }).text, "Worf is selected by Trap, at random, among Worf; Alexander and 1 other");
});

test("a line that begins with a card is about no player", () => {
  assert.equal(logLine({ k: 1, what: "OVERCOMES", player: 0, names: ["A Living Death", ""], text: "" }, 0, ["x", "y"]).seat, -1);
});

test("every line of the log has words", () => {
  for (const what of Object.keys(LOG).filter((w) => w !== "SEGMENT")) assert.ok(!logLine({ k: 1, what, player: 1, number: 2, names: ["x", "y"], text: "" }, 0, ["a", "b"]).text.includes("%"), what);
});

test("every kind of decision has a question", () => {
  for (const kind of Object.values(DECIDE)) assert.ok(prompt({ kind, card: 0, about: "", least: 1, most: 2, may_end: false, options: [] }).length > 5);
});

const card = (id, more = {}) => ({ id, owner: 0, commander: 0, def: id, name: `n${id}`, ...more });
const pile = (...cards) => ({ count: cards.length, cards });
const empty = { missions: pile(), core: pile(), brig: pile(), hand: pile(), deck: pile(), dilemmas: pile(), discard: pile(), removed: pile() };

test("the index knows where nested cards are", () => {
  const ship = card(2, { cards: [{ how: "aboard", card: card(3) }] });
  const view = { players: [{ ...empty, name: "A", points: 0, missions: pile(card(1, { cards: [{ how: "orbit", card: ship }] })), hand: pile(card(9)) }] };
  const spots = indexView(view);
  assert.deepEqual([spots.get(3).host, spots.get(3).mission, spots.get(3).how], [2, 1, "aboard"]);
  assert.equal(spots.get(9).zone, "hand");
  assert.equal(spots.get(1).mission, 1);
});

test("a set offers the eligible cards and says what is missing", () => {
  const d = { kind: DECIDE.SET, card: 0, about: "", least: 2, most: 3, may_end: true, eligible: [4, 5, 6], options: [{ verb: VERB.CHOOSE, card: 4, target: 0, number: 0, def: 0, text: "" }] };
  assert.ok(isSet(d));
  assert.deepEqual(candidates(d), [4, 5, 6]);
  assert.equal(whyNotCount(d, 1), "Choose at least 2");
  assert.equal(whyNotCount(d, 3), "");
  assert.equal(whyNotCount(d, 4), "Choose at most 3");
});

test("the log is replaced from a line on, as after an undo", () => {
  const l = (k, text) => ({ k, text });
  assert.deepEqual(mergeLog([l(7, "a"), l(8, "b"), l(9, "c")], 8, [l(8, "d")]).map((x) => x.text), ["a", "d"]);
});

test("letters act outside text fields only", () => {
  assert.equal(action({ key: "D" }), "draw");
  assert.equal(action({ key: "d", ctrlKey: true }), "");
  assert.equal(action({ key: "0" }), "digit10");
  assert.equal(action({ key: "Z", shiftKey: true }), "redo");
  assert.ok(isTextField("INPUT", "search"));
  assert.ok(!isTextField("INPUT", "checkbox"));
  assert.ok(!isTextField("BUTTON", ""));
});

test("a sentence has its cards apart, so that nobody looks for titles in it", () => {
  const line = logLine({ k: 1, what: "MOVES", player: 1, card: 7, other: 9, names: ["Bortas", "Earth"], text: "" }, 0, ["x", "Commander"]);
  assert.deepEqual(line.pieces, ["Commander", " moves ", { name: "Bortas", card: 7 }, " to ", { name: "Earth", card: 9 }]);
  const group = logLine({ k: 1, what: "BEAMS", player: 0, other: 9, names: ["Worf", "Earth"], group: [{ name: "Worf", card: 3 }, { name: "Data", card: 4 }], more: 2, text: "" }, 0, ["x", "y"]);
  assert.equal(group.text, "You beam Worf, Data and 2 others to Earth");
});

test("a question is made of what the engine says in numbers", () => {
  const ask = (more, by) => prompt({ kind: DECIDE.CARD, card: 0, about: "to be stopped", purpose: PURPOSE.STOP, least: 1, most: 1, may_end: false, options: [], ...more }, by);
  assert.equal(ask({}, { people: true }), "Choose who is stopped");
  assert.equal(ask({ purpose: PURPOSE.MEANT, moment: "about-to-stop" }), "Choose one of those who are about to be stopped: this is for which?");
  assert.equal(ask({ kind: DECIDE.YES_NO, purpose: PURPOSE.REPLICATE, about: "whether to replicate" }), "Replicate?");
  assert.equal(ask({ kind: DECIDE.RESPONSE, purpose: 0, about: "", moment: "moved" }, { of: ["Bortas", "Vorn"] }), "Bortas and Vorn have moved. Respond?");
  assert.equal(ask({ kind: DECIDE.RESPONSE, purpose: 0, about: "", moment: "killed" }), "Somebody is killed. Respond?");
});

/* What the engine says in words is for people: a pattern that looks for a word of English in it would be a rule kept in the client.  Files that are languages of their own
 * (decks, scenes), addresses and keys have patterns of their own. */
test("no pattern looks for English words", () => {
  const LANGUAGES = ["main.ts", "net.ts", "keys.ts", "pages/decktext.ts", "pages/scenetext.ts", "pages/rulings.ts", "pages/scenes.ts", "pages/decks.ts", "pages/cards.ts", "table/input.ts"];
  const root = new URL("../src/", import.meta.url), files = readdirSync(root, { recursive: true }).filter((file) => file.endsWith(".ts") && !LANGUAGES.includes(file));
  assert.ok(files.length > 50);
  for (const file of files) {
    const text = readFileSync(new URL(file, root), "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
    for (const [, pattern] of text.matchAll(/[(=,:?!&|]\s*\/((?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])+)\/[dgimsuvy]*\s*[.,);]/g)) {
      const words = pattern.replace(/\\./g, " ").replace(/\[[^\]]*\]/g, " ").match(/[A-Za-z]{3,}/g) ?? [];
      assert.deepEqual(words.filter((word) => word !== "first"), [], `${file}: /${pattern}/`);
    }
  }
});

test("every verb of the log has its form after you", () => {
  const verbs = Object.values(LOG).flatMap((pattern) => (pattern.startsWith("%P ") ? [pattern.slice(3).split(" ")[0]] : [])).filter((word) => word.endsWith("s"));
  assert.ok(verbs.length > 30);
  for (const verb of verbs) assert.doesNotMatch(bare(verb), /(ss|ch|sh|x)e$|s$(?<!ss)/, verb);
});

test("odds of those who are picked at random", () => {
  assert.equal(oddsOf(1, 6), "1 in 6");
  assert.equal(oddsOf(2, 7), "2 in 7");
  assert.equal(oddsOf(3, 3), "everybody");
  assert.equal(oddsOf(4, 3), "everybody");
  assert.equal(oddsOf(0, 6), "");
  assert.equal(oddsOf(1, 1), "", "nothing is left to chance");
});
