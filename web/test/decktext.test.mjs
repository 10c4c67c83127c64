/* Decks as text, what their people bring to missions, and the figures drawn from them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "../../build/web-test/decktext.mjs");
await build({ entryPoints: [join(here, "../src/pages/decktext.ts")], bundle: true, format: "esm", outfile: bundle, logLevel: "warning" });
const { cover, coverage, Deck, figures, matching, nearest, readDeck, writeDeck, NO_FILTER } = await import(pathToFileURL(bundle).href);

let defs = 0;
const card = (name, type, more = {}) => ({
  def: ++defs, name, title: name.split(", ")[0], subtitle: name.split(", ")[1] ?? "", type, kind: "", affiliation: "", cost: 0, unique: false,
  attributes: [0, 0, 0], icons: [], skills: {}, staff: [], traits: [], requirement: "", text: "", ...more,
});
const captain = card("Adi, Old Captain", "personnel", { cost: 3, attributes: [6, 5, 7], skills: { Leadership: 2, Honor: 1 }, affiliation: "Klingon", icons: ["Kli", "Cmd"] });
const guard = card("Beko", "personnel", { cost: 1, attributes: [4, 4, 8], skills: { Security: 1 }, traits: [{ name: "Breen", kind: "species" }] });
const ship = card("I.K.S. Cezan", "ship", { cost: 5, text: "When you play this ship, draw a card." });
const trap = card("Dead End", "dilemma", { cost: 2 });
const fort = card("Fort", "mission", { points: 40, requirement: "2 Leadership, 3 Security, and Strength>20",
  needs: { kind: "all", of: [{ kind: "skill", skill: "Leadership", level: 2 }, { kind: "skill", skill: "Security", level: 3 }, { kind: "attribute", attribute: 2, over: 20 }] } });
const all = [captain, guard, ship, trap, fort];
const deckOf = (...entries) => {
  const deck = new Deck();
  for (const [one, count, section] of entries) deck.add(one.def, section ?? (one.type === "mission" ? "missions" : one.type === "dilemma" ? "dilemmas" : "draw"), count);
  return deck;
};

test("a deck survives being written and read", () => {
  const deck = deckOf([captain, 1], [guard, 3], [ship, 2], [trap, 4], [fort, 1]);
  const text = writeDeck(deck, all);
  assert.match(text, /^1\tAdi, Old Captain\n3\tBeko\n2\tI\.K\.S\. Cezan\nDilemmas:\n4\tDead End\nMissions:\n1\tFort\n$/);
  assert.deepEqual(readDeck(text, all), { deck, unknown: [] });
  assert.deepEqual(["draw", "dilemmas", "missions"].map((section) => deck.size(section)), [6, 4, 1]);
});

test("counts may be written in several ways, and unknown titles name the nearest", () => {
  const got = readDeck("2x Beko\r\n1 adi, old captain\nSeed+Dil:\nDead End\n3\tBecko\n", all);
  assert.deepEqual([guard, captain, trap].map((one) => got.deck.count(one.def)), [2, 1, 1]);
  assert.deepEqual(got.unknown, [{ line: 5, title: "Becko", nearest: ["Beko"] }]);
  assert.deepEqual(nearest("Adi", all), ["Adi, Old Captain"]);
});

test("coverage counts people, asks for levels, and marks what hangs on one", () => {
  const deck = deckOf([captain, 1], [guard, 2], [fort, 1]);
  const [row] = coverage(deck, all);
  assert.deepEqual(row.parts, [
    { words: "Leadership ×2", people: 1, enough: true, thin: true },
    { words: "Security ×3", people: 2, enough: false, thin: false },
    { words: "Strength over 20", people: 3, enough: true, thin: false },
  ]);
  assert.equal(row.covered, false);
  assert.deepEqual(cover({ kind: "other", words: "a Breen personnel", count: 1, trait: "Breen" }, [captain, guard]), { words: "a Breen personnel", people: 1, enough: true, thin: true });
});

test("figures of a deck", () => {
  const got = figures(deckOf([captain, 1], [guard, 1], [ship, 2], [trap, 4]), all);
  assert.deepEqual(got.costs, [0, 1, 0, 1, 0, 2]);
  assert.equal(got.costMean, 3.5);
  assert.deepEqual(got.skills, [["Leadership", 2], ["Honor", 1], ["Security", 1]]);
  assert.deepEqual(got.attributes, [5, 4.5, 7.5]);
});

test("filters look at every fact", () => {
  const by = (filter) => all.filter((c) => matching({ ...NO_FILTER, ...filter })(c)).map((c) => c.title);
  assert.deepEqual(by({ words: "draw CARD" }), ["I.K.S. Cezan"]);
  assert.deepEqual(by({ words: "breen" }), ["Beko"]);
  assert.deepEqual(by({ skill: "Honor" }), ["Adi"]);
  assert.deepEqual(by({ icon: "Cmd", affiliations: ["Klingon", "Romulan"] }), ["Adi"]);
  assert.deepEqual(by({ types: ["dilemma"], ranges: { cost: [2, 2] } }), ["Dead End"]);
  assert.deepEqual(by({ ranges: { cost: [1, 3] } }), ["Adi", "Beko", "Dead End"]);
  assert.deepEqual(by({ ranges: { third: [8, null] } }), ["Beko"]);
  assert.deepEqual(by({ ranges: { points: [30, null] } }), ["Fort"], "only missions have points here");
  assert.deepEqual(by({ trait: "Breen" }), ["Beko"]);
  assert.deepEqual(all.filter((c) => matching({ ...NO_FILTER, show: "deck" })(c, c === ship)).map((c) => c.title), ["I.K.S. Cezan"]);
});

test("LackeyCCG's own deck files are read as well", () => {
  const dek = '<deck version="0.8"><superzone name="Deck"><card><name id="x1">Beko</name><set>a</set></card><card><name id="x1">Beko</name></card></superzone>'
    + '<superzone name="Missions"><card><name id="m">Fort</name></card><card><name>Nix &amp; Co</name></card></superzone></deck>';
  const got = readDeck(dek, all);
  assert.deepEqual([got.deck.count(guard.def, "draw"), got.deck.count(fort.def, "missions"), got.deck.size()], [2, 1, 3]);
  assert.deepEqual(got.unknown.map((line) => line.title), ["Nix & Co"]);
});

test("the side decks of the First Edition stay what they are", () => {
  const first = (name, type) => card(name, type, { edition: "1e" });
  const kurn = first("Kurn", "personnel"), tent = first("Q's Tent", "doorway"), horga = first("Horga'hn", "artifact"), shot = first("Salvo", "tactic"), port = first("Docking Ports", "site"), nebula = first("Study Nebula", "mission"), cards = [kurn, tent, horga, shot, port, nebula];
  const text = "2\tKurn\nMissions:\n1\tStudy Nebula\nSeed+Dil:\n1\tQ's Tent\n1\tHorga'hn\nSites:\n1\tDocking Ports\nQsTent:\n1\tKurn\n1\tHorga'hn\nTactics:\n3\tSalvo\n";
  const { deck, unknown } = readDeck(text, cards);
  assert.deepEqual(unknown, []);
  assert.equal(writeDeck(deck, cards), text);
  assert.deepEqual([deck.count(kurn.def), deck.count(kurn.def, "tent"), deck.size("bridge"), deck.size()], [3, 1, 3, 11]);
  assert.deepEqual(deck.where(horga.def), ["seeds", "tent"]);
});
