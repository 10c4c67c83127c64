/* The pages around the table. */
import { execFileSync } from "node:child_process";
import { mouse } from "../hands.mjs";
import { accessibilityFaults, ask, check, leave, LONG, newGame, picture, program, server, visitor } from "../harness.mjs";
import { Player } from "../player.mjs";

export default [
  ["rulings: search, one ruling with its parts, a difference of dates", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/rulings`);
    await page.locator(".rl-list li").first().waitFor();
    const all = await page.locator(".rl-list li").count();
    check(all > 10, `only ${all} topics`);
    for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
      await page.setViewportSize({ width, height });
      const over = await page.$$eval(".track .stop > *", (all) => all.map((el) => ({ text: el.textContent, r: el.getBoundingClientRect() })).filter((x, _, list) => x.r.width > 0 && list.some((y) => y !== x && y.r.width > 0
        && x.r.left < y.r.right - 1 && y.r.left < x.r.right - 1 && x.r.top < y.r.bottom - 1 && y.r.top < x.r.bottom - 1)).map((x) => x.text));
      check(over.length === 0, `${width}: dates lie over each other: ${over.join(", ")}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.fill("#rl-q", "cost");
    await page.waitForFunction((n) => document.querySelectorAll(".rl-list li").length < n, all);
    await page.locator(".rl-list a", { hasText: "Cost reduction" }).click();
    await page.getByRole("heading", { name: "Cost reduction" }).waitFor();
    check(await page.locator(".rl-parts li").count() === 3, "cost reduction has three parts");
    check(page.url().includes("/rulings/2e-2014/cost-reduction"), `the address is ${page.url()}`);
    check(/enforced, \d+ scenes/.test(await page.locator(".rl-meta").innerText()), "it says by how many scenes it is enforced");
    await page.locator(".rl-scene [class^=c-]").nth(3).waitFor();    // a scene that shows it stands beside it
    await picture(page, "rulings");
    await page.reload();
    await page.getByRole("heading", { name: "Cost reduction" }).waitFor();
    await page.goto(`${server.base}/rulings?against=2014-07-06`);
    await page.locator(".rl-list .badge.new").first().waitFor();
    check(await page.locator('.rl-list a[href*="/2e-2014/"]').count() > 5 && await page.locator('.rl-list a[href*="/2e-2014/"]:not(:has(.badge.new))').count() === 0, "before its date the document did not hold, so all of it is new");
    check(await page.locator(".df .added .how").count() > 0 && await page.locator(".df ins").count() > 0, "a difference carries the words that were added");
    await page.locator(".track .stop.b").click();
    await page.waitForFunction(() => !location.search.includes("against"));
    await page.locator(".track .stop").first().click();
    await page.waitForFunction(() => /against=\d{4}-\d\d-\d\d/.test(location.search));
    await page.goto(`${server.base}/rulings/2E-9.12`);
    await page.getByRole("heading", { name: "Rule 2E-9.12" }).waitFor();
    await page.goto(`${server.base}/rulings/2e-2014/own`);
    await page.getByRole("link", { name: "Try it on a table" }).click();
    await page.getByRole("heading", { name: "It holds" }).waitFor();
    check(page.url().includes("/scenes/2e/"), `the scene's address is ${page.url()}`);
    await page.goto(`${server.base}/rulings?date=1990-01-01`);
    await page.getByText("Nothing found").waitFor();
    await leave(page);
  }],

  ["deck builder: from a ready deck to a game with one's own", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/decks`);
    await page.getByText("No deck of your own yet").waitFor();
    check(await page.getByRole("link", { name: "Take a ready one" }).count() === 1, "an empty list has its way out");
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

  ["deck builder: every fact is a filter, figures equal those of the command line, files go out and in", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/decks/klingon`);
    await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
    const shown = () => page.locator(".bd-grid header h2").innerText();
    await page.getByRole("button", { name: "Klingon", exact: true }).click();
    await page.getByRole("button", { name: /^Ships/ }).click();
    check(/^Klingon, Ships · \d+ cards/.test(await shown()), `filtered by symbol and type: ${await shown()}`);
    await page.getByRole("button", { name: "No filter" }).click();
    await page.locator(".bd-facts summary").click();
    await page.getByLabel("Strength, Shields, at least").fill("8");
    await page.selectOption("#bd-skill", "Honor");
    await page.waitForFunction(() => document.querySelectorAll(".bd-cards [data-def]").length < 30);
    const strong = await page.locator(".bd-cards .att div:nth-child(3)").allInnerTexts();
    check(strong.length > 0 && strong.every((words) => parseInt(words, 10) >= 8), `attributes within the range: ${strong.join(" ")}`);
    await page.fill("#bd-q", "no card has these words");
    await page.getByText("No card fits these filters").waitFor();
    await page.getByRole("button", { name: "No filter" }).click();
    await page.fill("#bd-q", "kahmis");
    await page.waitForTimeout(200);
    const first = await page.locator(".bd-cards .bd-add .n").first().innerText();
    await page.press("#bd-q", "Enter");
    check(await page.locator(".bd-cards .bd-add .n").first().innerText() === String((parseInt(first, 10) || 0) + 1), "Enter adds the first");
    await page.locator(".bd-cards .bd-add").first().click({ button: "right" });
    check(await page.locator(".bd-cards .bd-add .n").first().innerText() === first, "a right click removes it");
    await page.locator(".bd-text summary").click();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
    check(/\.txt$/.test(saved.suggestedFilename()), saved.suggestedFilename());
    await page.setInputFiles("#bd-file", { name: "x.dek", mimeType: "text/plain", buffer: Buffer.from("<deck><superzone name=\"Deck\"><card><name>Kahmis</name></card><card><name>Dokarr</name></card></superzone></deck>") });
    await page.locator(".said.no", { hasText: "Dokarr" }).getByRole("button", { name: "Dokar" }).click();
    await page.locator(".bd-list .dr", { hasText: "Dokar" }).waitFor();
    check(await page.locator(".bd-list .dr").count() === 2, "the file's two cards are the deck");
    await page.locator(".bd-legal.no").waitFor();
    await Promise.all([page.waitForResponse(/deck-check/), page.fill("#bd-date", "2012-01-01")]);
    for (const name of ["bajoran", "cardassian", "dominion", "federation", "klingon", "romulan"]) {
      const stats = JSON.parse(execFileSync(program, ["deck", "stats", name, "--json"], { encoding: "utf8" }));
      await page.goto(`${server.base}/decks/${name}`);
      await page.locator(".bd-cover .mr").first().waitFor();
      const skills = await page.locator('.chart[aria-label^="Skill levels"]').getAttribute("aria-label");
      for (const [skill, level] of Object.entries(stats.skills)) check(skills.includes(`${skill} ${level}`), `${name}: ${skill} ${level} is not in ${skills}`);
      const costs = await page.locator('.chart[aria-label^="Cards by cost"]').getAttribute("aria-label");
      check(stats.costs.every((n, cost) => !n || costs.includes(`${cost} ${n}`)), `${name}: costs ${costs}`);
      const covered = stats.missions.filter((m) => m.covered && m.points).length, ticked = await page.locator(".mr .tt .yes").count();
      check(covered === ticked, `${name}: ${ticked} missions ticked, ${covered} covered by deck stats`);
    }
    await leave(page);
  }, LONG],

  ["deck builder: a card that no headquarters lets be played is marked, and covers nothing", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/decks/klingon`);
    await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
    check(await page.locator(".dr.stranded").count() === 0, "a card of the ready deck is called unplayable");
    const people = async () => (await page.locator(".bd-cover .q li").allInnerTexts()).map((words) => Number(/· (\d+)/.exec(words)?.[1] ?? 0)).reduce((a, b) => a + b, 0);
    const before = await people();
    await page.fill("#bd-q", "jean-luc picard");
    await page.press("#bd-q", "Enter");
    await page.locator(".dr.stranded", { hasText: "Jean-Luc Picard" }).waitFor();
    check(await page.locator(".dr.stranded").count() === 1, "others are marked, too");
    await page.waitForFunction((n) => [...document.querySelectorAll(".bd-cover .q li")].reduce((sum, li) => sum + Number(/· (\d+)/.exec(li.innerText)?.[1] ?? 0), 0) === n, before);
    await picture(page, "deck-stranded");
    const faults = await accessibilityFaults(page, "a marked card");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }, LONG],

  ["deck builder: side decks of the First Edition are sections of their own, and nothing moves when the deck is kept", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/decks/first-bridge`);
    await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
    const sizes = () => page.$$eval(".bd-list ul[data-section]", (all) => Object.fromEntries(all.map((ul) => [ul.dataset.section, [...ul.querySelectorAll("li > b")].reduce((n, b) => n + Number(b.textContent), 0)])));
    const before = await sizes(), { cards } = await ask(page, "GET", "/api/decks/first-bridge"), own = {};
    for (const { section, count } of cards) own[section] = (own[section] ?? 0) + count;
    check(before.bridge > 0 && before.tent > 0 && Object.keys(own).every((s) => own[s] === before[s]), `the sections are ${JSON.stringify(before)}, the engine's ${JSON.stringify(own)}`);
    await page.selectOption("#bd-into", "tent");
    await page.fill("#bd-q", "kurn");
    await page.press("#bd-q", "Enter");
    check((await sizes()).tent === before.tent + 1, "a card does not go where it was told to");
    await page.locator('[data-section="tent"] li', { hasText: "Kurn" }).getByRole("button", { name: /^Remove/ }).click();
    await page.fill("#bd-name", "A bridge of mine");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as").waitFor();
    await page.reload();
    await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
    check(JSON.stringify(await sizes()) === JSON.stringify(before), `kept as ${JSON.stringify(await sizes())}`);
    const tops = await page.$$eval(".bd-keep .pair :is(select, input)", (all) => all.slice(0, 3).map((el) => Math.round(el.getBoundingClientRect().top)));
    check(Math.max(...tops) - Math.min(...tops) <= 1, `date, format and opponent are not in one row: ${tops}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const over = await page.$$eval(".bd-grid header *", (all) => all.filter((el) => el.offsetParent && el.getBoundingClientRect().right > 390).map((el) => el.id || el.textContent));
    check(over.length === 0, `out of a phone's screen: ${over}`);
    await leave(page);
  }],

  ["cards and replays have their pages", async () => {
    const page = await visitor();
    const { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 9 });
    const player = new Player(page, 9);
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 10, by: mouse });
    await page.goto(`${server.base}/replay`);
    await page.locator(`a[href="/game/${id}?at=0"]`).first().waitFor();
    await page.goto(`${server.base}/cards/${encodeURIComponent("Worf, Son of Mogh")}`);
    await page.locator(".facts", { hasText: "INTEGRITY 8" }).waitFor();
    await page.locator(".card-effects", { hasText: "(when (played self)" }).waitFor();
    check(await page.locator(".own-image").count() === 0, "no picture where none was given");
    await page.goto(`${server.base}/cards/Kahmis`);
    await page.waitForFunction(() => document.querySelector(".card.full .own-image")?.naturalWidth === 1);
    check(await page.locator(".card.full .art .big").count() === 0 && await page.locator(".card.full .hd .ic").count() === 1, "a picture replaces the glyph and nothing else");
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
];
