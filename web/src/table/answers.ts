/* What is sent: options, sets, orders, and how an answer is taken back and sent again.  Nothing is sent twice, and nothing while an
 * answer is under way. */
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { candidates, DECIDE, isSet, knownCards, VERB, whyNotCount, type Decision, type StateMessage } from "./model.js";
import { leftToDo } from "./options.js";
import { isOrdering } from "./order.js";
import type { Table } from "./table.js";

/** An answer of ours, as it was sent: what undo takes back and redo sends again.  A beam is one answer: the order and who goes. */
type Sent = { n: number; option?: number; cards?: number[] };

/** An order that has been begun and not been sent: what it would ask. */
interface Begun {
  option: number;
  decision: Decision;
}

export class Answers {
  picks: number[] = []; /* of the set or the order that is asked for */
  ticked: number[] = []; /* whom a drag brings: ticked when the beam asks who */
  sent = -1; /* the option under way, to mark it */
  sure = ""; /* what could still be done, while the end of a segment is being confirmed */
  begun: Begun | null = null; /* a beam whose people are being chosen: nothing of it has been sent, so it can be left at any time */
  beginning = -1; /* the order whose question has been asked of the server and is not there yet */
  practice = false; /* an answer was taken back after a hidden card was seen */
  private done: Sent[] = [];
  private undone: Sent[] = [];
  private sending: Sent | null = null;
  private declined: { when: string; cards: number[] } | null = null; /* answers that are not wanted for the rest of an attempt or a turn */
  private draws = 0; /* cards still to be drawn of those asked for at once */
  private seeds = ""; /* the seed phase in which the computer player seeds for us */
  private rest: number[] = []; /* of an order that was confirmed: the cards still to be sent */

  constructor(private t: Table) {
    this.practice = sessionStorage.getItem(`practice ${t.game}`) !== null;
  }

  /* ---- a new position ---- */

  /** Our answers up to here: the one under way has arrived, or some were taken back. */
  arrived(before: StateMessage | null, now: StateMessage): void {
    if (before && now.n < before.n && !now.replay) this.takenBack(before, now);
    else if (!before || now.n !== before.n) this.recordSent();
  }

  /** What is ticked at first: what was chosen before, whom a drag brought, and of an order everything. */
  begin(d: Decision | null): void {
    if (d && isSet(d)) this.picks = [...(d.chosen ?? []), ...this.firstTicks(d)];
    if (d && isOrdering(d)) this.picks = candidates(d);
    this.ticked = [];
  }

  /** Whom a drag or a click named; of a beam everybody when nobody was named; and where all must be chosen, all. */
  private firstTicks(d: Decision): number[] {
    const all = candidates(d), named = this.ticked.filter((id) => all.includes(id));
    return named.length ? named : d.to || d.least === all.length ? all : [];
  }

  forget(): void {
    this.picks = [];
    this.sure = "";
    this.sent = -1;
    this.begun = null;
    this.beginning = -1;
  }

  /** Leaves an order that was begun; false when there is none. */
  leave(): boolean {
    if (!this.begun && this.beginning < 0) return false;
    this.begun = null;
    this.beginning = -1;
    this.picks = [];
    this.t.reopen();
    return true;
  }

  refused(): void {
    this.draws = 0;
    this.sent = -1;
    this.sending = null;
    this.rest = [];
  }

  /* ---- single options ---- */

  answer(k: number): void {
    const t = this.t;
    if (!t.canAnswer || !t.state) return;
    if (!this.begun && !t.list && t.options[k]?.verb === VERB.BEAM) return void this.beginOrder(k);
    this.send(k);
  }

  private send(k: number): void {
    const t = this.t;
    if (!t.state || !t.link.answer(t.state.n, k)) return;
    sound("answered");
    this.undone = [];
    this.sending = { n: t.state.n, option: k };
    this.sent = k;
    this.sure = "";
    t.choosing.clear();
    t.draw();
  }

  /** A beam: who may go is asked for first, and everything is sent together.  Where one only can go, nothing is asked.  Until it is known
   *  nothing else can be answered; whoever goes back or opens the list meanwhile has left the order, and it comes no more. */
  private async beginOrder(k: number): Promise<void> {
    const t = this.t, n = t.state!.n;
    this.beginning = k;
    t.draw();
    const asked = (await t.link.preview([], k).catch(() => null))?.decision ?? null;
    if (t.state?.n !== n || this.beginning !== k) return;
    this.beginning = -1;
    if (!asked?.to || !isSet(asked)) return this.send(k);
    this.begun = { option: k, decision: asked };
    t.choosing.clear();
    t.telling.skip();
    t.reopen();
  }

  /** A window that the player does not want to see: passed without a sound, and no answer of his that could be taken back. */
  pass(k: number): void {
    if (this.t.canAnswer && this.t.link.answer(this.t.state!.n, k)) this.t.draw();
  }

  /** The attempt that goes on, else the turn: for so long answers can be declined. */
  private get while(): string {
    const v = this.t.state!.view, a = v.attempt;
    return a ? `attempt ${v.turn} ${a.mission} ${a.player}` : `turn ${v.turn}`;
  }

  /** No response now, nor again while this lasts, as long as only the same cards could answer. */
  decline(): void {
    const pass = this.t.options.find((o) => o.verb === VERB.PASS);
    if (!pass || !this.t.canAnswer) return;
    this.declined = { when: this.while, cards: this.t.options.map((o) => o.card) };
    this.answer(pass.k);
  }

  /** The pass of a window in which everything that could answer has been declined; -1: there is none. */
  declinedBy(): number {
    const d = this.t.decision, gone = this.declined;
    if (!gone || !d || d.kind !== DECIDE.RESPONSE || gone.when !== this.while || !this.t.options.every((o) => gone.cards.includes(o.card))) return -1;
    return this.t.options.find((o) => o.verb === VERB.PASS)?.k ?? -1;
  }

  /** Draws for every counter that is left: one answer after the other, as long as nothing else is asked. */
  drawAll(): void {
    this.draws = this.t.state?.view.counters ?? 0;
    this.drawNext();
  }

  /** The next of several draws; false when none is left, or something else is to be decided. */
  drawNext(): boolean {
    const draw = this.t.decision?.kind === DECIDE.PLAY ? this.t.options.find((o) => o.verb === VERB.DRAW) : undefined;
    if (this.draws <= 0 || !draw || !this.t.canAnswer) return void (this.draws = 0), false;
    this.draws--;
    this.answer(draw.k);
    return true;
  }

  /** The computer player seeds for us, to the end of this phase. */
  seedForMe(): void {
    this.seeds = this.t.state?.view.segment ?? "";
    this.seedNext();
  }

  /** The next of our decisions in the phase that is seeded for us; false when it is over. */
  seedNext(): boolean {
    const t = this.t, s = t.state;
    if (!s || !this.seeds || s.view.segment !== this.seeds) return void (this.seeds = ""), false;
    if (t.decision?.kind !== DECIDE.SEED || !t.canAnswer || !t.link.seed(s.n)) return false;
    this.undone = [];
    t.choosing.clear();
    t.draw();
    return true;
  }

  /** In a game against the computer: ticks what the greedy player would choose. */
  async suggest(): Promise<void> {
    const t = this.t, n = t.state?.n, option = this.begun?.option, advice = await t.link.advise(option).catch(() => null), d = t.decision;
    if (!advice) t.voice.say("No suggestion came. Try again.");
    if (advice && d && t.state?.n === n && this.begun?.option === option && isSet(d)) this.setPicks(advice.cards.filter((id) => candidates(d).includes(id)));
  }

  /** Ends a segment; asks once when something could still be done. */
  end(k: number): void {
    const t = this.t, o = t.options[k];
    const left = o?.verb === VERB.END && settings().confirm && t.decision ? leftToDo(t.decision, t.options, (id) => t.title(id), (id) => (t.seen(id)?.range_used ?? 0) > 0) : "";
    if (!left || this.sure) return this.answer(k);
    if (!t.canAnswer) return;
    this.sure = left;
    t.draw();
    t.zone.dec.querySelector<HTMLElement>('[data-k="goon"]')?.focus();
  }

  /* ---- sets and orders ---- */

  toggle(id: number): void {
    if (this.picks.includes(id)) this.picks = this.picks.filter((p) => p !== id);
    else if (this.t.decision!.most === 1) this.picks = [id];
    else this.picks = [...this.picks, id];
    this.t.draw();
  }

  setPicks(ids: number[]): void {
    this.picks = ids;
    this.t.draw();
  }

  /** The cards as they are sent: in their order where it counts. */
  private get chosen(): number[] {
    return this.t.decision!.ordered ? this.picks : [...this.picks].sort((a, b) => a - b);
  }

  /** Why the set cannot be confirmed: by its number, or by the engine's word. */
  whyNotSet(): string {
    const d = this.t.decision!, count = whyNotCount(d, this.picks.length);
    if (count || d.chosen?.length) return count;
    return this.t.asks.preview(this.chosen, this.begun?.option)?.valid === false ? "These cannot be chosen together" : "";
  }

  /** What the engine says that those chosen cost: dilemmas for a stack. */
  get cost(): number {
    return this.picks.reduce((n, id) => n + Math.max(0, this.t.options.find((o) => o.card === id)?.cost ?? 0), 0);
  }

  confirmSet(): void {
    const t = this.t, d = t.decision;
    if (!d || !t.state || !t.canAnswer) return;
    const why = this.whyNotSet();
    if (why) return t.voice.say(why);
    const cards = this.chosen, option = this.begun?.option;
    if (!t.link.choose(t.state.n, cards, option)) return;
    sound("answered");
    this.undone = [];
    this.sending = { n: t.state.n, cards, option };
    t.draw();
  }

  confirmOrder(): void {
    const first = this.t.options.find((o) => o.card === this.picks[0]);
    if (!first || !this.t.canAnswer) return;
    this.rest = this.picks.slice(1);
    this.answer(first.k);
  }

  /** An order that was confirmed goes out card by card, as long as the same cards are asked for. */
  nextOfOrder(): number | undefined {
    const d = this.t.decision, rest = this.rest;
    this.rest = [];
    if (!rest.length || !d || !isOrdering(d) || candidates(d).length !== rest.length || !candidates(d).every((id) => rest.includes(id))) return undefined;
    this.rest = rest.slice(1);
    return this.t.options.find((o) => o.card === rest[0])?.k;
  }

  /* ---- undo ---- */

  undo(): void {
    if (this.t.state?.solo && this.t.status === "open") this.t.link.undo();
  }

  redo(): void {
    const t = this.t, last = this.undone[this.undone.length - 1], s = t.state;
    if (!last || !s || last.n !== s.n || !t.canAnswer) return;
    const went = last.cards ? t.link.choose(s.n, last.cards, last.option) : t.link.answer(s.n, last.option!);
    if (!went) return;
    this.undone.pop();
    this.sending = last;
    t.draw();
  }

  get canRedo(): boolean {
    return this.undone.length > 0 && this.undone[this.undone.length - 1].n === this.t.state?.n;
  }

  private recordSent(): void {
    if (this.sending) this.done.push(this.sending);
    this.sending = null;
  }

  /** The position is an earlier one: our answers since then can be sent again, and what was seen stays seen. */
  private takenBack(before: StateMessage, now: StateMessage): void {
    this.sending = null;
    this.seeds = "";
    this.rest = [];
    while (this.done.length && this.done[this.done.length - 1].n >= now.n) this.undone.push(this.done.pop()!);
    const known = knownCards(now.view);
    if (this.practice || ![...knownCards(before.view)].some((id) => !known.has(id))) return;
    this.practice = true;
    sessionStorage.setItem(`practice ${this.t.game}`, "1");
    this.t.voice.say("Taken back. You have seen a card: this game counts as practice.");
  }
}
