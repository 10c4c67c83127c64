/* Dragging: a card from the hand to its place, a ship to a mission, people to where they beam.  A drag is only a way to name an
 * option: while it runs, the places of its options light up; dropped on one of them it answers, anywhere else it does nothing.
 *
 * A finger that moves drags, one that rests half a second inspects.  Esc, or a new position, ends a drag. */
import { colourOf } from "../face.js";
import { h, icon } from "../dom.js";
import { hosted, VERB } from "./model.js";
import { NO_CHOICE, type Numbered } from "./options.js";
import type { Table } from "./table.js";

const START = 7, LONG_PRESS = 500, FROM_HAND: number[] = [VERB.PLAY, VERB.REPORT, VERB.SEED];

interface Held {
  id: number; /* the card under the pointer, or the mission of a group */
  group: boolean;
  key: string;
  x: number;
  y: number;
  pointer: number;
}

export class Drag {
  isDown = false;
  private held: Held | null = null;
  private moving: { options: Numbered[]; who: number[]; ghost: HTMLElement } | null = null;
  private timer = 0;
  private swallow = false; /* the click that ends a drag or a long press */

  constructor(private t: Table) {}

  attach(): void {
    const root = this.t.root;
    root.addEventListener("pointerdown", this.down);
    root.addEventListener("click", (e) => {
      if (!this.swallow) return;
      e.preventDefault();
      e.stopPropagation();
    }, true);
    document.addEventListener("pointermove", this.move);
    document.addEventListener("pointerup", this.up);
    document.addEventListener("pointercancel", this.lost);
  }

  detach(): void {
    clearTimeout(this.timer);
    document.removeEventListener("pointermove", this.move);
    document.removeEventListener("pointerup", this.up);
    document.removeEventListener("pointercancel", this.lost);
  }

  private down = (e: PointerEvent): void => {
    this.swallow = false;
    if (e.button !== 0) return;
    this.isDown = true;
    const el = (e.target as HTMLElement).closest<HTMLElement>("[data-card], [data-group]");
    if (!el) return;
    const group = el.dataset.group !== undefined;
    this.held = { id: Number(group ? el.dataset.group : el.dataset.card), group, key: el.dataset.k ?? "", x: e.clientX, y: e.clientY, pointer: e.pointerId };
    if (e.pointerType !== "mouse") this.timer = window.setTimeout(() => this.rested(), LONG_PRESS);
  };

  private rested(): void {
    const held = this.held;
    if (!held || this.moving || held.group) return;
    this.swallow = true;
    this.held = null;
    this.t.pressed(held.id);
  }

  private move = (e: PointerEvent): void => {
    const held = this.held;
    if (!held || e.pointerId !== held.pointer) return;
    if (!this.moving && Math.hypot(e.clientX - held.x, e.clientY - held.y) < START) return;
    clearTimeout(this.timer);
    if (!this.moving && !this.start(held, e.pointerId)) return void (this.held = null);
    this.moving!.ghost.style.transform = `translate(${e.clientX}px, ${e.clientY}px)`;
    this.over(this.target(e.clientX, e.clientY));
    e.preventDefault();
  };

  private start(held: Held, pointer: number): boolean {
    const t = this.t, options = t.canAnswer ? this.means(held) : [];
    if (!options.length) return false;
    try {
      t.root.setPointerCapture(pointer); /* the element under the pointer is drawn anew */
    } catch { /* a pointer that is gone already */ }
    const card = t.face(held.group ? this.people(held)[0] : held.id);
    const ghost = h("div", { class: `carried ${card ? colourOf(card) : ""}`, "aria-hidden": "true" }, icon("play"), held.group ? `${this.people(held).length} people` : t.title(held.id));
    this.moving = { options, who: options[0].verb === VERB.BEAM ? this.people(held) : [], ghost };
    t.choosing.menu = [];
    t.telling.skip();
    t.choosing.choice = { sel: options[0].card, verb: options[0].verb };
    t.root.classList.add("dragging");
    t.draw();
    t.root.append(ghost);
    return true;
  }

  /** The options that dropping this card somewhere can mean. */
  private means(held: Held): Numbered[] {
    const t = this.t, s = t.spots.get(held.id);
    const of = (verb: number, card: number): Numbered[] => t.options.filter((o) => o.verb === verb && o.card === card);
    if (held.group) return of(VERB.BEAM, held.id);
    if (s && !s.mission) return t.options.filter((o) => FROM_HAND.includes(o.verb) && o.card === t.stands(held.id));
    const moves = [...of(VERB.MOVE, held.id), ...of(VERB.DOCK, held.id)];
    return moves.length || !s || s.card.commander !== t.me ? moves : of(VERB.BEAM, s.host);
  }

  private people(held: Held): number[] {
    const t = this.t, at = t.seen(held.id);
    if (!held.group) return [held.id];
    return at ? hosted(at, "surface").filter((c) => c.commander === t.me && c.def && !c.stopped).map((c) => c.id) : [];
  }

  /** The option of a gap under the pointer: a place that is no card; -1: none. */
  private gap(x: number, y: number): number {
    const k = Number(document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-option]")?.dataset.option ?? -1);
    return this.moving?.options.some((o) => o.k === k) ? k : -1;
  }

  /** The place under the pointer that an option names; -1: none. */
  private target(x: number, y: number): number {
    const options = this.moving?.options ?? [], places = new Set(options.map((o) => o.target));
    for (const el of document.elementsFromPoint(x, y)) {
      const card = Number(el.closest<HTMLElement>("[data-card]")?.dataset.card ?? 0), cell = Number(el.closest<HTMLElement>("[data-mission]")?.dataset.mission ?? 0);
      if (card && places.has(card)) return card;
      if (cell) return places.has(cell) ? cell : -1;
      if (places.has(0) && el.closest(".own, .line")) return 0;
    }
    return -1;
  }

  private over(target: number): void {
    for (const el of this.t.root.querySelectorAll(".aimed")) el.classList.remove("aimed");
    if (target > 0) for (const el of this.t.elements(target)) el.classList.add("aimed");
    const cost = this.moving?.options.find((o) => o.target === target)?.cost ?? 0;
    this.t.weigh(cost);
  }

  private up = (e: PointerEvent): void => {
    this.isDown = false;
    clearTimeout(this.timer);
    const held = this.held, moving = this.moving;
    this.held = null;
    if (!held || !moving) return;
    const gap = this.gap(e.clientX, e.clientY), target = gap < 0 ? this.target(e.clientX, e.clientY) : -1;
    this.finish();
    if (gap >= 0) this.t.answers.answer(gap);
    else if (target >= 0) this.t.choosing.drop(moving.options, target, moving.who, held.key);
    else this.t.draw();
  };

  private lost = (): void => {
    this.isDown = false;
    clearTimeout(this.timer);
    this.held = null;
    if (this.moving) this.cancel();
  };

  private finish(): void {
    this.moving?.ghost.remove();
    this.moving = null;
    this.swallow = true;
    setTimeout(() => { this.swallow = false; }, 0);
    this.t.root.classList.remove("dragging");
    this.t.choosing.choice = NO_CHOICE;
    this.t.weigh(0);
  }

  /** Ends a drag without an answer; false when there is none. */
  cancel(): boolean {
    this.held = null;
    clearTimeout(this.timer);
    if (!this.moving) return false;
    this.finish();
    this.t.draw();
    return true;
  }
}
