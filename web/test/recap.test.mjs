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

test("a ship battle of the First Edition is told step by step, each sum with its parts", () => {
  const [story] = recaps([
    line("ATTACKS", "U.S.S. Enterprise", { card: 5, other: 3 }), line("TACTIC", "Target Engines", { card: 20 }), line("ADDS", "I.K.C. Bortas", { card: 3, number: 9 }), line("ADDS", "Target Engines", { card: 20, number: 2 }),
    line("TOTAL", "", { number: 11 }), line("ADDS", "U.S.S. Enterprise", { player: 1, card: 5, number: 9 }), line("DEFENSE", "U.S.S. Enterprise", { player: 1, card: 5, number: 9 }), line("HITS", "U.S.S. Enterprise", { card: 5 }),
    line("ADDS", "U.S.S. Enterprise", { player: 1, card: 5, number: 8 }), line("TOTAL", "", { player: 1, number: 8 }), line("ADDS", "I.K.C. Bortas", { card: 3, number: 7 }), line("DEFENSE", "I.K.C. Bortas", { card: 3, number: 7 }), line("HITS", "I.K.C. Bortas", { player: 1, card: 3 }),
    line("MARKED", "Target Engines", { card: 20, other: 5, number: 75 }), line("WINS_BATTLE", "", {}),
  ]);
  assert.deepEqual(story.scenes.map((s) => s.name), ["Announced", "Tactics", "Open fire", "Return fire", "Damage"]);
  assert.deepEqual(story.scenes[2].sums.map((s) => [s.player, s.defense, s.parts.map((p) => p.amount), s.total]), [[0, false, [9, 2], 11], [1, true, [9], 9]]);
  assert.deepEqual(story.scenes[3].sums.map((s) => s.total), [8, 7]);
  assert.equal(story.result, "WINS_BATTLE");
});

test("a personnel battle is told pair by pair, and then both totals", () => {
  const [story] = recaps([
    line("ATTACKS", "Ogawa", { card: 5, other: 3 }), line("ADVERSARIES", "Kurn", { card: 3, other: 5, names: ["Kurn", "Alyssa Ogawa, Nurse"] }), line("STUNNED", "Alyssa Ogawa", { player: 1, card: 5 }),
    line("ADVERSARIES", "Klag", { card: 4, other: 6, names: ["Klag", "Data"] }), line("ADDS", "Kurn", { card: 3, number: 8 }), line("ADDS", "Klag", { card: 4, number: 7 }), line("TOTAL", "", { number: 15 }), line("ADDS", "Data", { player: 1, card: 6, number: 12 }),
    line("TOTAL", "", { player: 1, number: 12 }), line("WINS_BATTLE", "", {}), line("WOUNDED", "Data", { player: 1, card: 6 }),
  ]);
  assert.deepEqual(story.scenes.map((s) => s.name), ["Announced", "Kurn : Alyssa Ogawa", "Klag : Data", "Totals"]);
  assert.deepEqual(story.scenes[3].sums.map((s) => [s.parts.length, s.total]), [[2, 15], [1, 12]]);
  assert.equal(story.scenes[1].lines.at(-1).what, "STUNNED");
});
