/* What the First Edition has besides ships and teams, at the table: battles of ships with their sums, Nors and their sites, captives, countdowns, time
 * locations, cards of several affiliations.  Each is a scene, so that the data is the engine's. */
import { accessibilityFaults, check, leave, LONG, newGame, picture, server, settled, visitor } from "../harness.mjs";
import { playOn, seekBattle } from "../pilot.mjs";
import { DECIDE, VERB } from "../player.mjs";

/* The table as one person sees it behind a line of a scene of the project. */
async function behind(page, id, line, eyes = "") {
  await page.goto(`${server.base}/scenes/${id}`);
  await page.getByRole("heading", { name: "It holds" }).waitFor();
  if (eyes) await page.selectOption("#sb-eyes", eyes);
  const step = page.locator(".sb-steps li, li[data-line]").filter({ hasText: line }).first();
  await step.locator("button, a").first().click();
  await settled(page);
}

async function own(page, text) {
  await page.goto(`${server.base}/scenes/new`);
  await page.fill("#scene-text", text);
  await page.getByRole("heading", { name: "It holds" }).waitFor();
}

const DUEL = `scene "Two ships"
edition 1e
rules 2022-11-07
spaceline alpha: A "Study Nebula" = nebula | A "Repair Mission" = repair
put A "I.K.C. Bortas" = bortas at nebula
put A "Kurn" = kurn aboard bortas
put B "Federation Outpost" = base at nebula
put B "U.S.S. Enterprise" = ent docked at base
put B "Worf" = worf aboard ent
bridge A: "Target Engines" = engines, "Target Engines" = other
bridge B: "Target Weapons" = weapons
turn A orders

A battles ent with bortas
A draws
A draws
A chooses engines
expect bortas.weapons = 9
`;

const DUAL = `scene "Both halves"
edition 1e
rules 2022-11-07

card "Both Ways"
  type mission
  kind dual
  span 3
  points 40
  attempt Fed
  requires 2 ENGINEER and Diplomacy
end

card "Bully"
  type dilemma
  kind dual
  (resolve (unless (have (skill Law 2)) (kill (choose opponent 1 facing-group))))
end

spaceline alpha: A "Both Ways" = both | A "Repair Mission" = repair
put A "U.S.S. Hood" = hood at both
put A "Geordi La Forge" = geordi aboard hood
put A "Montgomery Scott" = scott aboard hood
put A "Sarek" = sarek on planet both
put A "Data" = data on planet both
put B "Bully" beneath both
turn A orders

A attempts both with hood, sarek
expect sarek is unstopped
`;

export default [
  ["first edition: a ship battle shows both sums with every part a card, the marks of a hit, and no tactic before its time", async () => {
    const page = await visitor();
    await own(page, DUEL);
    const at = async (line, eyes) => {
      await page.selectOption("#sb-eyes", eyes);
      await page.locator("li[data-line]", { hasText: line }).first().locator("button, a").first().click();
      await page.locator(".stage.fight1 .volley").first().waitFor();
      await settled(page);
      return page.$$eval(".volley .bs", (all) => all.map((s) => ({ parts: [...s.querySelectorAll("[data-card]")].map((r) => r.dataset.amount === undefined ? null : Number(r.dataset.amount)), sum: s.querySelector("[data-sum]")?.dataset.sum })));
    };
    const before = await at("A battles ent", "open");
    check(before.length === 2, `${before.length} sums`);
    for (const s of before) check(s.parts.reduce((a, b) => a + b, 0) === Number(s.sum), `the parts ${s.parts} are not ${s.sum}`);
    check(before[1].parts.length === 2, "the SHIELDS that the outpost extends are no part of the defence");
    check(/hit over 24/.test(await page.locator(".scale").innerText()) && /direct hit over 48/.test(await page.locator(".scale").innerText()), `the scale says ${await page.locator(".scale").innerText()}`);
    await page.locator(".volley .word", { hasText: "miss" }).waitFor();
    const mine = await at("A chooses engines", "A"), theirs = await at("A chooses engines", "B");
    check(mine[0].parts.length === 2 && mine[0].sum === "11", `the attack with its tactic is ${JSON.stringify(mine[0])}`);
    check(theirs[0].parts.includes(null) && theirs[0].sum === undefined, `the other one knows the tactic: ${JSON.stringify(theirs[0])}`);
    check(!(await page.locator(".sb-board").innerHTML()).includes("Target Engines"), "the tactic is on the page of the one who must not know it");
    check(/Player A/.test(await page.locator(".volley .bs").first().innerText()), "whoever looks from the other side reads that the attacker is somebody else");
    await picture(page, "ship-battle");
    const faults = await accessibilityFaults(page, "a ship battle");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],

  ["first edition: the attempt at a dual mission shows both halves of the team, and its line in the edition's words", async () => {
    const page = await visitor();
    await own(page, DUAL);
    await page.selectOption("#sb-eyes", "A");
    await page.locator("li[data-line]", { hasText: "A attempts" }).first().locator("button, a").first().click();
    await page.locator(".stage.try .half").nth(1).waitFor();
    const parts = await page.$$eval(".stage.try .half", (all) => all.map((el) => [el.querySelector("h4").textContent, el.querySelectorAll("[data-card]").length]));
    check(JSON.stringify(parts) === '[["Crew of U.S.S. Hood · 2",2],["Away Team · 2",2]]', `the halves are ${JSON.stringify(parts)}`);
    check(/Crew of U\.S\.S\. Hood and Away Team/.test(await page.locator(".stage.try .shead").innerText()), await page.locator(".stage.try .shead").innerText());
    check(!/dilemmas beneath/.test(await page.locator(".sb-log").innerText()), "the attempt is told in words of the other edition");
    const faults = await accessibilityFaults(page, "both halves");
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    faults.push(...await accessibilityFaults(page, "both halves on a phone"));
    check(faults.length === 0, faults.join("\n"));
    const over = await page.$$eval(".sb-tools *", (all) => all.filter((el) => el.offsetParent && el.getBoundingClientRect().right > 391).map((el) => el.id || el.textContent));
    check(over.length === 0, `out of a phone's screen: ${over}`);
    await leave(page);
  }],

  ["first edition: sites are rows of their Nor with who of either player is there", async () => {
    const page = await visitor();
    await behind(page, "1e/sites/present", "turn B orders", "B");
    const rows = await page.$$eval(".site", (all) => all.map((s) => [s.querySelector(".sn").textContent.replace(/\u00ad/g, ""), Number(s.querySelector(".y")?.textContent ?? 0), Number(s.querySelector(".o")?.textContent ?? 0)]));
    check(JSON.stringify(rows) === '[["Bridge Site",1,1],["Shop",1,0]]', `the sites are ${JSON.stringify(rows)}`);
    check(await page.locator(".nobody", { hasText: "nobody here" }).count() === 0, "whoever is at a site is nobody");
    const faults = await accessibilityFaults(page, "sites");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],

  ["first edition: captives are no crew, damage is told in per cent, a countdown in turns, an affiliation as it is now", async () => {
    const page = await visitor();
    await behind(page, "1e/capture/brig", "turn A orders");
    await page.locator(".ship .c", { hasText: /1 aboard\s*1 captive/ }).first().waitFor();
    await behind(page, "1e/tactics/example", "A chooses engines");
    await page.locator(".ship", { hasText: "Hull 40 %" }).waitFor();
    await behind(page, "1e/actions/countdown", "A plays glory");
    await page.locator(".own .tc", { hasText: /Short Glory\s*2 turns/ }).waitFor();
    await behind(page, "1e/affiliation/change-play", "A changes mvil");
    check(await page.locator(".tk.a-kli, .ship.a-kli").count() > 0, "nobody is Klingon");
    await page.goto(`${server.base}/cards/${encodeURIComponent("M'Vil")}`);
    await page.locator(".card .hd.two").first().waitFor();
    check(await page.locator(".card.full .hd.two > svg").count() === 2, "a card of two affiliations has both symbols");
    await leave(page);
  }, LONG],

  ["first edition: a time location has neither points nor a span", async () => {
    const page = await visitor();
    await behind(page, "1e/time/beaming-there", "turn A orders");
    const time = page.locator(".quad", { hasText: /time location/i }).locator(".mis");
    check(!/SPAN|PTS|\b0\b/.test(await time.innerText()), `the tile says ${await time.innerText()}`);
    check(/time location/.test(await time.getAttribute("aria-label")) && !/points/.test(await time.getAttribute("aria-label")), await time.getAttribute("aria-label"));
    await leave(page);
  }],

  ["first edition: the bar has room for its question and for every order, at every size", async () => {
    const page = await visitor();
    const { id } = await newGame(page, { opponent: "greedy", deck: "first-bridge", against: "first-klingon", seed: 3 });
    await playOn(page, id, 26, DECIDE.ORDERS);
    for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.base}/game/${id}`);
      await page.locator(".dec .ob.go").waitFor();
      await settled(page);
      const bar = await page.evaluate(() => {
        const at = (el) => el.getBoundingClientRect().toJSON(), dec = at(document.querySelector(".dec")), ask = at(document.querySelector(".dec .ask b"));
        return { dec, ask, buttons: [...document.querySelectorAll(".dec .opts > *")].filter((el) => el.offsetParent).map((el) => ({ name: el.getAttribute("aria-label") ?? el.textContent, ...at(el) })) };
      });
      check(bar.ask.width >= 80, `${width}: the question is ${bar.ask.width} wide`);
      if (height > 500) for (const name of ["Battle Bridge", "Q\u2019s Tent"]) check(await page.locator(".own .pile, .stash .pile", { hasText: name }).count() === 1, `${width}: no pile for ${name}`);
      check(bar.buttons.length >= 5, `${width}: only ${bar.buttons.length} buttons`);
      for (const b of bar.buttons) {
        check(b.left >= bar.ask.left + 60 && b.right <= bar.dec.right + 1, `${width}: ${b.name} lies from ${b.left} to ${b.right}, the bar ends at ${bar.dec.right}`);
        check(bar.buttons.every((other) => other === b || other.right <= b.left + 1 || other.left >= b.right - 1), `${width}: ${b.name} lies over another`);
        check(b.name.trim().length > 0, `${width}: a button without a name`);
      }
    }
    await leave(page);
  }, LONG],

  ["first edition: a ship battle is told step by step, each sum with its parts and the word for what came of it", async () => {
    const page = await visitor();
    const { id } = await newGame(page, { opponent: "greedy", deck: "first-bridge", against: "first-klingon", seed: 3 });
    await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false,"recap":"step"}'));
    await playOn(page, id, 26, DECIDE.ORDERS);
    let states = 0;
    await page.routeWebSocket(/\/ws$/, (ws) => {             // the log of a battle between ships that are there comes with the next state
      const to = ws.connectToServer();
      ws.onMessage((text) => to.send(text));
      to.onMessage((text) => {
        const m = JSON.parse(String(text));
        if (m.t !== "state" || ++states < 2) return ws.send(text);
        const ships = [];
        const visit = (c) => { if ((c.attributes ?? []).length === 3 && c.range_used !== undefined || c.staffed !== undefined) ships.push(c); for (const x of c.cards ?? []) visit(x.card); };
        for (const line of m.view.lines) line.locations.forEach(visit);
        const [one, two] = [ships[0], ships[ships.length - 1]];
        let k = m.from;
        const line = (what, c, more = {}) => ({ k: k++, turn: m.view.turn, what, player: 0, card: c?.id ?? 0, other: 0, number: 0, names: [c?.name ?? "", ""], text: "", ...more });
        m.log = [line("ATTACKS", two, { other: one.id, names: [two.name, one.name] }), line("ADDS", one, { number: 9 }), line("TOTAL", null, { number: 9 }), line("ADDS", two, { player: 1, number: 4 }), line("DEFENSE", two, { player: 1, number: 4 }),
          line("DIRECT_HIT", two), line("DAMAGED", two, { number: 50 }), line("WINS_BATTLE", null), ...m.log.map((l) => ({ ...l, k: k++ }))];
        ws.send(JSON.stringify(m));
      });
    });
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".dec .ob.go").waitFor();
    await page.keyboard.press("e");
    const steps = [];
    for (let i = 0; i < 12; i++) {
      await page.locator(".stage.story").waitFor();
      const on = page.locator(".stage.story .steps li.on");
      if (await on.count()) steps.push(await on.innerText());
      if (steps[steps.length - 1] === "Open fire") break;
      await page.locator('.dec [data-k="step"]').click();
    }
    check(steps.join() === "Announced,Open fire", `the steps are ${steps}`);
    const sums = await page.$$eval(".stage.story .bside", (all) => all.map((s) => [Number(s.dataset.total), [...s.querySelectorAll("[data-amount]")].reduce((n, r) => n + Number(r.dataset.amount), 0)]));
    check(JSON.stringify(sums) === "[[9,9],[4,4]]", `the sums are ${JSON.stringify(sums)}`);
    await page.locator(".stage.story .outcome", { hasText: "Direct hit" }).waitFor();
    check(await page.locator(".log li", { hasText: "adds" }).count() === 0, "the parts of a sum crowd the log");
    await picture(page, "battle-story");
    const faults = await accessibilityFaults(page, "the story of a battle");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],

  ["first edition: a ship attacks in a real game: the tactic face up, both sums from their cards, in sight on a phone, and in words", async () => {
    const page = await visitor();
    let id, k = -1;
    for (let seed = 7; k < 0 && seed <= 14; seed++) {        // which game has a battle soon depends on every card of the decks
      ({ id } = await newGame(page, { opponent: "greedy", deck: "first-klingon", against: "first-bridge", seed }));
      await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false,"recap":"step"}'));
      k = await seekBattle(page, id);
    }
    check(k >= 0, "no ship ever meets another");
    await page.goto(`${server.base}/game/${id}`);
    await page.locator(".dec .ask").waitFor();
    await page.keyboard.press("o");
    await page.locator(`.stage [data-k="l${k}"]`).click();
    await page.locator(".optlist .since li", { hasText: "You attack" }).waitFor();
    await page.keyboard.press("o");
    await page.locator(".stage.story.battle").waitFor();
    const faults = [];
    let tactic = "";
    for (let i = 0; i < 8 && await page.locator(".stage.story .sums").count() === 0; i++) {
      if (/Tactics/.test(await page.locator(".stage.story .steps .on").innerText())) tactic = await page.locator(".stage.story .s1 .card").innerText();
      await page.locator('.dec [data-k="step"]').click();
      await settled(page);
    }
    check(/TACTIC/.test(tactic) && !/\[Flip\]|\[Down\]/.test(tactic), `the step of the tactics shows ${tactic}`);
    const sums = await page.$$eval(".stage.story .bside", (all) => all.map((s) => [Number(s.dataset.total), [...s.querySelectorAll("[data-card][data-amount]")].reduce((n, r) => n + Number(r.dataset.amount), 0)]));
    check(sums.length === 2 && sums.every(([total, parts]) => total === parts && total > 0), `the sums are ${JSON.stringify(sums)}`);
    const words = await page.locator(".stage.story .s2").innerText();
    check(/^(Miss|Hit|Direct hit)/.test(await page.locator(".stage.story .outcome").innerText()) && !/You (misse|hits)/.test(words), `it says ${words}`);
    for (const [width, height] of [[1440, 900], [1280, 720], [390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const at = await page.$$eval(".stage.story .bside", (all) => all.map((s) => s.getBoundingClientRect().top)), bar = await page.$eval(".dec", (el) => el.getBoundingClientRect().top);
      check(at.every((top) => top < bar - 40), `${width}: a sum begins at ${at}, the bar at ${bar}`);
      faults.push(...await accessibilityFaults(page, `a battle that is told, ${width} wide`));
    }
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }, LONG],

  ["first edition: the story of an attempt shows what a dilemma asked for and what the team that it stopped had", async () => {
    const page = await visitor();
    const { id } = await newGame(page, { opponent: "greedy", deck: "first-klingon", against: "first-borg", seed: 5 });
    await page.evaluate(() => localStorage.setItem("spaceline.settings", '{"confirm":false,"recap":"step"}'));
    let lacking = [];
    for (let tries = 0; tries < 6 && !lacking.length; tries++) {
      await playOn(page, id, tries ? 2 : 0, DECIDE.ORDERS, VERB.ATTEMPT);
      await page.goto(`${server.base}/game/${id}`);
      await page.locator(".dec .ask").waitFor();
      await page.keyboard.press("o");
      await page.locator(".optlist button", { hasText: /^Attempt/ }).first().click();
      await page.locator(".log li", { hasText: "You attempt" }).first().waitFor();
      await page.keyboard.press("o");
      while (await page.locator(".stage.story").count() && !lacking.length) {
        await settled(page);
        const stopped = await page.locator(".stage.story .outcome", { hasText: /^\d+ stopped/ }).count();
        if (stopped && await page.locator(".stage.story .card.reveal").count()) {
          await page.locator(".stage.story .asks .meter").first().waitFor();
          lacking = await page.$$eval(".stage.story .asks .meter", (all) => all.map((m) => [Number(m.dataset.need), Number(m.dataset.have), Number(m.querySelector(".short")?.dataset.amount ?? 0)]));
        } else await page.locator('.dec [data-k="step"]').click();
      }
    }
    check(lacking.length > 0 && lacking.some(([need, have, lack]) => lack > 0 && need - have === lack), `what was lacking: ${JSON.stringify(lacking)}`);
    const faults = await accessibilityFaults(page, "a dilemma that is told");
    check(faults.length === 0, faults.join("\n"));
    await leave(page);
  }],

  ["first edition: a tournament format is chosen when a game is made, in sight at the table, and checked in the builder", async () => {
    const page = await visitor();
    await page.goto(server.base);
    check(await page.getByLabel("Format").count() === 0, "the Second Edition has formats");
    await page.getByRole("radio", { name: /First Edition/ }).click();
    await page.getByLabel("Format").selectOption("otf");
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".top", { hasText: /First Edition · OTF · rules of/ }).waitFor();
    const refused = (body) => page.evaluate(async (what) => (await fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) })).status, body);
    check(await refused({ opponent: "greedy", deck: "first-federation", against: "first-klingon", format: "chess" }) === 400, "any format will do");
    check(await refused({ opponent: "greedy", deck: "klingon", against: "federation", format: "otf" }) === 400, "a deck of the Second Edition has a format of the First");
    page.complaints.length = 0;                                  // of the two that were refused
    await page.goto(`${server.base}/decks/first-federation`);
    await page.locator(".bd-legal:not(.no)").waitFor();
    const sent = page.waitForRequest((r) => r.url().endsWith("/api/deck-check") && r.postData().includes('"velara"'));
    await page.getByLabel("Format").selectOption("velara");
    await sent;
    await leave(page);
  }],
];
