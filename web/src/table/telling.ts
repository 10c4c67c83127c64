/* The stories that are being told: what happened between two decisions, stepped through or skipped.  What a story is made of is
 * decided in recap.ts, how a step looks in story.ts. */
import type { LogLine } from "./model.js";
import { isTelling, recaps, type Recap } from "./recap.js";
import type { Table } from "./table.js";

export class Telling {
  recap: Recap[] = []; /* those still to be told; the first one is on */
  scene = 0; /* the step of it that is shown */
  private heard = { k: 0, attempt: false }; /* the newest line, and whether an attempt was on, when the player was last shown something */

  constructor(private t: Table) {}

  /** The lines that nobody has been shown yet. */
  get fresh(): LogLine[] {
    return this.t.log.filter((l) => l.k > this.heard.k);
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
    this.recap = recaps(start < 0 ? fresh : t.log.slice(start)).filter((r) => isTelling(r, known, a?.facing ?? 0));
    this.scene = Math.max(0, this.recap[0]?.scenes.findIndex((s) => s.lines.some((l) => l.k >= known)) ?? 0);
  }

  /** The next step of what happened, or the end of it. */
  step(): void {
    const story = this.recap[0];
    if (story && this.scene < story.scenes.length - 1) this.scene++;
    else {
      this.recap = this.recap.slice(1);
      this.scene = 0;
    }
    this.t.draw();
  }

  skip(): void {
    this.recap = [];
    this.scene = 0;
  }
}
