/* A player with a plan, so that a fixed seed leads to every kind of decision: people and a ship into play, aboard, to a mission,
 * down to its surface, and try. */
import { DECIDE, Player, VERB } from "./player.mjs";

export class Captain extends Player {
  where(id) {
    let found = null;
    const visit = (card, mission, host) => {
      if (card.id === id) found = { card, mission, host };
      for (const on of card.cards ?? []) visit(on.card, mission, card.id);
    };
    for (const seat of this.state.view.players) for (const m of seat.missions.cards) visit(m, m.id, 0);
    return found;
  }

  get own() {
    return this.state.view.players[this.state.you].missions.cards.map((m) => m.id);
  }

  crew(ship) {
    return (this.where(ship)?.card.cards ?? []).filter((c) => c.how === "aboard").length;
  }

  pick() {
    const d = this.decision, of = (verb) => d.options.map((o, k) => ({ ...o, k })).filter((o) => o.verb === verb);
    const end = d.options.findIndex((o) => [VERB.END, VERB.PASS, VERB.DONE].includes(o.verb));
    if (d.kind === DECIDE.PLAY) return (of(VERB.PLAY)[0] ?? of(VERB.DRAW)[0] ?? { k: end }).k;
    if (d.kind !== DECIDE.ORDERS) return end >= 0 && d.kind === DECIDE.RESPONSE ? end : 0;
    return this.order(of)?.k ?? end;
  }

  order(of) {
    const hq = this.own[0], home = (ship) => this.where(ship)?.mission === hq;
    const attempt = of(VERB.ATTEMPT)[0];
    if (attempt) return attempt;
    const board = of(VERB.BEAM).find((o) => o.card === hq && this.crew(o.target) < 6);
    if (board) return board;
    const land = of(VERB.BEAM).find((o) => this.own.slice(1).includes(o.target) && this.crew(o.card) > 2);
    if (land) return land;
    return of(VERB.MOVE).find((o) => this.own.slice(1).includes(o.target) && home(o.card) && this.crew(o.card) > 3);
  }

  /* Aboard everybody; down everybody but two, so that the ship keeps its staff. */
  pickSet() {
    const d = this.decision;
    if (!d.to || d.from === this.own[0]) return super.pickSet();
    return d.eligible.slice(0, Math.max(1, d.eligible.length - 2));
  }

  /* Of a stack of dilemmas none: what they cost is not in the decision. */
  affordable() {
    return this.decision.kind === DECIDE.STACK ? [] : this.pickSet();
  }
}

/* Plays a game up to the first decision that fits, over a socket of its own and without a table: quick.  The page is left at the
 * table, at that decision. */
export async function reach(page, base, game, fits, most = 400, player = new Captain(page, 1)) {
  await page.evaluate((id) => new Promise((resolve) => {
    const ws = globalThis.pilot = new WebSocket(`ws://${location.host}/ws`);
    ws.onopen = () => ws.send(JSON.stringify({ t: "hello", v: 1 }));
    ws.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.t === "hello") ws.send(JSON.stringify({ t: "join", game: id }));
      if (m.t === "state") resolve();
    };
  }), game);
  for (let i = 0; ; i++) {
    await player.myTurn();
    if (player.over || fits(player.decision, player.state.view, player)) break;
    if (i >= most) throw new Error(`no such decision in ${most} answers`);
    const n = player.state.n, message = player.isSet() ? { t: "choose", cards: player.affordable() } : { t: "answer", option: player.pick() };
    await page.evaluate((m) => globalThis.pilot.send(JSON.stringify(m)), { ...message, game, n });
    await player.until(() => player.over || player.state.n > n, `the answer to ${n}: ${JSON.stringify(message)}`);
  }
  await page.evaluate(() => globalThis.pilot.close());
  player.state = null;
  await page.goto(`${base}/game/${game}`);
  await player.until(() => player.state !== null, "the table");
  await page.locator(".dec .ask").waitFor();
  return player;
}
