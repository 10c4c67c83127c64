/* Response windows as each player wants them: always asked, only when there is an answer, never.  Nobody else can tell. */
import { Captain } from "../captain.mjs";
import { check, leave, LONG, server, sitDown, visitor } from "../harness.mjs";
import { mouse } from "../hands.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

const BEAT = 1, STEPS = 3, KINDS = ["play", "attempt", "dilemma", "harm", "turn", "other"];
const onlyPass = (d) => d?.kind === DECIDE.RESPONSE && d.options.length === 1;

async function setAll(page, value) {
  await page.goto(`${server.base}/account`);
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

/* Two people, the second with this setting: how often he came to a window in which he can only pass, and how often it was shown to him.
 * How long they last, tests/net/people measures. */
async function watched(value) {
  const one = await visitor(), two = await visitor(), a = new Player(one, 1), b = new Player(two, 2);
  let asked = 0, quiet = 0;
  await setAll(two, value);
  await sitDown(one, two, { beat: BEAT });
  await Promise.all([a, b].map((p) => p.until(() => p.state, "the table")));
  for (let i = 0; i < STEPS; i++) {
    await step(a, b);
    const open = b.state.table?.window?.id;
    if (open === undefined || !onlyPass(b.decision)) continue;
    await two.locator(".beat").waitFor();
    const asks = await two.locator(".dec .ask", { hasText: "Respond?" }).count();
    if (b.state.table?.window?.id !== open) continue;            // it closed while it was looked at
    quiet++;
    asked += asks;
  }
  await a.until(() => a.state.table?.window === undefined, "the last window to close");
  await leave(one);
  await leave(two);
  return { asked, quiet };
}

export default [
  ["windows: against the computer they are shown to whoever always wants to be asked, and passed for the others", async () => {
    const page = await visitor(), player = new Captain(page, 1);
    await setAll(page, "always");
    await page.goto(server.base);
    await page.locator("#start").click();
    await player.myTurn();
    for (let i = 0; i < 60 && !onlyPass(player.decision); i++) {
      const n = player.state.n, begun = player.begun;
      await (player.isSet() ? mouse.set(player, player.affordable()) : mouse.option(player, player.pick()));
      await player.until(() => player.state.n > n && player.decision || !begun && player.begun, "the next decision");
    }
    check(onlyPass(player.decision), "no window with nothing but a pass was asked about");
    await page.locator(".dec .ask", { hasText: /Respond\?/ }).waitFor();
    const n = player.state.n;
    await page.locator(".dec .ob.go", { hasText: "No response" }).click();
    await player.until(() => player.state.n > n, "the pass");
    await player.myTurn();
    const game = page.url(), at = player.state.n;
    await page.waitForFunction(() => !document.querySelector(".dec.sent"));
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
  }],

  // Each game between people is dealt anew, so what the other is sent of two games cannot be compared here: tests/unit/test_leak.c does it.
  ["windows: between people one who is always asked is shown every window, and the others are asked nothing", async () => {
    const always = await watched("always");
    check(always.asked === always.quiet, `of ${always.quiet} windows ${always.asked} were shown to one who is always asked`);
    for (const value of ["able", "never"]) {
      const other = await watched(value);
      check(other.asked === 0, `${value}: of ${other.quiet} windows with nothing to play ${other.asked} were a question`);
    }
  }, LONG],
];
