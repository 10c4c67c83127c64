/* The two ways to answer: a mouse that clicks what it sees, and a keyboard that never leaves the keys. */
import { VERB } from "./player.mjs";

const SHORT = 1500;

function shown(locator) {
  return locator.first().isVisible();
}

/* What just happened is shown first, step by step; whoever knows where he goes skips it.  It may end by itself at the same moment: then the
 * bar rests for a moment, and takes neither the click nor the key. */
async function skipStory(page, how) {
  const skip = page.locator('.dec [data-k="skip"]');
  if (await shown(skip)) await how(skip);
  await page.locator(".dec:not(.settling)").waitFor();
}
const skipByMouse = (page) => skipStory(page, (skip) => skip.click({ timeout: SHORT }).catch(() => {}));
const skipByKey = (page) => skipStory(page, () => page.keyboard.press("Escape"));

/* The end of a segment is asked for once more while something can still be done. */
async function insist(page) {
  const sure = page.locator(".dec [data-sure]");
  if (await shown(sure)) await sure.click({ timeout: SHORT }).catch(() => {});
}

/* Clicks the card if it lies in sight, then its line in the menu or its target; what is not in sight is clicked in the list. */
export const mouse = {
  async option(player, k) {
    const { page } = player, option = player.decision.options[k], n = player.state.n;
    const moved = async () => await page.evaluate(() => document.querySelector(".dec.sent, .stage.beam") !== null) || player.over || player.state.n > n;
    await skipByMouse(page);
    const button = page.locator(`.dec [data-k="o${k}"]`);
    if (await shown(button)) {
      await button.click();
      return insist(page);
    }
    const card = page.locator(`.hand [data-card="${option.card}"], .line [data-card="${option.card}"]`);
    if (option.card > 0 && option.verb !== VERB.END && await shown(card)) {
      await card.first().click({ timeout: SHORT }).catch(() => {});
      if (await moved()) return;
      const go = page.locator('.armed [data-k="go"]');
      if (await shown(go)) return go.click();
      const verb = page.locator(`.verbs [data-k="verb${option.verb}"]`), line = page.locator(`.verbs [data-k="v${k}"]`);
      if (await shown(verb)) await verb.click({ timeout: SHORT }).catch(() => {});
      if (await shown(line)) return line.click();
      const target = page.locator(`.line .legal[data-card="${option.target}"]`);
      if (option.target > 0 && await shown(target)) await target.first().click({ timeout: SHORT }).catch(() => {});
      if (await moved()) return;
      if (await shown(line)) return line.click();
      await page.keyboard.press("Escape");
    }
    await mouse.listed(player, k);
  },

  async listed(player, k) {
    const { page } = player;
    if (!await shown(page.locator(`.stage [data-k="l${k}"]`))) await page.locator('.dec [data-k="list"], .tabs [data-k="tab-Options"]').locator("visible=true").first().click();
    await page.locator(`.stage [data-k="l${k}"]`).click();
  },

  async set(player, cards) {
    const { page } = player;
    await skipByMouse(page);
    const list = page.locator('.stage [data-k="closelist"]');
    if (await shown(list)) await list.click();
    await skipByMouse(page);
    const pick = (id) => page.locator(`.stage .tcard[data-card="${id}"]`).first();
    const confirm = page.locator('[data-k="confirm"]').locator("visible=true").first();
    for (const id of await differing(page, cards)) await pick(id).click();
    for (const id of [...cards].reverse()) {
      if (await confirm.isEnabled()) break;
      await pick(id).click();
    }
    await confirm.click();
  },
};

/* Who must be ticked or unticked so that just these are chosen: in a beam everybody is at first. */
async function differing(page, cards) {
  await page.locator(".stage .tcard").first().waitFor();
  const on = await page.$$eval('.stage .tcard[aria-checked="true"]', (all) => all.map((el) => Number(el.dataset.card)));
  return [...cards.filter((id) => !on.includes(id)), ...on.filter((id) => !cards.includes(id))];
}

/* Presses the key until what has the focus fits. */
async function reach(page, key, fits, wanted = "") {
  const source = `(${fits})(document.activeElement, ${JSON.stringify(wanted)})`;
  for (let tries = 0; tries < 200; tries++) {
    if (await page.evaluate(source)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach what ${fits} wants (${wanted})`);
}

const LETTER = { [VERB.DRAW]: "d", [VERB.END]: "e", [VERB.YES]: "y", [VERB.NO]: "n", [VERB.PASS]: " " };

/* The letter where the option has one of its own; else the list: O, a digit for the first ten, arrows and Enter for the others. */
export const keyboard = {
  async option(player, k) {
    const { page } = player, options = player.decision.options, letter = LETTER[options[k].verb];
    await skipByKey(page);
    const focused = await page.evaluate(() => document.activeElement?.tagName ?? "");
    if (letter && !(letter === " " && ["BUTTON", "A"].includes(focused))) {
      await page.keyboard.press(letter === " " ? "Space" : letter);
      if (letter === "e" && await shown(page.locator(".dec [data-sure]"))) await page.keyboard.press("e");
      return;
    }
    if (!await shown(page.locator('.stage [data-k="l0"]'))) await page.keyboard.press("o");
    if (k < 10) return page.keyboard.press(String((k + 1) % 10));
    await page.locator('.stage [data-k="l0"]').waitFor();
    await reach(page, "Tab", (at, wanted) => at.getAttribute("data-k") === wanted, `l${k}`);
    await page.keyboard.press("Enter");
  },

  async set(player, cards) {
    const { page } = player;
    await skipByKey(page);
    if (await shown(page.locator('.stage [data-k="l0"]'))) await page.keyboard.press("o");
    await skipByKey(page);                                        // what happened was told behind the list
    const toggle = async (id, key) => {
      await reach(page, key, (at, wanted) => at.closest(".tcard")?.getAttribute("data-card") === wanted, String(id));
      await page.keyboard.press("Space");
    };
    const confirm = page.locator('[data-k="confirm"]').first();
    for (const id of await differing(page, cards)) await toggle(id, "Tab");
    for (const id of [...cards].reverse()) {
      if (await confirm.isEnabled()) break;
      await toggle(id, "Shift+Tab");
    }
    await reach(page, "Shift+Tab", (at) => at.getAttribute("data-k") === "confirm");
    await page.keyboard.press("Enter");
  },
};
