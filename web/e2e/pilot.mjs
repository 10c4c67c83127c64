/* Plays a game of the First Edition over a socket in the page and without a table, as the computer player advises: through the seed phases, and
 * from that turn on up to a decision of that kind with some choice, or with an option of that verb.  The turn that it comes to. */
import { DECIDE, VERB } from "./player.mjs";

export function playOn(page, game, turns, kind, verb = -1) {
  return page.evaluate(([id, most, kind, seed, verb]) => new Promise((done) => {
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
        if (m.view.over || d && m.view.turn >= most && d.kind === kind && (verb < 0 ? d.options.length > 5 : d.options.some((o) => o.verb === verb))) return ws.close(), done(m.view.turn);
        if (d) tell(d.kind === seed ? { t: "seed", n: m.n } : { t: "advise" });
      }
      if (m.t === "advise") tell(m.cards.length ? { t: "choose", n: state.n, cards: m.cards } : { t: "answer", n: state.n, option: m.option });
    };
  }), [game, turns, kind, DECIDE.SEED, verb]);
}

/* Plays a game of the First Edition in the same way, but that ships with some crew go where the opponent is, until one of them may attack.  The number of
 * that option; -1 when the game ends before. */
export function seekBattle(page, game) {
  return page.evaluate(([id, VERB, DECIDE]) => new Promise((done) => {
    const ws = new WebSocket(`ws://${location.host}/ws`);
    let state = null;
    const tell = (m) => ws.send(JSON.stringify({ ...m, game: id }));
    const places = (view) => {
      const out = new Map(), visit = (card, mission, how) => { out.set(card.id, { card, mission, how }); for (const on of card.cards ?? []) visit(on.card, mission, on.how); };
      for (const line of view.lines) for (const m of line.locations) visit(m, m.id, "");
      return out;
    };
    const order = (m) => {
      const all = m.view.decision.options.map((o, k) => ({ ...o, k })), of = (verb) => all.filter((o) => o.verb === verb), at = places(m.view);
      const board = of(VERB.BEAM).find((o) => at.get(o.target)?.card.staffed !== undefined && at.get(o.card)?.card.staffed === undefined && (at.get(o.target).card.cards ?? []).length < 5);
      if (board ?? of(VERB.UNDOCK)[0]) return (board ?? of(VERB.UNDOCK)[0]).k;
      const theirs = [...at.values()].filter((x) => x.card.commander === 1 - m.you && x.how === "orbit").map((x) => x.mission), line = m.view.lines.flatMap((l) => l.locations.map((x) => x.id));
      const far = (mission) => Math.min(...theirs.map((x) => Math.abs(line.indexOf(x) - line.indexOf(mission))));
      const move = of(VERB.MOVE).sort((a, b) => far(a.target) - far(b.target))[0];
      return move && far(move.target) < far(at.get(move.card).mission) ? move.k : of(VERB.END)[0].k;
    };
    ws.onopen = () => tell({ t: "hello", v: 1 });
    ws.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.t === "hello") tell({ t: "join" });
      if (m.t === "advise") tell(m.cards.length ? { t: "choose", n: state.n, cards: m.cards } : { t: "answer", n: state.n, option: m.option });
      if (m.t !== "state") return;
      state = m;
      const d = m.view.decision, attack = d ? d.options.findIndex((o) => o.verb === VERB.BATTLE) : -1;
      if (m.view.over || attack >= 0) return ws.close(), done(attack);
      if (!d) return;
      if (d.kind === DECIDE.SEED) tell({ t: "seed", n: m.n });
      else if (d.to && d.eligible) tell({ t: "choose", n: m.n, cards: d.eligible.slice(0, 6) });
      else if (d.kind === DECIDE.ORDERS) tell({ t: "answer", n: m.n, option: order(m) });
      else tell({ t: "advise" });
    };
  }), [game, VERB, DECIDE]);
}
