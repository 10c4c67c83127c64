/* What the player has narrowed so far: the selected card, the verb, the open menu.  Every gesture on the table comes here and is one
 * more step of narrowing, or the answer when a single option is left; what a step means is decided in options.ts. */
import { candidates, isSet, VERB } from "./model.js";
import { byTarget, click, lit, narrowed, NO_CHOICE, pressVerb, type Choice, type Numbered, type Step } from "./options.js";
import { isPhone } from "./frame.js";
import type { Table } from "./table.js";

export class Choosing {
  choice: Choice = NO_CHOICE;
  menu: Numbered[] = [];
  from = ""; /* the data-k of what the menu belongs to */
  armed = 0; /* on a phone: the card that was tapped once and is shown; the second tap answers */
  lit: ReadonlySet<number> = new Set(); /* the cards that the next click may name, as drawn */

  constructor(private t: Table) {}

  clear(): void {
    this.choice = NO_CHOICE;
    this.menu = [];
    this.armed = 0;
  }

  /** Whether something has been selected or a verb chosen. */
  get begun(): boolean {
    return this.menu.length > 0 || this.choice.verb >= 0 || this.choice.sel > 0 || this.armed > 0;
  }

  /** Whether a place or a target is being chosen on the table. */
  get aiming(): boolean {
    return this.t.canAnswer && this.choice.sel > 0 && this.choice.verb >= 0 && !this.menu.length;
  }

  light(): void {
    this.lit = this.t.canAnswer ? lit(this.t.options, this.choice) : new Set();
  }

  /** A click, tap or Enter on a card in sight. */
  click(id: number, from: string): void {
    const t = this.t, d = t.decision, at = t.spots.get(id)?.mission ?? 0;
    if (at && at !== t.focus && (!this.aiming || this.lit.has(id))) t.focus = at, t.later();
    t.inspect(id, false);
    t.drawSide();
    if (!d || !t.canAnswer) return;
    t.telling.skip();
    if (isSet(d)) {
      if (candidates(d).includes(id)) t.answers.toggle(id);
      return;
    }
    const aim = this.aim(id), step = click(t.options, this.choice, aim);
    if (aim !== id) t.answers.ticked = [id];
    if ("answer" in step && isPhone() && this.armed !== id && !this.choice.sel) return this.arm(id);
    this.armed = 0;
    this.take(step, from);
    if (!t.options.some((o) => o.card === aim || o.target === aim)) this.explain(id);
  }

  /** A finger's first tap shows the card and what it would do; nothing is sent before the second. */
  private arm(id: number): void {
    this.armed = id;
    this.t.draw();
  }

  /** What the second tap would answer. */
  get ready(): Numbered | undefined {
    const step = this.armed ? click(this.t.options, NO_CHOICE, this.aim(this.armed)) : null;
    return step && "answer" in step ? this.t.options[step.answer] : undefined;
  }

  /** Somebody without options of their own stands for the group they are in, which can be beamed. */
  private aim(id: number): number {
    const t = this.t, s = t.spots.get(id);
    if (t.stands(id) !== id) return t.stands(id);
    if (!s || this.choice.verb >= 0 || t.options.some((o) => o.card === id || o.target === id)) return id;
    return s.card.commander === t.me && t.options.some((o) => o.verb === VERB.BEAM && o.card === s.host) ? s.host : id;
  }

  /** Nothing can be done with this card now: what it might do is shown with the reasons. */
  private explain(id: number): void {
    const t = this.t, zone = t.spots.get(id)?.zone;
    if (zone === "hand") t.askWhy(id);
    if (zone !== "missions" && zone !== "spaceline" || t.seen(id)?.commander !== t.me || this.choice.sel !== id) return;
    t.asked = id;
    t.draw();
  }

  private take(step: Step | null, from: string): void {
    const t = this.t;
    if (!step) return;
    if ("answer" in step) return t.answers.answer(step.answer);
    this.choice = step.choice;
    this.menu = step.menu;
    this.from = from;
    t.telling.skip();
    t.draw();
    if (this.menu.length) t.floating.querySelector<HTMLElement>(".verbs li button")?.focus();
    else if (this.choice.verb >= 0) this.toPlaces();
  }

  /** To the first place that can be chosen; a phone turns to the row that has one. */
  private toPlaces(): void {
    const t = this.t, rows = this.places();
    if (rows[t.theirs ? 1 : 0] === 0 && rows[t.theirs ? 0 : 1] > 0) {
      t.theirs = !t.theirs;
      t.draw();
    }
    [...t.zone.line.querySelectorAll<HTMLElement>("[data-n]")].find((el) => el.offsetParent)?.focus();
  }

  /** How many places of the order begun are among one's own missions and among theirs. */
  places(): [number, number] {
    const t = this.t, targets = this.choice.verb >= 0 && !this.menu.length ? [...new Set(narrowed(t.options, this.choice).map((o) => o.target))] : [];
    const mine = targets.filter((id) => t.spots.get(t.spots.get(id)?.mission ?? 0)?.player === t.me).length;
    return [mine, targets.filter((id) => id > 0).length - mine];
  }

  /** A verb by its letter or its line in the menu. */
  pressVerb(verb: number): void {
    this.take(pressVerb(this.t.options, this.choice, verb), this.choice.sel ? this.from : "dec");
  }

  /** What a drag brought to a place: the option it means, or a menu when words must tell several apart. */
  drop(options: Numbered[], target: number, who: number[], from: string): void {
    const here = target ? byTarget(options, target) : options.filter((o) => o.target === 0);
    this.t.answers.ticked = who;
    if (here.length === 1) return this.t.answers.answer(here[0].k);
    if (here.length) this.take({ choice: { sel: here[0].card, verb: here[0].verb }, menu: here }, from);
  }
}
