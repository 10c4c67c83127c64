/* The looks, measured: nothing is cut off or too small at any size, large screens are used, questions are asked in words, and
 * whoever has little to look at is told something. */
import { Captain, reach } from "../captain.mjs";
import { mouse } from "../hands.mjs";
import { ask, box, check, DESK, leave, LONG, newGame, noSidewaysScroll, PHONE, picture, server, settled, visitor } from "../harness.mjs";
import { DECIDE, VERB } from "../player.mjs";

const LARGE = { width: 1920, height: 1080 }, LOW = { width: 1024, height: 768 };
const FED = { opponent: "greedy", deck: "federation", against: "klingon", seed: 5 };

/* Texts that an edge cuts without an ellipsis, titles of the table that need one, and letters that are too small. */
function faultsInSight() {
  const out = [], seen = (el) => el.getClientRects().length > 0 && !el.closest(".vh, svg");
  const clips = (style, axis) => /hidden|clip/.test(style[axis]), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement, words = node.textContent.trim().slice(0, 30);
    if (!words || !seen(el)) continue;
    const size = parseFloat(getComputedStyle(el).fontSize);
    if (size < 10 || size < 11 && !el.closest(".att")) out.push(`${size} px: ${words}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at), edge = at.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (!clips(style, "overflowX") && !clips(style, "overflowY")) continue;
      const marked = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (!marked && [...range.getClientRects()].some((r) => r.left < edge.right && (r.right > edge.right + 2 || r.left < edge.left - 2))) out.push(`cut: ${words} in .${at.className}`);
      break;
    }
  }
  for (const el of document.querySelectorAll(".m2 h4, .ship .n > span, .hand .hd > span:not(.vh)"))
    if (seen(el) && innerWidth >= 1440 && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2)) out.push(`shortened: ${el.textContent}`);
  return [...new Set(out)];
}

async function looksWhole(page, what) {
  const faults = await page.evaluate(faultsInSight);
  check(faults.length === 0, `${what}: ${faults.slice(0, 6).join(" | ")}`);
}

/* A ship that can move and beam, so that it has a menu. */
const busyShip = (d) => d.options.find((o) => o.verb === VERB.MOVE && d.options.some((b) => b.verb === VERB.BEAM && b.card === o.card))?.card ?? 0;
const canMove = (d) => d.kind === DECIDE.ORDERS && busyShip(d) > 0;

export default [
  ["audit: no word is cut off or too small, on any page and size (2, 7, 8)", async () => {
    const page = await visitor();
    for (const path of ["/", "/decks", "/decks/klingon", "/rulings", "/scenes", "/replay", "/account", "/cards"]) {
      await page.goto(server.base + path);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      for (const size of [DESK, LARGE, PHONE]) {
        await page.setViewportSize(size);
        await settled(page);
        await noSidewaysScroll(page, `${path} at ${size.width}`);
        await looksWhole(page, `${path} at ${size.width}`);
      }
    }
    await leave(page);
  }, LONG],

  ["audit: the table at every size: whole words, both rows with who is there, a field that grows (1, 6, 7, 8)", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    const player = await reach(page, server.base, id, canMove);
    const tile = {};
    for (const size of [DESK, LARGE, LOW, PHONE]) {
      await page.setViewportSize(size);
      await settled(page);
      await looksWhole(page, `the table at ${size.width}`);
      tile[size.width] = (await box(page, ".mrow.mine .m2")).height;
      if (size === PHONE) continue;
      const ship = await box(page, ".mrow.mine .ship"), field = await box(page, ".line");
      check(ship.y + ship.height <= field.y + field.height, `the ship is out of sight at ${size.width}`);
      check(await page.locator(".m2").evaluateAll((all) => all.every((el) => el.getBoundingClientRect().bottom <= innerHeight)), `missions are out of sight at ${size.width}`);
      check(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `the table scrolls at ${size.width}`);
    }
    check(tile[LARGE.width] >= 1.2 * tile[DESK.width], `tiles have ${tile[LARGE.width]} px on a large screen, ${tile[DESK.width]} on a usual one`);
    await page.setViewportSize(LARGE);
    await settled(page);
    await page.locator(`.line .ship[data-card="${busyShip(player.decision)}"]`).click();
    await page.locator(".verbs").waitFor();
    await page.waitForFunction(() => {          // both as they lie at one moment: a busy machine draws the table again behind the menu
      const menu = document.querySelector(".verbs")?.getBoundingClientRect(), ship = document.querySelector(".ship.sel")?.getBoundingClientRect();
      return menu && ship && Math.abs(menu.x - ship.right) < 12 && Math.abs(menu.y - ship.y) < 12;
    }, null, { timeout: 5000 }).catch(() => check(false, "the menu is not beside its ship on a large screen"));
    await picture(page, "table-large");
    await leave(page);
  }, LONG],

  ["audit: the foot of a mission has room for points, text, dilemmas and span at every size", async () => {
    const page = await visitor(), { id } = await newGame(page, { ...FED, opponent: "greedy" });
    await reach(page, server.base, id, (d, v) => d.kind === DECIDE.ORDERS && v.players.some((p) => p.missions.cards.some((m) => (m.cards ?? []).some((c) => c.how === "beneath"))));
    for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [844, 390], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const cut = await page.$$eval(".m2 .mb", (all) => all.filter((el) => el.offsetParent && el.scrollWidth > el.clientWidth + 1).map((el) => el.textContent));
      check(cut.length === 0, `${width}: ${cut.join(" | ")}`);
    }
    await leave(page);
  }, LONG],

  ["audit: the table at twice the size keeps every control in reach (10)", async () => {
    const page = await visitor({ width: 720, height: 450 }), { id } = await newGame(page, FED);
    await reach(page, server.base, id, canMove);
    await noSidewaysScroll(page, "the table at 200 %");
    for (const k of ["tab-Hand", "tab-Options", "tab-Log", "tab-More", "tab-Table"]) await page.locator(`.tabs [data-k="${k}"]`).click();
    await page.locator(".dec .ob.go").click({ trial: true });
    await page.locator(".mrow.mine .m2").last().scrollIntoViewIfNeeded();
    await leave(page);
  }, LONG],

  ["audit: a text that says may is asked about in its own words, with the table in sight", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    await reach(page, server.base, id, (d) => d.kind === DECIDE.YES_NO && d.words === "draw a card");
    check(/: draw a card\?$/.test(await page.locator(".dec .ask b").textContent()), "the question does not say what it is about");
    check(await page.locator(".line .m2").count() === 10 && await page.locator(".stage").count() === 0, "a yes or no hides the table");
    check(/draw a card/i.test(await page.locator(".insp .card").textContent()), "the inspector does not show the card that asks");
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.locator(".stage .card.full").waitFor();
    await leave(page);
  }],

  ["audit: a response names the card that is played, and the inspector shows the answer", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    const player = await reach(page, server.base, id, (d) => d.kind === DECIDE.RESPONSE && d.about === "played");
    const words = await page.locator(".dec .ask b").textContent();
    check(/^[A-Z].+ is played\. Respond\?$/.test(words) && !/^A card/.test(words), `it asks "${words}"`);
    const card = player.decision.options.find((o) => o.verb !== VERB.PASS);
    check((await page.locator(".insp .card .hd").textContent()).includes(/"([^",]*)/.exec(card.text)[1]), "the inspector shows something else");
    await leave(page);
  }],

  ["audit: the list says what each option costs and what its end ends (12)", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    const player = await reach(page, server.base, id, canMove);
    await page.keyboard.press("o");
    for (const [k, o] of player.decision.options.entries()) {
      const line = await page.locator(`.stage [data-k="l${k}"]`).textContent();
      if (o.verb === VERB.MOVE) check(line.endsWith(`· Range ${o.cost}`), `"${line}" does not say its cost of ${o.cost}`);
      if (o.verb === VERB.END) check(line === "End orders", `the end is "${line}"`);
    }
    await leave(page);
  }],

  ["audit: the story of an attempt tells its stack, face down before its time", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    const player = await reach(page, server.base, id, (d) => d.kind === DECIDE.STACK);
    const stacking = player.state.n;
    await mouse.set(player, player.pickSet());
    await player.until(() => player.state.n > stacking, "the stack");
    if (player.decision?.kind === DECIDE.ORDERING) {             // of the dilemmas left over
      await page.getByRole("button", { name: "In this order" }).click();
      await player.until(() => player.decision?.kind !== DECIDE.ORDERING, "the order");
    }
    await page.locator(".stage.story .wall li").first().waitFor();
    const down = () => page.locator('.wall li:has-text("face down")').count(), all = await page.locator(".wall li").count();
    check(all > 0 && await down() === all, "the stack is told before it is met");
    await page.keyboard.press("Space");
    check(await down() === all - 1, "the dilemma that is met stays face down");
    await leave(page);
  }, LONG],

  ["audit: home shows the stars of the game that goes on, and what a deck is made for", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    const player = await reach(page, server.base, id, canMove), own = player.state.view.players[player.state.you].missions.cards;
    await page.goto(server.base);
    await page.locator(".sky .st em.y").waitFor();
    check(await page.locator(".sky .st").count() === 10, "the sky has other stars than the game has missions");
    check(/Excelsior is at Earth/.test(await page.locator(".hero").textContent()), "home does not say where the ship is");
    await page.locator(".glance li").first().waitFor();
    check(await page.locator(".glance li").count() === own.length, "the deck's missions are not listed");
    await page.locator(".fld:has-text('Your deck') select").selectOption("klingon");
    await page.locator(".glance li:has-text(\"Qo'noS\")").waitFor();
    await leave(page);
  }, LONG],

  ["audit: sound and settings are at hand at the table; a switch says its state (50, 56)", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    await page.goto(`${server.base}/game/${id}`);
    const sound = page.locator('.top [data-k="tool-sound"]');
    await sound.waitFor();
    check(await sound.getAttribute("aria-pressed") === "true", "sound is not said to be on");
    await sound.click();
    check(await sound.getAttribute("aria-pressed") === "false" && await page.evaluate(() => JSON.parse(localStorage.getItem("spaceline.settings")).volume) === 0, "sound is not off");
    check(await page.locator('[aria-pressed=""], [aria-checked=""], [aria-selected=""], [aria-disabled=""]').count() === 0, "a state without a word");
    await page.locator('.top [data-k="tool-gear"]').click();
    await page.locator(".stage .prefs .likes").waitFor();
    check(new RegExp(`/game/${id}$`).test(page.url()), "the settings leave the game");
    for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const cut = await page.$$eval(".prefs .panel button", (all) => all.filter((el) => el.offsetParent && el.getBoundingClientRect().right > el.closest(".panel").getBoundingClientRect().right).map((el) => el.id));
      check(cut.length === 0, `${width}: settings that are cut off: ${cut}`);
    }
    await leave(page);
  }],

  ["audit: no ring around the bar for a pointer, one for the keys (46)", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".dec .ask").waitFor();
    const ring = () => page.locator(".dec").evaluate((el) => { el.focus(); return getComputedStyle(el).outlineStyle; });
    check(await ring() === "none", "the bar is ringed before any key");
    await page.keyboard.press("Tab");
    check(await ring() === "solid", "the bar is not ringed for the keys");
    await leave(page);
  }],

  ["audit: a table without an opponent says so; a watcher sees backs and no options (43)", async () => {
    const host = await visitor(), guest = await visitor(), watcher = await visitor();
    const { id } = await newGame(host, { opponent: "human", deck: "federation", against: "klingon", seed: 3 });
    await host.goto(`${server.base}/game/${id}`);
    await host.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
    check(await host.locator(".hand .slot, .hand .leg").count() === 0, "something is dealt before both sit");
    await guest.goto(`${server.base}/rulings`);
    const { name } = await ask(guest, "POST", "/api/session");
    await guest.goto(`${server.base}/game/${id}`);
    await guest.locator(".hand .slot").first().waitFor();
    await host.locator('.dec .ask small:has-text("You decide"), .dec .ask b:has-text("is deciding")').waitFor();
    await host.locator(`.log li.t:has-text("Turn 1")`).waitFor();
    check(!/·\s*$/.test(await host.locator(".log li.t").first().textContent()), "the log does not name whose turn it is");
    await watcher.goto(`${server.base}/game/${id}`);
    await watcher.locator(".hand .back.big").first().waitFor();
    check(await watcher.locator(".hand .back.big").count() === 7 && await watcher.locator(".hand .slot, .legal").count() === 0, "the watcher's hand is not seven backs");
    check((await watcher.locator(".top .grow").textContent()).includes(` against ${name}`), "the watcher is not told who plays");
    for (const page of [host, guest, watcher]) await leave(page);
  }],

  ["audit: forced colours and reduced motion keep what can be chosen in sight (54, 55)", async () => {
    const page = await visitor(), { id } = await newGame(page, FED);
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await reach(page, server.base, id, canMove);
    const legal = page.locator(".ship.legal").first();
    check(await legal.evaluate((el) => getComputedStyle(el).outlineStyle) === "solid", "a ship with orders has no outline in forced colours");
    check(await page.evaluate(() => document.getAnimations().length) === 0, "something moves");
    await leave(page);
  }, LONG],
];
