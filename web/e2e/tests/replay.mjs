/* Looking back: the track, the address, whose eyes, playing on, files. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, accessibilityFaults, check, leave, LONG, newGame, noSidewaysScroll, PHONE, picture, server, visitor } from "../harness.mjs";

/* Plays a solo game by the server's own advice, in the page but without a table; the signature of every decision on the way. */
function playThrough(page, id, most = 10000) {
  return page.evaluate(async ([game, limit]) => {
    const seen = {};
    let state = null;
    for (let given = 0; given < limit && !state?.view.over;) {
      const socket = new WebSocket(`ws://${location.host}/ws`), waiting = [];   // a new one now and then: each may say so much
      socket.onmessage = (e) => waiting.shift()?.(JSON.parse(e.data));
      const next = () => new Promise((resolve) => waiting.push(resolve));
      const say = (message) => { const answer = next(); socket.send(JSON.stringify(message)); return answer; };
      await new Promise((resolve) => { socket.onopen = resolve; });
      await say({ t: "hello", v: 1 });
      state = await say({ t: "join", game });
      seen[state.n] = state.signature;
      for (let i = 0; i < 60 && given < limit && !state.view.over; i++, given++) {
        const d = state.view.decision, advice = await say({ t: "advise", game });
        const set = d.most > 0 && [4, 5, 6, 13].includes(d.kind);
        const ack = await say({ t: set ? "choose" : "answer", game, n: state.n, ...(set ? { cards: advice.cards } : { option: advice.option }) });
        if (ack.t !== "ack") throw new Error(JSON.stringify(ack));
        state = await next();
        seen[state.n] = state.signature;
      }
      socket.close();
    }
    return seen;
  }, [id, most]);
}

async function finishedGame(page) {
  const { id } = await newGame(page, { opponent: "random", deck: "federation", against: "klingon", seed: 5 });
  const seen = await playThrough(page, id);
  return { id, seen, order: Object.keys(seen).map(Number).sort((a, b) => a - b) };
}

const shows = (page, n) => page.waitForFunction((at) => document.querySelector(".rp-words")?.textContent.startsWith(`Decision ${at} of`), n);
const signature = (page) => page.locator(".rp-words").getAttribute("data-signature");

async function slideTo(page, n) {
  await page.locator(".rp-slider").evaluate((el, at) => { el.value = String(at); el.dispatchEvent(new Event("input")); }, n);
  await shows(page, n);
}

export default [
  ["replay: the slider gives the signature of each decision, and the address comes back to it", async () => {
    const page = await visitor();
    const { id, seen, order } = await finishedGame(page);
    const last = order[order.length - 1];
    await page.goto(`${server.base}/replay/${id}`);
    await shows(page, last);
    check(await signature(page) === seen[last], "the last position is another");
    await page.locator(".rp-ticks i").first().waitFor({ state: "attached" });
    check(await page.locator(".rp-flag.solved").count() > 0, "no completed mission is flagged");
    for (const n of [order[3], order[order.length >> 1], order[10], 0]) {
      await slideTo(page, n);
      if (seen[n]) check(await signature(page) === seen[n], `decision ${n} has another signature`);
    }
    await slideTo(page, order[order.length >> 1]);
    const before = await page.locator(".line").innerText();
    await picture(page, "replay");
    const address = page.url();
    check(address.includes(`at=${order[order.length >> 1]}`), `the address is ${address}`);
    const other = await visitor();
    await other.goto(address);
    await shows(other, order[order.length >> 1]);
    check(await signature(other) === seen[order[order.length >> 1]], "the address leads elsewhere");
    check(await other.locator(".line").innerText() === before, "the address shows another table");
    await leave(other);
    const faults = await accessibilityFaults(page, "replay");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }, LONG],

  ["replay: keys, playing itself, whose eyes, a line of the log", async () => {
    const page = await visitor();
    const { id } = await finishedGame(page);
    await page.goto(`${server.base}/replay/${id}?at=5`);
    await shows(page, 5);
    await page.keyboard.press("ArrowRight");
    await shows(page, 6);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await shows(page, 4);
    await page.locator(".rp-ticks i").first().waitFor({ state: "attached" });
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForFunction(() => / turn 2 /.test(document.querySelector(".rp-words").textContent));
    const at = Number(/at=(\d+)/.exec(page.url())[1]);
    await page.locator('[data-k="rp-speed"]').selectOption("2");
    await page.locator(".dec").focus();
    await page.keyboard.press("Space");
    await shows(page, at + 2);
    await page.keyboard.press("Space");
    await page.locator('[data-k="rp-play"]', { hasText: "Play" }).waitFor();
    await page.locator('[data-k="rp-eyes"]').selectOption({ label: "Open hands" });
    await page.waitForURL(/eyes=open/);
    check(await page.locator(".hand .card").count() > 0 && await page.locator(".opp [data-k^=oh]").count() > 0, "open hands show both");
    await picture(page, "replay-open");
    await page.locator('[data-k="rp-eyes"]').selectOption({ label: "A watcher" });
    await page.waitForURL(/eyes=watch/);
    check(await page.locator(".hand .card").count() === 0 && await page.locator(".opp [data-k^=oh]").count() === 0, "a watcher sees a hand");
    await page.locator(".log li.t").first().click();
    await shows(page, 0);
    await page.goto(`${server.base}/replay/${id}?at=99999999`);
    await page.locator(".rp-words", { hasText: "Decision" }).waitFor();
    await leave(page);
  }, LONG],

  ["replay: a game that goes on is seen with one's own eyes, by its players only", async () => {
    const page = await visitor(PHONE), stranger = await visitor();
    const { id } = await newGame(page, { opponent: "random", deck: "federation", against: "klingon", seed: 5 });
    await playThrough(page, id, 12);
    await page.goto(`${server.base}/game/${id}?at=3`);
    await shows(page, 3);
    check(await page.locator('[data-k="rp-eyes"]').count() === 0, "other eyes are offered");
    await noSidewaysScroll(page, "a replay on a phone");
    await picture(page, "replay-phone");
    await page.locator('[data-k="rp-game"]').click();
    await page.waitForURL(new RegExp(`/game/${id}$`));
    await stranger.goto(`${server.base}/replay/${id}?at=3`);
    await stranger.getByText(/only its players look back/).first().waitFor();
    await leave(page);
    await leave(stranger);
  }],

  ["replay: play on from here", async () => {
    const page = await visitor(), other = await visitor();
    const { id, seen, order } = await finishedGame(page);
    const n = order[order.length >> 1];
    await other.goto(`${server.base}/replay/${id}?at=${n}`);
    await shows(other, n);
    const first = new Promise((resolve) => other.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.t === "state") resolve(message);
    })));
    await other.locator('[data-k="rp-playon"]').click();
    await other.locator('[data-k="rp-on-greedy"]').click();
    await other.waitForURL(/\/game\/[^?]*$/);
    const state = await first;
    check(state.n === n && state.signature === seen[n] && state.you === 0 && state.solo, `it goes on at ${state.n}, not ${n}`);
    check(!other.url().includes(id), "the game itself goes on");
    await leave(other);
    await leave(page);
  }, LONG],

  ["replay files: saved, opened again, and garbage refused in one line", async () => {
    const page = await visitor(), folder = mkdtempSync(join(tmpdir(), "spaceline-file-"));
    const { id, seen, order } = await finishedGame(page);
    await page.goto(`${server.base}/replay/${id}?at=${order[4]}`);
    await shows(page, order[4]);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator('[data-k="rp-save"]').click()]);
    const path = join(folder, "g.replay");
    await saved.saveAs(path);
    const other = await visitor();
    await other.goto(`${server.base}/replay`);
    for (const garbage of ["garbage", "spaceline-replay 1\nedition 2e\n", ""]) {
      writeFileSync(join(folder, "bad.replay"), garbage);
      await other.setInputFiles("#replay-file", join(folder, "bad.replay"));
      await other.locator("#replay-said:not(:empty)").waitFor();
      check(!/\n/.test(await other.locator("#replay-said").textContent()), "more than one line");
    }
    check(other.url().endsWith("/replay"), "garbage leads somewhere");
    await other.setInputFiles("#replay-file", path);
    await other.waitForURL(/\/replay\/[^?]+\?at=0/);
    await shows(other, 0);
    await slideTo(other, order[7]);
    check(await signature(other) !== seen[order[7]], "a watcher's signature is a player's");
    await other.locator('[data-k="rp-eyes"]').selectOption("0");
    await other.waitForURL(/eyes=0/);
    check(await signature(other) === seen[order[7]], "the file plays otherwise");
    other.complaints = other.complaints.filter((words) => !/400/.test(words));
    await leave(other);
    await leave(page);
  }, LONG],
];
