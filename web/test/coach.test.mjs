// The coach: what a mission lacks, which option is lit at each step, what is learned from what happened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explain } from "../../build/web-test/coach/explain.mjs";
import { asked, beamWay, listed, missing, needs, peopleAt, wanted } from "../../build/web-test/coach/sight.mjs";
import { BEGINNING, coach, hint, isOver, learn, STEPS } from "../../build/web-test/coach/steps.mjs";
import { FIRST, OFTEN, pieces, plain, SECOND } from "../../build/web-test/coach/words.mjs";
import { DECIDE, PURPOSE, VERB } from "../../build/web-test/table/model.mjs";

const person = (title, skills, attributes = [5, 5, 5]) => ({ type: "personnel", kind: "", title, cost: 2, skills, attributes, requirement: "", span: 0, points: 0 });
const CARDS = {
  1: { type: "mission", kind: "headquarters", title: "Earth", skills: {}, attributes: [], requirement: "", span: 2, points: 0, cost: 0 },
  2: { type: "mission", kind: "planet", title: "Avert Danger", skills: {}, attributes: [], requirement: "Astrometrics, 2 Physics, and Cunning>9", needs: { kind: "all", of: [{ kind: "skill", skill: "Astrometrics", level: 1 }, { kind: "skill", skill: "Physics", level: 2 }, { kind: "attribute", attribute: 1, over: 9 }] }, span: 2, points: 30, cost: 0 },
  3: { type: "ship", kind: "", title: "Excelsior", skills: {}, attributes: [8, 7, 7], requirement: "", span: 0, points: 0, cost: 4 },
  10: person("Rixx", { Astrometrics: 1 }), 11: person("Kwan", { Physics: 1 }), 12: person("Lopez", { Biology: 1 }), 20: { ...person("Trap", {}), type: "dilemma" },
};

const seen = (id, cards = []) => ({ id, owner: 0, commander: 0, def: id, cards: cards.map(([how, card]) => ({ how, card })) });

/* A position: people and the ship at the headquarters, a mission beside it. */
function sight(kind, options, more = {}) {
  const missions = [seen(1), seen(2)], spots = new Map([[1, { card: missions[0], host: 0, how: "" }], [2, { card: missions[1], host: 0, how: "" }]]);
  for (const [id, host] of Object.entries(more.at ?? {})) spots.set(Number(id), { card: seen(Number(id)), host, how: "aboard" });
  const seat = { missions: { cards: missions } };
  const { n = 0, log = [], advice = 0, cards = [], view = {}, decision = {} } = more;
  const lacks = more.lacks ?? ((mission, group) => (mission === 2 && !group.includes(12) ? ["2 Physics"] : []));
  return { n, me: 0, log, spots, lacks, card: (id) => CARDS[id], advice: { option: advice, cards }, view: { turn: 1, active: 0, players: [seat, seat], ...view },
    decision: { kind, card: 0, about: "", least: 0, most: 0, options, ...decision }, options: options.map((o, k) => ({ target: 0, number: 0, def: 0, text: "", card: 0, ...o, k })) };
}

const after = (p, s) => ({ ...learn(p, s), step: coach(learn(p, s), s).step });
const line = (k, what, number = 0) => ({ k, what, number, player: 0, names: ["", ""], text: "" });

test("of alternatives all parts count as asked for", () => {
  const skill = (name, level = 1) => ({ kind: "skill", skill: name, level });
  assert.deepEqual(needs({ needs: { kind: "all", of: [skill("Leadership", 2), { kind: "attribute", attribute: 1, over: 33 }, { kind: "any", of: [skill("Engineer"), skill("Navigation")] }] } }).map((x) => x.skill ?? x.over), ["Leadership", 33, "Engineer", "Navigation"]);
  assert.deepEqual(needs({ needs: null }), []);
});

test("what a team lacks is what the engine says is not met; of a choice one whole arm is enough", () => {
  const line = (words, met, choice = 0, arm = 0) => ({ words, met, choice, arm, need: 1, have: 0, cite: "", parts: [] });
  assert.deepEqual(missing({ met: false, needs: [line("Astrometrics", true), line("2 Physics", false), line("Cunning>9", false)] }), ["2 Physics", "Cunning>9"]);
  assert.deepEqual(missing({ met: true, needs: [line("Engineer", false, 1, 0), line("Navigation", true, 1, 1)] }), []);
  assert.deepEqual(missing({ met: false, needs: [line("Honor", false), line("Engineer", false, 1, 0), line("Navigation", true, 1, 1)] }), ["Honor"]);
  assert.deepEqual(missing({ met: false, needs: [line("Engineer", false, 1, 0), line("Physics", true, 1, 0), line("Navigation", false, 1, 1)] }), ["Engineer or Navigation"]);
  assert.equal(listed(["a"]), "a");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

test("the engine is asked about each mission that those at hand could attempt, once", () => {
  const s = sight(DECIDE.ORDERS, [{ verb: VERB.MOVE, card: 3, target: 2 }, { verb: VERB.MOVE, card: 3, target: 1 }, { verb: VERB.ATTEMPT, card: 2, target: 3 }, { verb: VERB.END }], { at: { 10: 3, 11: 3 } });
  assert.deepEqual(asked(s), [{ mission: 2, group: [10, 11] }]);
});

test("a stack costs what the engine says, not what is printed", () => {
  const s = sight(DECIDE.STACK, [{ verb: VERB.CHOOSE, card: 20, cost: 7 }], { cards: [20], decision: { eligible: [20] }, view: { attempt: { allowance: 8 } } });
  assert.match(plain(explain(s, undefined, [20])), /^These dilemmas cost 7 of the 8 you may spend/);
});

test("the first three people teach reading, reporting and skills", () => {
  const plays = [{ verb: VERB.PLAY, card: 12, target: 1 }, { verb: VERB.PLAY, card: 10, target: 1 }, { verb: VERB.DRAW }];
  let p = after(BEGINNING, sight(DECIDE.PLAY, plays, { advice: 0 }));
  assert.equal(p.step, 0);
  const lit = coach(learn(BEGINNING, sight(DECIDE.PLAY, plays)), sight(DECIDE.PLAY, plays));
  assert.equal(lit.option, 0);
  assert.match(plain(lit.words), /^Read Lopez: its cost 2 /);
  p = after(p, sight(DECIDE.PLAY, plays, { n: 1, log: [line(1, "PLAYS", 2)] }));
  assert.equal(p.step, 1);
  const third = sight(DECIDE.PLAY, plays, { n: 2, log: [line(1, "PLAYS", 2), line(2, "PLAYS", 1)] });
  p = learn(p, third);
  assert.equal(coach(p, third).step, 2);
  assert.equal(coach(p, third).option, 1, "the one whose skill is asked for, though another was advised");
  assert.match(plain(coach(p, third).words), /Rixx has Astrometrics, and your mission Avert Danger/);
});

test("orders are taught in the order of a journey", () => {
  const orders = [{ verb: VERB.BEAM, card: 1, target: 3 }, { verb: VERB.MOVE, card: 3, target: 2 }, { verb: VERB.BEAM, card: 3, target: 2 }, { verb: VERB.ATTEMPT, card: 2 }, { verb: VERB.END }];
  const s = (n, log) => sight(DECIDE.ORDERS, orders, { n, log, advice: 4, at: { 10: 3, 11: 3 } });
  let p = BEGINNING, log = [], k = 0;
  for (const [step, option, words, next] of [[3, 0, /headquarters aboard Excelsior/, "BEAMS"], [4, 1, /moves to Avert Danger/, "MOVES"],
    [5, 2, /beam the team down/, "BEAMS"], [6, 3, /Try Avert Danger: the team lacks/, "ATTEMPTS"]]) {
    const at = s(k, log), light = coach(learn(p, at), at);
    assert.deepEqual([light.step, light.option], [step, option], STEPS[step]);
    assert.match(plain(light.words), words);
    p = { ...learn(p, at), step: light.step };
    log = [...log, line(++k, next)];
  }
  assert.equal(beamWay(s(0, []), s(0, []).options[0]), "up");
  assert.deepEqual(peopleAt(s(0, []), 3), [10, 11]);
});

test("a set of people to beam is lit as a whole", () => {
  const s = sight(DECIDE.SET, [{ verb: VERB.CHOOSE, card: 10 }, { verb: VERB.CHOOSE, card: 11 }, { verb: VERB.DONE }], { cards: [10], decision: { purpose: PURPOSE.BEAM, eligible: [10, 11], most: 99 } });
  assert.deepEqual(coach(learn(BEGINNING, s), s).cards, [10, 11]);
  assert.deepEqual(hint(s).cards, [10]);
  assert.equal(coach(learn(BEGINNING, s), s).option, -1);
});

test("after a failure the light is on undo until the attempt is taken back, then on something else", () => {
  const orders = [{ verb: VERB.ATTEMPT, card: 2 }, { verb: VERB.END }];
  const done = BEGINNING.done.map((_, i) => i < 7);
  const before = { ...BEGINNING, done, n: 4, last: 4, step: 7, turn: 1 };
  const failed = sight(DECIDE.ORDERS, orders, { n: 9, log: [line(5, "FACES"), line(6, "FAILS")], advice: 1 });
  let p = learn(before, failed), light = coach(p, failed);
  assert.ok(light.undo && light.step === 8 && light.option === -1);
  const half = sight(DECIDE.CARD, [{ verb: VERB.CHOOSE, card: 10 }], { n: 6, view: { attempt: { player: 0, mission: 2, facing: 20 } } });
  p = learn({ ...p, step: 8 }, half);
  assert.ok(coach(p, half).undo, "still inside the attempt");
  const back = sight(DECIDE.ORDERS, orders, { n: 4, advice: 0 });
  p = learn({ ...p, step: 8 }, back);
  light = coach(p, back);
  assert.deepEqual([light.step, light.option, light.undo], [9, 1, false], "not the same attempt again");
  const again = sight(DECIDE.ORDERS, orders, { n: 20, advice: 0, view: { turn: 3 } });
  assert.equal(coach(learn({ ...p, step: 9 }, again), again).step, 10);
});

test("whoever goes on after a failure is not held up", () => {
  const failed = { ...BEGINNING, done: BEGINNING.done.map((_, i) => i < 8), failed: "A fails the attempt at Avert Danger", n: 9, last: 6, step: 8, turn: 1 };
  const on = sight(DECIDE.PLAY, [{ verb: VERB.PLAY, card: 10, target: 1 }], { n: 12, view: { turn: 3 } });
  assert.ok(!coach(learn(failed, on), on).undo);
});

test("the lessons end with a turn of one's own", () => {
  let p = { ...BEGINNING, done: BEGINNING.done.map((_, i) => i < 10), n: 30, last: 30, step: 10, turn: 5 };
  const solved = sight(DECIDE.ORDERS, [{ verb: VERB.END }], { n: 33, view: { turn: 5 }, log: [line(31, "COMPLETES")] });
  p = after(p, solved);
  assert.equal(p.step, -1, "the turn is not new");
  const next = sight(DECIDE.PLAY, [{ verb: VERB.DRAW }], { n: 40, view: { turn: 7 } });
  p = after(p, next);
  assert.equal(p.step, 11);
  p = learn(p, sight(DECIDE.PLAY, [{ verb: VERB.DRAW }], { n: 50, view: { turn: 9 } }));
  assert.ok(isOver(p));
});

test("every verb and every kind of decision is explained in one sentence", () => {
  for (const kind of Object.values(DECIDE)) for (const verb of Object.values(VERB)) {
    const s = sight(kind, [{ verb, card: 10, target: 2 }], { cards: [10, 11], decision: { eligible: [] } });
    const words = explain(s, s.options[0], [10, 11]), marked = words.split("{").slice(1).map((part) => part.split("}")[0]);
    for (const word of marked) assert.ok(SECOND.has(word), `no term is called ${word}: ${words}`);
    assert.match(plain(words), /^[A-Z].*\.$/, `${kind} ${verb}`);
    assert.ok(!/undefined|NaN|[.!?] [A-Z]/.test(words), words);
  }
});

test("words of the game are found once each, and not for ever", () => {
  const text = "People {beam} up: a {staffed} ship takes those who {beam}, and its {Range} counts.";
  const found = pieces(text, () => 0).filter((p) => typeof p !== "string");
  assert.deepEqual(found.map((p) => p.term.word), ["beam", "staffed", "Range"]);
  assert.deepEqual(pieces("{beam} up.", () => OFTEN), ["beam up."]);
  assert.equal(pieces(text, () => 0).map((p) => (typeof p === "string" ? p : p.text)).join(""), plain(text));
  assert.equal(pieces("its {span}", () => 0, true)[1].term.cite, "1E-15.6", "the First Edition has meanings of its own");
  assert.deepEqual(pieces("its {headquarters}.", () => 0, true), ["its headquarters."], "and no others");
  for (const t of SECOND.values()) assert.match(t.cite, /^2E-\d+\.\d+$/);
  for (const t of FIRST.values()) assert.match(t.cite, /^1E-[\d.]+$/);
  assert.equal(wanted(sight(DECIDE.PLAY, []), 12), null);
});
