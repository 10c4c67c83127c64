/* Two people at one table: the lobby, terms, questions and answers, clocks, windows, watchers. */
import { mouse } from "../hands.mjs";
import { accessibilityFaults, ask, check, DESK, leave, LONG, noSidewaysScroll, otherServer, PHONE, picture, server, settled, sitDown, visitor } from "../harness.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

const BEAT = 0.6;

/* Two pages at a table with these terms, both sitting. */
async function table(terms = {}, view = DESK, home = server) {
  const one = await visitor(DESK, home), two = await visitor(view, home);
  const a = new Player(one, 1), b = new Player(two, 2);
  const id = await sitDown(one, two, { beat: BEAT, ...terms }, home);
  await Promise.all([a, b].map((p) => p.until(() => p.state, "the table")));
  return { id, one, two, a, b };
}

/* The one who has an ordinary decision, once all windows are closed. */
async function decider(a, b) {
  const ready = (p) => p.over || (p.decision && p.decision.kind !== DECIDE.RESPONSE);
  await a.until(() => ready(a) || ready(b), "an ordinary decision");
  return ready(a) ? a : b;
}

/* One decision by mouse: what shows nothing new if `quiet`, else a draw or whatever ends it. */
async function step(a, b, want = [VERB.DRAW, VERB.END]) {
  const p = await decider(a, b), n = p.state.n;
  if (p.isSet()) await mouse.set(p, p.pickSet());
  else {
    const k = want.map((verb) => p.decision.options.findIndex((o) => o.verb === verb)).find((i) => i >= 0) ?? 0;
    await mouse.option(p, k);
  }
  await Promise.all([a, b].map((x) => x.until(() => x.over || x.state.n > n, "both tables to move on")));
  return p;
}

async function menu(page, name) {
  await page.getByRole("button", { name: /^Table:/ }).click();
  await page.getByRole("menuitem", { name }).click();
}

async function done(...pages) {
  for (const page of pages) await leave(page);
}

export default [
  ["people: a table with terms is opened on the home page, found in the lobby, and withdrawn", async () => {
    const one = await visitor(), two = await visitor();
    await one.goto(server.base);
    await one.getByRole("radio", { name: /a person/i }).click();
    await one.getByLabel("Clock").selectOption("20");
    await one.getByLabel("Increment").selectOption("5");
    await one.getByLabel("They see it").selectOption("turn");
    await picture(one, "people-terms");
    await noSidewaysScroll(one, "the form of a new table");
    await one.getByRole("button", { name: "Open the table" }).click();
    await one.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
    await picture(one, "people-room");
    const faults = await accessibilityFaults(one, "the room");
    check(faults.length === 0, faults.join("\n"));
    await two.goto(server.base);
    const row = two.locator(".it", { hasText: "20 minutes each, 5 s back a decision" }).first();
    await row.waitFor();
    check(/a turn behind/.test(await row.innerText()), "the delay is not told");
    await row.getByRole("link", { name: "Sit down" }).click();
    await two.getByRole("button", { name: "Sit down" }).waitFor();
    await picture(two, "people-sit");
    await one.getByRole("button", { name: "Withdraw the table" }).click();
    await two.getByRole("heading", { name: /withdrawn/i }).waitFor();
    await done(one, two);
  }],

  ["people: two browsers agree on a draw", async () => {
    const { one, two, a, b } = await table();
    for (const page of [one, two]) {                     // what is being written stays while the game goes on
      await page.locator('[data-k="side-chat"]').click();
      await page.getByLabel("Message").fill("good lu");
    }
    await step(a, b);
    await decider(a, b);
    for (const page of [one, two]) check(await page.getByLabel("Message").inputValue() === "good lu", "a half-written message is gone");
    await one.getByLabel("Message").press("Enter");
    await two.locator(".chats", { hasText: "good lu" }).waitFor();
    check(await one.getByLabel("Message").inputValue() === "", "a message that was sent stands there still");
    const hostile = `<img src=x onerror="window.hacked=1"><b>bold</b> &lt;i&gt; javascript:alert(1) \u202e`;
    await one.getByLabel("Message").fill(hostile);         // what somebody says is text, whatever it looks like
    await one.getByLabel("Message").press("Enter");
    for (const page of [one, two]) {
      await page.locator(".chats", { hasText: 'onerror="window.hacked=1"><b>bold</b> &lt;i&gt;' }).waitFor();
      check(await page.evaluate(() => window.hacked === undefined && !document.querySelector(".chats img, .chats a, .chats i")
        && ![...document.querySelectorAll(".chats b")].some((el) => el.textContent === "bold")), "what was said became part of the page");
    }
    await menu(one, "Offer a draw");
    await two.locator(".between").getByText(/offers a draw/).waitFor();
    await picture(two, "people-draw");
    await two.getByRole("button", { name: "Decline" }).click();
    await one.getByText(/You offer a draw/).waitFor({ state: "detached" });
    await menu(two, "Offer a draw");
    await one.getByRole("button", { name: "Agree" }).click();
    for (const page of [one, two]) await page.getByText("A draw by agreement.").first().waitFor();
    await done(one, two);
  }],

  ["people: names and decks that look like markup are words wherever somebody else reads them", async () => {
    const one = await visitor(), two = await visitor(), three = await visitor(), tail = Date.now() % 10000;
    const names = [`"'&lt;b&gt;${tail}`, `\`\${x}&amp;"onload=${tail}`], deck = `<img src=x onerror="window.hacked=1"><b>${tail}</b>&lt;`;
    const harmless = async (page, ...said) => {
      for (const words of said) await page.waitForFunction((text) => document.body.textContent.includes(text), words);
      check(await page.evaluate((n) => window.hacked === undefined && ![...document.querySelectorAll("img, b, i, a[href^='javascript:']")]
        .some((el) => el.matches("img[src='x'], [onload], [onerror], a[href^='javascript:']") || el.textContent === String(n)), tail), "a name became part of the page");
    };
    for (const [i, page] of [one, two].entries()) {
      await page.goto(`${server.base}/rulings`);
      await ask(page, "POST", "/api/session");
      check((await ask(page, "POST", "/api/register", { name: names[i], password: "self-sealing" })).name === names[i], `the account ${names[i]} has another name`);
    }
    const { text } = await ask(one, "GET", "/api/decks/klingon"), own = await ask(one, "POST", "/api/decks", { name: deck, text });
    const { id } = await ask(one, "POST", "/api/games", { opponent: "human", deck: own.id, terms: { beat: BEAT, spectators: "closed" } });
    await one.goto(`${server.base}/game/${id}`);
    await one.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
    await three.goto(server.base);                         // the lobby, to a stranger
    await harmless(three, names[0], deck);
    await picture(three, "people-markup");
    await two.goto(`${server.base}/game/${id}`);
    await two.getByLabel("Your deck").selectOption("romulan");
    await harmless(two, names[0]);
    await two.getByRole("button", { name: "Sit down" }).click();
    const a = new Player(one, 1);
    await one.reload();
    await a.until(() => a.state, "the table");
    await harmless(one, names[1]);
    await harmless(two, names[0]);
    await three.goto(server.base);                         // the list of games to watch
    await harmless(three, names.join(" against "));
    await three.goto(`${server.base}/game/${id}?watch`);
    await harmless(three, names[0], names[1]);
    two.on("dialog", (dialog) => dialog.accept());
    await two.getByRole("button", { name: "Concede" }).first().click();
    await a.until(() => a.over, "the end");
    await one.goto(`${server.base}/replay/${id}`);
    await harmless(one, names[0], names[1]);
    await one.goto(server.base);                           // one's games, decks and account
    await harmless(one, deck);
    await one.goto(`${server.base}/decks`);
    await harmless(one, deck);
    await two.goto(`${server.base}/account`);
    await harmless(two, names[1]);
    await done(one, two, three);
  }, LONG],

  ["people: undo by consent", async () => {
    const home = await otherServer("--deal", "7"), { one, two, a, b } = await table({}, DESK, home);
    let p, n, other;
    for (let tries = 0; ; tries++) {
      check(tries < 30, "nobody came to end a segment that shows nothing");
      p = await decider(a, b);
      n = p.state.n;
      const quiet = p.decision.kind === DECIDE.PLAY && p.decision.options.some((o) => o.verb === VERB.END);
      await step(a, b, quiet ? [VERB.END] : [VERB.DRAW, VERB.END]);
      if (!quiet) continue;
      await decider(a, b);
      other = p === a ? b : a;
      await menu(p.page, "Ask to take back");
      const agree = other.page.getByRole("button", { name: "Agree" });
      if (!await agree.waitFor({ timeout: 3000 }).then(() => true, () => false)) continue;      // something was shown meanwhile: nothing may be taken back
      await agree.click();
      break;
    }
    await p.until(() => p.state.n === n, "the decision before");
    await other.until(() => other.state.n === n, "the other's table to go back");
    check(p.decision?.kind === DECIDE.PLAY, "undo came back to another decision");
    await step(a, b);
    await done(one, two);
    await home.close();
  }, LONG],

  ["people: a clock runs out, and both play again with seats swapped", async () => {
    const { id, one, two, a, b } = await table({ clock: 0.05 });
    await one.locator(".clk.on").waitFor();
    await picture(one, "people-clock");
    await a.until(() => a.over, "the clock to fall");
    await b.until(() => b.over, "the clock to fall");
    const loser = 1 - a.state.view.winner;
    await (loser === 0 ? one : two).getByText(/your clock ran out/).first().waitFor();
    await (loser === 0 ? two : one).getByText(/You won on time/).first().waitFor();
    await one.getByRole("button", { name: "Another game" }).click();
    await two.getByRole("button", { name: "Agree" }).click();
    for (const page of [one, two]) await page.waitForURL((url) => /\/game\//.test(url.pathname) && !url.pathname.includes(id));
    await a.until(() => a.state.game !== id && a.state.you === 1, "the first player on the other seat");
    await b.until(() => b.state.game === a.state.game && b.state.you === 0, "the second player on the other seat");
    await done(one, two);
  }, LONG],

  ["people: pause, and resume by the other", async () => {
    const { one, two, a, b } = await table({ clock: 5 });
    await decider(a, b);
    await menu(two, "Ask for a pause");
    await one.getByRole("button", { name: "Agree" }).click();
    for (const page of [one, two]) await page.getByText(/game is paused/).waitFor();
    check(await one.locator(".clk.on").count() === 0, "a clock runs in a pause");
    await picture(one, "people-paused");
    await one.getByRole("button", { name: "Resume" }).click();
    await two.getByText(/game is paused/).waitFor({ state: "detached" });
    await step(a, b);
    await done(one, two);
  }, LONG],

  ["people: H holds a response window, whether or not something can be played", async () => {
    const { one, two, a, b } = await table({ beat: 2 });
    const open = (p) => p.state.table?.window, held = () => one.getByText(/holds the window/).waitFor({ timeout: 3000 }).then(() => true, () => false);
    let n = -1;
    for (let tries = 0; n < 0; tries++) {        // a slow machine may press too late: then the next window is held
      check(tries < 30, "no window opened that could be held");
      await step(a, b, [VERB.PLAY, VERB.END]);
      if (!open(a) || !open(b)) continue;
      await two.locator("body").press("h");
      if (await held()) n = a.state.n;
    }
    await two.locator(".beat").waitFor();
    await one.getByRole("button", { name: "Pass for this turn" }).waitFor({ state: "detached" });      // while the other thinks there is nothing to shorten
    await picture(two, "people-window");
    await new Promise((resolve) => setTimeout(resolve, 2400));
    check(a.state.n === n, "a held window closed");
    await two.locator("body").press("h");
    await picture(one, "people-waive");
    await one.getByRole("button", { name: /^Table:/ }).click();
    await one.getByRole("menuitem", { name: "Pass in every window of this turn" }).click();
    await b.until(() => b.state.table?.waived?.[0] || a.state.n > n, "the other's word");
    await a.until(() => a.state.n > n, "the window to close");
    await done(one, two);
  }, LONG],

  ["people: a spectator a turn behind sees no hand and no options", async () => {
    const { id, one, two, a, b } = await table({ delay: "turn" });
    const three = await visitor(), watcher = new Player(three, 3);
    await three.goto(`${server.base}/game/${id}`);
    await watcher.until(() => watcher.state, "the watcher's table");
    await one.locator(".eyes").waitFor();
    const first = watcher.state.n;
    for (let tries = 0; a.state.view.turn < 3; tries++) {
      check(tries < 200, "the third turn did not come");
      check(watcher.state.n === first, "the watcher is not a turn behind");
      await step(a, b);
    }
    await watcher.until(() => watcher.state.view.turn === 2, "the second turn, a turn later");
    check(watcher.decision === null && watcher.state.view.players.every((seat) => seat.hand.cards.every((card) => !card.def)), "the watcher sees a hand");
    check(await three.locator("[data-k^=o], .beat, .clk").count() === 0, "the watcher sees options or what happens now");
    await picture(three, "people-watcher");
    await done(one, two, three);
  }, LONG],

  ["people: the room and the questions on a phone", async () => {
    const { one, two, a, b } = await table({ clock: 10 }, PHONE);
    await decider(a, b);
    await noSidewaysScroll(two, "the table with clocks");
    await two.getByRole("button", { name: /^Table:/ }).waitFor();
    const right = await two.$eval(".tmenu", (el) => el.getBoundingClientRect().right);   // at once: clocks and watchers draw the bar anew
    check(right > 0 && right <= PHONE.width, `the menu ends at ${right}, outside the screen`);
    await menu(one, "Offer a draw");
    await two.getByRole("button", { name: "Decline" }).waitFor();
    await picture(two, "people-phone");
    await noSidewaysScroll(two, "the question");
    await two.getByRole("button", { name: "Decline" }).click();
    const faults = await accessibilityFaults(one, "a table of two");
    check(faults.length === 0, faults.join("\n"));
    check((await ask(one, "GET", "/api/tables")).tables !== undefined, "no list of tables");
    await done(one, two);
  }, LONG],

  ["people: a director whose account the server made finds the table that calls, and goes there", async () => {
    const home = await otherServer("--director", "Chief"), password = /password (?:is )?["']?([^\s"']+)/.exec(home.words)?.[1] ?? "";
    check(password.length >= 8, `the server does not say the password of the account it made: ${home.words}`);
    try {
      const one = await visitor(DESK, home), two = await visitor(DESK, home), chief = await visitor(DESK, home);
      const id = await sitDown(one, two, { listed: false }, home);
      await one.locator('[data-k="tool-people"]').click();
      await one.getByRole("menuitem", { name: "Call a director" }).click();
      for (const page of [one, two]) await page.locator(".between", { hasText: /calls? a director/ }).waitFor();
      await chief.goto(`${home.base}/rulings`);
      await settled(chief);
      await ask(chief, "POST", "/api/session");
      await ask(chief, "POST", "/api/login", { name: "Chief", password });
      await chief.goto(home.base);
      await chief.getByRole("link", { name: "Director" }).click();
      const table = chief.locator(`[data-game="${id}"].called`);
      await table.waitFor();
      await picture(chief, "director-tables");
      const faults = await accessibilityFaults(chief, "the director's tables");
      check(faults.length === 0, faults.join("\n"));
      await chief.getByLabel("Find a player").fill("nobody of that name");
      await table.waitFor({ state: "detached" });
      await chief.getByLabel("Find a player").fill("");
      await chief.setViewportSize(PHONE);
      await settled(chief);
      await noSidewaysScroll(chief, "the director's tables on a phone");
      await table.getByRole("link", { name: "Go there" }).click();
      await chief.locator('[data-k="tool-people"]').click();
      const low = await chief.$$eval(".desk1 :is(input, select, button)", (all) => all.map((el) => [el.getAttribute("aria-label") ?? el.textContent, el.getBoundingClientRect().height]).filter(([, height]) => height < 40));
      check(low.length === 0, `too low for a finger: ${JSON.stringify(low)}`);
      faults.push(...await accessibilityFaults(chief, "the director's desk on a phone"));
      check(faults.length === 0, faults.join("\n"));
      await chief.getByLabel("Reason").fill("what is it?");
      await chief.locator('[data-k="direct-Pause"]').click();
      for (const page of [one, two]) await page.locator(".between", { hasText: "A director has paused the game" }).waitFor();
      check(await one.locator(".between", { hasText: /calls? a director/ }).count() === 0, "the call goes on when a director has come");
      for (const page of [one, two, chief]) await leave(page);
    } finally {
      await home.close();
    }
  }, LONG],

  ["people: a director pauses, rules and decides, and both read why", async () => {
    const three = await visitor(), name = `Picard ${Date.now() % 100000}`;
    await three.goto(`${server.base}/rulings`);
    await ask(three, "POST", "/api/session");
    await ask(three, "POST", "/api/register", { name, password: "make-it-so" });
    server.more = ["--director", name];
    await server.kill();
    await server.start();
    server.more = [];
    const { id, one, two, a, b } = await table({ clock: 20, spectators: "none" });
    await decider(a, b);
    await three.goto(`${server.base}/game/${id}`);
    await three.getByRole("button", { name: /^Table:/ }).click();
    await three.getByLabel("Reason").fill("a question about the setup");
    await picture(three, "people-director");
    await three.getByRole("button", { name: "Pause", exact: true }).click();
    for (const page of [one, two]) await page.getByText(/director has paused/).waitFor();
    await three.getByRole("button", { name: /^Table:/ }).click();
    await three.getByLabel("Reason").fill("settled");
    await three.getByRole("button", { name: "Resume" }).click();
    await one.getByText(/director has paused/).waitFor({ state: "detached" });
    await three.locator(".line [data-card]").first().hover();
    await three.getByRole("button", { name: /^Table:/ }).click();
    await three.getByLabel("Reason").fill("a mission was not counted");
    await three.getByLabel("Points", { exact: true }).fill("20");
    await three.getByRole("button", { name: "Score", exact: true }).click();
    await a.until(() => a.state.view.players[0].points === 20, "points by the director's word");
    await one.getByText("20 by the director's word").first().waitFor();
    await three.getByRole("button", { name: /^Table:/ }).click();
    await three.getByLabel("Reason").fill("back to the hand");
    await three.getByRole("button", { name: /^Card/ }).click();
    await picture(three, "people-director-changes");
    await three.getByRole("button", { name: "Put it there" }).click();
    await three.getByText(/stays where it is/).first().waitFor();
    if (!await three.getByLabel("Reason").isVisible()) await three.getByRole("button", { name: /^Table:/ }).click();
    await three.getByLabel("Reason").fill("the round is over");
    await three.getByLabel("Search the rulings").fill("staffed");
    await three.waitForFunction(() => document.querySelector('.desk1 select[aria-label="Ruling"]').value !== "");
    await three.getByRole("button", { name: "Draw", exact: true }).click();
    await three.getByRole("button", { name: /^End the game: Draw/ }).click();            // a result is confirmed
    for (const page of [one, two]) await page.getByText("A draw by the director's decision.").first().waitFor();
    await one.getByRole("tab", { name: /chat/i }).click();
    await one.getByText(/pauses the game: a question about the setup/).first().waitFor();
    await done(one, two, three);
  }, LONG],
];
