// Times, terms and the share of a window that is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { awayWords, clockWords, shareLeft } from "../../build/web-test/table/clock.mjs";
import { termsWords, usualTerms } from "../../build/web-test/terms.mjs";

test("clocks", () => {
  assert.equal(clockWords(75000), "1:15");
  assert.equal(clockWords(600000), "10:00");
  assert.equal(clockWords(3661000), "1:01:01");
  assert.equal(clockWords(59001), "1:00", "a clock shows nothing less than what is left");
  assert.equal(clockWords(9990), "0:09.9");
  assert.equal(clockWords(-5), "0:00.0");
  assert.equal(awayWords(59999), "59 s");
  assert.equal(awayWords(61000), "1 min 1 s");
});

test("a window shrinks and never turns over", () => {
  assert.equal(shareLeft(1200, 1200, 0), 1);
  assert.equal(shareLeft(1200, 1200, 300), 0.75);
  assert.equal(shareLeft(1200, 1200, 5000), 0);
  assert.equal(shareLeft(100, 0, 0), 0);
});

test("terms in words", () => {
  assert.deepEqual(termsWords(usualTerms()), ["no clock", "windows of 1.2 s", "watchers see what is public", "take-backs may be asked for", "after 5 minutes away the game may be claimed"]);
  const strict = { clock: 20, increment: 5, beat: 2, away: 0, spectators: "open", delay: "turn", undo: false };
  assert.deepEqual(termsWords(strict), ["20 minutes each, 5 s back a decision", "windows of 2 s", "watchers see both hands, a turn behind", "no take-backs"]);
  assert.equal(termsWords({ ...strict, spectators: "none" })[2], "nobody watches");
});
