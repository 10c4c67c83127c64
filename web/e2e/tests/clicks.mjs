/* How many clicks a turn takes: a game as the computer suggests it, played by the pointer alone, with every click counted. */
import { check, leave, LONG, newGame, server, visitor } from "../harness.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

const TURNS = 8, MOST = 12;

/* Asks what the greedy player would do, over a socket of its own. */
async function adviser(page, game) {
  await page.evaluate((id) => new Promise((resolve) => {
    const ws = new WebSocket(`ws://${location.host}/ws`), waiting = new Map();
    let next = 1;
    ws.onopen = () => ws.send(JSON.stringify({ t: "hello", v: 1 }));
    ws.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.t === "hello") ws.send(JSON.stringify({ t: "join", game: id }));
      if (m.t === "state") resolve();
      if (m.t === "advise") waiting.get(m.id)?.(m);
    };
    globalThis.suggest = (option) => new Promise((done) => {
      waiting.set(next, done);
      ws.send(JSON.stringify({ t: "advise", game: id, id: next++, option }));
    });
  }), game);
}

class Pointer {
  constructor(page) {
    this.page = page;
    this.clicks = 0;
  }

  /* With patience, what is pressed may come a while later: a busy machine draws slowly. */
  async press(selector, patience = 0) {
    const at = this.page.locator(selector).locator("visible=true").first();
    if (patience > 0) await at.waitFor({ timeout: patience }).catch(() => undefined);
    if (!await at.count()) return false;
    await at.click({ timeout: 20000 });
    this.clicks++;
    return true;
  }
}

const moved = (player, n) => player.over || player.state.n > n;

/* Until the page shows the newest position and nothing is under way: an order of cards goes out card by card by itself. */
async function rest(page, player) {
  for (let still = 0; still < 3;) {
    await page.waitForTimeout(25);
    await player.myTurn();
    const n = player.state.n, seen = await page.evaluate(() => ({ n: Number(document.querySelector(".dec").dataset.n), sent: document.querySelector(".dec.sent") !== null }));
    still = player.over || seen.n === n && !seen.sent && n === player.state.n ? still + 1 : 0;
  }
}

/* One option, the shortest way that the table has: the button in the bar, the card, its line or its place. */
async function answer(pointer, player, k) {
  const o = player.decision.options[k], n = player.state.n, { page } = pointer;
  /* Whether the click was the answer; if not, the table asks on: by a menu, by places that are lit, or by asking whether one is sure. */
  const done = async () => {
    for (let waited = 0; waited < 2000; waited += 40) {
      await page.waitForTimeout(40);
      if (moved(player, n) || await page.evaluate(() => document.querySelector(".dec.sent, .stage.beam") !== null)) return true;
      if (await page.evaluate(() => document.querySelector(".verbs [data-k], .line .legal, .dec [data-sure]") !== null)) break;
    }
    return false;
  };
  if (await pointer.press(`.dec [data-k="o${k}"]`)) return void (await done() || await pointer.press(".dec [data-sure]"));
  if (await pointer.press(`.answers [data-k="n${k}"], .stage [data-k="n${k}"]`)) return;
  const copies = player.state.view.players[0].hand.cards.filter((c) => c.as === o.card).map((c) => c.id);
  const cards = [o.card, ...copies].map((id) => `.hand [data-card="${id}"], .line button[data-card="${id}"], .own [data-card="${id}"]`).join(", ");
  if (o.card > 0 && (await pointer.press(`.stage button.tcard[data-card="${o.card}"]`) || await pointer.press(cards))) {
    if (await done()) return;
    if (o.target > 0 && await page.locator(`.line .legal[data-card="${o.target}"]`).count() && await pointer.press(`.line .legal[data-card="${o.target}"]`).catch(() => false) && await done()) return;
    if (await pointer.press(`.verbs [data-k="v${k}"]`)) return;
    if (await pointer.press(`.verbs [data-k="verb${o.verb}"]`) && await done()) return;
    if (await pointer.press(`.verbs [data-k="v${k}"]`)) return;
    if (o.target > 0 && await pointer.press(`.line .legal[data-card="${o.target}"]`) && await done()) return;
    if (await pointer.press(`.verbs [data-k="v${k}"]`)) return;
  }
  await page.keyboard.press("Escape");
  check(await pointer.press('.dec [data-k="list"]', 5000) && await pointer.press(`.stage [data-k="l${k}"]`, 5000), `option ${k} cannot be clicked: ${JSON.stringify(o)}`);
  await page.keyboard.press("o");                                 // the list stays for who plays by it
}

/* What the table suggests.  A busy machine may answer too late for the table to take it (it says so after five seconds): then one asks once more. */
async function suggested(pointer, ticked, count) {
  for (let tries = 0; tries < 3; tries++) {
    check(await pointer.press('.stage [data-k="suggest"]', 5000), "a set is asked for without a suggestion");
    for (let waited = 0; waited < 6000; waited += 50) {
      if ((await ticked()).length === count) return;
      await pointer.page.waitForTimeout(50);
    }
    console.log(`        ${(await ticked()).length} cards are ticked, ${count} are to be: ${(await pointer.page.locator(".dec .ask").innerText()).replace(/\n/g, ", ")}`);
  }
  check(false, "the suggestion does not come");
}

/* A set: everybody or nobody by one button where that is nearer, else card by card; then what confirms it. */
async function choose(pointer, player, cards) {
  const { page } = pointer, ticked = () => page.$$eval('.stage .tcard[aria-checked="true"]', (all) => all.map((el) => Number(el.dataset.card)));
  await page.locator(".stage .tcard, .order li").first().waitFor();
  const differ = (on) => [...cards.filter((id) => !on.includes(id)), ...on.filter((id) => !cards.includes(id))];
  const all = await page.$$eval(".stage .tcard[data-card]", (els) => els.map((el) => Number(el.dataset.card))), now = differ(await ticked()).length;
  if (now > 1) {
    await suggested(pointer, ticked, cards.length);
  } else if (1 + differ(all).length < now) await pointer.press('.stage [data-k="everyone"]');
  else if (1 + cards.length < now) await pointer.press('.stage [data-k="nobody"]');
  for (const id of differ(await ticked())) await pointer.press(`.stage .tcard[data-card="${id}"]`);
  await page.locator('.dec [data-k="confirm"]:not([disabled])').waitFor();
  await pointer.press('.dec [data-k="confirm"]');
}

/* Whether the same moment has been passed before in this attempt: then it is declined for all of it. */
const passed = new Map();
function again(player) {
  const v = player.state.view, key = `${v.turn} ${v.attempt?.mission} ${player.decision.options.map((o) => o.card)}`, seen = passed.get(key) ?? 0;
  passed.set(key, seen + 1);
  return seen > 0;
}

/* Plays a game as it is suggested; the clicks of each own turn, with what the opponent's turn before it asked. */
async function clicksOf(game, turnsMost) {
  const page = await visitor(), player = new Player(page, 1), pointer = new Pointer(page), turns = new Map();
  const { id } = await newGame(page, game);
  await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"recap":"off"}'));    // told by itself it takes no click either, but a while
  await page.goto(`${server.base}/game/${id}`);
  await player.myTurn();
  await adviser(page, id);
  while (!player.over && turns.size <= turnsMost) {
    await player.myTurn();
    if (!player.over) await rest(page, player);
    if (player.over) break;
    const view = player.state.view, n = player.state.n, before = pointer.clicks, d = player.decision;
    if (view.active === 0 && !turns.has(view.turn)) turns.set(view.turn, 0);
    const said = await page.evaluate(() => globalThis.suggest()), verb = d.options[said.option]?.verb;
    if (d.kind === DECIDE.PLAY && verb === VERB.DRAW && !d.options.some((o) => o.verb === VERB.PLAY) && await pointer.press('.dec [data-k="drawall"]')) ;
    else if (d.kind === DECIDE.RESPONSE && verb === VERB.PASS && d.options.length > 1 && again(player)) await pointer.press('.dec [data-k="decline"]');
    else if (player.isSet()) await choose(pointer, player, said.cards);
    else if (d.kind === DECIDE.ORDERING) await pointer.press('.dec [data-k="confirm"]');       // any order will do
    else await answer(pointer, player, said.option);
    await page.waitForTimeout(30);
    if (!moved(player, n) && await page.locator(".stage.beam").count()) await choose(pointer, player, (await page.evaluate((k) => globalThis.suggest(k), said.option)).cards);
    await player.until(() => moved(player, n), `the answer to ${n} (${JSON.stringify(d).slice(0, 200)})`);
    const last = [...turns.keys()].pop();
    if (last !== undefined) turns.set(last, turns.get(last) + pointer.clicks - before);
  }
  await leave(page);
  return [...turns.values()].slice(0, turnsMost);
}

export default [
  ["clicks: a turn of the suggested game takes at most twelve", async () => {
    const counts = [];
    for (const game of [{ deck: "federation", against: "klingon", seed: 7 }, { deck: "klingon", against: "romulan", seed: 3 }]) counts.push(...await clicksOf({ opponent: "greedy", ...game }, TURNS));
    const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
    console.log(`        clicks a turn: ${counts.join(" ")}; ${mean.toFixed(1)} on average`);
    check(counts.length >= 10, `only ${counts.length} turns were played`);
    check(mean <= MOST, `a turn takes ${mean.toFixed(1)} clicks on average`);
  }, LONG],
];
