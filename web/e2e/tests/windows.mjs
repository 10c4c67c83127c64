/* Response windows as each player wants them: always asked, only when there is an answer, never.  Nobody else can tell. */
import { Captain } from "../captain.mjs";
import { check, DESK, leave, LONG, otherServer, server, sitDown, visitor } from "../harness.mjs";
import { mouse } from "../hands.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

const BEAT = 3, STEPS = 4, KINDS = ["play", "attempt", "dilemma", "harm", "turn", "other"];
const onlyPass = (d) => d?.kind === DECIDE.RESPONSE && d.options.length === 1;

const noResponse = (page) => page.locator(".dec .ob.go", { hasText: "No response" }).click();

async function setAll(page, value, home = server) {
  await page.goto(`${home.base}/account`);
  for (const kind of KINDS) await page.locator(`#set-window-${kind}-${value}`).click();
  for (const kind of KINDS) check(await page.locator(`#set-window-${kind}-${value}`).getAttribute("aria-pressed") === "true", `${kind} is not set to ${value}`);
}

/* One ordinary decision of whoever has it, by mouse and always the same: a card played, else drawn, else the end. */
async function step(...both) {
  const ready = (p) => p.decision && p.decision.kind !== DECIDE.RESPONSE && !p.state.table?.window;
  await both[0].until(() => both.some(ready), "an ordinary decision");
  const p = both.find(ready), n = p.state.n, of = (verb) => p.decision.options.findIndex((o) => o.verb === verb);
  if (p.isSet()) await mouse.set(p, p.pickSet());
  else await mouse.option(p, [VERB.PLAY, VERB.DRAW, VERB.END].map(of).find((k) => k >= 0) ?? 0);
  await Promise.all(both.map((x) => x.until(() => x.state.n > n, "both tables to move on")));
}

/* Two people at a server that deals every table alike, the second with this setting: what the first is sent of every window in the first
 * steps of a game, and how often the second came to one in which he can only pass, and was shown it.  How long they last,
 * tests/net/people measures. */
async function watched(value, home) {
  const one = await visitor(DESK, home), two = await visitor(DESK, home), a = new Player(one, 1), b = new Player(two, 2), frames = [], receive = a.receive.bind(a);
  let asked = 0, quiet = 0;
  a.receive = (text) => {
    const m = JSON.parse(text);
    if (m.t === "state") frames.push({ size: text.length, n: m.n, window: m.table?.window?.id });
    receive(text);
  };
  await setAll(two, value, home);
  await sitDown(one, two, { beat: BEAT }, home);
  await Promise.all([a, b].map((p) => p.until(() => p.state, "the table")));
  for (let i = 0; i < STEPS; i++) {
    await step(a, b);
    const open = b.state.table?.window?.id;
    if (open === undefined || !onlyPass(b.decision)) continue;
    if (!await two.locator(".beat").waitFor({ timeout: 1000 * BEAT }).then(() => true, () => false)) continue;
    const asks = await two.locator(".dec .ask", { hasText: "Respond?" }).count();
    if (b.state.table?.window?.id !== open) continue;            // it closed while it was looked at
    quiet++;
    asked += asks;
  }
  await a.until(() => a.state.table?.window === undefined, "the last window to close");
  await leave(one);
  await leave(two);
  const windows = [...new Set(frames.map((f) => f.window).filter((w) => w !== undefined))].map((w) => {
    const first = frames.findIndex((f) => f.window === w), end = frames.findIndex((f, i) => i > first && f.window !== w);
    return frames.slice(first, end + 1).map((f) => `${f.n}:${f.size}`).join();
  });
  return { asked, quiet, windows };
}

export default [
  ["windows: against the computer they are shown to whoever always wants to be asked, and passed for the others", async () => {
    const page = await visitor(), player = new Captain(page, 1);
    await setAll(page, "always");
    await page.goto(server.base);
    await page.locator("#start").click();
    await player.myTurn();
    let chosen = false;                                         // where the computer begins, its windows come before any choice: there is nothing to go back to
    for (let i = 0; i < 60 && !(chosen && onlyPass(player.decision)); i++) {
      const n = player.state.n, begun = player.begun, quiet = onlyPass(player.decision);
      if (quiet) await noResponse(page);
      else await (player.isSet() ? mouse.set(player, player.affordable()) : mouse.option(player, player.pick()));
      await player.until(() => player.state.n > n && player.decision || !begun && player.begun, "the next decision");
      chosen ||= !quiet;
    }
    check(onlyPass(player.decision), "no window with nothing but a pass was asked about");
    await page.locator(".dec .ask", { hasText: /Respond\?/ }).waitFor();
    const n = player.state.n;
    await noResponse(page);
    await player.until(() => player.state.n > n, "the pass");
    await player.myTurn();
    const game = page.url(), at = player.state.n;
    await page.waitForFunction((shown) => Number(document.querySelector(".dec").dataset.n) === shown && !document.querySelector(".dec.sent"), at);
    await page.keyboard.press("z");                             // no choice was made in the window: undo goes back beyond it
    await player.until(() => player.state.n < n && player.decision, "the undo");
    check(!onlyPass(player.decision), "undo stays in a window that has no choice");
    await setAll(page, "able");
    player.state = null;
    await page.goto(game);
    await player.myTurn();
    for (let i = 0; i < 12 && !player.over; i++) {
      await player.until(() => player.over || (player.decision && !onlyPass(player.decision)), "a decision with a choice");
      if (player.over) break;
      const before = player.state.n, begun = player.begun;
      await page.waitForFunction(() => !document.querySelector(".dec.sent"));
      await (player.isSet() ? mouse.set(player, player.affordable()) : mouse.option(player, player.pick()));
      await player.until(() => player.over || player.state.n > before || !begun && player.begun, "the answer");
    }
    check(player.over || player.state.n > at, "the game did not go on by itself");
    await leave(page);
  }, LONG],

  ["windows: between people one who is always asked is shown every window, and the other cannot tell", async () => {
    const home = await otherServer("--deal", "1");
    try {
      const always = await watched("always", home);
      check(always.quiet > 0 && always.asked === always.quiet, `of ${always.quiet} windows ${always.asked} were shown to one who is always asked`);
      for (const value of ["able", "never"]) {
        const other = await watched(value, home);
        check(other.quiet > 0 && other.asked === 0, `${value}: of ${other.quiet} windows with nothing to play ${other.asked} were a question`);
        check(other.windows.length === always.windows.length, `${value} is told by the number of windows: ${other.windows.length}, ${always.windows.length}`);
        other.windows.forEach((sent, i) => check(sent === always.windows[i], `${value} is told by its messages: ${sent} is not ${always.windows[i]}`));
      }
    } finally {
      await home.close();
    }
  }, LONG],
];
