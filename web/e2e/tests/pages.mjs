/* The pages around the table. */
import { mouse } from "../hands.mjs";
import { ask, check, leave, newGame, picture, server, visitor } from "../harness.mjs";
import { Player } from "../player.mjs";

export default [
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
    await page.goto(`${server.base}/replay`);
    await page.locator(`a[href="/game/${id}?at=0"]`).first().waitFor();
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
];
