/* Motion explains and ends: a card flies to where it now lies, 260 ms, and any input ends it.  With reduced motion a ring marks
 * what moved instead. */
import { settings } from "../settings.js";
import type { Table } from "./table.js";

const FLIGHT = 260, MOST = 24, NEAR = 6;

function calm(): boolean {
  return settings().motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How much larger than usual an element is drawn: lengths in its styles grow by that. */
function scaleOf(el: HTMLElement): number {
  return (el as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
}

export class Flight {
  private from = new Map<string, DOMRect>();
  private running: Animation[] = [];

  constructor(private t: Table) {}

  attach(): void {
    addEventListener("pointerdown", this.snap, true);
    addEventListener("keydown", this.snap, true);
  }

  detach(): void {
    removeEventListener("pointerdown", this.snap, true);
    removeEventListener("keydown", this.snap, true);
  }

  snap = (): void => {
    for (const a of this.running.splice(0)) a.finish();
    for (const a of this.t.root.getAnimations?.({ subtree: true }) ?? []) if (Number.isFinite(a.effect?.getComputedTiming().endTime as number)) a.finish();
  };

  private cards(): Map<string, HTMLElement> {
    const out = new Map<string, HTMLElement>();
    for (const el of this.t.root.querySelectorAll<HTMLElement>(".hand [data-card], .line [data-card], .own [data-card], .opp [data-card]"))
      if (!out.has(el.dataset.card!)) out.set(el.dataset.card!, el);
    return out;
  }

  before(): void {
    this.snap();
    this.from = new Map([...this.cards()].map(([id, el]) => [id, el.getBoundingClientRect()]));
  }

  after(): void {
    let count = 0;
    for (const [id, el] of this.cards()) {
      const was = this.from.get(id), is = el.getBoundingClientRect();
      if (!was || !was.width || !is.width || count >= MOST) continue;
      const dx = was.left - is.left, dy = was.top - is.top, zoom = scaleOf(el);
      if (Math.hypot(dx, dy) < NEAR || el.closest(".hand") && Math.abs(dy) < NEAR) continue;
      count++;
      if (calm()) el.classList.add("came");
      else this.running.push(el.animate([{ transform: `translate(${dx / zoom}px, ${dy / zoom}px)` }, { transform: "none" }], { duration: FLIGHT, easing: "cubic-bezier(.2,.8,.2,1)" }));
    }
    this.from.clear();
  }
}
