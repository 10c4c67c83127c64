/* Settings are always whole, keys can be given away, moments pass only where it was wished. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), out = join(here, "../../build/web-test");
await build({ entryPoints: [join(here, "../src/settings.ts"), join(here, "../src/sound.ts")], bundle: true, splitting: true, format: "esm", outdir: join(out, "settings"), outExtension: { ".js": ".mjs" }, logLevel: "warning" });
const { defaults, isQuiet, ownKey, passedBy, readSettings, usualKey, wantsWindows, windowKind } = await import(pathToFileURL(join(out, "settings/settings.mjs")).href);
const { audible, heardIn } = await import(pathToFileURL(join(out, "settings/sound.mjs")).href);

test("what was kept is read field by field; what is odd becomes the default", () => {
  assert.deepEqual(readSettings(null), defaults());
  for (const odd of ["", "{", "null", "[]", "7", '{"volume":9,"sounds":3,"windows":{"play":"maybe"},"size":"100","pair":"red-green","keys":{"dd":"x","e":7}}']) assert.deepEqual(readSettings(odd), defaults(), odd);
  const kept = { ...defaults(), volume: 0, size: 130, pair: "cream-blue", keys: { d: "x" }, windows: { ...defaults().windows, turn: "never" } };
  assert.deepEqual(readSettings(JSON.stringify(kept)), kept);
});

test("a letter stands for what it was given, and the old one for nothing", () => {
  const keys = { d: "x", m: "d" };
  assert.deepEqual(["x", "X", "d", "m", "e", "Enter", "7"].map((key) => usualKey(key, keys)), ["d", "d", "m", "", "e", "Enter", "7"]);
  assert.deepEqual(["D", "M", "E", "Y, N", "Enter"].map((key) => ownKey(key, keys)), ["X", "D", "E", "Y, N", "Enter"]);
  assert.deepEqual(readSettings('{"keys":{"a":"q","b":"q"}}').keys, { a: "q" }, "one letter cannot mean two things");
});

test("a response passes by itself only where the player said never, and only if it can be passed", () => {
  const windows = { ...defaults().windows, dilemma: "never" };
  const decision = (about, ...verbs) => ({ kind: 2, about, options: verbs.map((verb) => ({ verb })) });
  assert.equal(windowKind("about-to-face"), "dilemma");
  assert.equal(windowKind("something-new"), "other");
  assert.equal(passedBy(decision("facing", 7, 0), windows), 1);
  assert.equal(passedBy(decision("played", 7, 0), windows), -1);
  assert.equal(passedBy(decision("facing", 7, 7), windows), -1, "what must be answered is asked");
  assert.equal(passedBy({ ...decision("facing", 7, 0), kind: 1 }, windows), -1, "orders are no response");
  assert.equal(passedBy(null, windows), -1);
});

test("a window with nothing but a pass is shown to those who always want to be asked", () => {
  const only = { kind: 2, about: "facing", options: [{ verb: 0 }] }, able = defaults().windows, always = { ...able, dilemma: "always" };
  assert.equal(passedBy(only, able), 0);
  assert.equal(passedBy(only, always), -1);
  assert.equal(passedBy({ ...only, about: "played" }, always), 0, "another kind of window");
  assert.deepEqual([isQuiet(only, able), isQuiet(only, always), isQuiet({ ...only, options: [{ verb: 7 }, { verb: 0 }] }, able), isQuiet({ ...only, kind: 1 }, able)], [true, false, false, false]);
  assert.deepEqual([wantsWindows(able), wantsWindows(always), wantsWindows({ ...able, turn: "never" })], [false, true, false]);
});

test("behind other tabs only the own decision is heard", () => {
  assert.equal(audible("decision", true), true);
  assert.equal(audible("solved", true), false);
  assert.equal(audible("solved", false), true);
});

test("the log calls for one sound, the most telling", () => {
  assert.equal(heardIn([{ what: "FACES" }, { what: "KILLED" }]), "hit");
  assert.equal(heardIn([{ what: "COMPLETES" }, { what: "SCORES" }]), "solved");
  assert.equal(heardIn([{ what: "DRAWS" }]), "");
});
