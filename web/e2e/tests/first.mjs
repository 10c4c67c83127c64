/* The First Edition at the table: made on the home page, seeded, played to its end by mouse, by keyboard and on a phone, and by two people. */
import { keyboard, mouse } from "../hands.mjs";
import { accessibilityFaults, box, check, known, leave, LONG, newGame, noSidewaysScroll, PHONE, picture, server, settled, visitor } from "../harness.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

/* Plays as the computer player advises, which it asks over a socket of its own; every answer goes through the page.  That socket hears of
 * a new position, too, and often before the page has drawn it: what counts is what the page shows. */
class Advised extends Player {
  async listen(game) {
    await this.page.evaluate((id) => new Promise((resolve) => {
      const ws = globalThis.adviser = new WebSocket(`ws://${location.host}/ws`);
      ws.onopen = () => ws.send(JSON.stringify({ t: "hello", v: 1 }));
      ws.onmessage = (e) => {
        const m = JSON.parse(e.data);
        if (m.t === "hello") ws.send(JSON.stringify({ t: "join", game: id }));
        if (m.t === "state") resolve();
        if (m.t === "advise") globalThis.advised(m);
        if (m.t === "error") globalThis.advised({ option: 0, cards: [] });
      };
    }), game);
    this.game = game;
  }

  async advice() {
    this.said = await this.page.evaluate((id) => new Promise((resolve) => {
      globalThis.advised = resolve;
      globalThis.adviser.send(JSON.stringify({ t: "advise", game: id }));
    }), this.game);
  }

  pick() {
    return this.said.option;
  }

  pickSet() {
    return this.begun ? this.decision.eligible : this.said.cards.length ? this.said.cards : super.pickSet();
  }

  async play({ answers = Infinity, by }) {
    for (const from = this.answers; !this.over && this.answers - from < answers;) {
      await this.myTurn();
      if (this.over) return;
      if (!this.begun) await shows(this);
      const n = this.state.n;
      if (!this.begun) await this.advice();
      await super.play({ answers: 1, by });
      await this.until(() => this.over || this.begun || this.state.n > n, "the next position");
    }
  }
}

/* Waits until the decision is of another seed phase, or of none, as long as the phase goes on: by some rules it is twenty answers in turns. */
async function phaseAfter(player, segment) {
  const isOver = () => player.over || player.decision && player.state.view.segment !== segment;
  while (!isOver()) {
    const { n } = player.state;
    await player.until(() => isOver() || player.state.n > n, `the next step of ${segment}`);
  }
}

/* The page shows the decision that its frames told of, and would take an answer. */
async function shows(player) {
  await player.myTurn();
  await player.page.locator(`.dec[data-n="${player.state.n}"]:not(.sent)`).waitFor();
}

/* Seeds the rest of this phase by the computer player's help. */
async function seedPhase(player, press) {
  const segment = player.state.view.segment;
  await shows(player);
  await player.page.locator('.dec [data-k="seedforme"]:not([disabled])').waitFor();
  await press();
  await phaseAfter(player, segment);
}

/* All seed phases that are left. */
async function seedAll(player, press) {
  for (await player.myTurn(); !player.over && player.decision.kind === DECIDE.SEED; await player.myTurn()) await seedPhase(player, press);
}

/* Out of whatever hides the field: what happened, the list of options. */
async function toTable(player) {
  const { page } = player;
  await shows(player);
  for (;;) {
    const hides = await page.evaluate(() => (document.querySelector('.dec [data-k="skip"]') ? "Escape" : document.querySelector('.stage [data-k="closelist"]') ? "o" : document.querySelector(".line .loc") ? "" : "wait"));
    if (!hides) return;
    if (hides !== "wait") await page.keyboard.press(hides);
    await settled(page);
  }
}

async function atFirst(seed, view, more = {}) {
  const page = await visitor(view), player = new Advised(page, 1);
  const { id } = await newGame(page, { opponent: "greedy", deck: "first-federation", against: "first-klingon", seed, ...more });
  await page.goto(`${server.base}/game/${id}`);
  await player.myTurn();
  await player.listen(id);
  return { page, player, id };
}

const pressF = (page) => () => page.keyboard.press("f");
const tapSeed = (page) => () => page.locator('.dec [data-k="seedforme"]').click();

/* Whole games take about a minute each: they are played with --long. */
async function ended(page, player, name) {
  await page.locator(".stage.ended .score").first().waitFor();
  await picture(page, name);
  check(player.answers > 40, `only ${player.answers} answers in a whole game`);
}

export default [
  ["first edition: made on the home page with the rules of a day, seeded by click, drag and digit, and played by mouse", async () => {
    const page = await visitor(), player = new Advised(page, 1);
    await page.goto(server.base);
    await page.getByRole("radio", { name: /First Edition/ }).click();
    await page.getByLabel("Rules of").selectOption("2013-07-01");
    await picture(page, "first-home");
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/game\//);
    await player.myTurn();
    await player.listen(player.state.game);
    await page.locator(".top", { hasText: "First Edition · rules of 1 Jul 2013" }).waitFor();
    const own = () => player.state.view.lines.flatMap((l) => l.locations).filter((m) => m.owner === player.state.you).length;
    for (const way of ["click", "drag", "digit"]) {
      await player.until(() => player.decision?.kind === DECIDE.SEED, "a mission to seed");
      const before = own(), card = player.decision.options[0].card, gap = page.locator(".line .gap").last();
      await gap.waitFor();
      if (way === "click") await gap.click();
      else if (way === "digit") await page.keyboard.press(await gap.getAttribute("data-n"));
      else {
        const from = await box(page, `.hand [data-card="${card}"]`), to = await box(page, ".line .gap");
        await page.mouse.move(from.x + 20, from.y + 30);
        await page.mouse.down();
        await page.mouse.move(from.x + 60, from.y - 40, { steps: 4 });
        await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
        await page.mouse.up();
      }
      await player.until(() => own() === before + 1, `a mission seeded by ${way}`);
    }
    await seedPhase(player, tapSeed(page));
    check(player.state.view.segment === "seed dilemma", `after the missions comes ${player.state.view.segment}`);
    const first = player.decision.options.find((o) => o.verb === VERB.SEED);
    await toTable(player);
    await page.locator(`.hand [data-card="${first.card}"]`).click();
    await page.locator(`.line .legal[data-card="${first.target}"]`).click();
    const beneath = () => player.state.view.lines.flatMap((l) => l.locations).find((m) => m.id === first.target)?.cards?.filter((c) => c.how === "beneath" && c.card.def) ?? [];
    await player.until(() => beneath().length === 1, "a dilemma beneath the mission, known to who seeded it");
    await seedAll(player, tapSeed(page));
    await player.play({ answers: 25, by: mouse });
    await picture(page, "first-table");
    await leave(page);
  }],

  ["first edition: a whole game by mouse", async () => {
    const { page, player } = await atFirst(15);
    await seedAll(player, tapSeed(page));
    await player.play({ by: mouse });
    await ended(page, player, "first-over");
    await leave(page);
  }, LONG],

  ["first edition: a whole game by keyboard", async () => {
    const { page, player } = await atFirst(5);
    await seedAll(player, pressF(page));
    await player.play({ by: keyboard });
    await ended(page, player, "first-over-keys");
    await leave(page);
  }, LONG],

  ["first edition: seeded and played on a phone", async () => {
    const { page, player } = await atFirst(10, PHONE);
    await picture(page, "first-phone-seeding");
    await seedAll(player, tapSeed(page));
    await player.play({ answers: 20, by: mouse });
    await noSidewaysScroll(page, "the First Edition on a phone");
    await picture(page, "first-phone");
    await player.play({ answers: 40, by: mouse });
    await noSidewaysScroll(page, "the First Edition on a phone, some turns later");
    await leave(page);
  }, LONG],

  ["first edition: a ship's costs stand on every location, and are those of its options; Esc leaves the move", async () => {
    const { page, player } = await atFirst(7);
    await seedAll(player, pressF(page));
    const moves = () => player.decision?.options.filter((o) => o.verb === VERB.MOVE) ?? [];
    while (!moves().length && !player.over) await player.play({ answers: 1, by: keyboard });
    check(moves().length > 0, "no ship can ever move");
    const ship = moves()[0].card;
    await toTable(player);
    await page.locator(`.line [data-card="${ship}"]`).first().click();
    await page.keyboard.press("m");
    const foot = (id) => page.locator(`.loc[data-mission="${id}"] [data-cost]`);
    for (const o of moves().filter((x) => x.card === ship)) {
      await foot(o.target).waitFor();
      check(await foot(o.target).getAttribute("data-cost") === String(o.cost), `the foot of ${o.place} says ${await foot(o.target).getAttribute("data-cost")}, the option ${o.cost}`);
    }
    check(await page.locator(".loc.foc").count() === 1, "exactly one location is looked at");
    await picture(page, "first-move");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator("[data-cost]").first().waitFor({ state: "detached" });
    const hand = await box(page, ".hand"), log = await box(page, ".log"), line = await box(page, ".line");
    for (const el of await page.locator(".mis, .slot").all()) await el.hover({ timeout: 2000 }).catch(() => {});
    const now = [await box(page, ".hand"), await box(page, ".log"), await box(page, ".line")];
    check(JSON.stringify([hand, log, line]) === JSON.stringify(now), "pointing at cards moves the hand, the log or the field");
    await leave(page);
  }, LONG],

  ["first edition: two people seed and play at one table; nobody knows the other's cards", async () => {
    const one = await visitor(), two = await visitor();
    const a = new Player(one, 1), b = new Player(two, 2);
    const { id } = await newGame(one, { opponent: "human", deck: "first-klingon", terms: { beat: 0.6 } });
    await one.goto(`${server.base}/game/${id}`);
    await one.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
    await two.goto(`${server.base}/game/${id}`);
    await two.getByText("First Edition · rules of 7 Nov 2022").waitFor();
    const decks = await two.getByLabel("Your deck").locator("option").evaluateAll((all) => all.map((o) => o.value));
    check(decks.length > 1 && decks.every((name) => name.startsWith("first-")), `decks of the First Edition are to be chosen from, not ${decks}`);
    await two.getByLabel("Your deck").selectOption("first-federation");
    await two.getByRole("button", { name: "Sit down" }).click();
    await Promise.all([a, b].map((p) => p.until(() => p.state, "both tables")));
    const turn = (p) => p.decision && p.decision.kind !== DECIDE.RESPONSE, asked = new Set(); /* windows close by themselves */
    const beneath = (p) => p.state.view.lines.flatMap((l) => l.locations).flatMap((m) => m.cards ?? []).filter((c) => c.how === "beneath");
    let hidden = 0;
    for (let steps = 0; steps < 90 && !(a.over || b.over); steps++) {
      await a.until(() => turn(a) || turn(b), "anybody's decision");
      const player = turn(a) ? a : b, { page } = player, n = player.state.n;
      const phase = `${player.state.you} ${player.state.view.segment}`;
      if (!hidden && player.decision.kind !== DECIDE.SEED && player.state.view.turn > 0) { /* before the first order: an attempt may turn up what is known from then on */
        for (const p of [a, b]) check(beneath(p).every((c) => !c.card.def), "after the seed phases nobody knows what lies beneath a mission");
        hidden = beneath(player).length;
      }
      if (player.decision.kind === DECIDE.SEED) { /* once asked, the page goes on by itself to the end of the phase */
        if (!asked.has(phase)) await shows(player), await page.locator('.dec [data-k="seedforme"]:not([disabled])').click();
        asked.add(phase);
      }
      else if (steps > 80) break;
      else await (player.isSet() ? mouse.set(player, player.pickSet()) : mouse.option(player, player.pick()));
      await Promise.all([a, b].map((p) => p.until(() => p.state.n > n, "both tables to move on")));
      if (player.state.view.segment === "play" && player.state.view.turn > 3) break;
    }
    check(a.state.view.turn > 1, "the game went no further than seeding");
    for (const p of [a, b]) {
      const hands = p.state.view.players.map((seat) => seat.hand.cards.filter((card) => card.def).length);
      check(hands[1 - p.state.you] === 0, `seat ${p.state.you} knows cards of the other hand`);
    }
    check(hidden > 0, "nothing was seeded beneath a mission");
    check(known(a.state.view).size > 0, "nothing is known");
    await picture(one, "first-two");
    for (const page of [one, two]) await leave(page);
  }, LONG],

  ["first edition: a guided game begins with what it is about, and every decision has a light and a sentence", async () => {
    const page = await visitor(), player = new Player(page, 1);
    await page.goto(server.base);
    await page.locator("#guided-first").click();
    await page.waitForURL(/\/game\//);
    await shows(player);
    for (const words of [/100 points/, /seeds/, /A turn/]) {
      await page.locator(".coach-line", { hasText: words }).waitFor();
      await page.locator('.dec [data-k="coach-next"]').click();
    }
    for (let i = 0; i < 8; i++) {
      await toTable(player);
      const n = player.state.n, line = page.locator(".coach-line");
      await line.waitFor();
      check((await line.innerText()).length > 20, `nothing is said at decision ${n}`);
      await page.locator(".coached").first().waitFor();
      if (player.decision.kind === DECIDE.SEED) await seedPhase(player, tapSeed(page));
      else await (player.isSet() ? keyboard.set(player, player.pickSet()) : keyboard.option(player, player.decision.options.length - 1));
      await player.until(() => player.over || player.decision && player.state.n > n, "the next decision");
    }
    check(player.state.view.turn > 0, "the guided game went no further than seeding");
    await leave(page);
  }],

  ["first edition: a personnel battle is a stage of two forces whose sums are the engine's, and a scene shows it", async () => {
    const page = await visitor();
    await page.goto(`${server.base}/scenes/1e/battle/exactly-double`);
    await page.locator(".line .loc").first().waitFor();
    await page.getByText("A battles ogawa with kurn").last().click();
    await page.locator(".stage.fight1 .fighter").nth(1).waitFor();
    const sums = await page.$$eval(".bs", (all) => all.map((s) => [[...s.querySelectorAll("[data-amount]")].reduce((n, r) => n + Number(r.dataset.amount), 0), Number(s.querySelector(".btotal b").textContent)]));
    check(sums.length === 2 && sums.every(([parts, total]) => parts === total && total > 0), `the sums are ${JSON.stringify(sums)}`);
    await page.locator(".bmid .word", { hasText: "wins" }).waitFor();
    await picture(page, "first-battle");
    await leave(page);
  }],

  ["first edition: a replay goes back to the seeding, with the table of the edition", async () => {
    const { page, player, id } = await atFirst(7);
    await seedAll(player, pressF(page));
    await page.evaluate((game) => globalThis.adviser.send(JSON.stringify({ t: "concede", game })), id);
    await player.until(() => player.over, "the end");
    await page.goto(`${server.base}/replay/${id}?at=0`);
    await page.locator(".top", { hasText: "First Edition" }).waitFor();
    await page.goto(`${server.base}/replay/${id}?at=12`);
    await page.locator(".line .loc").first().waitFor();
    check(await page.locator(".line .loc").count() > 5, "the missions seeded by then are not on the spaceline");
    await leave(page);
  }, LONG],

  ["first edition: V turns missions to the other end, and back", async () => {
    const { page, player } = await atFirst(7);
    await shows(player);
    await page.keyboard.press("v");
    await page.locator(".quad h3", { hasText: "reads it" }).waitFor();
    await page.keyboard.press("v");
    await page.locator(".quad h3", { hasText: "reads it" }).waitFor({ state: "detached" });
    await leave(page);
  }],

  ["first edition: accessible at every step, on a desk and on a phone", async () => {
    const faults = [];
    for (const view of [undefined, PHONE]) {
      const where = view ? "on a phone" : "on a desk", { page, player } = await atFirst(7, view);
      const look = async (what) => { await settled(page); faults.push(...await accessibilityFaults(page, `${what} ${where}`)); };
      await shows(player);
      await look("seeding missions");
      await seedPhase(player, tapSeed(page));
      await look("seeding dilemmas");
      await seedAll(player, tapSeed(page));
      await look("the first turn");
      while (!player.over && !player.decision?.options.some((o) => o.verb === VERB.MOVE)) await player.play({ answers: 1, by: view ? mouse : keyboard });
      await look("orders");
      await leave(page);
    }
    check(faults.length === 0, faults.join("\n"));
  }, LONG],
];
