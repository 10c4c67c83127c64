/* Cards of a plugin folder: the invented one of tests/lackey. */
import { fileURLToPath } from "node:url";
import { check, DESK, leave, otherServer, picture, visitor } from "../harness.mjs";

const folder = fileURLToPath(new URL("../../../tests/lackey/2e", import.meta.url));

export default [
  ["plugin folder: the builder shows its cards, and says which are not playable", async () => {
    const home = await otherServer("--lackey", folder);
    try {
      const page = await visitor(DESK, home);
      await page.goto(`${home.base}/decks/klingon`);
      await page.locator(".bd-legal:not(.no)", { hasText: "Legal" }).waitFor();
      await page.fill("#bd-q", "vorgash");
      const vorgash = page.locator(".bd-cards button", { hasText: "Vorgash" });
      await vorgash.nth(1).waitFor();
      check(await vorgash.count() === 2 && await vorgash.locator(".un").count() === 0, "cards without text can be played");
      await page.fill("#bd-q", "sudden fog");
      const fog = page.locator(".bd-cards button", { hasText: "Sudden Fog" });
      await fog.locator(".un", { hasText: "1 clause not understood: not playable" }).waitFor();
      await fog.click();
      await page.locator(".bd-legal.no").waitFor();
      await page.locator(".bd-problems", { hasText: "'Sudden Fog' is not playable: clause" }).waitFor();
      await picture(page, "plugin-builder");
      await leave(page);
    } finally {
      await home.close();
    }
  }],

  ["plugin folder: a card's page has the clauses that are not understood", async () => {
    const home = await otherServer("--lackey", folder);
    try {
      const page = await visitor(DESK, home);
      await page.goto(`${home.base}/cards/${encodeURIComponent("Sudden Fog")}`);
      await page.locator(".said.no li", { hasText: "Choose a personnel to be stopped" }).waitFor();
      check(await page.locator(".said.no li").count() === 1, "the clause is listed");
      check(await page.locator(".card .unread").count() === 1, "the face has its banner");
      await picture(page, "plugin-card");
      await leave(page);
    } finally {
      await home.close();
    }
  }],
];
