/* What every browser test stands on: a server of our own, a browser, visitors with cookies of their own. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Server } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const program = process.env.SPACELINE ?? join(root, "build/spaceline");
const web = process.env.WEB_OUT ?? join(root, "build/web"), pictures = join(root, "build/e2e");
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];     // the shell is the same engine at half the work
const chromiumPath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? "";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const LONG = "long";                      // a test that runs with --long only: see run.mjs
export const DESK = { width: 1440, height: 900 }, PHONE = { width: 390, height: 844 };

for (const [what, path] of [["the program", program], ["the client", join(web, "index.html")]]) {
  if (!existsSync(path)) {
    console.error(`e2e: ${what} is not built: ${path} is missing; make builds it`);
    process.exit(2);
  }
}
if (!existsSync(chromiumPath)) {
  console.log(`e2e: skipped, no chromium at ${chromiumPath || BROWSERS.join(" or ")}`);
  console.log("0 passed, 0 failed");
  process.exit(0);
}
mkdirSync(pictures, { recursive: true });
const { chromium } = await import("playwright-core");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const server = await Server.open(program, web);
/* Another one, for a test that needs other options of the command line; the caller closes it. */
export const otherServer = (...more) => Server.open(program, web, more);
export let browser;

/* A browser of its own for what follows: now and then one stops answering when its pages are closed, and nothing would ever end. */
export async function launch() {
  if (browser) await within(10, browser.close()).catch(() => {});
  browser = await chromium.launch({ executablePath: chromiumPath, args: FLAGS });
}

export function within(seconds, promise) {
  let timer;
  const late = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error(`no end after ${seconds} s`)), seconds * 1000); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

await launch();

export function check(holds, what) {
  if (!holds) throw new Error(what);
}

/* A visitor with cookies of their own.  Anything the page complains about, and any request to elsewhere, fails the test. */
export async function visitor(view = DESK, home = server) {
  const context = await browser.newContext({ viewport: view, hasTouch: view === PHONE, isMobile: view === PHONE, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.complaints = [];
  page.underway = 0;
  page.on("request", () => page.underway++);
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, () => page.underway--);
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_CONNECTION|WebSocket connection/.test(message.text())) page.complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(home.base)) page.complaints.push(`request to ${request.url()}`);
  });
  return page;
}

/* Everything asked for has come and is drawn. */
export async function settled(page) {
  for (let still = 0; still < 2; still = page.underway > 0 ? 0 : still + 1)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/* Where the first such element is.  Asked in one go: a table that is drawn anew has others the moment after. */
export async function box(page, selector) {
  await page.locator(selector).first().waitFor();
  return page.$eval(selector, (el) => el.getBoundingClientRect().toJSON());
}

export const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

export async function leave(page) {
  const said = page.complaints;
  await within(20, page.context().close());
  check(said.length === 0, `the page complained: ${said.slice(0, 3).join(" | ")}`);
}

/* Asks the server as the page would: its cookies, its origin. */
export function ask(page, method, path, body) {
  return page.evaluate(async ([how, where, what]) => {
    const answer = await fetch(where, { method: how, headers: what ? { "Content-Type": "application/json" } : {}, body: what ? JSON.stringify(what) : undefined });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }, [method, path, body]);
}

/* Games are asked for from a picture, which has the server's origin and nothing else to load. */
export async function newGame(page, settings, home = server) {
  await page.goto(`${home.base}/icons.svg`);
  await ask(page, "POST", "/api/session");
  return ask(page, "POST", "/api/games", settings);
}

/* Two visitors come to sit at one table with these terms; its id. */
export async function sitDown(one, two, terms, home = server) {
  const { id } = await newGame(one, { opponent: "human", deck: "klingon", seed: 5, terms }, home);
  await one.goto(`${home.base}/game/${id}`);
  await one.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
  await two.goto(`${home.base}/game/${id}`);
  await two.getByLabel("Your deck").selectOption("romulan");
  await two.getByRole("button", { name: "Sit down" }).click();
  return id;
}

/* A card's face or tile is a picture made of words: its name says them in the order of the design, so the two are not compared. */
export async function accessibilityFaults(page, what) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations
    .map((v) => ({ id: v.id, nodes: v.nodes
      .filter((n) => v.id !== "label-content-name-mismatch" || !document.querySelector(n.target[0])?.matches(".ship, .mis, .site, :has(.card, .mf, .p)")).map((n) => n.html.slice(0, 140)) })));
  return found.filter((fault) => fault.nodes.length > 0).map((fault) => `${what}: ${fault.id} in ${fault.nodes.length}: ${fault.nodes.slice(0, 3).join(" ; ")}`);
}

export async function noSidewaysScroll(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `${what} is ${wide} px wider than the screen`);
}

/* The cards of a view that its viewer knows by name, wherever they lie. */
export function known(view) {
  const ids = new Set();
  const visit = (card) => {
    if (card.def) ids.add(card.id);
    for (const on of card.cards ?? []) visit(on.card);
  };
  for (const line of view.lines ?? []) for (const card of line.locations) visit(card);
  for (const seat of view.players) for (const zone of Object.values(seat)) for (const card of zone?.cards ?? []) visit(card);
  return ids;
}
