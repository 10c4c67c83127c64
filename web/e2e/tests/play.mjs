/* Whole games: alone, with others, after a crash, taken back. */
import { keyboard, mouse } from "../hands.mjs";
import { check, known, leave, LONG, newGame, picture, server, visitor } from "../harness.mjs";
import { DECIDE, Player } from "../player.mjs";

export default [
  ["a whole game by mouse, two clicks from the home page", async () => {
    const page = await visitor();
    const player = new Player(page, 11);
    await page.goto(server.base);
    await page.getByRole("radio", { name: /commander/i }).click();
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/game\//);
    await player.play({ answers: 12, by: mouse });
    await picture(page, "table-mouse");
    await player.play({ by: mouse });
    await page.getByText(/won|without a winner/i).first().waitFor();
    await picture(page, "game-over");
    check(player.answers > 12, `only ${player.answers} answers in a whole game`);
    await leave(page);
  }],

  ["a whole game by keyboard", async () => {
    const page = await visitor();
    const player = new Player(page, 5);
    const { id } = await newGame(page, { opponent: "greedy", deck: "federation", against: "romulan", seed: 7 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ by: keyboard });
    await page.getByText(/won|without a winner/i).first().waitFor();
    check(player.answers > 12, `only ${player.answers} answers in a whole game`);
    await leave(page);
  }, LONG],

  ["the server is killed in mid-game and the table goes on by itself", async () => {
    const page = await visitor();
    const player = new Player(page, 3);
    const { id } = await newGame(page, { opponent: "greedy", deck: "klingon", against: "federation", seed: 3 });
    await page.goto(`${server.base}/game/${id}`);
    await player.play({ answers: 6, by: mouse });
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
    const table = await newGame(one, { opponent: "human", deck: "klingon", against: "federation", terms: { beat: 0.6 } });
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
    const decides = (p) => p.decision && p.decision.kind !== DECIDE.RESPONSE; /* windows close by themselves */
    for (let turns = 0; turns < 10; turns++) {
      await a.until(() => a.over || b.over || decides(a) || decides(b), "anybody's decision");
      if (a.over || b.over) break;
      const player = decides(a) ? a : b, n = player.state.n;
      await (player.isSet() ? mouse.set(player, player.pickSet()) : mouse.option(player, player.pick()));
      await Promise.all([a, b].map((p) => p.until(() => p.state.n > n, "both tables to move on")));
    }
    await watcher.until(() => watcher.state.n >= Math.min(a.state.n, b.state.n), "the watcher's table to move on");
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
];
