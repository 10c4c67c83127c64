/* A text field for scenes: coloured, numbered, with the outcome of each line beside it, the error under its line, and offers while
 * somebody types.  The text itself is an ordinary textarea; what is coloured lies behind it and moves along. */
import { h, icon, mount } from "../dom.js";
import { complete, pieces, take, wrongPart, type Completion, type Known } from "./scenetext.js";

const LINE = 20; /* pixels; the same as in sandbox.css */

export type Mark = "ok" | "no" | "set" | "";
export interface Wrong { line: number; column: number; message: string; fixes: string[]; fix: (title: string) => void }

export class Editor {
  readonly field = h("textarea", { id: "scene-text", class: "ed-text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off",
    "aria-label": "Scene", "aria-describedby": "scene-help", "aria-controls": "ed-offers", "aria-autocomplete": "list" }) as HTMLTextAreaElement;
  private readonly colours = h("pre", { class: "ed-colours", "aria-hidden": "true" });
  private readonly gutter = h("div", { class: "ed-gutter", "aria-hidden": "true" });
  private readonly now = h("div", { class: "ed-now", "aria-hidden": "true" });
  private readonly bubble = h("div", { class: "ed-wrong", role: "status", hidden: true });
  private readonly offers = h("ul", { id: "ed-offers", class: "ed-offers", role: "listbox", "aria-label": "What could stand here", hidden: true });
  readonly root = h("div", { class: "ed" }, this.gutter, h("div", { class: "ed-body" }, this.now, this.colours, this.field, this.bubble, this.offers));
  private offer: Completion | null = null;
  private chosen = -1;
  private wrong: Wrong | null = null;
  private marks = new Map<number, Mark>();
  private line = 0;

  constructor(private readonly known: () => Known, private readonly changed: () => void, private readonly moved: (line: number) => void) {
    this.field.addEventListener("input", () => { this.clearOutcome(); this.draw(); this.suggest(false); this.changed(); });
    this.field.addEventListener("scroll", () => this.follow());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    for (const name of ["keyup", "click", "select", "focus"]) this.field.addEventListener(name, () => this.cursor());
  }

  get text(): string {
    return this.field.value;
  }

  set text(words: string) {
    this.field.value = words;
    this.clearOutcome();
    this.draw();
  }

  get cursorLine(): number {
    return this.field.value.slice(0, this.field.selectionStart).split("\n").length;
  }

  /** Puts the cursor on a line and brings it into sight. */
  goTo(line: number): void {
    const lines = this.field.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0);
    this.field.setSelectionRange(from, from);
    const top = (line - 1) * LINE;
    if (top < this.field.scrollTop || top > this.field.scrollTop + this.field.clientHeight - 3 * LINE) this.field.scrollTop = Math.max(0, top - 4 * LINE);
    this.cursor();
  }

  outcome(marks: Map<number, Mark>, wrong: Wrong | null): void {
    this.marks = marks;
    this.wrong = wrong;
    this.draw();
  }

  private clearOutcome(): void {
    this.marks = new Map();
    this.wrong = null;
  }

  private draw(): void {
    const lines = this.field.value.split("\n");
    mount(this.gutter, lines.map((_, i) => this.number(i + 1)));
    mount(this.colours, lines.map((line, i) => h("div", null, this.coloured(line, i + 1), "\n")));
    mount(this.bubble, this.wrong && [h("p", null, this.wrong.message), this.wrong.fixes.length > 0 && h("p", { class: "fixes" }, "Nearest: ",
      this.wrong.fixes.map((title) => h("button", { type: "button", class: "pill ghost", onclick: () => this.wrong!.fix(title) }, title)))]);
    this.bubble.hidden = !this.wrong;
    this.follow();
    this.cursor();
  }

  private number(line: number): HTMLElement {
    const mark = this.marks.get(line) ?? "";
    return h("div", { class: mark }, mark === "ok" ? icon("check") : mark === "no" ? icon("no") : "", h("span", null, line));
  }

  private coloured(line: string, number: number): (Node | string)[] {
    const [from, to] = this.wrong?.line === number ? wrongPart(line, this.wrong.column) : [-1, -1];
    const out: (Node | string)[] = [];
    let at = 0;
    for (const piece of pieces(line)) {
      const bad = at < to && at + piece.text.length > from && from >= 0;
      out.push(piece.kind || bad ? h("span", { class: `${piece.kind && `c-${piece.kind}`}${bad ? " c-bad" : ""}` }, piece.text) : piece.text);
      at += piece.text.length;
    }
    return out;
  }

  private follow(): void {
    const { scrollTop, scrollLeft } = this.field;
    this.colours.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.gutter.scrollTop = scrollTop;
    this.now.style.top = `${8 + (this.cursorLine - 1) * LINE - scrollTop}px`;
    if (this.wrong) this.bubble.style.top = `${13 + this.wrong.line * LINE - scrollTop}px`;
    this.place();
  }

  private cursor(): void {
    const line = this.cursorLine;
    this.now.style.top = `${8 + (line - 1) * LINE - this.field.scrollTop}px`;
    if (line !== this.line) this.moved(this.line = line);
  }

  /* ---- offers ---- */

  private suggest(asked: boolean): void {
    this.offer = complete(this.field.value, this.field.selectionStart, this.known(), asked);
    this.chosen = -1;
    this.drawOffers();
  }

  private drawOffers(): void {
    const items = this.offer?.items ?? [];
    mount(this.offers, items.map((item, i) => h("li", { id: `ed-offer-${i}`, role: "option", "aria-selected": i === this.chosen ? "true" : "false",
      onmousedown: (event: Event) => { event.preventDefault(); this.accept(item); } }, item)));
    this.offers.hidden = items.length === 0;
    if (this.chosen >= 0) this.field.setAttribute("aria-activedescendant", `ed-offer-${this.chosen}`);
    else this.field.removeAttribute("aria-activedescendant");
    this.place();
  }

  private place(): void {
    if (!this.offer) return;
    const before = this.field.value.slice(0, this.offer.from), column = before.length - before.lastIndexOf("\n") - 1;
    const wide = this.field.clientWidth - 190, left = 12 + column * this.charWidth() - this.field.scrollLeft;
    this.offers.style.left = `${Math.max(0, Math.min(left, wide))}px`;
    this.offers.style.top = `${10 + this.cursorLine * LINE - this.field.scrollTop}px`;
  }

  private width = 0;
  private charWidth(): number {
    if (!this.width) {
      const probe = h("span", { class: "ed-probe" }, "0".repeat(100));
      this.root.append(probe);
      this.width = probe.getBoundingClientRect().width / 100;
      probe.remove();
    }
    return this.width;
  }

  private accept(item: string): void {
    const put = take(this.field.value, this.offer!, item);
    this.rewrite(put.text);
    this.field.setSelectionRange(put.at, put.at);
    this.close();
  }

  /** Another text, as if it had been typed: only what differs is written, so that the browser can undo it. */
  rewrite(text: string): void {
    const old = this.field.value;
    let from = 0, tail = 0;
    while (from < old.length && old[from] === text[from]) from++;
    while (tail < Math.min(old.length, text.length) - from && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    this.field.focus();
    this.field.setSelectionRange(from, old.length - tail);
    const put = text.slice(from, text.length - tail);
    if (!document.execCommand(put ? "insertText" : "delete", false, put) || this.field.value !== text) {
      this.field.value = text;
      this.field.dispatchEvent(new Event("input"));
    }
  }

  private close(): void {
    this.offer = null;
    this.drawOffers();
  }

  /* Tab takes the first offer, arrows choose another, Enter takes the chosen one; with none chosen Enter is a new line. */
  private key(event: KeyboardEvent): void {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.suggest(true);
    }
    const items = this.offer?.items ?? [];
    if (items.length === 0) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) this.chosen = (this.chosen + step + items.length + (this.chosen < 0 && step < 0 ? 1 : 0)) % items.length;
    else if (event.key === "Tab" && !event.shiftKey) return event.preventDefault(), this.accept(items[Math.max(0, this.chosen)]!);
    else if (event.key === "Enter" && this.chosen >= 0 && !event.ctrlKey) return event.preventDefault(), this.accept(items[this.chosen]!);
    else if (event.key === "Escape") return event.preventDefault(), this.close();
    else return;
    event.preventDefault();
    this.drawOffers();
  }
}
