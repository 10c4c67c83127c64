// The stories that the log tells: attempts and battles, step by step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isTelling, recaps } from "../../build/web-test/table/recap.mjs";

let k = 0;
const line = (what, name, more = {}) => ({ k: ++k, what, names: [name, ""], text: "", player: 0, card: 0, other: 0, number: 0, ...more });
const attempt = () => [
  line("ATTEMPTS", "Brute Force", { card: 7, number: 4 }), line("DRAWS_DILEMMAS", "", { player: 1 }),
  line("REVEALS_DILEMMA", "Dark Page", { player: 1, card: 50 }), line("FACES", "Dark Page", { card: 50 }), line("STOPPED", "Kurn", { card: 9 }), line("OVERCOMES", "Dark Page", { card: 50 }),
];

test("an attempt is announced, faces its dilemmas and ends", () => {
  const [story] = recaps([...attempt(), line("COMPLETES", "Brute Force", { card: 7, number: 40 })]);
  assert.deepEqual([story.kind, story.title, story.place, story.result], ["attempt", "Brute Force", 7, "COMPLETES"]);
  assert.deepEqual(story.scenes.map((s) => s.name), ["Announced", "Dark Page", "Completed"]);
  assert.equal(story.scenes[1].lines.length, 4);
});

test("a battle has two totals and a winner", () => {
  const [story] = recaps([line("ENGAGEMENT", "I.K.S. Bortas", { player: 1 }), line("TOTAL", "", { player: 1, number: 9 }), line("TOTAL", "", { number: 7 }), line("WINS_BATTLE", "", { player: 1 })]);
  assert.deepEqual(story.totals.map((x) => x.number), [9, 7]);
  assert.equal(story.result, "WINS_BATTLE");
});

test("other lines tell no story, and orders after an attempt are none of it", () => {
  assert.deepEqual(recaps([line("DRAWS", "")]), []);
  const lines = [...attempt(), line("FAILS", "Brute Force", { card: 7 }), line("STOPPED", "Kurn"), line("MOVES", "I.K.S. Bortas"), line("STOPPED", "somebody else")];
  assert.equal(recaps(lines)[0].scenes.at(-1).lines.length, 2);
});

test("an attempt that goes on is told only when a dilemma is behind it", () => {
  const [story] = recaps(attempt());
  assert.ok(!isTelling(story, 0, 50));
  assert.ok(isTelling(story, 0, 0));
});
