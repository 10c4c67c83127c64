/* A player at a table in a real page.  What is being decided is read from the frames that the page receives; every answer goes
 * through the page itself: by mouse (cards, menus, buttons, the list) or by keyboard, never both. */

import { readFileSync } from "node:fs";

/* The numbers of verbs and decisions, as the client has them from the engine. */
const numbers = readFileSync(new URL("../src/engine.ts", import.meta.url), "utf8");
const table = (name) => Object.fromEntries([...numbers.split(`export const ${name} = {`)[1].split("}")[0].matchAll(/(\w+): (\d+)/g)].map(([, word, n]) => [word, Number(n)]));
export const VERB = table("VERB"), DECIDE = table("DECIDE");
const SETS = [DECIDE.SET, DECIDE.STACK, DECIDE.DISCARD, DECIDE.ORDERING];
const PATIENCE = 30000;

/* Small and the same everywhere, so that a failed run can be run again. */
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * sides);
  };
}

export class Player {
  constructor(page, seed) {
    this.page = page;
    this.roll = dice(seed);
    this.state = null;
    this.answers = 0;
    this.begun = null;
    this.waiting = [];
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.receive(String(payload))));
  }

  receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.t === "preview" && message.decision?.to) this.begun = message.decision;    // a beam that is being put together, and not sent yet
    else if (message.t !== "state") return;
    else if (this.state?.n !== message.n || this.state?.game !== message.game) this.begun = null;
    if (message.t === "state") this.state = message;
    for (const wake of this.waiting.splice(0)) wake();
  }

  get over() {
    return this.state?.view.over ?? false;
  }

  get decision() {
    return this.begun ?? this.state?.view.decision ?? null;
  }

  async until(holds, what) {
    const end = Date.now() + PATIENCE;
    while (!holds()) {
      const left = end - Date.now();
      if (left <= 0) throw new Error(`waited in vain for ${what} (answer ${this.state?.n}, decision ${JSON.stringify(this.decision)?.slice(0, 300)})`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 1000));
        this.waiting.push(() => { clearTimeout(timer); resolve(); });
      });
    }
  }

  myTurn() {
    return this.until(() => this.over || this.decision !== null, "a decision");
  }

  isSet() {
    const d = this.decision;
    return d.most > 0 && SETS.includes(d.kind) && d.options.some((o) => o.verb === VERB.CHOOSE || o.verb === VERB.DONE);
  }

  /* Enough sense to get somewhere: people and ships first, attempts when there is one, else anything, and an end to it. */
  pick() {
    const d = this.decision, of = (verb) => d.options.flatMap((o, k) => o.verb === verb ? [k] : []);
    const any = (list) => list[this.roll(list.length)];
    const end = d.options.findIndex((o) => [VERB.END, VERB.PASS, VERB.DONE].includes(o.verb));
    const plays = of(VERB.PLAY), attempts = of(VERB.ATTEMPT);
    if (d.kind === DECIDE.PLAY && plays.length && this.roll(4) > 0) return any(plays);
    if (d.kind === DECIDE.PLAY && of(VERB.DRAW).length) return of(VERB.DRAW)[0];
    if (d.kind === DECIDE.ORDERS && attempts.length && this.roll(3) === 0) return any(attempts);
    if (d.kind === DECIDE.ORDERS && end >= 0 && this.roll(2) === 0) return end;
    return this.roll(d.options.length);
  }

  /* Which cards of a set, in order: as few as may be of a discard, everyone of a beam, a small stack of dilemmas. */
  pickSet() {
    const d = this.decision;
    const all = [...new Set(d.eligible?.length ? d.eligible : d.options.filter((o) => o.verb === VERB.CHOOSE).map((o) => o.card))];
    const most = Math.min(d.most, all.length);
    const count = d.kind === DECIDE.SET && d.least === 0 ? most : d.kind === DECIDE.STACK ? Math.max(d.least, Math.min(2, most)) : Math.min(d.least, most);
    return all.slice(0, count);
  }

  async play({ answers = Infinity, by }) {
    const from = this.answers;
    for (;;) {
      await this.myTurn();
      if (this.over || this.answers - from >= answers) return;
      const n = this.state.n, begun = this.begun;
      await (this.isSet() ? by.set(this, this.pickSet()) : by.option(this, this.pick()));
      await this.until(() => this.over || this.state.n > n || !begun && this.begun, `the answer to ${n} (${JSON.stringify(this.decision).slice(0, 200)})`);
      this.answers++;
    }
  }
}
