/* Pictures of figures: bars drawn as SVG, with the numbers in words for those who do not see them. */

const SVG = "http://www.w3.org/2000/svg";

function shape(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

interface Bar { label: string; value: number }

function named(label: string, bars: readonly Bar[]): string {
  return `${label}: ${bars.map((bar) => `${bar.label} ${bar.value}`).join(", ")}`;
}

// Standing bars: few of them, short labels.
export function columns(label: string, bars: readonly Bar[], tone: string): SVGElement {
  const step = 30, high = 52, slots = Math.max(6, bars.length), from = (slots - bars.length) * step / 2, most = Math.max(1, ...bars.map((bar) => bar.value));
  const svg = shape("svg", { viewBox: `0 0 ${slots * step} 84`, role: "img", "aria-label": named(label, bars), class: `chart tone-${tone}` });
  bars.forEach((bar, i) => {
    const tall = bar.value / most * high, middle = from + i * step + step / 2;
    svg.append(shape("rect", { x: middle - step / 2 + 3, y: 16 + high - tall, width: step - 6, height: Math.max(tall, 1), rx: 3 }),
      shape("text", { x: middle, y: 12 + high - tall, class: "v" }, String(bar.value)),
      shape("text", { x: middle, y: 82, class: "k" }, bar.label));
  });
  return svg;
}

// Lying bars: many of them, labels of any length.
export function rows(label: string, bars: readonly Bar[], tone: string): SVGElement {
  const step = 18, from = 92, wide = 240, most = Math.max(1, ...bars.map((bar) => bar.value));
  const svg = shape("svg", { viewBox: `0 0 ${from + wide + 34} ${Math.max(1, bars.length) * step}`, role: "img", "aria-label": named(label, bars), class: `chart flat tone-${tone}` });
  bars.forEach((bar, i) => {
    const long = bar.value / most * wide;
    svg.append(shape("text", { x: from - 8, y: i * step + 13, class: "l" }, bar.label),
      shape("rect", { x: from, y: i * step + 4, width: Math.max(long, 1), height: step - 8, rx: 3 }),
      shape("text", { x: from + long + 6, y: i * step + 13, class: "r" }, String(bar.value)));
  });
  return svg;
}
