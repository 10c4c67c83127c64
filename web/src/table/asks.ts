/* What the table asks about the open decision: reasons, reach, requirements, parts of a value.  An answer holds until the game
 * moves on; a question asked again while it is under way is asked once.  `get` returns what is known now, and `arrived` is
 * called when more is. */
import type { GameLink, Needs, Part, Preview, Reach, Reason, Sums } from "../net.js";

export class Asks {
  private kept = new Map<string, unknown>();
  private epoch = 0;

  constructor(private link: () => GameLink, private arrived: () => void) {}

  forget(): void {
    this.kept.clear();
    this.epoch++;
  }

  private get<T>(key: string, ask: () => Promise<T>): T | undefined {
    if (this.kept.has(key)) return this.kept.get(key) as T | undefined;
    const epoch = this.epoch;
    this.kept.set(key, undefined);
    ask().then((answer) => {
      if (epoch !== this.epoch) return;
      this.kept.set(key, answer);
      this.arrived();
    }, () => undefined);
    return undefined;
  }

  why(card: number, target = 0): Reason[] | undefined {
    return this.get(`why ${card} ${target}`, () => this.link().why(card, target));
  }

  /** The first reason for each card of the hand that cannot be used. */
  hand(): Map<number, Reason> | undefined {
    return this.get("hand", () => this.link().why(0).then((all) => new Map([...all].reverse().map((r) => [r.card, r]))));
  }

  reach(ship: number): Reach | undefined {
    return this.get(`reach ${ship}`, () => this.link().reach(ship));
  }

  needs(card: number, group: number[]): Needs | undefined {
    return this.get(`needs ${card} ${group.join()}`, () => this.link().needs(card, group));
  }

  parts(card: number): { of: string; parts: Part[] }[] | undefined {
    return this.get(`parts ${card}`, () => this.link().parts(card));
  }

  sums(cards: number[]): Sums | undefined {
    const sorted = [...cards].sort((a, b) => a - b);
    return this.get(`sums ${sorted.join()}`, () => this.link().sums(sorted));
  }

  preview(cards: number[], option?: number): Preview | undefined {
    return this.get(`preview ${cards.join()} ${option ?? ""}`, () => this.link().preview(cards, option));
  }
}
