/* How much work a decision is: elements made and questions asked are counted, so that the figure is the same on any machine. */
import { check, leave, LONG, newGame, picture, server, settled, visitor } from "../harness.mjs";
import { playOn } from "../pilot.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

/* An element that is made, compared with the one that stands there, and kept or thrown away takes some ten microseconds: 100 ms are ten thousand. */
const MOST_ELEMENTS = 6000, MOST_ASKED = 20, MOST_DRAWS = 8, MOST_ON_TABLE = 1500;

export default [
  ["work: a decision in a large position of the First Edition is drawn with bounded work", async () => {
    const page = await visitor(), player = new Player(page, 1);
    const { id } = await newGame(page, { opponent: "greedy", deck: "first-bridge", against: "first-klingon", seed: 3 });
    await playOn(page, id, 26, DECIDE.PLAY);
    await page.addInitScript(() => {
      const made = globalThis.made = { elements: 0, asked: 0, draws: 0 };
      for (const how of ["createElement", "createElementNS"]) {
        const real = document[how];
        document[how] = function (...args) { made.elements++; return real.apply(this, args); };
      }
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) { if (/"t":"(why|needs|reach|parts|preview)"/.test(text)) made.asked++; return send.call(this, text); };
      const set = Element.prototype.setAttribute; // the bar carries the number of its decision, written once a drawing
      Element.prototype.setAttribute = function (name, value) { if (name === "aria-label" && this.classList?.contains("dec")) made.draws++; return set.call(this, name, value); };
    });
    await page.goto(`${server.base}/game/${id}`);
    await player.myTurn();
    await page.locator(`.dec[data-n="${player.state.n}"]`).waitFor();
    await settled(page);
    const view = player.state.view, inPlay = JSON.stringify(view.lines).split('"id":').length - 1, options = player.decision.options;
    check(inPlay > 60, `only ${inPlay} cards are in play`);
    await page.keyboard.press("Escape");
    const n = player.state.n, order = options.findIndex((o) => [VERB.UNDOCK, VERB.DOCK, VERB.MOVE, VERB.REPORT, VERB.END].includes(o.verb));
    check(order >= 0, "nothing simple can be done");
    await page.keyboard.press("o");
    await page.locator(`.stage [data-k="l${order}"]`).waitFor();
    await page.evaluate(() => Object.assign(globalThis.made, { elements: 0, asked: 0, draws: 0 }));
    await page.evaluate((k) => document.querySelector(`.stage [data-k="l${k}"]`).click(), order);
    await player.until(() => player.over || player.state.n > n, "the answer");
    await page.locator(`.dec[data-n="${player.state.n}"]`).waitFor();
    await page.keyboard.press("o");
    await settled(page);
    const made = await page.evaluate(() => globalThis.made), onTable = await page.evaluate(() => document.querySelector(".tbl").querySelectorAll("*").length - document.querySelectorAll(".log *").length);
    console.log(`        ${inPlay} cards in play, ${options.length} options: ${made.elements} elements made in ${made.draws} drawings, ${made.asked} questions, ${onTable} elements on the table`);
    await picture(page, "work");
    check(made.elements <= MOST_ELEMENTS, `${made.elements} elements in ${made.draws} drawings`);
    check(made.draws <= MOST_DRAWS, `drawn ${made.draws} times`);
    check(made.asked <= MOST_ASKED, `${made.asked} questions to the server`);
    check(onTable <= MOST_ON_TABLE, `${onTable} elements on the table`);
    await leave(page);
  }, LONG],
];
