/* No violation of any of axe's rules, whatever its weight, in the states that the other tests pass by: pages that are empty or
 * missing, everything that opens over a table, the end of a game, all of it on a phone. */
import { reach } from "../captain.mjs";
import { accessibilityFaults, check, DESK, leave, LONG, newGame, PHONE, server, settled, visitor } from "../harness.mjs";
import { DECIDE, Player, VERB } from "../player.mjs";

const FED = { opponent: "random", deck: "federation", against: "romulan", seed: 5 };
const canMove = (d) => d.kind === DECIDE.ORDERS && d.options.some((o) => o.verb === VERB.MOVE);

/* Looks at a page as often as it is asked to, and fails at the end with all that was found. */
function looking(page) {
  const faults = [];
  return { look: async (what) => { await settled(page); faults.push(...await accessibilityFaults(page, what)); }, none: () => check(faults.length === 0, faults.join("\n")) };
}

async function visit(page, paths, where) {
  const { look, none } = looking(page);
  for (const path of paths) {
    await page.goto(server.base + path);
    await page.locator("h1, h2").first().waitFor({ state: "attached" });
    await look(`${path} ${where}`);
  }
  none();
}

async function atTable(fits, view = DESK) {
  const page = await visitor(view), { id } = await newGame(page, FED);
  return { page, id, player: await reach(page, server.base, id, fits), ...looking(page) };
}

export default [
  ["accessible: pages that are empty, missing or on a phone", async () => {
    const page = await visitor();
    await visit(page, ["/replay", "/nothing-here", "/game/AAAAAAAAAAAAAAAAAAAAAA", "/decks/new", "/cards/Nobody", "/rulings/none", "/rulings?q=qqqq"], "");
    page.complaints = page.complaints.filter((words) => !/404/.test(words));      // of the page that is missing: the browser says so too
    await leave(page);
    const phone = await visitor(PHONE);
    await visit(phone, ["/", "/decks", "/decks/klingon", "/rulings", "/scenes", "/scenes/new", "/cards/", "/cards/Kahmis", "/replay", "/account"], "on a phone");
    await leave(phone);
  }, LONG],

  ["accessible: what opens over a table, and its end", async () => {
    const { page, player, look, none } = await atTable((d, v, p) => canMove(d) && d.options.some((o) => o.verb === VERB.BEAM && o.card === p.own[0]));
    const ship = player.decision.options.find((o) => o.verb === VERB.MOVE).card;
    await page.locator(".line .m2").first().hover();
    await look("the inspector");
    await page.keyboard.press("w");
    await page.locator(".note.no").waitFor();
    await look("why not");
    await page.locator(`.line .ship[data-card="${ship}"]`).click();
    await page.keyboard.press("m");
    await page.locator(".m2.nope").first().hover();
    await page.locator(".tip").waitFor();
    await look("a reason");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await look("the keyboard map");
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await look("a ruling");
    await page.keyboard.press("s");
    await page.locator(".coach-line").waitFor();
    await look("a hint");
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Concede" }).click();
    await page.locator(".over").waitFor();
    await look("the end of a game");
    none();
    await leave(page);
  }, LONG],

  ["accessible: who beams, and what happened", async () => {
    const { page, player, look, none } = await atTable((d) => d.kind === DECIDE.SET && !!d.to);
    await page.locator(".stage.beam").waitFor();
    await page.locator('[data-k="everyone"]').click();
    await look("a beam");
    await page.keyboard.press("t");
    await look("the table behind a choice");
    await page.keyboard.press("t");
    const n = player.state.n;
    await page.keyboard.press("e");
    await player.until(() => player.state.n > n, "the beam");
    none();
    await leave(page);
    const later = await atTable((d, v, p) => v.attempt?.player === p.state.you || d.options.some((o) => o.verb === VERB.ATTEMPT));
    if (!later.player.state.view.attempt) {
      await later.page.keyboard.press("a");
      await later.page.waitForFunction(() => document.querySelector(".stage, .verbs"));
      await later.look("an attempt begun");
    }
    await later.look("an attempt");
    later.none();
    await leave(later.page);
  }, LONG],

  ["accessible: the table's views on a phone", async () => {
    const { page, look, none } = await atTable((d) => canMove(d), PHONE);
    await look("the table on a phone");
    for (const tab of ["Hand", "Options", "Log", "More"]) {
      await page.locator(`[data-k="tab-${tab}"]`).click();
      await look(`${tab} on a phone`);
    }
    await page.locator('[data-k="tab-Table"]').click();
    await page.locator(".line .mine .ship").first().click();
    await page.locator(".verbs").waitFor();
    await look("a menu on a phone");
    none();
    await leave(page);
  }, LONG],

  ["accessible: two people: the room, a question, the menu, the chat", async () => {
    const one = await visitor(), two = await visitor(), a = new Player(one, 1), first = looking(one), second = looking(two);
    const { id } = await newGame(one, { opponent: "human", deck: "klingon", seed: 5, terms: { beat: 0.6, clock: 10 } });
    await one.goto(`${server.base}/game/${id}`);
    await one.getByRole("heading", { name: /waiting for somebody/i }).waitFor();
    await first.look("the host's room");
    await two.goto(`${server.base}/game/${id}`);
    await two.getByLabel("Your deck").selectOption("romulan");
    await second.look("the guest's room");
    await two.getByRole("button", { name: "Sit down" }).click();
    await a.until(() => a.state, "the table");
    await one.getByRole("button", { name: /^Table:/ }).click();
    await one.locator(".pmenu").waitFor();
    await first.look("the menu of the table");
    await one.getByRole("menuitem", { name: "Offer a draw" }).click();
    await two.getByRole("button", { name: "Decline" }).waitFor();
    await second.look("a question");
    await one.locator('[data-k="side-chat"]').click();
    await first.look("the chat");
    first.none();
    second.none();
    await leave(one);
    await leave(two);
  }, LONG],
];
