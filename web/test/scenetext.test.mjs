/* Scenes as text: offers while typing, colours, errors put right, addresses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "../../build/web-test/scenetext.mjs");
await build({ entryPoints: [join(here, "../src/pages/scenetext.ts")], bundle: true, format: "esm", outfile: bundle, logLevel: "warning" });
const { changes, complete, fromHash, namesIn, ownTitles, pieces, retitle, setLine, tableAt, take, toHash, unknownTitle, wrongPart } = await import(pathToFileURL(bundle).href);

const KNOWN = { titles: ["Brute Force", "Kahmis", "Kahlest, GhojmoH of Worf", "Worf, Son of Mogh"], skills: ["Honor", "Treachery"], rulings: ["2e-2014/own", "2e-2014/own.1"] };
const offered = (text, asked) => complete(text, text.length, KNOWN, asked)?.items ?? [];

test("titles are offered inside quotes, also by a word in their middle and those of the scene", () => {
  assert.deepEqual(offered('put A "Kah'), ["Kahmis", "Kahlest, GhojmoH of Worf"]);
  assert.deepEqual(offered('put A "mogh'), ["Worf, Son of Mogh"]);
  assert.deepEqual(offered('card "Test Ship"\nend\nput A "tes'), ["Test Ship"]);
  assert.deepEqual(offered('scene "Kah'), [], "a scene's title is no card's");
  assert.deepEqual(offered('put A "Kahmis" # "Kah'), [], "nothing in a comment");
});

test("verbs, places, states, names and ids are offered where they may stand", () => {
  assert.deepEqual(offered("exp"), ["expect"]);
  assert.deepEqual(offered("A be"), ["beams"]);
  assert.deepEqual(offered("A cannot be"), ["beam"]);
  assert.deepEqual(offered('put A "Kahmis" = k ab'), ["aboard"]);
  assert.deepEqual(offered('put A "Kahmis" = kah at x\nset kah st'), ["stopped", "unstopped"]);
  assert.deepEqual(offered('put A "Kahmis" = kah at x\nA moves k'), ["kah"]);
  assert.deepEqual(offered('put A "Kahmis" = kah at x\nexpect kah has Ho'), ["Honor"]);
  assert.deepEqual(offered("A cannot move x to y because 2e"), ["2e-2014/own", "2e-2014/own.1"]);
  assert.deepEqual(offered("turn A o"), ["orders"]);
  assert.deepEqual(offered("A "), [], "nothing before a letter is typed …");
  assert.ok(offered("A ", true).includes("plays"), "… unless it is asked for");
});

test("an offer that is taken replaces what was typed and closes the quotes once", () => {
  const typed = 'put A "Kah" at x', offer = complete(typed, 10, KNOWN);
  assert.deepEqual(take(typed, offer, "Kahmis"), { text: 'put A "Kahmis" at x', at: 14 });
  const open = 'put A "Kah';
  assert.equal(take(open, complete(open, open.length, KNOWN), "Kahmis").text, 'put A "Kahmis"');
});

test("colouring loses no character", () => {
  for (const line of ['  put A "I.K.S. Vor\'cha" = ship at fort # note', "expect not A's \"x\\\"y\" in hand of B", "A cannot move ship because 2e-2014/own.1", "", '"open', "turn A orders"])
    assert.equal(pieces(line).map((p) => p.text).join(""), line);
  assert.deepEqual(pieces('expect "X" = 3').map((p) => p.kind).filter(Boolean), ["expect", "title", "number"]);
});

test("an error underlines its word, also behind letters of several bytes", () => {
  assert.deepEqual(wrongPart('put A "Kahmiss" = k', 7), [6, 15]);
  assert.deepEqual(wrongPart('put A "Qü" atx', 13), [11, 14], "bytes are counted, characters are marked");
  assert.deepEqual(wrongPart("  expect x at y", 0), [2, 15]);
});

test("an unknown title is found in the sentence and put right in its line", () => {
  const known = (title) => ["Kahmis", "Vor'cha", 'The "Pup"'].includes(title);
  assert.equal(unknownTitle('put A "Kahmiss" at "Earth"', 7, known), "Kahmiss");
  assert.equal(unknownTitle('put A "Kahmis" at "Qo\'noS"', 7, known), "", "a card has it: something else is wrong there");
  assert.equal(unknownTitle('put A "The \\"Pup\\"" at "Earth"', 7, known), "");
  assert.equal(unknownTitle("put A Kahmiss", 7, known), "", "no title at all");
  assert.equal(unknownTitle('put A "Kahmiss"', 0, known), "", "no place");
  assert.equal(retitle('a\nput A "kahmiss (x)"\n"Kahmiss (x)"', 2, "Kahmiss (x)", "Kahmis"), 'a\nput A "Kahmis"\n"Kahmiss (x)"');
});

test("the table of a line is the newest at or above it", () => {
  const steps = [{ line: 4, view: "a" }, { line: 6, view: null }, { line: 9, view: "b" }];
  assert.equal(tableAt(steps, 3), null);
  assert.deepEqual(tableAt(steps, 7), { view: "a", step: steps[1] });
  assert.equal(tableAt(steps, 99).view, "b");
});

test("the table is set at the last line that puts something there", () => {
  const text = 'scene "x"\nput A "X" at y\nturn A orders\n\nA moves x\nturn passes to B\nexpect x';
  assert.equal(setLine(text, [2, 3, 5, 6, 7].map((line) => ({ line }))), 3);
  assert.equal(setLine(text, []), 0);
});

test("a change of rules shows the lines that come out otherwise", () => {
  const step = (line, ok, message = "") => ({ line, ok, message, expects: true, view: null, log: [] });
  assert.deepEqual(changes([step(3, true), step(4, true), step(5, true)], [step(3, true), step(4, false, "it is 5")]),
    [{ line: 4, was: true, is: false, message: "it is 5" }, { line: 5, was: true, is: false, message: "not reached" }]);
  assert.deepEqual(changes([step(3, false)], [step(3, true)]), [{ line: 3, was: false, is: true, message: "" }]);
});

test("names and own titles are read from the text", () => {
  const text = 'card "Test One"\nend\nput A "Test One" = one at x\nput B "Kahmis"=two-b aboard y';
  assert.deepEqual(namesIn(text), ["one", "two-b"]);
  assert.deepEqual(ownTitles(text), ["Test One"]);
});

test("a scene survives the way through an address; a broken address is none", async () => {
  const text = 'scene "Qapla’ – ÿ"\n'.repeat(40), hash = await toHash(text);
  assert.match(hash, /^#z=[\w-]+$/);
  assert.ok(hash.length < text.length / 4, `${hash.length} characters for ${text.length}`);
  assert.equal(await fromHash(hash), text);
  for (const broken of ["", "#z=", "#z=%%%", "#z=AAAA", hash.slice(0, -6), `#z=${"A".repeat(70000)}`]) assert.equal(await fromHash(broken), null);
  assert.equal(await fromHash(await toHash("x".repeat(50000))), null, "a small address may hold a text that is too long");
});
