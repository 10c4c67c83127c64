/* What a player does while the table is about to change by itself: nothing that was meant for one thing answers another. */
import { Captain, reach } from "../captain.mjs";
import { check, leave, LONG, newGame, server, visitor } from "../harness.mjs";
import { DECIDE, VERB } from "../player.mjs";

const FED = { opponent: "greedy", deck: "federation", against: "romulan", seed: 11 };

/* A table at the first decision that fits; `slow` keeps every preview of the server back for so many milliseconds. */
async function at(fits, slow = 0, more = {}) {
  const page = await visitor(), sent = [], preview = [];
  const { id } = await newGame(page, { ...FED, ...more });
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const to = ws.connectToServer();
    ws.onMessage((text) => {
      const m = JSON.parse(String(text));
      if (["answer", "choose"].includes(m.t)) sent.push(m);
      to.send(text);
    });
    to.onMessage((text) => {
      if (!String(text).startsWith('{"t":"preview"')) return ws.send(text);
      setTimeout(() => { ws.send(text); preview.push(text); }, slow);
    });
  });
  const player = await reach(page, server.base, id, fits, 400, new Captain(page, 1));
  check(!player.over, "the game ended before the position that the test wants");
  sent.length = 0;
  return { page, player, sent, preview };
}

const beams = (d) => d.options.filter((o) => o.verb === VERB.BEAM);

export default [
  ["meanwhile: a click or key that was meant for a story that just ended by itself answers nothing", async () => {
    const { page, player, sent } = await at((d, v) => d.kind === DECIDE.ORDERS && v.turn >= 3, 0, { windows: true }), n = player.state.n;
    await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false,"recap":"quick","windows":{"play":"always","turn":"always","other":"always"}}'));
    player.state = null;
    await page.reload();
    await player.myTurn();
    await page.locator(".dec .ask").waitFor();
    await page.keyboard.press("e");
    const told = page.locator('.dec [data-k="skip"]');
    for (let last = n; !await told.isVisible(); last = player.state.n) {          // windows come until the opponent has done something that is told
      await player.until(() => player.state.n > last && player.decision, "the next window");
      await page.locator(`.dec[data-n="${player.state.n}"]:not(.sent)`).waitFor();
      if (!await told.isVisible()) await page.locator(".dec .ob.go").click();
    }
    sent.length = 0;
    const before = await page.evaluate(() => new Promise((done) => {
      const bar = document.querySelector(".dec");
      new MutationObserver((_, watch) => {
        if (bar.querySelector('[data-k="skip"]')) return;
        watch.disconnect();
        for (const key of [" ", "Enter", "Escape"]) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        bar.querySelector(".ob.go")?.click();
        done(document.querySelector(".line .stage")?.getAttribute("aria-label") ?? "the field");
      }).observe(bar, { childList: true, subtree: true, attributes: true });
    }));
    await page.locator(".dec:not(.settling)").waitFor();
    check(sent.length === 0, `sent: ${JSON.stringify(sent)}`);
    check(await page.locator('.dec [data-sure]').count() === 0, "the end of the segment is being confirmed");
    check((await page.evaluate(() => document.querySelector(".line .stage")?.getAttribute("aria-label") ?? "the field")) === before, "the choice was put away");
    await page.locator(".dec .ob.go:not([disabled])").waitFor();
    await leave(page);
  }, LONG],

  ["meanwhile: whoever opens the list or goes back while a beam is being asked about has left it", async () => {
    const { page, player, sent, preview } = await at((d) => d.kind === DECIDE.ORDERS && beams(d).length > 0, 700);
    const k = player.decision.options.findIndex((o) => o.verb === VERB.BEAM), { card, target } = player.decision.options[k], count = player.decision.options.length;
    const begin = async () => {
      await page.locator(`.line [data-card="${card}"]`).first().click();
      for (const press of [`.verbs [data-k="verb${VERB.BEAM}"]`, `.verbs [data-k="v${k}"]`, `.line .legal[data-card="${target}"]`]) {
        if (await page.locator(".dec.sent").count()) break;
        if (await page.locator(press).first().isVisible()) await page.locator(press).first().click();
      }
      await page.locator(".dec.sent").waitFor();
    };
    for (const [key, shows] of [["o", ".stage .optlist"], ["Escape", ".line .m2"]]) {
      const before = preview.length;
      await begin();
      await page.keyboard.press(key);
      await page.locator(shows).first().waitFor();
      while (preview.length === before) await page.waitForTimeout(50);
      await page.waitForTimeout(100);
      check(await page.locator(".stage.beam").count() === 0, `the beam comes back after ${key}`);
      await page.locator(shows).first().waitFor();
      if (key === "o") await page.keyboard.press("o");
    }
    await begin();
    await page.locator(".stage.beam").waitFor();
    await page.keyboard.press("o");
    await page.locator('.stage [data-k="l0"]').waitFor();
    check(await page.locator(".stage .optlist ol button").count() === count, "the list has other options than the decision");
    check(sent.length === 0, `sent: ${JSON.stringify(sent)}`);
    await leave(page);
  }, LONG],
];
