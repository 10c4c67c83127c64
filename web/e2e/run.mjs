/* End-to-end tests in Debian's Chromium: a server of our own, real pages, real clicks and keys.
 *
 *     node web/e2e/run.mjs [WORDS]      only the tests whose names hold WORDS
 *
 * Prints a line for each test and `N passed, N failed`; pictures go to build/e2e.  Without chromium it says so and skips. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyboard, mouse } from "./hands.mjs";
import { Player } from "./player.mjs";
import { Server } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const program = process.env.SPACELINE ?? join(root, "build/spaceline"), web = process.env.WEB_OUT ?? join(root, "build/web"), pictures = join(root, "build/e2e");
const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const DESK = { width: 1440, height: 900 }, PHONE = { width: 390, height: 844 };

for (const [what, path] of [["the program", program], ["the client", join(web, "index.html")]]) {
  if (!existsSync(path)) {
    console.error(`e2e: ${what} is not built: ${path} is missing; make builds it`);
    process.exit(2);
  }
}
if (!existsSync(chromiumPath)) {
  console.log(`e2e: skipped, no chromium at ${chromiumPath}`);
  console.log("0 passed, 0 failed");
  process.exit(0);
}
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const { chromium } = await import("playwright-core");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const server = await Server.open(program, web);
const browser = await chromium.launch({ executablePath: chromiumPath, args: FLAGS });

function check(holds, what) {
  if (!holds) throw new Error(what);
}

/* A visitor with cookies of their own.  Anything the page complains about, and any request to elsewhere, fails the test. */
async function visitor(view = DESK) {
  const context = await browser.newContext({ viewport: view, hasTouch: view === PHONE, isMobile: view === PHONE, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_CONNECTION|WebSocket connection/.test(message.text())) page.complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.base)) page.complaints.push(`request to ${request.url()}`);
  });
  return page;
}

const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

async function leave(page) {
  const said = page.complaints;
  await page.context().close();
  check(said.length === 0, `the page complained: ${said.slice(0, 3).join(" | ")}`);
}

/* Asks the server as the page would: its cookies, its origin. */
function ask(page, method, path, body) {
  return page.evaluate(async ([how, where, what]) => {
    const answer = await fetch(where, { method: how, headers: what ? { "Content-Type": "application/json" } : {}, body: what ? JSON.stringify(what) : undefined });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }, [method, path, body]);
}

async function newGame(page, settings) {
  await page.goto(`${server.base}/rulings`);
  await ask(page, "POST", "/api/session");
  return ask(page, "POST", "/api/games", settings);
}

/* A card's face or tile is a picture made of words: its name says them in the order of the design, so the two are not compared. */
async function accessibilityFaults(page, what) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations
    .filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => ({ id: v.id, nodes: v.nodes
      .filter((n) => v.id !== "label-content-name-mismatch" || !document.querySelector(n.target[0])?.matches(".ship, :has(.card, .mf, .p)")).map((n) => n.html.slice(0, 140)) })));
  return found.filter((fault) => fault.nodes.length > 0).map((fault) => `${what}: ${fault.id} in ${fault.nodes.length}: ${fault.nodes.slice(0, 3).join(" ; ")}`);
}

async function noSidewaysScroll(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `${what} is ${wide} px wider than the screen`);
}

/* The cards of a view that its viewer knows by name, wherever they lie. */
function known(view) {
  const ids = new Set();
  const visit = (card) => {
    if (card.def) ids.add(card.id);
    for (const on of card.cards ?? []) visit(on.card);
  };
  for (const seat of view.players) for (const zone of Object.values(seat)) for (const card of zone?.cards ?? []) visit(card);
  return ids;
}

const tests = [
  ["a whole game by mouse, two clicks from the home page", async () => {
    const page = await visitor();
    const player = new Player(page, 11);
    await page.goto(server.base);
    await page.getByRole("radio", { name: /ensign/i }).click();
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/game\//);
    await player.play({ answers: 12, by: mouse });
    await picture(page, "table-mouse");
    await player.play({ by: mouse });
    await page.getByText(/won|without a winner/i).first().waitFor();
    await picture(page, "game-over");
    check(player.answers > 20, `only ${player.answers} answers in a whole game`);
    await leave(page);
  }],

  ["a whole game by keyboard", async () => {
    const page = await visitor();
    const player = new Player(page, 5);
    const { id } = await newGame(page, { opponent: "random", deck: "federation", against: "romulan", seed: 7 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ by: keyboard });
    await page.getByText(/won|without a winner/i).first().waitFor();
    check(player.answers > 20, `only ${player.answers} answers in a whole game`);
    await leave(page);
  }],

  ["the server is killed in mid-game and the table goes on by itself", async () => {
    const page = await visitor();
    const player = new Player(page, 3);
    const { id } = await newGame(page, { opponent: "greedy", deck: "klingon", against: "federation", seed: 3 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 15, by: mouse });
    await player.myTurn();
    const before = JSON.stringify([player.state.n, player.state.view]);
    await server.kill();
    await page.getByText(/reconnecting/i).first().waitFor();
    await picture(page, "reconnecting");
    player.state = null;
    await server.start();
    await player.until(() => player.state !== null, "the table after the restart");
    check(JSON.stringify([player.state.n, player.state.view]) === before, "the table is not the one that was left");
    await page.waitForFunction(() => !document.querySelector(".tbl.lost"));
    await player.play({ answers: 5, by: mouse });
    await leave(page);
  }],

  ["two people at one table, by link, and a watcher who sees no hand", async () => {
    const one = await visitor(), two = await visitor(), three = await visitor();
    const a = new Player(one, 1), b = new Player(two, 2), watcher = new Player(three, 3);
    const table = await newGame(one, { opponent: "human", deck: "klingon", against: "federation" });
    await one.goto(`${server.base}/game/${table.id}`);
    await newGame(two, { opponent: "random", deck: "klingon", against: "federation" });
    await two.goto(server.base + (table.join ?? `/game/${table.id}`));
    await Promise.all([a.until(() => a.state, "the first player's table"), b.until(() => b.state, "the second player's table")]);
    for (const p of [a, b]) {
      const hands = p.state.view.players.map((seat) => seat.hand.cards.filter((card) => card.def).length);
      check(hands[p.state.you] > 0 && hands[1 - p.state.you] === 0, `at the start seat ${p.state.you} knows ${hands} cards of the hands`);
    }
    await three.goto(`${server.base}/game/${table.id}`);
    await watcher.until(() => watcher.state, "the watcher's table");
    check(a.state.you !== b.state.you && a.state.you >= 0 && b.state.you >= 0, `seats ${a.state.you} and ${b.state.you}`);
    check(watcher.state.you < 0 && watcher.decision === null, "the watcher sits at the table");
    for (let turns = 0; turns < 30; turns++) {
      await a.until(() => a.over || b.over || a.decision || b.decision, "anybody's decision");
      if (a.over || b.over) break;
      const player = a.decision ? a : b, n = player.state.n;
      await (player.isSet() ? mouse.set(player, player.pickSet()) : mouse.option(player, player.pick()));
      await Promise.all([a, b].map((p) => p.until(() => p.state.n > n, "both tables to move on")));
    }
    await watcher.until(() => watcher.state.n === a.state.n, "the watcher's table to move on");
    const seen = [a, b].map((p) => known(p.state.view));
    for (const id of known(watcher.state.view)) check(seen.every((ids) => ids.has(id)), `the watcher knows card ${id}, which not both players know`);
    for (const page of [one, two, three]) await leave(page);
  }],

  ["undo takes the last answer back", async () => {
    const page = await visitor();
    const player = new Player(page, 4);
    const { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 4 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 4, by: mouse });
    const n = player.state.n, view = JSON.stringify(player.state.view.decision);
    await (player.isSet() ? mouse.set(player, player.pickSet()) : mouse.option(player, player.pick()));
    await player.until(() => player.state.n > n && player.decision, "the next decision");
    await page.keyboard.press("z");
    await player.until(() => player.state.n === n, "the decision before");
    check(JSON.stringify(player.state.view.decision) === view, "undo came back to another decision");
    await leave(page);
  }],

  ["rulings: search, one ruling with its parts, a difference of dates", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/rulings`);
    await page.locator(".rl-list li").first().waitFor();
    const all = await page.locator(".rl-list li").count();
    check(all > 10, `only ${all} topics`);
    await page.fill("#rl-q", "cost");
    await page.waitForFunction((n) => document.querySelectorAll(".rl-list li").length < n, all);
    await page.locator(".rl-list a", { hasText: "Cost reduction" }).click();
    await page.getByRole("heading", { name: "Cost reduction" }).waitFor();
    check(await page.locator(".rl-parts li").count() === 3, "cost reduction has three parts");
    check(page.url().includes("/rulings/2e-2014/cost-reduction"), `the address is ${page.url()}`);
    await picture(page, "rulings");
    await page.reload();
    await page.getByRole("heading", { name: "Cost reduction" }).waitFor();
    await page.goto(`${server.base}/rulings?against=2014-07-06`);
    await page.locator(".rl-list .badge.new").first().waitFor();
    check(await page.locator(".rl-list .badge.new").count() === all, "before the first date there was no ruling, so all are new");
    await page.goto(`${server.base}/rulings?date=2014-07-06`);
    await page.getByText("Nothing found").waitFor();
    await leave(page);
  }],

  ["deck builder: from a ready deck to a game with one's own", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/decks`);
    await page.getByRole("link", { name: /open klingon/i }).click();
    await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
    await page.getByRole("button", { name: "Remove one Kahmis" }).click();
    await page.fill("#bd-q", "brute force");
    await page.locator(".bd-cards button", { hasText: "Brute Force" }).click();
    await page.locator(".bd-legal.no").waitFor();
    check(await page.locator(".bd-problems p .cite").count() > 0, "an illegal deck names the rule");
    await picture(page, "deck-illegal");
    await page.getByRole("button", { name: "Remove one Brute Force" }).click();
    await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
    await page.locator(".bd-text summary").click();
    await page.getByRole("button", { name: "Write this deck here" }).click();
    const text = await page.inputValue("#bd-text");
    check(text.includes("2\tKahmis\n"), "the text does not hold the change");
    await page.fill("#bd-text", text.replace("2\tKahmis", "1\tKahmis\n1\tKahmiss"));
    await page.getByRole("button", { name: "Read the text as the deck" }).click();
    await page.getByText(/no card “Kahmiss”.*Nearest: Kahmis/).waitFor();
    await page.fill("#bd-text", text);
    await page.getByRole("button", { name: "Read the text as the deck" }).click();
    await page.fill("#bd-name", "Round trip");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as").waitFor();
    await page.reload();
    await page.locator(".bd-list .dr", { hasText: "Kahmis" }).locator("b", { hasText: "2" }).waitFor();
    await picture(page, "deck-builder");
    const player = new Player(page, 6);
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForURL(/\/game\//);
    await player.play({ answers: 5, by: mouse });
    await leave(page);
  }],

  ["scenes: one that holds, one that does not", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/scenes`);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    const text = await page.inputValue("#scene-text");
    await page.fill("#scene-text", text.replace("expect ship at mine", "expect ship at fort"));
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "It does not hold" }).waitFor();
    await picture(page, "scene");
    await leave(page);
  }],

  ["cards and replays have their pages", async () => {
    const page = await visitor();
    const { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 9 });
    const player = new Player(page, 9);
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 10, by: mouse });
    await page.goto(`${server.base}/replay/${id}`);
    await page.getByText(/seed 9\b/).waitFor();
    check(await page.locator(".replay-decks section").count() === 2, "a replay shows both decks");
    await page.goto(`${server.base}/cards/${encodeURIComponent("Worf, Son of Mogh")}`);
    await page.locator(".facts", { hasText: "INTEGRITY 8" }).waitFor();
    await page.goto(`${server.base}/cards/Worff`);
    await page.getByText("There is no card").waitFor();
    await leave(page);
  }],

  ["an account keeps a guest's decks", async () => {
    const page = await visitor();
    await newGame(page, { opponent: "random", deck: "klingon", against: "federation" });
    const { text } = await ask(page, "GET", "/api/decks/romulan");
    await ask(page, "POST", "/api/decks", { name: "Kept", text });
    await page.goto(`${server.base}/account`);
    const make = page.locator("form", { hasText: "Make an account" });
    await make.locator("input").nth(0).fill("Kestrel");
    await make.locator("input").nth(1).fill("a long enough word");
    await make.locator("button").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    const sign = page.locator("form", { hasText: "Sign in" });
    await sign.locator("input").nth(0).fill("Kestrel");
    await sign.locator("input").nth(1).fill("a wrong word, though");
    await sign.locator("button").click();
    await sign.locator(".said.no:not(:empty)").waitFor();
    await sign.locator("input").nth(1).fill("a long enough word");
    await sign.locator("button").click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.goto(`${server.base}/decks`);
    await page.getByText("Kept").first().waitFor();
    page.complaints = page.complaints.filter((words) => !/40[0-9]/.test(words));
    await leave(page);
  }],

  ["phone: every page fits, and a game is played by tapping", async () => {
    const page = await visitor(PHONE);
    const player = new Player(page, 8);
    for (const path of ["/", "/decks", "/decks/klingon", "/rulings", "/scenes", "/account"]) {
      await page.goto(server.base + path);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      await page.waitForTimeout(150);
      await noSidewaysScroll(page, path);
    }
    const { id } = await newGame(page, { opponent: "greedy", deck: "klingon", against: "federation", seed: 8 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 25, by: mouse });
    await noSidewaysScroll(page, "the table");
    await picture(page, "table-phone");
    await leave(page);
  }],

  ["accessible: home, table, rulings, deck builder", async () => {
    const page = await visitor();
    const faults = [];
    const look = async (what) => faults.push(...await accessibilityFaults(page, what));
    for (const path of ["/", "/rulings", "/decks/klingon", "/decks", "/cards/", "/scenes", "/account"]) {
      await page.goto(server.base + path);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      await page.waitForTimeout(400);
      await look(path);
      await picture(page, `page${path.replace(/\W+/g, "-")}`);
    }
    const player = new Player(page, 2);
    const { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 2 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 25, by: mouse });
    await look("the table");
    await page.keyboard.press("o");
    await look("the list of options");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],
];

let passed = 0, failed = 0;
const only = process.argv[2] ?? "";
const began = Date.now();
for (const [name, run] of tests) {
  if (!name.includes(only)) continue;
  const from = Date.now();
  try {
    await run().catch(async (error) => {        // a busy machine may miss a deadline once; a fault fails twice
      console.log(`again   ${name}: ${error.message.split("\n")[0]}`);
      for (const context of browser.contexts()) await context.close();
      if (server.child.exitCode !== null || server.child.signalCode) await server.start();
      await run();
    });
    passed++;
    console.log(`ok      ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.message.split("\n").slice(0, 12).join("\n        ")}`);
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page, i) => picture(page, `failed-${failed}-${i}`).catch(() => {})));
    if (server.child.exitCode !== null || server.child.signalCode) await server.start();
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
const how = await server.close();
if (how !== 0) {
  failed++;
  console.log(`FAILED  the server ends on SIGTERM: it ended with ${how}; ${server.words.trim().slice(-300)}`);
}
console.log(`${((Date.now() - began) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
