// The track of a replay: turns, log lines and addresses as positions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clamp, positionOf, readAddress, turnFrom, writeAddress } from "../../build/web-test/replay/track.mjs";

const marks = [{ n: 0, k: "turn", turn: 1 }, { n: 4, k: "solved", turn: 1 }, { n: 7, k: "turn", turn: 2 }, { n: 12, k: "turn", turn: 3 }];

test("a turn on and a turn back", () => {
  assert.equal(turnFrom(marks, 0, 1, 20), 7);
  assert.equal(turnFrom(marks, 7, 1, 20), 12);
  assert.equal(turnFrom(marks, 12, 1, 20), 20, "after the last turn comes the end");
  assert.equal(turnFrom(marks, 9, -1, 20), 7, "first to the beginning of this one");
  assert.equal(turnFrom(marks, 7, -1, 20), 0);
  assert.equal(turnFrom([], 3, -1, 20), 0);
});

test("a line of the log is where it first stands", () => {
  const events = [1, 1, 4, 4, 9];
  assert.deepEqual([1, 2, 4, 5, 9, 99].map((k) => positionOf(events, k)), [0, 2, 2, 4, 4, 4]);
});

test("an address says position and eyes, and what is not a number says none", () => {
  assert.deepEqual(readAddress("/replay/abc", "?at=12&eyes=open"), { game: "abc", at: 12, eyes: "open" });
  assert.deepEqual(readAddress("/game/abc", "?at=0&eyes=1"), { game: "abc", at: 0, eyes: 1 });
  for (const bad of ["?at=", "?at=-1", "?at=x", "?at=1e9", "?at=99999999999", ""]) assert.equal(readAddress("/game/abc", bad).at, undefined, bad);
  assert.equal(readAddress("/game/abc", "?eyes=2").eyes, undefined);
  assert.deepEqual(readAddress("/replay/x", writeAddress("", 5, 0)), { game: "x", at: 5, eyes: 0 });
  assert.equal(clamp(9.6, 5), 5);
  assert.equal(clamp(-3, 5), 0);
});
