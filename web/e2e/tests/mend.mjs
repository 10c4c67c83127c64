/* What stood in a player's way, and no longer does.  Seeds are fixed; each position is reached without the page. */
import { Captain, reach } from "../captain.mjs";
import { check, DESK, leave, LONG, newGame, PHONE, server, sitDown, visitor } from "../harness.mjs";
import { DECIDE, VERB } from "../player.mjs";

const FED = { opponent: "random", deck: "federation", against: "romulan", seed: 5 };
const EVENTFUL = { ...FED, seed: 11 };

async function at(fits, settings = FED, view = DESK) {
  const page = await visitor(view), sent = [];
  const { id } = await newGame(page, settings);
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => {
    const m = JSON.parse(String(payload));
    if (m.t === "answer" || m.t === "choose") sent.push(m);
  }));
  const player = await reach(page, server.base, id, fits, 400, new Captain(page, 1));
  check(!player.over, "the game ended before the position that the test wants");
  sent.length = 0;
  return { page, player, sent };
}

const moved = (player, n) => player.until(() => player.over || player.state.n > n, "the answer");
const skip = async (page) => { if (await page.locator('.dec [data-k="skip"]').isVisible()) await page.keyboard.press("Escape"); };

/* How far the log is from its end, and how high the inspector is. */
const sight = (page) => page.evaluate(() => {
  const ol = document.querySelector(".log ol"), last = ol.lastElementChild.getBoundingClientRect(), box = ol.getBoundingClientRect();
  return { lastSeen: last.bottom <= box.bottom + 12 && last.top >= box.top - 1, inspector: Math.round(document.querySelector(".inspbox").getBoundingClientRect().height) };
});

export default [
  ["mend: the log follows whatever is looked at, until its reader scrolls (1)", async () => {
    const { page, player } = await at((d, v) => d.kind === DECIDE.PLAY && v.turn >= 5, EVENTFUL);
    const heights = new Set();
    const look = async (what) => {
      await page.waitForTimeout(80);
      const s = await sight(page);
      heights.add(s.inspector);
      check(s.lastSeen, `the newest line is out of sight after ${what}`);
    };
    await look("the table was drawn");
    for (let i = 0; i < 6; i++) {
      const things = await page.locator(".m2, .hand .slot, .tk, .ship").all();
      for (const thing of things.slice(i, i + 4)) if (await thing.isVisible()) await thing.hover({ force: true }).catch(() => {});
      await look("cards were looked at");
      const n = player.state.n, k = player.decision.options.findIndex((o) => [VERB.DRAW, VERB.END, VERB.PASS].includes(o.verb));
      await skip(page);
      await page.keyboard.press("o");
      await page.locator(`.stage [data-k="l${k < 0 ? 0 : k}"]`).click();
      await moved(player, n);
      await player.myTurn();
      await skip(page);
      if (await page.locator(".stage .optlist").isVisible()) await page.keyboard.press("o");
      await look("an answer");
    }
    check(heights.size === 1, `the inspector is ${[...heights]} high`);
    await page.locator(".log ol").hover();
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => { const ol = document.querySelector(".log ol"); return ol.scrollHeight - ol.clientHeight - ol.scrollTop > 40; });
    await page.locator(".m2.mine").first().hover();
    await page.waitForTimeout(150);
    check(!(await sight(page)).lastSeen, "the log runs away from its reader");
    await leave(page);
  }, LONG],

  ["mend: a stack of dilemmas that costs more than may be spent is taken; costs come from the engine (2)", async () => {
    const { page, player, sent } = await at((d, v) => d.kind === DECIDE.STACK && d.eligible.length > 1 && d.options.filter((o) => o.verb === VERB.CHOOSE).reduce((n, o) => n + o.cost, 0) > v.attempt.allowance, { ...EVENTFUL, opponent: "greedy" });
    const d = player.decision, n = player.state.n, room = player.state.view.attempt.allowance;
    await skip(page);
    for (const id of d.eligible) await page.locator(`.stage .tcard[data-card="${id}"]`).click();
    const cost = d.options.filter((o) => o.verb === VERB.CHOOSE).reduce((sum, o) => sum + o.cost, 0), head = await page.locator(".stage .sethead").textContent();
    check(head.includes(`cost ${cost}`) && head.includes(`${room} may be spent`), `the head says ${head}, the engine ${cost} of ${room}`);
    await page.locator(".stage .dear .cite").waitFor();
    const confirm = page.locator('.dec [data-k="confirm"]');
    check(await confirm.isEnabled(), `a legal stack is refused: ${await confirm.textContent()}`);
    await confirm.click();
    await moved(player, n);
    check(sent.some((m) => m.t === "choose" && m.cards.length === d.eligible.length), `not sent: ${JSON.stringify(sent)}`);
    await leave(page);
  }],

  ["mend: both copies of a card in hand are lit, and either can be played (3)", async () => {
    const twice = (d, v) => v.players[0].hand.cards.find((c) => c.as && d.options.some((o) => o.verb === VERB.PLAY && o.card === c.as) && !d.options.some((o) => o.card === c.id));
    const { page, player, sent } = await at((d, v) => d.kind === DECIDE.PLAY && twice(d, v), { ...FED, seed: 3 });
    const copy = twice(player.decision, player.state.view), n = player.state.n;
    for (const id of [copy.id, copy.as]) {
      const slot = page.locator(`.hand [data-card="${id}"]`);
      check(await slot.locator(".card.leg").count() === 1 && await slot.getAttribute("aria-disabled") === null, `copy ${id} looks unplayable`);
    }
    await page.locator(`.hand [data-card="${copy.id}"]`).hover();
    check(await page.locator('.insp [data-k="why"], .insp .note.no').count() === 0, "the inspector asks why not of a card that can be played");
    await page.locator(`.hand [data-card="${copy.id}"]`).click();
    const target = page.locator(".line .legal[data-n]").first();
    if (await target.isVisible()) await target.click();
    await moved(player, n);
    check(player.over || sent.length === 1, "the second copy was not played");
    await leave(page);
  }],

  ["mend: the end is shown over an open list, winner lit, loser dark, with what scored (4)", async () => {
    const { page, player } = await at((d, v) => d.kind === DECIDE.PLAY && v.turn >= 3);
    await page.keyboard.press("o");
    await page.locator(".stage .optlist").waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Concede" }).click();
    await player.until(() => player.over, "the end");
    await page.locator(".stage.ended .over h2").waitFor();
    check(/won/.test(await page.locator(".over h2").textContent()), "the result is not said");
    check(await page.locator('.score.lost[data-seat="0"]').count() === 1 && await page.locator('.score.won[data-seat="1"]').count() === 1, "winner and loser look alike");
    for (const side of await page.locator(".score ul").all()) check(await side.locator("li").count() > 0, "nothing is said of what scored");
    await page.keyboard.press("o");
    await page.locator(".stage.ended .over h2").waitFor();
    await leave(page);
  }],

  ["mend: a rule chip opens the rule with its own sentence, at the table and on its page (6)", async () => {
    const { page, player } = await at((d, v) => d.kind === DECIDE.PLAY && v.players[0].hand.cards.some((c) => !c.as && !d.options.some((o) => o.card === c.id)));
    const d = player.decision, dim = player.state.view.players[0].hand.cards.find((c) => !c.as && !d.options.some((o) => o.card === c.id));
    await page.locator(`.hand [data-card="${dim.id}"]`).click({ force: true });
    const chip = page.locator(".insp .note.no .cite").first(), id = await chip.getAttribute("data-cite");
    await chip.click();
    const panel = page.locator(".rulingbox");
    await panel.locator("p:not(.lab)").first().waitFor();
    const words = await panel.textContent();
    check(words.length > 80 && !/not a dated ruling|could not be fetched|no rule of that number/.test(words), `${id} opens ${words}`);
    await page.goto(`${server.base}/rulings/${id}`);
    await page.locator(".rl-read p:not(.rl-meta)").first().waitFor();
    check((await page.locator(".rl-read").textContent()).length > 80, "the page of the rule says nothing");
    await leave(page);
  }],

  ["mend: a way back from a place, a beam and a menu: Cancel, Esc, empty space; nothing is sent (8)", async () => {
    const { page, player, sent } = await at((d, v, p) => d.kind === DECIDE.ORDERS && d.options.filter((o) => o.verb === VERB.MOVE).length > 1 && d.options.some((o) => o.verb === VERB.BEAM && o.card === p.own[0]));
    const ship = player.decision.options.find((o) => o.verb === VERB.MOVE).card, n = player.state.n;
    const ways = { Cancel: () => page.locator('.dec [data-k="cancel"]').click(), Esc: () => page.keyboard.press("Escape"), "empty space": () => page.locator(".rail").click({ position: { x: 30, y: 300 } }) };
    for (const [name, back] of Object.entries(ways)) {
      await page.locator(`.line .ship[data-card="${ship}"]`).click();
      if (await page.locator(".verbs").isVisible()) await page.keyboard.press("m");
      await page.locator(".m2.legal").first().waitFor();
      check(await page.locator(".dec .ob.go", { hasText: /End orders/ }).count() === 0, "End orders is the primary button while a place is chosen");
      await back();
      await page.waitForFunction(() => !document.querySelector(".verbs, .sel, .m2.nope"));
      check(await page.locator(".dec .ob.go", { hasText: /End orders/ }).count() === 1, `after ${name} the orders do not go on`);
    }
    for (const name of ["Cancel", "Esc"]) {
      await page.keyboard.press("b");
      const line = page.locator(".verbs li button").first();
      if (await line.isVisible()) await line.click();
      else await page.locator(".line .legal[data-n]").first().click();
      await page.locator(".stage.beam").waitFor();
      check(await page.locator(".stage.beam .bp[aria-checked=true]").count() > 0, "a beam begins with nobody");
      await ways[name]();
      await page.waitForFunction(() => !document.querySelector(".stage"));
    }
    check(sent.length === 0 && player.state.n === n, `something was sent: ${JSON.stringify(sent)}`);
    player.begun = null;
    await page.keyboard.press("b");
    const line = page.locator(".verbs li button").first();
    if (await line.isVisible()) await line.click();
    else await page.locator(".line .legal[data-n]").first().click();
    await page.locator('.dec [data-k="confirm"]').click();
    await moved(player, n);
    check(sent.length === 1 && sent[0].t === "choose" && sent[0].option >= 0, `a beam is one answer: ${JSON.stringify(sent)}`);
    await page.keyboard.press("z");
    await player.until(() => player.state.n === n, "the whole beam taken back");
    await leave(page);
  }, LONG],

  ["mend: the opponent's turn is told card by card, and nothing tells it before (9)", async () => {
    const { page, player } = await at((d, v) => d.kind === DECIDE.ORDERS && v.turn >= 3, { ...FED, opponent: "greedy" });
    await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false,"recap":"step"}'));
    player.state = null;
    await page.reload();
    await player.myTurn();
    await page.locator(".dec .ask").waitFor();
    const n = player.state.n;
    await page.keyboard.press("e");
    await moved(player, n);
    await player.myTurn();
    await page.locator(".stage.story .dots").waitFor();
    const steps = await page.locator(".stage.story .dots li").count(), log = player.state.log;
    check(steps >= 2, `only ${steps} steps are told`);
    const played = log.filter((l) => l.what === "PLAYS" && l.player === 1 && l.card), last = log[log.length - 1];
    check(played.length > 0, "the opponent played nothing that could be shown");
    const faces = new Set();
    for (let i = 0; await page.locator(".stage.story").count() > 0 && i < 60; i++) {
      for (const id of await page.$$eval(".stage.story [data-card]", (all) => all.map((el) => Number(el.dataset.card)))) faces.add(id);
      const shown = await page.$$eval(".log li[data-line]", (all) => Math.max(...all.map((el) => Number(el.dataset.line))));
      if (i === 0) check(shown < last.k, "the log tells the end of the turn before it is shown");
      check(await page.locator(".coach-line").count() === 0, "the coach speaks before it is shown");
      const words = await page.locator(".stage.story .happened").innerText();
      check(!/ plays (?!a card)/.test(words) || await page.locator(".stage.story .tcs > .back").count() === 0, `who is named has no face: ${words}`);
      await page.locator('.dec [data-k="step"]').click();
    }
    for (const l of played.slice(0, 2)) check(faces.has(l.card), `${l.text} was never shown by its face`);
    check(await page.$$eval(".log li[data-line]", (all) => Math.max(...all.map((el) => Number(el.dataset.line)))) >= last.k - 3, "the log does not go on after the story");
    await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false,"recap":"off"}'));
    player.state = null;
    await page.reload();
    await player.myTurn();
    await page.locator('.top [data-k="tool-gear"]').click();              // the settings do not leave the game
    await page.locator("#set-recap-slow").click();
    check(await page.evaluate(() => JSON.parse(localStorage.getItem("spaceline.settings")).recap) === "slow", "the pace cannot be set at the table");
    await page.keyboard.press("Escape");
    await page.locator(".m2").first().waitFor();
    await leave(page);
  }],

  ["mend: every height: whole cards in the hand, everybody in reach, missions on a phone on its side (5)", async () => {
    const page = await visitor(), { id } = await newGame(page, { ...FED, seed: 3 }), crowd = [];
    await page.routeWebSocket(/\/ws$/, (ws) => {                 /* eleven people on a planet, put into the position that the server sends */
      const upstream = ws.connectToServer();
      upstream.onMessage((text) => {
        const m = JSON.parse(String(text));
        if (m.t === "state") {
          const seat = m.view.players[0], people = [...seat.hand.cards, ...seat.hand.cards].slice(0, 11);
          crowd.splice(0, 99, ...people.map((_, i) => 900 + i));
          seat.missions.cards[1].cards = [...(seat.missions.cards[1].cards ?? []), ...people.map((c, i) => ({ how: "surface", card: { ...c, as: undefined, id: 900 + i, attributes: [5, 5, 5] } }))];
        }
        ws.send(JSON.stringify(m));
      });
    });
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".hand .slot").first().waitFor();
    check(crowd.length === 11, `there are ${crowd.length} people to look at`);
    for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [844, 390], [390, 844]]) {
      const size = `${width} × ${height}`;
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(250);
      const cut = await page.$$eval(".hand .slot", (all) => all.filter((slot) => {
        const card = slot.querySelector(".card"), r = card.getBoundingClientRect(), zone = document.querySelector(".hand").getBoundingClientRect();
        return r.bottom > Math.min(innerHeight, zone.bottom) + 1 || r.top < zone.top - 1 || card.querySelector(".att") && card.querySelector(".att").getBoundingClientRect().bottom > r.bottom + 1;
      }).length);
      check(cut === 0, `${cut} cards of the hand are cut at ${size}`);
      const missions = await page.$$eval(".mrow.mine .m2", (all) => all.filter((m) => { const r = m.getBoundingClientRect(), line = document.querySelector(".line").getBoundingClientRect(); return r.height > 60 && r.top >= line.top - 1 && r.bottom <= line.bottom + 1; }).length);
      check(missions >= (width < 500 ? 2 : 5), `${missions} of five missions are in sight at ${size}`);
      const out = () => page.evaluate((ids) => ids.filter((card) => {
        const el = [...document.querySelectorAll(`.line .tk[data-card="${card}"]`)].find((x) => x.offsetParent), r = el?.getBoundingClientRect();
        return !r || !el.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
      }), crowd);
      const scrolls = width < 500 || height < 521;                /* a phone's missions scroll, and show it */
      if (!scrolls && (await out()).length) {
        const all = page.locator(".mrow.mine .cell").nth(1).locator(".spread");
        check(await all.isVisible(), `at ${size} ${(await out()).length} of eleven people are out of sight, and nothing opens them`);
        await all.click();
        check((await out()).length === 0, `at ${size} ${(await out()).length} people are out of sight when all are spread out`);
        await page.keyboard.press("Escape");
        check(await page.locator(".at.open").count() === 0, "Esc does not close them");
      }
      const shift = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(shift <= 0, `the table is ${shift} px too wide at ${size}`);
    }
    await leave(page);
  }, LONG],

  ["mend: a tile shows the requirement that counts for you, marks more text, and what is lacking where a ship could go (10)", async () => {
    const page = await visitor(), { id } = await newGame(page, { opponent: "random", deck: "klingon", against: "federation", seed: 5 });
    await page.goto(`${server.base}/game/${id}`);
    const tile = page.locator(".mrow.mine .m2", { hasText: "Assist Cloaked Ship" });
    await tile.waitFor();
    const words = await tile.locator(".req").textContent();
    check(/Treachery/.test(words) && !/Diplomacy/.test(words), `a Klingon is shown: ${words}`);
    check(await tile.locator(".extra").count() === 1, "the tile does not say that there is more to read");
    await leave(page);
    const later = await at((d) => d.kind === DECIDE.ORDERS && d.options.filter((o) => o.verb === VERB.MOVE).length > 1, EVENTFUL);
    const ship = later.player.decision.options.find((o) => o.verb === VERB.MOVE).card;
    await later.page.locator(`.line .ship[data-card="${ship}"]`).click();
    if (await later.page.locator(".verbs").isVisible()) await later.page.keyboard.press("m");
    await later.page.locator(".mrow.mine .m2.legal .req .n").first().waitFor();
    const own = later.player.own.slice(1).filter((m) => later.player.decision.options.some((o) => o.verb === VERB.MOVE && o.target === m));
    for (const m of own) check(await later.page.locator(`.m2[data-card="${m}"] .req i`).count() > 0, `mission ${m} does not show what the crew lacks`);
    await leave(later.page);
  }, LONG],

  ["mend: a refusal covers nothing that can be clicked; on a phone the first tap shows and the second plays (11)", async () => {
    const { page, player } = await at((d, v) => d.kind === DECIDE.PLAY && v.counters < 5 && d.options.some((o) => o.verb === VERB.PLAY) && v.players[0].hand.cards.some((c) => !c.as && !d.options.some((o) => o.card === c.id)), { ...FED, seed: 11 });
    for (const c of player.state.view.players[0].hand.cards.filter((x) => !x.as && !player.decision.options.some((o) => o.card === x.id))) {
      await page.locator(`.hand [data-card="${c.id}"]`).hover();
      await page.locator(".tip").waitFor();
      const hit = await page.evaluate(() => {
        const tip = document.querySelector(".tip").getBoundingClientRect();
        return [...document.querySelectorAll(".hand .slot:not([aria-disabled=true]), .legal[data-card], .dec button")].filter((el) => { const r = el.getBoundingClientRect(); return r.left < tip.right && r.right > tip.left && r.top < tip.bottom && r.bottom > tip.top; }).map((el) => el.textContent.slice(0, 40));
      });
      check(hit.length === 0, `the reason covers ${hit}`);
      await page.locator(".top").hover();
    }
    await leave(page);
    const phone = await at((d) => d.kind === DECIDE.PLAY && d.options.some((o) => o.verb === VERB.PLAY), FED, PHONE), n = phone.player.state.n;
    const card = phone.player.decision.options.find((o) => o.verb === VERB.PLAY).card, slot = phone.page.locator(`.hand [data-card="${card}"]`);
    await slot.tap();
    await phone.page.locator(".armed .card.full").waitFor();
    check(phone.sent.length === 0, "one tap plays the card");
    const inside = await phone.page.$eval(".armed", (el) => { const r = el.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && r.top >= 0; });
    check(inside, "the card is shown outside the screen");
    await slot.tap();
    await moved(phone.player, n);
    check(phone.sent.length === 1, "the second tap does not play it");
    await leave(phone.page);
    const home = await visitor(PHONE);
    await home.goto(server.base);
    await home.locator("#start").waitFor();
    await home.waitForTimeout(300);
    const free = await home.evaluate(() => { const el = document.getElementById("start"), r = el.getBoundingClientRect(); return r.bottom <= innerHeight && el.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); });
    check(free, "Start is under the tab bar");
    await leave(home);
    const attempt = await at((d, v, p) => v.attempt?.player === p.state.you && d.kind === DECIDE.RESPONSE, FED, PHONE);
    await attempt.page.locator(".meter").first().waitFor();
    const out = await attempt.page.$$eval(".meter, .meter .seg, .meter .short, .verdict", (all) => all.filter((el) => { const r = el.getBoundingClientRect(); return r.right > innerWidth + 1 || r.left < -1; }).length);
    check(out === 0, `${out} parts of the meters stick out`);
    await leave(attempt.page);
  }, LONG],

  ["mend: a question says what is at stake, and an answer comes with its text (7)", async () => {
    const { page, player } = await at((d) => d.kind === DECIDE.RESPONSE && d.options.length > 1, { ...FED, seed: 11 });
    const d = player.decision, cards = d.options.filter((o) => o.card > 0).map((o) => o.card);
    const ask = await page.locator(".dec .ask b").textContent();
    check(/respond/i.test(ask) && !/undefined|that is meant|something happens/i.test(ask), `the bar asks: ${ask}`);
    for (const id of cards) {
      const answer = page.locator(`.answers [data-card="${id}"]`).first();
      await answer.waitFor();
      check((await answer.locator(".gt").count()) > 0, "the card that may answer is shown without its text");
    }
    for (const id of d.of ?? []) check(await page.locator(`.stake [data-card="${id}"], .team2 [data-card="${id}"]`).count() > 0, `card ${id}, to which it happens, is not shown`);
    await leave(page);
  }, LONG],

  ["mend: small things: a group beams in one line, unfaced dilemmas are marked, a card page has symbols and scenes, games to watch on home", async () => {
    const { page } = await at((d, v, p) => d.kind === DECIDE.ORDERS && v.turn > 8 && p.state.log.filter((l) => l.what === "BEAMS" && l.player === 0).length > 2, EVENTFUL);
    const beams = await page.$$eval(".log li[data-line]", (all) => all.map((el) => el.textContent).filter((text) => /^You beam /.test(text)));
    check(beams.some((text) => / and /.test(text)), `no group beams in one line: ${beams.slice(0, 4)}`);
    await page.goto(`${server.base}/cards/${encodeURIComponent("Assist Cloaked Ship")}`);
    await page.locator(".card-page .facts").waitFor();
    check(!/\[(Kli|SF|Fed|Cmd|Stf)\]/.test(await page.locator(".card-page").textContent().then((t) => t.split("Effects")[0])), "the card page writes symbols as letters in brackets");
    check(await page.locator(".card-page .facts .afi").count() > 0, "the card page has no symbols");
    await page.goto(`${server.base}/cards/Kahmis`);
    await page.locator(".card-page", { hasText: /Scenes in which it plays/ }).waitFor();
    await leave(page);
    const stack = await at((d) => d.kind === DECIDE.STACK && d.options.some((o) => o.unfaced), { ...EVENTFUL, opponent: "greedy", against: "klingon" });
    for (const o of stack.player.decision.options.filter((x) => x.unfaced)) check(await stack.page.locator(`.stage .tcard.unfaced[data-card="${o.card}"]`).count() === 1, `dilemma ${o.card} is not marked`);
    await leave(stack.page);
    const one = await visitor(), two = await visitor(), third = await visitor();
    const id = await sitDown(one, two, { listed: true });
    await two.locator(".dec .ask").waitFor();
    await third.goto(server.base);
    await third.locator(`a[href="/game/${id}?watch"]`).waitFor();
    for (const p of [one, two, third]) await leave(p);
  }, LONG],
];
