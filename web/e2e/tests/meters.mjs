/* Meters for dilemmas that want somebody of the team to be chosen. */
import { reach } from "../captain.mjs";
import { ask, check, leave, newGame, picture, server, visitor } from "../harness.mjs";
import { DECIDE } from "../player.mjs";

const CHOOSES = ["Back Room Dealings", "Dark Page", "Guess Who's Coming to Dinner?", "Unconventional Consideration", "Pillage and Plunder", "The First Duty"];
const GAME = { opponent: "random", deck: "federation", against: "romulan", seed: 6 };

export default [
  ["table: a dilemma that wants somebody to be chosen has a meter of those who can be (28, 29)", async () => {
    const page = await visitor(), { id } = await newGame(page, GAME);
    const defs = (await ask(page, "GET", "/api/cards?edition=2e")).cards.filter((c) => CHOOSES.includes(c.title)).map((c) => c.def);
    check(defs.length === CHOOSES.length, `the catalogue has ${defs.length} of these dilemmas`);
    const player = await reach(page, server.base, id, (d, v, p) => d.kind === DECIDE.CARD && v.attempt?.player === p.state.you && defs.includes(v.attempt.def), 600);
    check(!player.over, "no such dilemma was faced");
    while (await page.locator('.dec [data-k="step"]').count()) await page.keyboard.press("Space");
    const meter = page.locator(".stage .asks .meter");
    await meter.waitFor();
    const shown = await meter.evaluate((el) => ({ need: Number(el.dataset.need), have: Number(el.dataset.have), parts: [...el.querySelectorAll(".seg")].map((s) => Number(s.dataset.amount)) }));
    const offered = player.decision.options.filter((o) => o.card > 0).length;
    check(shown.need === 1 && shown.have === offered && shown.parts.length === offered && shown.parts.every((n) => n === 1), `${JSON.stringify(shown)} for ${offered} who can be chosen`);
    await page.locator(".stage .asks .verdict.y").waitFor();
    await picture(page, "meter-choose");
    await leave(page);
  }],
];
