/* What the table says in words: the announcement of a decision, alerts, and one line that stays for a few seconds. */
import type { LogLine } from "./model.js";
import type { Table } from "./table.js";
import { logLine } from "./words.js";

const STAYS = 5000, LONGEST = 139;

export class Voice {
  notice = "";
  private announced = -1; /* the decision that was announced last */
  private timer = 0;

  constructor(private t: Table) {}

  close(): void {
    clearTimeout(this.timer);
  }

  alert(text: string): void {
    document.getElementById("assertive")!.textContent = text;
  }

  /** One line that stays for a few seconds. */
  say(text: string): void {
    this.notice = text;
    this.alert(text);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { this.notice = ""; this.t.later(); }, STAYS);
    this.t.later();
  }

  /** A decision of ours, once, with the last thing that the opponent did. */
  announce(lines: LogLine[]): void {
    const t = this.t, d = t.decision, s = t.state!;
    if (s.replay) return;
    if (s.view.over) return this.alert(t.resultWords());
    if (!d || this.announced === s.n) return;
    this.announced = s.n;
    const theirs = lines.map((l) => logLine(l, t.me, s.names, t.edition.log)).filter((l) => l && !l.turn && l.seat === t.them).map((l) => l!.text);
    const own = `Your decision: ${t.question()}. ${t.options.length} options.`.slice(0, LONGEST);
    const last = theirs.length ? `${theirs[theirs.length - 1]}. ` : "";
    document.getElementById("polite")!.textContent = last.length + own.length <= LONGEST ? last + own : own;
  }
}
