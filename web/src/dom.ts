/* Making elements.  No framework: h builds a node, icon a symbol of the sprite in index.html, mount replaces what a node holds, and
 * patch makes it what mount would, but keeps every element that is the same thing as before: nothing under the pointer or the focus is
 * exchanged for its twin, and the browser lays out what has changed.
 * Nothing here writes style attributes or markup strings, so the content security policy can stay strict. */

export type Child = Node | string | number | null | undefined | false | Child[];
type Props = Record<string, unknown>;

function append(to: Node, children: Child[]): void {
  for (const c of children) {
    if (c === null || c === undefined || c === false) continue;
    if (Array.isArray(c)) append(to, c);
    else to.appendChild(c instanceof Node ? c : document.createTextNode(String(c)));
  }
}

/* What the elements made here do at an event.  Kept apart from the elements, so that patch can give an old one what the new one does. */
const acts = new WeakMap<EventTarget, Map<string, EventListener>>();

function act(e: Event): void {
  acts.get(e.currentTarget!)?.get(e.type)?.(e);
}

/** One listener of an element for an event; another one takes its place. */
export function on(el: HTMLElement, type: string, listener: EventListener): void {
  const own = acts.get(el) ?? new Map<string, EventListener>();
  if (!own.has(type)) el.addEventListener(type, act, { passive: type === "wheel" });
  acts.set(el, own.set(type, listener));
}

function setProp(el: HTMLElement, name: string, value: unknown): void {
  if (typeof value === "boolean" && name.startsWith("aria-")) return el.setAttribute(name, String(value)); /* states have two words, not presence */
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on") && typeof value === "function") on(el, name.slice(2).toLowerCase(), value as EventListener);
  else if (name === "vars") for (const [k, v] of Object.entries(value as Record<string, string | number>)) el.style.setProperty(k, String(v));
  else if (name === "class") el.className = String(value);
  else if (name === "value" || name === "checked" || name === "selected") {
    (el as unknown as Record<string, unknown>)[name] = value;
    if (el instanceof HTMLInputElement) el.setAttribute(name, String(value)); /* so that patch knows a field that has none to take */
  }
  else el.setAttribute(name, value === true ? "" : String(value));
}

/** h("button", { class: "ob", onclick: f }, "Draw"); false, null and undefined props and children are left out. */
export function h(tag: string, props?: Props | null, ...children: Child[]): HTMLElement {
  const el = document.createElement(tag);
  if (props) for (const [name, value] of Object.entries(props)) setProp(el, name, value);
  append(el, children);
  return el;
}

const SVG = "http://www.w3.org/2000/svg";

/** A symbol of icons.svg; decorative, so hidden from screen readers: the words stand beside it. */
export function icon(name: string, cls = ""): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `ic ${cls}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.appendChild(use);
  return svg;
}

export function mount(to: Element, ...children: Child[]): void {
  to.replaceChildren();
  append(to, children);
}

const KEYS = ["data-key", "data-k", "data-card", "data-mission", "data-line"];

/** What a node is the picture of: its kind, and the key or card it stands for; data-key where it must not become another's. */
function identity(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  for (const key of KEYS) {
    const value = node.getAttribute(key);
    if (value !== null) return `${node.nodeName} ${value}`;
  }
  return `${node.nodeName} ${node.classList[0] ?? ""}`;
}

function takeActs(old: HTMLElement, from: HTMLElement): void {
  const before = acts.get(old), now = acts.get(from);
  for (const type of before?.keys() ?? []) if (!now?.has(type)) before!.set(type, () => {});
  for (const [type, listener] of now ?? []) on(old, type, listener);
}

function takeAttributes(old: Element, from: Element): void {
  for (const name of old.getAttributeNames()) if (name !== "style" && !from.hasAttribute(name)) old.removeAttribute(name);
  for (const name of from.getAttributeNames()) {
    const value = from.getAttribute(name)!;
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.getAttribute("style") !== from.getAttribute("style")) (old as HTMLElement).style.cssText = (from as HTMLElement).style.cssText;
}

/** Makes `old` what `from` is, which is thrown away. */
function become(old: Node, from: Node): void {
  if (!(old instanceof Element) || !(from instanceof Element)) {
    if (old.nodeValue !== from.nodeValue) old.nodeValue = from.nodeValue;
    return;
  }
  takeAttributes(old, from);
  if (old instanceof HTMLElement && from instanceof HTMLElement) takeActs(old, from);
  if (old instanceof HTMLInputElement && from instanceof HTMLInputElement) {
    if (from.hasAttribute("value") && old.value !== from.value) old.value = from.value;
    if (from.hasAttribute("checked")) old.checked = from.checked;
  }
  if (old === document.activeElement && (old as HTMLButtonElement).disabled) (old as HTMLElement).blur();
  arrange(old, [...from.childNodes]);
}

/* The nodes of the list in their order: for each the next old child that is the same thing, or itself where there is none. */
function arrange(to: Node, list: Node[]): void {
  const before = new Map<string, Node[]>();
  for (const old of to.childNodes) {
    const key = identity(old), same = before.get(key);
    if (same) same.push(old);
    else before.set(key, [old]);
  }
  const kept = list.map((node) => {
    const old = before.get(identity(node))?.shift();
    if (old && old !== node) become(old, node);
    return old ?? node;
  });
  const stays = new Set(kept);
  for (const old of [...to.childNodes]) if (!stays.has(old)) to.removeChild(old);
  let at: Node | null = to.firstChild;
  for (const node of kept) {
    if (node === at) at = node.nextSibling;
    else to.insertBefore(node, at);
  }
}

/** As mount, for what is drawn again and again.  An element that the caller keeps and fills itself belongs into mount. */
export function patch(to: Element, ...children: Child[]): void {
  const made = document.createDocumentFragment();
  append(made, children);
  arrange(to, [...made.childNodes]);
}

/** Words for screen readers only. */
export function hidden(text: string): HTMLElement {
  return h("span", { class: "vh" }, text);
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
