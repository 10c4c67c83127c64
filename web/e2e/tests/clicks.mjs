/* How many clicks a turn takes: a game as the computer suggests it, played by the pointer alone, with every click counted. */
import { check, leave, newGame, server, visitor } from "../harness.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

const TURNS = 10, MOST = 12;

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

  async press(selector) {
    const at = this.page.locator(selector).locator("visible=true").first();
    if (!await at.count()) return false;
    await at.click({ timeout: 3000 });
    this.clicks++;
    return true;
  }
}

const moved = (player, n) => player.over || player.state.n > n;

/* One option, the shortest way that the table has: the button in the bar, the card, its line or its place. */
async function answer(pointer, player, k) {
  const o = player.decision.options[k], n = player.state.n, { page } = pointer, done = async () => {
    await page.waitForTimeout(40);
    return moved(player, n) || await page.evaluate(() => document.querySelector(".dec.sent, .stage.beam") !== null);
  };
  if (await pointer.press(`.dec [data-k="o${k}"]`)) return void (await done() || await pointer.press(".dec [data-sure]"));
  if (await pointer.press(`.answers [data-k="n${k}"], .stage [data-k="n${k}"]`)) return;
  const copies = player.state.view.players[0].hand.cards.filter((c) => c.as === o.card).map((c) => c.id);
  const card = [o.card, ...copies].map((id) => `.stage .tcard[data-card="${id}"], .hand [data-card="${id}"], .line [data-card="${id}"], .own [data-card="${id}"]`).join(", ");
  if (o.card > 0 && await pointer.press(card)) {
    if (await done()) return;
    if (await pointer.press(`.verbs [data-k="v${k}"]`)) return;
    if (await pointer.press(`.verbs [data-k="verb${o.verb}"]`) && await done()) return;
    if (await pointer.press(`.verbs [data-k="v${k}"]`)) return;
    if (o.target > 0 && await pointer.press(`.line .legal[data-card="${o.target}"]`) && await done()) return;
    if (await pointer.press(`.verbs [data-k="v${k}"]`)) return;
  }
  await page.keyboard.press("Escape");
  check(await pointer.press('.dec [data-k="list"]') && await pointer.press(`.stage [data-k="l${k}"]`), `option ${k} cannot be clicked: ${JSON.stringify(o)}`);
}

/* A set: everybody or nobody by one button where that is nearer, else card by card; then what confirms it. */
async function choose(pointer, player, cards) {
  const { page } = pointer, ticked = () => page.$$eval('.stage .tcard[aria-checked="true"]', (all) => all.map((el) => Number(el.dataset.card)));
  await page.locator(".stage .tcard, .order li").first().waitFor();
  const differ = (on) => [...cards.filter((id) => !on.includes(id)), ...on.filter((id) => !cards.includes(id))];
  const all = await page.$$eval(".stage .tcard[data-card]", (els) => els.map((el) => Number(el.dataset.card))), now = differ(await ticked()).length;
  if (1 + differ(all).length < now) await pointer.press('.stage [data-k="everyone"]');
  else if (1 + cards.length < now) await pointer.press('.stage [data-k="nobody"]');
  for (const id of differ(await ticked())) await pointer.press(`.stage .tcard[data-card="${id}"]`);
  await page.locator('.dec [data-k="confirm"]:not([disabled])').waitFor();
  await pointer.press('.dec [data-k="confirm"]');
}

export default [
  ["clicks: a turn of the suggested game takes at most twelve", async () => {
    const page = await visitor(), player = new Player(page, 1), pointer = new Pointer(page), turns = new Map(), by = {};
    const { id } = await newGame(page, { opponent: "greedy", deck: "federation", against: "klingon", seed: 7 });
    await page.goto(`${server.base}/game/${id}`);
    await player.myTurn();
    await adviser(page, id);
    while (!player.over && turns.size <= TURNS) {
      await player.myTurn();
      if (player.over) break;
      await page.waitForFunction((n) => Number(document.querySelector(".dec").dataset.n) === n && !document.querySelector(".dec.sent"), player.state.n);
      const view = player.state.view, turn = view.turn, n = player.state.n, before = pointer.clicks, kind = player.decision.kind;
      if (view.active === 0 && !turns.has(turn)) turns.set(turn, 0);
      await pointer.press('.dec [data-k="skip"]');                // what happened is told by itself; whoever cannot wait skips it
      const said = await page.evaluate(() => globalThis.suggest());
      if (player.isSet()) await choose(pointer, player, said.cards);
      else await answer(pointer, player, said.option);
      await page.waitForTimeout(30);
      if (!moved(player, n) && await page.locator(".stage.beam").count()) await choose(pointer, player, (await page.evaluate((k) => globalThis.suggest(k), said.option)).cards);
      await player.until(() => moved(player, n), `the answer to ${n} (${JSON.stringify(player.decision).slice(0, 200)})`);
      const last = [...turns.keys()].pop();
      if (last !== undefined) turns.set(last, turns.get(last) + pointer.clicks - before);
      by[kind] = (by[kind] ?? 0) + pointer.clicks - before;
    }
    const counts = [...turns.values()].slice(0, TURNS), mean = counts.reduce((a, b) => a + b, 0) / counts.length;
    console.log(`        clicks a turn: ${counts.join(" ")}; ${mean.toFixed(1)} on average; by kind of decision ${JSON.stringify(by)}`);
    check(counts.length >= 6, `only ${counts.length} turns were played`);
    check(mean <= MOST, `a turn takes ${mean.toFixed(1)} clicks on average`);
    await leave(page);
  }],
];
