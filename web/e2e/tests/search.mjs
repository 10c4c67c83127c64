/* Much to choose from: a download or a search through a deck is a list that can be searched, with copies as one choice. */
import { accessibilityFaults, ask, check, leave, LONG, newGame, PHONE, picture, server, settled, visitor } from "../harness.mjs";
import { DECIDE, VERB } from "../player.mjs";

const KINDS = 24, COPIES = 3;

/* A table at which the player looks through the deck for one of many cards: the server's own state, with another decision in it. */
async function searching(page) {
  const { id } = await newGame(page, { opponent: "greedy", deck: "first-federation", against: "first-klingon", seed: 7 });
  const { cards } = await ask(page, "GET", "/api/cards?edition=1e"), people = cards.filter((c) => c.type === "personnel").slice(0, KINDS), sent = [];
  const held = people.flatMap((c, i) => Array.from({ length: i ? 1 : COPIES }, (_, k) => ({ id: 2000 + 10 * i + k, owner: 0, commander: 0, def: c.def, name: c.name })));
  const option = (c) => ({ verb: VERB.CHOOSE, card: c.id, target: 0, number: 0, def: 0, cost: -1, text: "", title: c.name });
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const to = ws.connectToServer();
    ws.onMessage((text) => (String(text).includes('"answer"') ? sent.push(JSON.parse(String(text))) : to.send(text)));
    to.onMessage((text) => {
      const m = JSON.parse(String(text));
      if (m.t !== "state") return ws.send(text);
      m.view.decision = { kind: DECIDE.CARD, card: 0, about: "to download", purpose: 11, least: 1, most: 1, may_end: false, options: held.map(option) };
      m.view.players[0].deck = { count: held.length, cards: held };
      ws.send(JSON.stringify(m));
    });
  });
  await page.goto(`${server.base}/game/${id}`);
  await page.locator(".stage .tcard").first().waitFor();
  return { people, held, sent };
}

export default [
  ["search: a choice among many cards has a search box, shows copies once, and answers with the card that was found", async () => {
    const page = await visitor(), { people, held, sent } = await searching(page);
    check(await page.locator(".stage .tcard").count() === KINDS, `${await page.locator(".stage .tcard").count()} cards for ${KINDS} titles`);
    await page.locator(".stage .tcard small", { hasText: `× ${COPIES}` }).waitFor();
    const box = page.getByLabel("Search these cards"), wanted = people[KINDS - 1];
    await box.fill(wanted.title.slice(0, 6));
    await page.waitForFunction((n) => document.querySelectorAll(".stage .tcard").length < n, KINDS);
    check(await box.evaluate((el) => el === document.activeElement), "the box loses the focus while one types");
    await picture(page, "search");
    const faults = await accessibilityFaults(page, "a search");
    check(faults.length === 0, faults.join("\n"));
    await box.fill("no card has these words");
    await page.getByText("No card that can be chosen has that on it.").waitFor();
    await box.fill(wanted.title);
    const id = held[held.length - 1].id;
    await page.locator(`.stage .tcard[data-card="${id}"]`).click();
    await settled(page);
    check(sent.length === 1 && sent[0].option === held.length - 1, `sent ${JSON.stringify(sent)}`);
    await leave(page);
  }],

  ["search: on a phone the list scrolls below its box", async () => {
    const page = await visitor(PHONE);
    await searching(page);
    const box = await page.getByLabel("Search these cards").boundingBox();
    check(box.x >= 0 && box.x + box.width <= PHONE.width && box.height >= 38, `the box is at ${JSON.stringify(box)}`);
    await page.locator(".stage .tcard").last().scrollIntoViewIfNeeded();
    await picture(page, "search-phone");
    await leave(page);
  }, LONG],
];
