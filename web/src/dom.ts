/* Making elements.  No framework: h builds a node, icon a symbol of the sprite in index.html, mount replaces what a node holds.
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

function setProp(el: HTMLElement, name: string, value: unknown): void {
  if (typeof value === "boolean" && name.startsWith("aria-")) return el.setAttribute(name, String(value)); /* states have two words, not presence */
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on") && typeof value === "function") el.addEventListener(name.slice(2).toLowerCase(), value as EventListener);
  else if (name === "vars") for (const [k, v] of Object.entries(value as Record<string, string | number>)) el.style.setProperty(k, String(v));
  else if (name === "class") el.className = String(value);
  else if (name === "value" || name === "checked" || name === "selected") (el as unknown as Record<string, unknown>)[name] = value;
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

/** Words for screen readers only. */
export function hidden(text: string): HTMLElement {
  return h("span", { class: "vh" }, text);
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
