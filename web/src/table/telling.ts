/* The stories that are being told: what happened between two decisions, stepped through or skipped.  What a story is made of is
 * decided in recap.ts, how a step looks in story.ts.  While one is told, nothing on the table tells of its later steps: the log ends
 * with what has been shown, and the strips stay as they were.
 *
 * A story that ends by itself ends while somebody may be about to step it: for a moment the bar takes no click, and the keys that step or
 * skip do nothing, so that what was meant for the story does not answer the decision behind it. */
import { settings } from "../settings.js";
import type { LogLine } from "./model.js";
import { isTelling, recaps, type Recap } from "./recap.js";
import type { Table } from "./table.js";

/* How long a step of the opponent's turn is shown before the next one comes by itself; 0: until it is asked for.  A dilemma has more to read. */
const PACE: Record<string, number> = { step: 0, slow: 2400, quick: 1200 }, READING = 3;
const SETTLES = 400; /* the moment after a story that ended by itself */

export class Telling {
  recap: Recap[] = []; /* those still to be told; the first one is on */
  scene = 0; /* the step of it that is shown */
  private heard = { k: 0, attempt: false }; /* the newest line, and whether an attempt was on, when the player was last shown something */
  settling = false; /* the moment after a story that ended by itself */
  private timer = 0;

  constructor(private t: Table) {}

  close(): void {
    clearTimeout(this.timer);
  }

  /** The lines that nobody has been shown yet. */
  get fresh(): LogLine[] {
    return this.t.log.filter((l) => l.k > this.heard.k);
  }

  /** The newest line that may be shown: that of the step being told.  The list of options says itself what happened. */
  get until(): number {
    const lines = this.t.list ? undefined : this.recap[0]?.scenes[this.scene]?.lines;
    return lines ? Math.max(...lines.map((l) => l.k)) : Infinity;
  }

  /** All lines so far count as shown. */
  hear(): void {
    const t = this.t;
    this.heard = { k: t.log[t.log.length - 1]?.k ?? 0, attempt: !!t.state!.view.attempt };
  }

  /** What happened since the last decision, from where it was left: an attempt that goes on is told from its next dilemma. */
  tell(): void {
    const t = this.t, fresh = this.fresh;
    const start = this.heard.attempt ? t.log.map((l) => l.what).lastIndexOf("ATTEMPTS", t.log.length - fresh.length - 1) : -1;
    const known = fresh[0]?.k ?? 0, a = t.state!.view.attempt;
    if (settings().recap === "off") return;
    this.recap = recaps(start < 0 ? fresh : t.log.slice(start), t.state!.you >= 0 ? t.them : -1).filter((r) => isTelling(r, known, a?.facing ?? 0));
    this.scene = Math.max(0, this.recap[0]?.scenes.findIndex((s) => s.lines.some((l) => l.k >= known)) ?? 0);
    this.pace();
  }

  /** A step gives way to the next by itself. */
  private pace(): void {
    clearTimeout(this.timer);
    const on = this.recap[0], wait = on ? (PACE[settings().recap] ?? 0) * (on.kind === "turn" ? 1 : READING) : 0;
    if (wait) this.timer = window.setTimeout(() => (document.hidden ? this.pace() : this.stepByItself()), wait);
  }

  private stepByItself(): void {
    this.settling = this.recap.length === 1 && this.scene >= this.recap[0].scenes.length - 1;
    this.step();
    if (this.settling) this.timer = window.setTimeout(() => this.settle(), SETTLES);
  }

  private settle(): void {
    this.settling = false;
    this.t.draw();
  }

  /** The next step of what happened, or the end of it. */
  step(): void {
    const story = this.recap[0];
    if (story && this.scene < story.scenes.length - 1) this.scene++;
    else {
      this.recap = this.recap.slice(1);
      this.scene = 0;
    }
    this.pace();
    if (!this.recap.length) this.t.told();
    this.t.draw();
  }

  /** Back to the step before. */
  stepBack(): void {
    if (this.scene > 0) this.scene--;
    clearTimeout(this.timer);
    this.t.draw();
  }

  /** Everything else of it is not shown. */
  skip(): void {
    const on = this.recap.length > 0;
    this.forget();
    if (on) this.t.told();
  }

  /** There is another position, with its own stories. */
  forget(): void {
    clearTimeout(this.timer);
    this.recap = [];
    this.scene = 0;
    this.settling = false;
  }
}
