/* The sandbox: scenes with their table, errors put right, other rules, addresses. */
import { accessibilityFaults, ask, check, leave, LONG, newGame, noSidewaysScroll, PHONE, picture, server, settled, visitor } from "../harness.mjs";

const lineAt = (page, n) => page.evaluate((line) => {
  const field = document.querySelector("#scene-text"), from = field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(from, from);
  field.dispatchEvent(new Event("click"));
}, n);

export default [
  ["scenes: the list leads to a scene, and the table follows the cursor's line", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/scenes`);
    await page.getByText(/\d{3} scenes/i).waitFor();
    await page.fill("#scenes-q", "beam stopped");
    await page.waitForFunction(() => document.querySelectorAll(".sc-list a").length < 60);
    check(await page.locator(".sc-list a").count() > 0, "a search finds scenes");
    await page.locator(".sc-list a").first().click();
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    await page.goto(`${server.base}/scenes/new`);
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    const at = async () => (await page.locator(".sb-at").innerText()).split("\n")[0], ship = (n) => page.locator(`.sb-board .mrow.mine .cell:nth-child(${n}) .ship`).count();
    check(await at() === "Table after line 10, A decides", `it begins when the table is set: ${await at()}`);
    await lineAt(page, 4);
    check(await page.locator(".sb-board .m2").count() === 2 && await page.locator(".sb-board .ship").count() === 0, "after the first line only missions lie there");
    await lineAt(page, 10);
    check(await ship(1) === 1 && await ship(2) === 0, `before the move the ship is at the first mission, ${await at()}`);
    await page.keyboard.press("Alt+ArrowDown");
    check(await at() === "Table after line 12, A decides" && await ship(1) === 0 && await ship(2) === 1, `after it at the second, ${await at()}`);
    check(await page.locator(".sb-log li.now", { hasText: "moves I.K.S. Vor'cha to Mining Survey" }).count() === 1, "the log says so");
    check(await page.locator(".sb-log li.now .cite").count() > 0, "with its citation");
    await page.getByRole("button", { name: "One line back" }).click();
    check(await ship(1) === 1, "and back");
    await picture(page, "sandbox");
    await leave(page);
  }],

  ["scenes: errors stand under their line with the nearest titles, offers while typing, what does not hold", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/scenes/new`);
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    const text = await page.inputValue("#scene-text");
    await page.fill("#scene-text", text.replace("Kahmis", "Kahmiss"));
    await page.locator(".ed-wrong", { hasText: "No card is called “Kahmiss”" }).waitFor();
    check(await page.locator(".ed-colours .c-bad").innerText() === '"Kahmiss"', "the title is underlined");
    check(await page.locator(".ed-gutter .no").innerText() === "8", "its line is marked");
    await picture(page, "sandbox-error");
    await page.locator(".ed-wrong").getByRole("button", { name: "Kahmis" }).click();
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    check(await page.inputValue("#scene-text") === text, "one press puts it right");
    await page.keyboard.press("Control+z");
    check((await page.inputValue("#scene-text")).includes("Kahmiss"), "and can be undone like anything typed");
    await page.fill("#scene-text", text.replace("expect ship at mine", "expect ship at fort"));
    await page.getByRole("heading", { name: "It does not hold" }).waitFor();
    check(await page.locator(".ed-gutter .no").innerText() === "13" && await page.locator(".ed-gutter .ok").innerText() === "14", "lines after a failed expectation are judged as well");
    await page.fill("#scene-text", "");
    await page.locator("#scene-text").pressSequentially('put A "Vor');
    await page.locator(".ed-offers li", { hasText: "I.K.S. Vor'cha" }).waitFor();
    await page.keyboard.press("ArrowDown");
    check(await page.getAttribute("#scene-text", "aria-activedescendant") === "ed-offer-0", "the offer in hand is announced");
    await page.keyboard.press("Tab");
    check(/^put A "[^"]*Vor[^"]*"$/.test(await page.inputValue("#scene-text")), await page.inputValue("#scene-text"));
    await page.locator("#scene-text").pressSequentially(" ab");
    await page.keyboard.press("Tab");
    check((await page.inputValue("#scene-text")).endsWith('" aboard'), "Tab takes the first offer");
    await leave(page);
  }],

  ["scenes: a ruling switched off shows what changes; eyes hide; an address and a file hold the scene", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/rulings/2e-2014/own.1`);
    await page.getByRole("link", { name: "Try it on a table" }).click();
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    await page.selectOption("#sb-off", "2e-2014/own.1");
    await page.locator(".sb-changes li.no", { hasText: "held, and does not now" }).first().waitFor();
    await page.selectOption("#sb-off", "");
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    await page.fill("#sb-date", "2010-01-01");
    await page.locator(".sb-changes").waitFor();
    await page.goto(`${server.base}/scenes/new`);
    const secret = 'scene "Hidden"\nedition 2e\nmissions A: "Brute Force"\nhand B: "Kahmis"\nturn A orders\n\nexpect hand B = 1\n';
    await page.fill("#scene-text", secret);
    await page.selectOption("#sb-eyes", "B");
    await page.locator(".sb-board .hand .slot").waitFor();
    await page.selectOption("#sb-eyes", "A");
    await page.waitForFunction(() => !document.querySelector(".sb-board .hand .slot"));
    check(!(await page.locator(".sb-board").innerHTML()).includes("Kahmis"), "a card of B's hand is on A's page");
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#z="));
    const shared = page.url();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
    check(file.suggestedFilename() === "hidden.scene", file.suggestedFilename());
    await leave(page);
    const other = await visitor();
    await other.goto(shared);
    await other.getByRole("heading", { name: "It holds" }).waitFor();
    check(await other.inputValue("#scene-text") === secret, "the address holds the scene");
    await leave(other);
  }],

  ["settings: kept, seen at once, and keys as they were given", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/account`);
    await page.getByRole("button", { name: "130 %" }).click();
    await page.getByRole("button", { name: /cream and blue/ }).click();
    await page.getByLabel("High contrast").check();
    await page.getByLabel(/Three letters/).check();
    await page.getByLabel("Key for: draw a card").fill("q");
    await page.getByLabel("Key for: draw a card").blur();
    await page.getByLabel("Key for: move").fill("q");
    await page.getByLabel("Key for: move").blur();
    await page.getByText("Q already means: draw a card.").waitFor();
    await page.reload();
    const root = await page.evaluate(() => ({ ...document.documentElement.dataset, you: getComputedStyle(document.documentElement).getPropertyValue("--you").trim() }));
    check(root.size === "130" && root.pair === "cream-blue" && root.contrast === "" && root.marks === "" && root.you === "#ffe7bd", JSON.stringify(root));
    await noSidewaysScroll(page, "the page at 130 %");
    await page.goto(`${server.base}/cards/Kahmis`);
    check((await page.locator(".card.full .hd").evaluate((el) => getComputedStyle(el, "::after").content)) === '"KLI"', "the letters stand beside the symbol");
    await page.goto(`${server.base}/account`);
    await page.getByRole("button", { name: "All as at first" }).click();
    check(await page.evaluate(() => document.documentElement.dataset.size) === "100", "all as at first");
    await leave(page);
  }],

  ["sound: silent until a click, then heard; a tab behind is marked", async () => {
    const page = await visitor();
    await page.addInitScript(() => {
      globalThis.tones = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function oscillator() { globalThis.tones++; return make.call(this); };
    });
    await page.goto(`${server.base}/account`);
    check(await page.evaluate(() => globalThis.tones) === 0, "nothing sounds by itself");
    await page.getByRole("button", { name: "soft" }).click();
    await page.getByRole("button", { name: "full" }).click();
    await page.waitForFunction(() => globalThis.tones > 0);
    await page.getByRole("button", { name: "off", exact: true }).click();
    const before = await page.evaluate(() => globalThis.tones);
    await page.getByLabel("answered").uncheck();
    await page.getByLabel("answered").check();
    check(await page.evaluate(() => globalThis.tones) === before, "off is off");
    const { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 3 });
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".dec .ob:visible").first().waitFor();
    await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => globalThis.behind !== false }));
    await page.keyboard.press("d");
    await page.waitForFunction(() => document.title.startsWith("● "));
    await page.evaluate(() => { globalThis.behind = false; document.dispatchEvent(new Event("visibilitychange")); });
    check(!(await page.title()).startsWith("●"), "the mark goes when the tab is looked at");
    await leave(page);
  }],

  ["pages: no accessibility fault, no sideways scroll on a phone or at 200 %", async () => {
    const page = await visitor(), faults = [];
    await page.goto(`${server.base}/scenes`);
    const scene = `/scenes/${(await ask(page, "GET", "/api/scenes")).scenes.find((s) => s.id.startsWith("2e/basics/")).id}`;
    const paths = ["/scenes", scene, "/scenes/new", "/rulings/2e-2014/own?against=2014-07-06", "/rulings/2E-9.12", "/cards/", "/cards/Kahmis", "/decks/klingon", "/account"];
    for (const path of paths) {
      await page.goto(server.base + path);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      await settled(page);
      faults.push(...await accessibilityFaults(page, path));
      await page.setViewportSize({ width: 720, height: 450 });
      await settled(page);
      await noSidewaysScroll(page, `${path} at 200 %`);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
    const phone = await visitor(PHONE);
    for (const path of paths) {
      await phone.goto(server.base + path);
      await phone.locator("h1, h2").first().waitFor({ state: "attached" });
      await settled(phone);
      await noSidewaysScroll(phone, path);
    }
    await leave(phone);
  }, LONG],
];
