/* The table as the design's checklist has it; the numbers are its points.  Seeds are fixed, and each position is reached without
 * the page, so that a test starts where it has something to see. */
import { Captain, reach } from "../captain.mjs";
import { accessibilityFaults, box, check, DESK, leave, LONG, newGame, noSidewaysScroll, PHONE, picture, server, visitor } from "../harness.mjs";
import { DECIDE, VERB } from "../player.mjs";

const FED = { opponent: "random", deck: "federation", against: "romulan", seed: 5 };
const EVENTFUL = { ...FED, seed: 11 };       /* attempts with several dilemmas, ships on the move */
const canMove = (d) => d.kind === DECIDE.ORDERS && d.options.some((o) => o.verb === VERB.MOVE);
const mine = (v, p) => v.attempt?.player === p.state.you;

/* A visitor at a table, at the first decision that fits, with everything the page sends in `sent`. */
async function at(fits, settings = FED, view = DESK, player) {
  const page = await visitor(view), sent = [];
  const { id } = await newGame(page, settings);
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => {
    const m = JSON.parse(String(payload));
    if (m.t === "answer" || m.t === "choose") sent.push(m);
  }));
  const captain = await reach(page, server.base, id, fits, 400, player?.(page) ?? new Captain(page, 1));
  check(!captain.over, "the game ended before the position that the test wants");
  sent.length = 0;
  return { page, player: captain, sent };
}

const same = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
const ids = (page, selector) => page.$$eval(selector, (all) => [...new Set(all.map((el) => Number(el.dataset.card)))].sort((a, b) => a - b));
const uniq = (list) => [...new Set(list)].sort((a, b) => a - b);
const moved = (player, n) => player.until(() => player.over || player.state.n > n, "the answer");

async function undo(page, player, n) {
  await page.keyboard.press("z");
  await player.until(() => player.state.n === n && player.decision, "the undo");
  await page.waitForFunction(() => !document.querySelector(".dec.sent"));
}

export default [
  ["table: the frame has its zones and sizes, and keeps them (1, 2, 3, 6, 11)", async () => {
    const { page, player } = await at(() => true);
    const zones = { rail: [72, 888], top: [1048, 38], opp: [1048, 50], line: [1048, 506], own: [1048, 34], dec: [1054, 58], hand: [1048, 172], sidec: [296, 888] };
    const measure = () => page.evaluate((names) => Object.fromEntries(names.map((z) => {
      const r = document.querySelector(`.tbl > .${z}`).getBoundingClientRect();
      return [z, [r.left, r.top, r.width, r.height].map(Math.round)];
    })), Object.keys(zones));
    const first = await measure();
    for (const [z, [w, h]] of Object.entries(zones)) check(Math.abs(first[z][2] - w) <= 2 && Math.abs(first[z][3] - h) <= 2, `${z} is ${first[z][2]} × ${first[z][3]}, not ${w} × ${h}`);
    same(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [1440, 900], "the document");
    check(await page.locator(".m2").count() === 10, "not ten missions");
    for (const m of await page.locator(".m2").all()) check(await m.isVisible(), "a mission is out of sight");
    const bar = await page.evaluate(() => [getComputedStyle(document.querySelector(".dec")).backgroundColor, document.querySelector(".dec").textContent]);
    check(bar[0] === "rgb(245, 169, 59)" && /you decide/i.test(bar[1]), `the bar is ${bar}`);
    const n = player.state.n;
    await page.evaluate(() => { globalThis.kept = [...document.querySelectorAll(".m2, .hand [data-k]")]; });
    await page.keyboard.press("d");
    await moved(player, n);
    await page.waitForFunction(() => document.querySelectorAll(".m2, .hand [data-k]").length === globalThis.kept.length + 1);
    check(await page.evaluate(() => globalThis.kept.every((el) => el.isConnected)), "a table that is drawn again has other elements for the same cards");
    same(await measure(), first, "the zones after an answer");
    await leave(page);
  }],

  ["table: list, key and card send the same option, once (12, 13, 14, 25, 40)", async () => {
    const { page, player, sent } = await at((d) => d.kind === DECIDE.PLAY);
    const n = player.state.n, before = JSON.stringify(player.state.view), k = player.decision.options.findIndex((o) => o.verb === VERB.PLAY), card = player.decision.options[k].card;
    await page.keyboard.press("o");
    check(await page.locator(".optlist ol button").count() === player.decision.options.length, "the list is not as long as the options");
    await page.locator(`.stage [data-k="l${k}"]`).dblclick();
    await moved(player, n);
    const after = JSON.stringify(player.state.view);
    await undo(page, player, n);
    check(JSON.stringify(player.state.view) === before, "undo came back to another position");
    await page.keyboard.press("Shift+Z");
    await moved(player, n);
    check(JSON.stringify(player.state.view) === after, "redo led to another position");
    await undo(page, player, n);
    await page.keyboard.press("Escape");
    await page.locator(`.hand [data-card="${card}"]`).click();
    await moved(player, n);
    await undo(page, player, n);
    await page.keyboard.press(await page.locator(`.hand [data-card="${card}"]`).getAttribute("data-n"));
    await moved(player, n);
    same(sent.map((m) => [m.n, m.option]), [[n, k], [n, k], [n, k], [n, k]], "what was sent");
    check(await page.locator(".practice").count() === 0, "a game is marked as practice though nothing hidden was seen");
    const m = player.state.n;
    await page.keyboard.press("d");
    await moved(player, m);
    await undo(page, player, m);
    await page.locator(".practice").waitFor();
    await leave(page);
  }],

  ["table: counters show what an option costs, and dim cards say why (19, 26, 27)", async () => {
    const { page, player } = await at((d, v) => d.kind === DECIDE.PLAY && v.counters < 5 && v.players[0].hand.cards.some((c) => !d.options.some((o) => o.card === c.id)));
    const d = player.decision, marked = () => page.locator(".cnt .pv").count(), left = () => page.locator(".cnt i:not(.sp)").count();
    check(await left() === player.state.view.counters, `${await left()} counters are shown of ${player.state.view.counters}`);
    const dear = d.options.find((o) => o.verb === VERB.PLAY && o.cost > 1) ?? d.options.find((o) => o.verb === VERB.PLAY);
    if (dear) {
      await page.locator(`.hand [data-card="${dear.card}"]`).hover();
      check(await marked() === dear.cost, `${await marked()} counters are marked for a cost of ${dear.cost}`);
    }
    await page.locator(".dec .ob", { hasText: "Draw a card" }).hover();
    check(await marked() === 1, "drawing does not mark one counter");
    const dim = page.locator('.hand .slot[aria-disabled="true"]').first();
    check(await dim.getAttribute("tabindex") === "-1", "a card without an option is a stop of the Tab key");
    await dim.hover();
    await page.locator(".tip .cite").waitFor();
    await page.locator(".top").hover();
    await dim.focus();
    await page.locator(".tip .cite").waitFor();
    await leave(page);
  }],

  ["table: a ship's menu, its places and their costs (15, 16, 17, 18, 22, 24)", async () => {
    const { page, player, sent } = await at((d, v, p) => canMove(d) && d.options.filter((o) => o.verb === VERB.MOVE).length < 9 && p.where(d.options.find((o) => o.verb === VERB.MOVE).card)?.card.range_used > 0, FED, DESK,
      (page) => Object.assign(new Captain(page, 1), { order(of) { return of(VERB.MOVE).find((o) => this.crew(o.card) > 2) ?? Captain.prototype.order.call(this, of); } }));
    const d = player.decision, ship = d.options.find((o) => o.verb === VERB.MOVE).card, own = d.options.filter((o) => o.card === ship), moves = own.filter((o) => o.verb === VERB.MOVE);
    await page.locator(`.line .ship[data-card="${ship}"]`).click();
    if (uniq(own.map((o) => o.verb)).length > 1) {
      same((await page.$$eval(".verbs [data-verb]", (all) => all.map((el) => Number(el.dataset.verb)))), [VERB.MOVE, VERB.BEAM, VERB.ATTEMPT, VERB.USE, VERB.PLAY].filter((v) => own.some((o) => o.verb === v)), "the verbs of the menu");
      same(await page.$$eval(".verbs [data-verb] kbd", (all) => all.map((el) => el.textContent)), own.some((o) => o.verb === VERB.BEAM) ? ["M", "B"] : ["M"], "their letters");
      for (const off of await page.locator(".verbs .off").all()) check(await off.locator(".cite").count() === 1, "a refused verb has no citation");
      await page.keyboard.press("m");
    }
    await page.locator(".m2 [data-cost]").nth(9).waitFor();
    same(await ids(page, ".line .legal[data-card]"), uniq(moves.map((o) => o.target)), "the ringed places");
    const costs = await page.$$eval(".m2", (all) => Object.fromEntries(all.map((m) => [m.dataset.card, Number(m.querySelector("[data-cost]").dataset.cost)])));
    for (const o of moves) check(costs[o.target] === o.cost, `mission ${o.target} shows ${costs[o.target]}, the option costs ${o.cost}`);
    const far = page.locator('.m2[aria-disabled="true"]:has(.far)').first();
    check(await far.locator("use[href='#i-lock']").count() > 0, "a place out of reach has no lock");
    await far.hover();
    await page.locator(".tip .cite").waitFor();
    await picture(page, "table-move");
    await page.locator(".top").hover();
    await far.focus();
    await page.locator(".tip .cite").waitFor();
    await far.click({ force: true });
    for (let i = 0; i < 4; i++) await page.keyboard.press("Escape");
    check(await page.locator(".verbs, .sel, [data-cost]").count() === 0, "Esc did not step back to nothing");
    check(sent.length === 0, `something was sent: ${JSON.stringify(sent)}`);
    await leave(page);
  }],

  ["table: dragging ships, people and cards answers at their places only (21, 23)", async () => {
    const { page, player, sent } = await at((d, v, p) => canMove(d) && d.options.some((o) => o.verb === VERB.BEAM && o.card === p.own[0]));
    const d = player.decision, n = player.state.n, middle = async (selector) => {
      await page.locator(selector).first().waitFor();
      return page.$eval(selector, (el) => {                      /* at once: the element may be drawn anew at any time */
        const r = el.getBoundingClientRect();
        return [r.x + r.width / 2, r.y + r.height / 2];
      });
    };
    const drag = async (from, to, drop = true) => {
      await page.mouse.move(...await middle(from));
      await page.mouse.down();
      const [x, y] = await middle(to);
      await page.mouse.move(x - 30, y - 5, { steps: 4 });
      await page.mouse.move(x, y, { steps: 2 });
      if (drop) await page.mouse.up();
    };
    const move = d.options.findIndex((o) => o.verb === VERB.MOVE), ship = `.line .ship[data-card="${d.options[move].card}"]`, target = `.m2[data-card="${d.options[move].target}"]`;
    await drag(ship, ".top");
    await drag(ship, `.m2[data-card="${player.own[0]}"]`);
    check(sent.length === 0, "a drop on no place sent something");
    await drag(ship, target, false);
    await page.locator(".m2 [data-cost]").nth(9).waitFor();
    check(await page.locator(".carried").count() === 1 && await page.locator(`${target}.aimed`).count() === 1, "the drag does not show where it would drop");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    check(sent.length === 0 && await page.locator(".carried").count() === 0, "Esc did not end the drag");
    await drag(ship, target);
    await moved(player, n);
    same(sent.map((m) => m.option), [move], "what the drag sent");
    await undo(page, player, n);
    const beam = d.options.findIndex((o) => o.verb === VERB.BEAM && o.card === player.own[0]), who = (await ids(page, ".mrow.mine .cell:first-child .tk[data-card]"))[0];
    await drag(`.tk[data-card="${who}"]`, `.line .ship[data-card="${d.options[beam].target}"]`);
    await player.until(() => player.decision?.to, "the beam");
    await page.locator(`.stage.beam .bp.on[data-card="${who}"]`).waitFor();
    same(sent.map((m) => m.option), [move], "what was sent before anybody confirmed the beam");
    const words = () => page.locator(".beammid .note").first().textContent(), one = await words();
    await page.locator(".stage.beam .bp[role=checkbox]:not(.on)").first().click();
    check(await words() !== one, "ticking somebody changes nothing in the middle");
    await page.locator('[data-k="nobody"]').click();
    check(await page.locator('[data-k="confirm"]').isDisabled() && /at least 1/.test(await page.locator('[data-k="confirm"]').textContent()), "nobody can be beamed, and no reason is given");
    check(await page.locator(".verdict.n").count() === 1, "the stage does not say why");
    await leave(page);
  }],

  ["table: an attempt shows its steps, meters that add up and a verdict (19, 28, 29, 33)", async () => {
    const { page } = await at((d, v, p) => mine(v, p) && d.kind === DECIDE.RESPONSE);
    await page.locator(".stage.try .meter").first().waitFor();
    for (const part of [".steps .on", ".s1 .card.full", ".verdict .cite", ".team2"]) check(await page.locator(`.stage.try ${part}`).count() > 0, `the attempt has no ${part}`);
    check(await page.locator(".hand .slot").count() > 0, "the hand is out of reach");
    const meters = await page.$$eval(".meter[data-need]", (all) => all.map((m) => ({ need: Number(m.dataset.need), have: Number(m.dataset.have),
      sum: [...m.querySelectorAll(".seg")].reduce((n, s) => n + Number(s.dataset.amount), 0), lack: Number(m.querySelector(".short")?.dataset.amount ?? 0) })));
    for (const m of meters) check(m.sum === m.have && m.lack === Math.max(0, m.need - m.have), `a meter does not add up: ${JSON.stringify(m)}`);
    check(meters.length > 0 && meters.some((m) => m.lack > 0), "no shortfall is drawn");
    await picture(page, "table-attempt");
    const faults = await accessibilityFaults(page, "the attempt");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],

  ["table: what happened is told step by step, and Space steps (31, 32, 33, 38)", async () => {
    const { page, player } = await at((d, v) => v.turn >= 14 && d.options.some((o) => o.verb === VERB.ATTEMPT), EVENTFUL);
    const n = player.state.n, k = player.decision.options.findIndex((o) => o.verb === VERB.ATTEMPT);
    await page.keyboard.press("o");
    await page.locator(`.stage [data-k="l${k}"]`).click();
    await moved(player, n);
    const newest = () => page.$$eval(".log li[data-line]", (all) => Math.max(...all.map((el) => Number(el.dataset.line))));
    await page.locator(".optlist .since li").first().waitFor();
    check(await newest() >= player.state.log.filter((l) => l.what !== "SEGMENT").pop().k, "whoever plays in the list has a log that ends before what happened");
    await page.keyboard.press("o");
    await page.locator(".stage.story").waitFor();
    const steps = await page.locator(".stage.story .steps li").count(), told = [];
    check(steps >= 3, `only ${steps} steps are told`);
    for (let i = 0; i < steps; i++) {
      check(await page.locator(".stage.story .steps li").nth(i).getAttribute("aria-current") === "step", `step ${i} is not the one shown`);
      told.push(await page.locator(".stage.story .s2").textContent());
      await page.locator(".dec").focus();
      await page.keyboard.press("Space");
    }
    check(await page.locator(".stage.story").count() === 0, "the story does not end");
    check(/stopped|killed|overcome|completed|failed/i.test(told.join(" ")), "no result is told in words");
    for (const l of player.state.log.filter((x) => x.what === "SELECTED" && x.number > 1)) check(/, at random, among .+/.test(l.text) && told.some((words) => words.includes(/, at random, among .+/.exec(l.text)[0])), `a random pick does not say among whom: ${l.text}`);
    for (const l of player.state.log.filter((x) => x.cite)) check(await page.locator(`.log [data-cite="${l.cite}"]`).count() > 0, `${l.cite} is cited and not shown`);
    await leave(page);
  }],

  ["table: the log links cards, opens rulings in place and filters (20, 38, 39)", async () => {
    const { page, player } = await at((d, v, p) => canMove(d) && v.turn > 14, EVENTFUL);
    const ref = page.locator(".log .ref", { hasText: "Earth" }).last();
    await ref.scrollIntoViewIfNeeded();
    await ref.hover();
    await page.locator(`.m2.outl[data-card="${player.own[0]}"]`).waitFor();
    const chip = page.locator(".log li .cite").last(), cite = await chip.getAttribute("data-cite"), ol = page.locator(".log ol");
    await ol.evaluate((el) => { el.scrollTop = el.scrollHeight / 2; });
    await chip.scrollIntoViewIfNeeded();
    const scroll = await ol.evaluate((el) => el.scrollTop), key = await chip.getAttribute("data-k");
    await chip.click();
    await page.locator(`[data-ruling="${cite}"]`).waitFor();
    await page.locator('[data-k="back"]').click();
    check(Math.abs(await ol.evaluate((el) => el.scrollTop) - scroll) < 2, "back lost the place in the log");
    check(await page.evaluate(() => document.activeElement.dataset.k) === key, "back lost the focus");
    await page.locator('[data-k="filter-rulings"]').click();
    check(await page.locator(".log li[data-line]:not(.t):not(:has(.cite))").count() === 0, "the filter lets through what is not cited");
    await page.locator('[data-k="filter-mine"]').click();
    check(await page.locator(".log li.y").count() > 0 && await page.locator(".log li.o").count() === 0, "the filter shows what is not mine");
    await page.keyboard.press("/");
    await page.keyboard.type("qqqq");
    check(await page.locator(".log li", { hasText: "No line fits" }).count() === 1, "the search finds what is not there");
    check(await page.evaluate(() => document.activeElement.tagName) === "INPUT", "a letter acted while it was typed");
    await leave(page);
  }],

  ["table: a whole game in the option list, by keys, never losing the focus (45, 46, 49)", async () => {
    const page = await visitor(), player = new Captain(page, 9);
    const { id } = await newGame(page, { opponent: "greedy", deck: "klingon", against: "federation", seed: 3 });
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => {
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(document.getElementById("polite").textContent)).observe(document.getElementById("polite"), { childList: true });
    }));
    await page.goto(`${server.base}/game/${id}`);
    await player.myTurn();
    await page.keyboard.press("o");
    const seen = new Set();
    while (!player.over) {
      seen.add(player.state.n);
      const n = player.state.n, d = player.decision, k = player.isSet() && d.may_end ? d.options.findIndex((o) => o.verb === VERB.DONE) : player.pick();
      if (await page.locator('.dec [data-k="skip"]').count()) await page.keyboard.press("Escape");
      await page.locator(`.stage [data-k="l${k}"]`).waitFor();
      if (k < 10) await page.keyboard.press(String((k + 1) % 10));
      else {
        for (let i = 0; i < 60 && await page.evaluate(() => document.activeElement.dataset.k) !== `l${k}`; i++) await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
      }
      await moved(player, n);
      await player.myTurn();
      await page.waitForFunction(() => !document.querySelector(".dec.sent"));
      check(await page.evaluate(() => document.activeElement !== document.body), `the focus is lost after answer ${n}`);
    }
    await page.getByText(/won/i).first().waitFor();
    const said = await page.evaluate(() => globalThis.said);
    check(said.length === seen.size, `${said.length} announcements for ${seen.size} decisions`);
    check(said.every((s) => s.length <= 140 && /your decision/i.test(s)), `an announcement is wrong: ${said.find((s) => s.length > 140 || !/your decision/i.test(s))}`);
    await leave(page);
  }, LONG],

  ["table: Tab goes from zone to zone, arrows within, ? shows the map (46, 47, 50)", async () => {
    const { page } = await at((d, v) => canMove(d) && v.players[0].hand.count > 0);
    const order = [];
    await page.locator(".dec").focus();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      const zone = await page.evaluate(() => ["dec", "hand", "line", "own", "opp", "inspbox", "log", "top"].find((z) => document.activeElement.closest(`.${z}`)));
      if (zone && order[order.length - 1] !== zone) order.push(zone);
      if (zone === "top") break;
    }
    same(order, ["dec", "hand", "line", "own", "opp", "inspbox", "log", "top"].filter((z) => order.includes(z)), "the order of the Tab key");
    check(["dec", "line", "inspbox", "log"].every((z) => order.includes(z)), `the Tab key misses a zone: ${order}`);
    await page.locator(".m2.mine").first().focus();
    const from = await page.evaluate(() => document.activeElement.dataset.k);
    await page.keyboard.press("ArrowRight");
    check(await page.evaluate(() => document.activeElement.dataset.k) !== from, "the arrow does not walk");
    check(await page.evaluate(() => parseFloat(getComputedStyle(document.activeElement).outlineWidth)) >= 3, "the focus is not visible");
    await page.keyboard.press("]");
    check(await page.evaluate(() => document.activeElement.classList.contains("m2")), "] does not reach the next mission");
    await page.keyboard.press("?");
    check(await page.locator(".keys dt").count() > 20, "the map of the keyboard is not shown");
    await page.keyboard.press("Escape");
    const nameless = await page.$$eval(".tbl button", (all) => all.filter((b) => !(b.getAttribute("aria-label") || b.textContent.trim() || b.title)).length);
    check(nameless === 0, `${nameless} buttons have no name`);
    await leave(page);
  }, LONG],

  ["table: accessible in its states: orders, menu, places, beam, end (48)", async () => {
    const { page, player } = await at((d, v, p) => canMove(d) && d.options.some((o) => o.verb === VERB.BEAM && o.card === p.own[0]));
    const faults = [], look = async (what) => faults.push(...await accessibilityFaults(page, what));
    const d = player.decision, n = player.state.n;
    await page.locator(`.line .ship[data-card="${d.options.find((o) => o.verb === VERB.MOVE).card}"]`).click();
    await look("the menu");
    await page.keyboard.press("m");
    await page.locator("[data-cost]").first().waitFor();
    await look("the places");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.locator(".dec [data-sure]").waitFor();
    await look("the end of orders");
    await page.keyboard.press("Escape");
    check(await page.locator(".dec [data-sure]").count() === 0 && player.state.n === n, "Esc did not go on with the orders");
    await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false}'));
    player.state = null;
    await page.reload();
    await player.myTurn();
    await page.locator(".dec .ob.go").waitFor();
    await page.keyboard.press("e");
    await moved(player, n);
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }, LONG],

  ["table: phone: one tap to the other missions, long press to a card, 44 px to press (2, 6, 18)", async () => {
    const { page } = await at((d) => canMove(d), FED, PHONE);
    await noSidewaysScroll(page, "the table");
    const inRow = (row) => page.locator(`.mrow.${row} .m2`).locator("visible=true").count();
    check(await inRow("mine") === 5 && await inRow("them") === 0, "the phone does not begin with one's own missions");
    await page.locator(".mrow.mine .m2").last().scrollIntoViewIfNeeded();
    await page.locator(".sw button").last().tap();
    check(await inRow("them") === 5 && await inRow("mine") === 0, "one tap does not show the other missions");
    await page.locator(".sw button").first().tap();
    for (const b of await page.locator(".dec .ob").locator("visible=true").all()) check((await b.boundingBox()).height >= 44, "a primary option is too small for a thumb");
    await page.locator(".mrow.mine .ship").first().scrollIntoViewIfNeeded();
    const touch = await page.context().newCDPSession(page), r = await box(page, ".mrow.mine .ship");
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: r.x + 20, y: r.y + 12 }] });
    await page.locator('.tbl[data-tab="card"] .insp .card.full').waitFor();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    check(await page.locator(".verbs").count() === 0, "a long press opened the orders as well");
    await picture(page, "table-phone-card");
    await leave(page);
  }],

  ["table: a battle is two sums whose numbers are cards (30, 31)", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    await page.routeWebSocket(/\/ws$/, (ws) => {                 /* a fight put into the position that the server sends */
      const upstream = ws.connectToServer();
      upstream.onMessage((text) => {
        const m = JSON.parse(String(text));
        if (m.t === "state") m.view.battle = { engagement: true, players: [0, 1], mission: m.view.players[0].missions.cards[0].id, attribute: 2, totals: [8, 10], known: true, winner: 1, target: [0, 0], waiting: [0, 0],
          sides: [0, 1].map((p) => m.view.players[p].missions.cards.slice(1, 3).map((c, i) => ({ card: c.id, amount: 3 + 2 * i + p }))) };
        ws.send(JSON.stringify(m));
      });
    });
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".stage.fight").waitFor();
    const sums = await page.$$eval(".bside", (all) => all.map((s) => [[...s.querySelectorAll("[data-amount]")].reduce((n, r) => n + Number(r.dataset.amount), 0), Number(s.querySelector(".btotal b").textContent)]));
    same(sums, [[8, 8], [10, 10]], "the sums");
    check(await page.locator(".brow[data-card]").count() === 4 && /would win/.test(await page.locator(".bmid").textContent()) && await page.locator(".bmid .cite").count() === 1, "the battle does not say who would win and why");
    await leave(page);
  }],
];
