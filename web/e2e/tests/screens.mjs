/* Phones and screen readers. */
import { Captain, reach } from "../captain.mjs";
import { mouse } from "../hands.mjs";
import { accessibilityFaults, check, leave, newGame, noSidewaysScroll, PHONE, picture, server, settled, visitor } from "../harness.mjs";
import { Player } from "../player.mjs";

export default [
  ["phone: every page fits, and a game is played by tapping", async () => {
    const page = await visitor(PHONE);
    const player = new Player(page, 8);
    for (const path of ["/", "/decks", "/rulings"]) {
      await page.goto(server.base + path);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      await settled(page);
      await noSidewaysScroll(page, path);
    }
    const { id } = await newGame(page, { opponent: "greedy", deck: "klingon", against: "federation", seed: 8 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 15, by: mouse });
    await noSidewaysScroll(page, "the table");
    await picture(page, "table-phone");
    await leave(page);
  }],

  ["accessible: home, table, rulings, decks", async () => {
    const page = await visitor();
    const faults = [];
    const look = async (what) => faults.push(...await accessibilityFaults(page, what));
    for (const path of ["/", "/rulings", "/decks"]) {
      await page.goto(server.base + path);
      await page.locator("h1, h2").first().waitFor({ state: "attached" });
      await settled(page);
      await look(path);
      await picture(page, `page${path.replace(/\W+/g, "-")}`);
    }
    const { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 2 });
    await reach(page, server.base, id, (d, v) => v.turn >= 5, 200, new Captain(page, 2));
    await look("the table");
    await page.keyboard.press("o");
    await look("the list of options");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],
];
