/* Plays a game of the First Edition over a socket in the page and without a table, as the computer player advises: through the seed phases, and
 * from that turn on up to a decision of that kind with some choice.  The turn that it comes to. */
import { DECIDE } from "./player.mjs";

export function playOn(page, game, turns, kind) {
  return page.evaluate(([id, most, kind, seed]) => new Promise((done) => {
    const ws = new WebSocket(`ws://${location.host}/ws`);
    let state = null;
    const tell = (m) => ws.send(JSON.stringify({ ...m, game: id }));
    ws.onopen = () => tell({ t: "hello", v: 1 });
    ws.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.t === "hello") tell({ t: "join" });
      if (m.t === "state") {
        state = m;
        const d = m.view.decision;
        if (m.view.over || d && m.view.turn >= most && d.kind === kind && d.options.length > 5) return ws.close(), done(m.view.turn);
        if (d) tell(d.kind === seed ? { t: "seed", n: m.n } : { t: "advise" });
      }
      if (m.t === "advise") tell(m.cards.length ? { t: "choose", n: state.n, cards: m.cards } : { t: "answer", n: state.n, option: m.option });
    };
  }), [game, turns, kind, DECIDE.SEED]);
}
