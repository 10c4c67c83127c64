/* The guided first game by following the light, the coach dismissed and called back, hints, words of the game. */
import { accessibilityFaults, check, leave, LONG, newGame, noSidewaysScroll, PHONE, picture, server, visitor } from "../harness.mjs";
import { Player } from "../player.mjs";

const STEPS = 12;

/* In the page: card after card of a set, each lit when the one before is ticked, and then what confirms it; no faster than a
 * quick hand, since the server bounds how much a client asks. */
async function tickAll() {
  for (let lit = null; lit?.dataset.k !== "confirm" && (lit = document.querySelector(".coached"));) {
    lit.click();
    await new Promise((drawn) => setTimeout(drawn, 60));
  }
}

/* In the page: what a click on the light may change. */
function sight() {
  const bar = document.querySelector(".dec"), stage = document.querySelector(".stage");
  return { n: Number(bar.dataset.n), sent: bar.classList.contains("sent"), looks: `${bar.textContent} ${stage?.textContent} ${document.querySelector(".coached")?.outerHTML}` };
}

/* Clicks what is lit until the position has changed: never before the last click has shown, nor while something is under way, be it
 * the answer or the question who may be beamed. */
async function follow(page, player) {
  const n = player.state.n, end = Date.now() + 30000;
  for (let seen = await page.evaluate(sight); player.state.n === n && seen.n === n;) {
    check(Date.now() < end, `the light leads nowhere at decision ${n}: ${seen.looks.slice(0, 300)}`);
    const { looks } = seen;
    if (!seen.sent && player.isSet()) await page.evaluate(tickAll);
    else if (!seen.sent) await page.locator(".coached").click({ timeout: 2000 }).catch(() => {});
    for (let tries = 0; tries < 100 && player.state.n === n && seen.n === n && (seen.sent || seen.looks === looks); tries++) {
      await page.waitForTimeout(20);
      seen = await page.evaluate(sight);
    }
  }
  await player.until(() => player.state.n !== n, "the answer to the light");
}

/* What must hold whenever the coach speaks: one light, one sentence, and every option enabled. */
async function checkLight(page, player) {
  const seen = await page.evaluate(() => ({ lit: document.querySelectorAll(".coached").length, words: document.querySelector(".coach-line")?.textContent ?? "", step: Number(document.querySelector(".dec").dataset.step),
    off: [...document.querySelectorAll(".dec button[disabled], .verbs button[disabled], .stage .names button[disabled]")].filter((b) => b.dataset.k !== "confirm").length }));
  check(seen.lit === 1, `${seen.lit} things are lit at decision ${player.state.n} (${seen.words})`);
  check(seen.words.length > 20 && !/undefined|NaN|\[object/.test(seen.words), `the coach says "${seen.words}"`);
  check(seen.off === 0, `${seen.off} options are disabled at decision ${player.state.n}`);
  return seen.step;
}

const spoken = (page, n) => page.waitForFunction(() => document.querySelector(".dec.coaching .coach-line") && document.querySelector(".coached")).catch(() => { throw new Error(`the coach is silent at decision ${n}`); });

export default [
  ["guided game: twelve steps by following the light", async () => {
    const page = await visitor(), player = new Player(page, 1), steps = [];
    await page.goto(server.base);
    await page.locator("#guided").click();
    await page.waitForURL(/\/game\//);
    for (let answers = 0; answers < 200 && !(steps.length === STEPS && player.state.view.active === 1); answers++) {
      await player.myTurn();
      check(!player.over, `the game was over after the steps ${steps}`);
      await page.locator(".dec.coaching .coach-line, .dec .coach-line", { hasText: /./ }).first().waitFor();
      if (await page.getByText("That was the guided game").count()) break;
      await spoken(page, player.state.n);
      const step = await checkLight(page, player);
      if (step > 0 && !steps.includes(step)) {
        steps.push(step);
        if (step === 1 || step === 8) {
          await picture(page, `guided-${step}`);
          const faults = await accessibilityFaults(page, `guided step ${step}`);
          check(faults.length === 0, faults.join("\n"));
        }
      }
      await follow(page, player);
    }
    check(steps.join() === Array.from({ length: STEPS }, (_, i) => i + 1).join(), `the steps were ${steps}`);
    await page.getByText("That was the guided game").waitFor();
    await page.keyboard.press("p");              // from now on the menu explains its verbs
    await page.locator(".verbs .explain", { hasText: "Play: pays" }).waitFor();
    await leave(page);
  }, LONG],

  ["guided game: another way, dismissed and called back, on a phone", async () => {
    const page = await visitor(PHONE), player = new Player(page, 1);
    await page.goto(server.base);
    await page.locator("#guided").click();
    await page.waitForURL(/\/game\//);
    await player.myTurn();
    await spoken(page, 0);
    await noSidewaysScroll(page, "the guided game");
    await picture(page, "guided-phone");
    check(await page.locator(".term-word").count() > 0, "no word of the game is underlined");
    await page.locator(".term-word").first().click();
    await page.locator(".term-tip .cite").first().waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".coached"));
    await page.reload();
    await player.until(() => player.state, "the table");
    await page.locator('[data-k="coach"]', { hasText: "Coach" }).click();
    await spoken(page, 0);
    const end = player.decision.options.findIndex((o) => o.verb === 2);
    for (let i = 0; i < 3; i++) {                // the coach would play cards; drawing is legal too
      const n = player.state.n;
      await page.locator(`.dec [data-k="o${player.decision.options.findIndex((o) => o.verb === 2)}"]`).click();
      await player.until(() => player.state.n > n && player.decision, "the next decision");
      await spoken(page, player.state.n);
      await checkLight(page, player);
    }
    check(end >= 0, "there was nothing to draw");
    await page.goto(server.base);
    await page.locator("#guided", { hasText: "Go on" }).click();
    await page.waitForURL(/\/game\//);
    await spoken(page, player.state.n);
    await leave(page);
  }, LONG],

  ["a hint in any game against the computer, and none against a person", async () => {
    const page = await visitor(), player = new Player(page, 1);
    const { id } = await newGame(page, { opponent: "random", deck: "romulan", against: "klingon", seed: 4 });
    await page.goto(`${server.base}/game/${id}`);
    await player.myTurn();
    check(await page.locator(".coached").count() === 0, "a light nobody asked for");
    await page.keyboard.press("s");
    await spoken(page, player.state.n);
    await checkLight(page, player);
    await page.keyboard.press("p");
    await page.locator(".verbs .coached").waitFor();
    await page.keyboard.press("r");              // nothing was cited yet: a notice comes beside the menu, and the light stays
    await page.locator(".notice").waitFor();
    check(await page.locator(".verbs .coached").count() === 1, "a notice takes the light away");
    await page.keyboard.press("Escape");
    await follow(page, player);
    await page.waitForFunction(() => !document.querySelector(".coached"));
    const other = await newGame(page, { opponent: "human", deck: "romulan", against: "klingon", seed: 4 });
    await page.goto(`${server.base}/game/${other.id}`);
    await page.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
    check(await page.locator('[data-k="coach"]').count() === 0, "advice is offered against a person");
    await leave(page);
  }],
];
