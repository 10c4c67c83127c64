/* Cards in an order, places out of sight, what the server could not do, the lasso. */
import { Captain, reach } from "../captain.mjs";
import { accessibilityFaults, check, DESK, leave, LONG, newGame, PHONE, picture, server, settled, visitor } from "../harness.mjs";
import { DECIDE, VERB } from "../player.mjs";

const GREEDY = { opponent: "greedy", deck: "federation", against: "romulan", seed: 8 };
const FED = { opponent: "random", deck: "federation", against: "romulan", seed: 5 };

async function at(fits, settings, view = DESK) {
  const page = await visitor(view), sent = [];
  const { id } = await newGame(page, settings);
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => {
    const m = JSON.parse(String(payload));
    if (m.t === "choose") sent.push(m.cards);
  }));
  const player = await reach(page, server.base, id, fits, 400, new Captain(page, 1));
  check(!player.over, "the game ended before the position that the test wants");
  sent.length = 0;
  return { page, player, sent };
}

const order = (page) => page.$$eval(".order li", (all) => all.map((el) => Number(el.dataset.order)));
const same = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);

async function dragLine(page, from, to) {
  const middle = (i) => page.$$eval(".order .handle", (all, k) => { const r = all[k].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }, i);
  await settled(page);
  await page.$$eval(".order .handle", (all, k) => all[k].scrollIntoView({ block: "nearest" }), from);
  await page.mouse.move(...await middle(from));
  await page.mouse.down();
  await page.mouse.move(...await middle(to), { steps: 5 });
  await page.mouse.up();
}

/* The server's words on their way to the page: `change` may alter a state, `answered` may take a message of the page. */
async function between(page, change, answered) {
  const wire = {};
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const upstream = ws.connectToServer();
    wire.say = (m) => ws.send(JSON.stringify(m));
    upstream.onMessage((text) => {
      const m = JSON.parse(String(text));
      if (m.t === "state") change?.(m);
      ws.send(JSON.stringify(m));
    });
    ws.onMessage((text) => answered?.(JSON.parse(String(text)), wire) || upstream.send(text));
  });
  return wire;
}

export default [
  ["order: the dilemma stack is ordered by keys, buttons and dragging, and sent as it stands", async () => {
    const { page, player, sent } = await at((d, v) => d.kind === DECIDE.STACK && v.attempt.allowance >= 6 && d.eligible.length >= 4, GREEDY);
    const room = player.state.view.attempt.allowance, costs = await page.$$eval(".stage .tcard", (all) => all.map((el) => [Number(el.dataset.card), Number(/\d+/.exec(el.querySelector(".cost").textContent)[0])]));
    const cheap = costs.sort((a, b) => a[1] - b[1]).slice(0, 3).map(([id]) => id);
    check(costs.slice(0, 3).reduce((n, [, c]) => n + c, 0) <= room, "three dilemmas cost too much here");
    for (const id of cheap) await page.locator(`.stage .tcard[data-card="${id}"]`).click();
    const [a, b, c] = cheap;
    same(await order(page), [a, b, c], "the order of choosing");
    same(await page.$$eval(".order .handle b", (all) => all.map((el) => el.textContent)), ["1", "2", "3"], "the numbers");
    await page.locator(`[data-k="ord${a}"]`).focus();
    await page.keyboard.press("Alt+ArrowDown");
    same(await order(page), [b, a, c], "after Alt and an arrow");
    check(await page.evaluate(() => document.activeElement.dataset.k) === `ord${a}`, "the focus did not go with the card");
    check(/2 of 3/.test(await page.locator("#polite").textContent()), "the new place is not announced");
    await page.locator(`[data-k="ordlater${b}"]`).click();
    same(await order(page), [a, b, c], "after the button");
    await dragLine(page, 2, 0);
    same(await order(page), [c, a, b], "after the drag");
    const faults = await accessibilityFaults(page, "an order");
    check(faults.length === 0, faults.join("\n"));
    await picture(page, "order-stack");
    const n = player.state.n;
    await page.locator('[data-k="confirm"]').click();
    await player.until(() => player.over || player.state.n > n, "the stack");
    same(sent, [[c, a, b]], "what was sent");
    await leave(page);
  }, LONG],

  ["order: cards asked for one by one are one list", async () => {
    const page = await visitor(), { id } = await newGame(page, FED), took = [];
    let last, left;
    const asking = (cards) => ({ kind: DECIDE.ORDERING, card: 0, def: 0, about: "next, in order", least: 0, most: 0, may_end: false, ordered: false, eligible: [], chosen: [],
      options: cards.map((card) => ({ verb: VERB.CHOOSE, card, target: 0, number: 0, def: 0, cost: -1, text: "A chooses a card" })) });
    await between(page, (m) => {                 /* three cards of the hand, to be put in order */
      left ??= m.view.players[0].hand.cards.slice(0, 3).map((card) => card.id);
      m.view.decision = asking(left);
      last = m;
    }, (m, wire) => {
      if (m.t !== "answer") return false;
      const card = left[m.option];
      took.push(card);
      left = left.filter((x) => x !== card);
      last = { ...last, n: last.n + 1, log: [], view: { ...last.view, decision: left.length > 1 ? asking(left) : null } };
      wire.say(last);
      return true;
    });
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".order li").nth(2).waitFor();
    const [a, b, c] = await order(page);
    await dragLine(page, 0, 2);
    same(await order(page), [b, c, a], "after the drag");
    await page.locator('[data-k="confirm"]').click();
    await page.locator(".order").waitFor({ state: "detached" });
    same(took, [b, c], "what was sent");
    check(took.length === 2 && left[0] === a, "the last card is not left over");
    await leave(page);
  }],

  ["table: a fault of the server is one sentence with a report that tells no secret", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    let state;
    const wire = await between(page, (m) => { state = m; });
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".hand .slot").first().waitFor();
    wire.say({ t: "error", code: "bad-message", text: "the message cannot be read" });
    await page.locator(".fault", { hasText: "The message cannot be read." }).waitFor();
    check(/nothing is lost/i.test(await page.locator(".fault").textContent()), "what was kept is not said");
    await page.locator('[data-k="copyreport"]').click();
    await page.locator(".fault", { hasText: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    check(text.includes(id) && text.includes(`decision ${state.n},`) && /bad-message/.test(text), `the report is ${text}`);
    const hand = state.view.players[state.you].hand.cards;
    check(hand.length > 0 && hand.every((card) => card.name && !text.includes(card.name)), "the report names a card");
    await page.keyboard.press("Escape");
    check(await page.locator(".fault").count() === 0, "Esc does not close it");
    await leave(page);
  }],

  ["table: phone: an arrow counts the places that are out of sight", async () => {
    const { page, player } = await at((d) => d.kind === DECIDE.ORDERS && d.options.filter((o) => o.verb === VERB.MOVE).length > 3, FED, PHONE);
    const ship = player.decision.options.find((o) => o.verb === VERB.MOVE).card;
    await page.locator(`.line .ship[data-card="${ship}"]`).first().click();
    const verb = page.locator(`.verbs [data-verb="${VERB.MOVE}"]`);
    if (await verb.isVisible()) await verb.click();
    await page.locator(".edge").first().waitFor();
    await picture(page, "order-edge");
    const counts = () => page.evaluate(() => {
      const rows = document.querySelector(".rows").getBoundingClientRect(), all = [...document.querySelectorAll(".rows .legal[data-card]")].filter((el) => el.offsetParent).map((el) => el.getBoundingClientRect());
      const told = [...document.querySelectorAll(".edge")].reduce((n, el) => n + Number(/\d+/.exec(el.textContent)[0]), 0);
      return { all: all.length, seen: all.filter((r) => r.bottom >= rows.top + 12 && r.top <= rows.bottom - 12).length, told };
    });
    const first = await counts();
    check(first.seen > 0 && first.told > 0 && first.seen + first.told === first.all, `of ${first.all} places ${first.seen} are seen, ${first.told} told`);
    const arrow = page.locator(".edge").first(), way = await arrow.getAttribute("data-k"), before = await page.$eval(".rows", (el) => el.scrollTop);
    await arrow.click();
    await page.waitForFunction((top) => document.querySelector(".rows").scrollTop !== top, before);
    await settled(page);                         // the arrows follow in the next frame
    const then = await counts();
    check(then.seen + then.told === then.all, `after ${way}, of ${then.all} places ${then.seen} are seen, ${then.told} told`);
    await leave(page);
  }, LONG],

  ["table: a lasso and Shift tick whom they touch", async () => {
    const { page } = await at((d) => d.to && d.eligible.length >= 4, FED);
    const ticked = () => page.$$eval(".stage.beam .bp[role=checkbox]", (all) => all.map((el) => el.getAttribute("aria-checked") === "true"));
    const box = (i) => page.$$eval(".stage.beam .bp[role=checkbox]", (all, k) => { const r = all[k].getBoundingClientRect(); return [r.x + 40, r.y + r.height / 2]; }, i);
    await page.locator('[data-k="nobody"]').click();
    await page.mouse.move(...await box(0));
    await page.mouse.down();
    await page.mouse.move(...await box(2), { steps: 5 });
    await page.locator(".lasso").waitFor();
    await page.mouse.up();
    same((await ticked()).slice(0, 4), [true, true, true, false], "who is ticked");
    await page.locator('[data-k="nobody"]').click();
    const people = page.locator(".stage.beam .bp[role=checkbox]");
    await people.nth(1).click();
    await people.nth(3).click({ modifiers: ["Shift"] });
    same((await ticked()).slice(0, 4), [false, true, true, true], "who is ticked with Shift");
    await leave(page);
  }],
];
