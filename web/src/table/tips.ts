/* The reason on a dimmed place or card: shown beside it on hover and focus, and kept after a click or a long press. */
import { h, mount, type Child } from "../dom.js";
import type { Reason } from "../net.js";
import { chip, reasonWords } from "./menu.js";
import { VERB } from "./model.js";
import type { Table } from "./table.js";

export class Tip {
  private box = h("div", { class: "tip", id: "tip", role: "tooltip" });
  private at: HTMLElement | null = null;
  private waits = 0;
  private pinned = false; /* by a click or a long press: it stays, and its citation can be followed */

  constructor(private t: Table) {}

  attach(): void {
    const root = this.t.root;
    const dim = (e: Event): HTMLElement | null => (e.target as HTMLElement).closest<HTMLElement>('[aria-disabled="true"][data-card]');
    const enter = (e: Event): void => {
      if (!this.pinned || dim(e)) this.over(dim(e));
    };
    root.addEventListener("pointerover", enter);
    root.addEventListener("focusin", enter);
    root.addEventListener("click", (e) => {
      if (!(e.target as HTMLElement).closest(".tip")) this.over(dim(e), true);
    });
  }

  hide(): void {
    clearTimeout(this.waits);
    this.pinned = false;
    this.at?.removeAttribute("aria-describedby");
    this.at = null;
    this.box.remove();
  }

  /** Shows the reason of this element, now or when it is known. */
  over(el: HTMLElement | null, pinned = false): void {
    if (el === this.at && this.box.isConnected && pinned === this.pinned) return;
    this.hide();
    if (!el) return;
    this.at = el;
    this.pinned = pinned;
    this.show(40);
  }

  private show(tries: number): void {
    const el = this.at, id = Number(el?.dataset.card ?? 0);
    if (!el || !id) return;
    const live = el.isConnected ? el : this.t.elements(id).find((x) => x.getAttribute("aria-disabled") === "true");
    const reason = live && this.reason(id);
    if (!live) return this.hide();
    if (!reason) {
      if (tries > 0) this.waits = window.setTimeout(() => this.show(tries - 1), 50);
      return;
    }
    this.at = live;
    mount(this.box, this.words(reason), " ", chip(this.t, reason));
    live.setAttribute("aria-describedby", "tip");
    this.t.floating.append(this.box);
    this.place(live.getBoundingClientRect());
  }

  private reason(id: number): Reason | undefined {
    const c = this.t.choosing.choice;
    if (c.sel && c.verb >= 0 && c.sel !== id) return this.t.asks.why(c.sel, id)?.find((r) => r.verb === c.verb);
    return this.t.spots.get(id)?.zone === "hand" ? this.t.asks.hand()?.get(id) : undefined;
  }

  /** The numbers first when the reason is one of distance. */
  private words(r: Reason): Child[] {
    const reach = r.verb === VERB.MOVE ? this.t.asks.reach(r.card) : undefined, cost = reach?.costs.find((c) => c.mission === r.target)?.cost;
    const sentence = reasonWords(this.t, { ...r, target: 0 });
    if (reach && cost !== undefined && cost > reach.left) return [h("b", null, "Out of reach. "), `It takes Range ${cost}; ${this.t.title(r.card)} has ${reach.left} left. ${sentence}`];
    return [sentence];
  }

  /** Beside the element, where it covers nothing that can be clicked: of the places around it, the one that covers least. */
  private place(r: DOMRect): void {
    this.box.classList.toggle("still", !this.pinned);
    const w = this.box.offsetWidth, hh = this.box.offsetHeight, mid = r.left + r.width / 2 - w / 2, middle = r.top + r.height / 2 - hh / 2;
    const fits = (x: number, y: number): [number, number] => [Math.min(Math.max(8, x), innerWidth - w - 8), Math.min(Math.max(8, y), innerHeight - hh - 8)];
    const busy = [...this.t.root.querySelectorAll<HTMLElement>(".legal[data-card], .slot:not([aria-disabled=true]), .dec button, .verbs button")].filter((el) => el.offsetParent !== null).map((el) => el.getBoundingClientRect());
    const covered = ([x, y]: [number, number]): number => busy.reduce((n, b) => n + Math.max(0, Math.min(x + w, b.right) - Math.max(x, b.left)) * Math.max(0, Math.min(y + hh, b.bottom) - Math.max(y, b.top)), 0);
    const over = this.t.zone.line.getBoundingClientRect(), spots = [fits(mid, r.bottom + 8), fits(mid, r.top - hh - 8), fits(r.right + 8, middle), fits(r.left - w - 8, middle), fits(mid, middle), fits(mid, r.bottom - hh - 4), fits(mid, over.bottom - hh - 6), fits(mid, over.top + 6)];
    const best = spots.map((at) => ({ at, n: covered(at) })).reduce((a, b) => (b.n < a.n ? b : a));
    this.box.style.left = `${best.at[0]}px`;
    this.box.style.top = `${best.at[1]}px`;
  }
}
