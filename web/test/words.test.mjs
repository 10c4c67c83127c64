// The engine's sentences as a player reads them, and the model that the table draws from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { action, isTextField } from "../../build/web-test/keys.mjs";
import { candidates, DECIDE, indexView, isSet, mergeLog, VERB, whyNotCount } from "../../build/web-test/table/model.mjs";
import { bare, imperative, logLine, prompt, quoted, short } from "../../build/web-test/table/words.mjs";

test("options become orders", () => {
  assert.equal(imperative(`A plays "Bregath" at "Qo'noS"`), "Play Bregath at Qo'noS");
  assert.equal(imperative("A passes"), "Pass");
  assert.equal(imperative("B is done"), "Done");
  assert.equal(imperative("A chooses yes"), "Yes");
  assert.equal(bare("completes"), "complete");
  assert.equal(bare("has"), "have");
});

test("titles are read from quotes, names lose their subtitle", () => {
  assert.equal(quoted(`A beams from "X" to "Y, Z"`, 1), "Y, Z");
  assert.equal(short("Kira Nerys, Lela"), "Kira Nerys");
});

test("log lines name the players and keep the citation apart", () => {
  const names = ["Kestrel", "Commander"];
  assert.deepEqual(logLine({ k: 1, text: "A draws 1" }, 0, names), { turn: false, seat: 0, text: "You draw 1 card", cite: "" });
  assert.equal(logLine({ k: 1, text: "B stacks 1 dilemmas" }, 0, names).text, "Commander stacks 1 dilemma");
  assert.equal(logLine({ k: 1, text: "A attempts Earth: 4 personnel less dilemmas beneath" }, 0, names).text, "You attempt Earth and announce 4: personnel less the dilemmas beneath");
  assert.deepEqual(logLine({ k: 1, text: "B moves Bortas to Earth (2e-2014/attributes-ship.1)" }, 0, names),
    { turn: false, seat: 1, text: "Commander moves Bortas to Earth", cite: "2e-2014/attributes-ship.1" });
  assert.equal(logLine({ k: 1, text: "Turn 3: B" }, 0, names).text, "Turn 3 · Commander");
  assert.equal(logLine({ k: 1, text: "A begins the segment: 2" }, 0, names), null);
});

test("a title that begins with A is not a player", () => {
  assert.equal(logLine({ k: 1, text: "A Living Death is overcome" }, 0, ["x", "y"]).seat, -1);
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
