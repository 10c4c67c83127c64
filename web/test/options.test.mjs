// The narrowing of options: what clicks and letters mean.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bySubject, click, closing, frequent, inMenuOrder, leftToDo, lit, narrowed, NO_CHOICE, numbered, pressVerb, verbRows } from "../../build/web-test/table/options.mjs";
import { DECIDE, VERB } from "../../build/web-test/table/model.mjs";

const option = (verb, card = 0, target = 0, number = 0) => ({ verb, card, target, number, def: 0, text: "" });
const SHIP = 10, EARTH = 20, VULCAN = 21, PICARD = 30;
const orders = {
  kind: DECIDE.ORDERS, card: 0, about: "", least: 0, most: 0, may_end: true,
  options: [option(VERB.MOVE, SHIP, EARTH), option(VERB.MOVE, SHIP, VULCAN), option(VERB.BEAM, SHIP, EARTH), option(VERB.USE, PICARD), option(VERB.END)],
};

test("a card with one option is answered by one click", () => {
  assert.deepEqual(click(numbered(orders), NO_CHOICE, PICARD), { answer: 3 });
});

test("a card with several verbs opens a menu of exactly its options", () => {
  const step = click(numbered(orders), NO_CHOICE, SHIP);
  assert.deepEqual(step.choice, { sel: SHIP, verb: -1 });
  assert.deepEqual(step.menu.map((o) => o.k), [0, 1, 2]);
});

test("a selected card and a target that tells one option apart answer it", () => {
  assert.deepEqual(click(numbered(orders), { sel: SHIP, verb: -1 }, VULCAN), { answer: 1 });
});

test("a target that two verbs share asks which", () => {
  const step = click(numbered(orders), { sel: SHIP, verb: -1 }, EARTH);
  assert.deepEqual(step.menu.map((o) => o.k), [0, 2]);
});

test("one verb with several places lights the places and needs no menu", () => {
  const d = { ...orders, options: [option(VERB.PLAY, 5, EARTH), option(VERB.PLAY, 5, VULCAN)] };
  const step = click(numbered(d), NO_CHOICE, 5);
  assert.deepEqual(step, { choice: { sel: 5, verb: VERB.PLAY }, menu: [] });
  assert.deepEqual([...lit(numbered(d), step.choice)], [EARTH, VULCAN]);
});

test("the same place at two prices needs words", () => {
  const d = { ...orders, options: [option(VERB.PLAY, 5, EARTH, 0), option(VERB.PLAY, 5, EARTH, 1)] };
  assert.equal(click(numbered(d), NO_CHOICE, 5).menu.length, 2);
});

test("clicking a place with nothing selected lists what may come there and answers nothing", () => {
  const step = click(numbered(orders), NO_CHOICE, VULCAN);
  assert.ok(!("answer" in step));
  assert.deepEqual(step.menu.map((o) => o.k), [1]);
});

test("a letter lists all options with its verb, or narrows the selected card", () => {
  assert.deepEqual(pressVerb(numbered(orders), NO_CHOICE, VERB.MOVE), { choice: { sel: SHIP, verb: VERB.MOVE }, menu: [] });
  const two = { ...orders, options: [...orders.options, option(VERB.MOVE, PICARD, EARTH)] };
  assert.deepEqual(pressVerb(numbered(two), NO_CHOICE, VERB.MOVE).menu.map((o) => o.k), [0, 1, 5]);
  assert.deepEqual(pressVerb(numbered(orders), { sel: SHIP, verb: -1 }, VERB.BEAM), { answer: 2 });
  assert.equal(pressVerb(numbered(orders), NO_CHOICE, VERB.ATTEMPT), null);
});

test("what ends a decision is never a card's option, and stands apart", () => {
  const all = numbered(orders);
  assert.equal(closing(all).k, 4);
  assert.ok(!bySubject(all, 0).some((o) => o.verb === VERB.END));
  assert.ok(!narrowed(all, NO_CHOICE).some((o) => o.verb === VERB.END));
});

test("drawing is a button of the bar while playing", () => {
  const d = { ...orders, kind: DECIDE.PLAY, options: [option(VERB.PLAY, 5), option(VERB.DRAW), option(VERB.END)] };
  assert.deepEqual(frequent(d, numbered(d)).map((o) => o.k), [1]);
});

test("menus keep the order of verbs", () => {
  const shuffled = [option(VERB.PLAY, 1), option(VERB.BEAM, 1), option(VERB.MOVE, 1)].map((o, k) => ({ ...o, k }));
  assert.deepEqual(inMenuOrder(shuffled).map((o) => o.verb), [VERB.MOVE, VERB.BEAM, VERB.PLAY]);
});

test("a menu has one row for each verb, in the fixed order", () => {
  const rows = verbRows(bySubject(numbered({ ...orders, options: [orders.options[2], orders.options[0], orders.options[1]] }), SHIP));
  assert.deepEqual(rows.map((r) => [r.verb, r.options.length]), [[VERB.MOVE, 2], [VERB.BEAM, 1]]);
});

test("the end of orders is asked for once more only while something is left to do", () => {
  const title = (id) => `card ${id}`, all = numbered(orders);
  assert.equal(leftToDo(orders, all, title, () => true), "");
  assert.equal(leftToDo(orders, all, title, () => false), "card 10 has not moved");
  assert.match(leftToDo(orders, [...all, { ...option(VERB.ATTEMPT, EARTH), k: 5 }], title, () => true), /card 20 can be attempted/);
});
