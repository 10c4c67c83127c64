/* Phones and screen readers. */
import { mouse } from "../hands.mjs";
import { accessibilityFaults, check, leave, newGame, noSidewaysScroll, PHONE, picture, server, visitor } from "../harness.mjs";
import { Player } from "../player.mjs";

export default [
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
