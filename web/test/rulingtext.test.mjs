/* Rulings by date: what is in force, what differs and in which words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "../../build/web-test/rulingtext.mjs");
await build({ entryPoints: [join(here, "../src/pages/rulingtext.ts")], bundle: true, format: "esm", outfile: bundle, logLevel: "warning" });
const { entries, inForce, related, stops, wordChanges } = await import(pathToFileURL(bundle).href);

const ruling = (id, date, until, text) => ({ id, edition: "2e", date, until, topic: id, kind: "rule", summary: "", text, superseded_by: null, lookup_only: false });
const all = [
  ruling("2e-2010/own", "2010-03-01", "2014-07-07", "You own what you play."), ruling("2e-2010/own.1", "2010-03-01", "2014-07-07", "Also in the deck."),
  ruling("2e-2010/lost", "2010-03-01", "2014-07-07", "Lost cards are gone."), ruling("2e-2010/same", "2010-03-01", "2014-07-07", "Nothing new."),
  ruling("2e-2014/own", "2014-07-07", "", "You own what you brought."), ruling("2e-2014/own.1", "2014-07-07", "", "Also in the deck."),
  ruling("2e-2014/loops", "2014-07-07", "", "Loops end."), ruling("2e-2014/same", "2014-07-07", "", "Nothing new."),
];
const ids = (list) => list.map((entry) => `${entry.ruling.id} ${entry.mark}`.trim());

test("a document holds from its day until the next takes its place", () => {
  assert.equal(inForce(all, "2009-12-31").length, 0);
  assert.ok(inForce(all, "2014-07-06").every((r) => r.date === "2010-03-01"));
  assert.ok(inForce(all, "").every((r) => r.date === "2014-07-07"));
});

test("two dates show only what differs: changed, new and gone, paired by subject", () => {
  assert.deepEqual(ids(entries(all, "", "2010-03-01")), ["2e-2014/own changed", "2e-2014/loops new", "2e-2010/lost gone"]);
  assert.deepEqual(ids(entries(all, "", "2014-07-07")), []);
  assert.deepEqual(ids(entries(all, "2010-03-01", "2009-01-01")), ["2e-2010/own new", "2e-2010/lost new", "2e-2010/same new"]);
  assert.deepEqual(ids(entries(all, "", null)), ["2e-2014/own", "2e-2014/loops", "2e-2014/same"]);
});

test("an entry with its parts is found by any of their words", () => {
  const [found, ...more] = entries(all, "", null, "deck ALSO");
  assert.equal(found.ruling.id, "2e-2014/own");
  assert.deepEqual([found.parts.length, more.length], [1, 0]);
});

test("a part that changed changes its entry", () => {
  const moved = all.map((r) => (r.id === "2e-2014/same" ? r : r.id === "2e-2014/own" ? { ...r, text: all[0].text } : r.id === "2e-2014/own.1" ? { ...r, text: "Not in the deck." } : r));
  assert.ok(ids(entries(moved, "", "2010-03-01")).includes("2e-2014/own changed"));
});

test("the words that were added and removed, in reading order", () => {
  assert.deepEqual(wordChanges("You own what you play.", "You own what you brought."), [{ kind: "same", text: "You own what you" }, { kind: "removed", text: "play." }, { kind: "added", text: "brought." }]);
  assert.deepEqual(wordChanges("", "All new"), [{ kind: "added", text: "All new" }]);
  assert.deepEqual(wordChanges("a b", "a b"), [{ kind: "same", text: "a b" }]);
});

test("dates stand to scale, the rulebook alone before them", () => {
  const [book, first, second] = stops(all, "2026-11-15");
  assert.deepEqual([book.edition, book.date, first.date, first.count, second.count], ["", "2010-02-28", "2010-03-01", 3, 3]);
  const years = (a, b) => (Date.parse(b) - Date.parse(a)) / 864e5;
  const scale = (second.at - first.at) / years(first.date, second.date), rest = (1 - second.at) / years(second.date, "2026-11-15");
  assert.ok(Math.abs(scale - rest) < 1e-9 && book.at < first.at);
  assert.deepEqual(stops([], "2026-11-15"), []);
});

test("what the same scenes cite belongs together", () => {
  assert.deepEqual(related("2e-2014/own", all, [["2e-2014/own.1", "2e-2014/same"], ["2e-2014/own", "2e-2014/same", "2e-2014/loops", "2E-3.4"], ["2e-2014/loops"]]), ["2e-2014/same", "2e-2014/loops"]);
});
