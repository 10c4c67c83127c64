/* The sandbox: a scene as text, run by the engine on the server, with what it says and what happened. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { cite } from "../face.js";
import { fill, reason } from "./common.js";

interface Result { passed: boolean; line?: number; why?: string; title?: string; cited?: string[]; log?: (string | { text: string; cite?: string })[] }

const KEPT = "spaceline.scene";
const EXAMPLE = `scene    "A ship moves: RANGE pays the spans of both missions"
edition  2e

missions A: "Brute Force" = fort, "Mining Survey" = mine
put A "I.K.S. Vor'cha" = ship at fort
put A "Bregath" = bregath aboard ship
put A "Worf, Son of Mogh" = worf aboard ship
put A "Kahmis" = kahmis aboard ship
put A "Dokar" = dokar aboard ship
turn A orders

A moves ship to mine
expect ship at mine
expect game goes on
`;

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? EXAMPLE;
  } catch {
    return EXAMPLE;
  }
}

function keep(text: string): void {
  try {
    localStorage.setItem(KEPT, text);
  } catch { /* a browser that keeps nothing still runs scenes */ }
}

export function render(root: HTMLElement, _path: string): () => void {
  const text = h("textarea", { id: "scene-text", class: "field code", spellcheck: "false", rows: "24", "aria-describedby": "scene-help" }) as HTMLTextAreaElement;
  const result = h("section", { class: "panel scene-result", "aria-label": "Result", role: "status" });
  text.value = kept();
  fill(result, h("h2", {}, "Result"), h("p", {}, "Run the scene, and here it says whether it holds, and if not, at which line and why."));

  const run = (): void => {
    keep(text.value);
    result.setAttribute("aria-busy", "true");
    api.post("/api/scene", { text: text.value }).then((got) => draw(result, got as Result, text), (error: unknown) => {
      fill(result, h("h2", {}, "Not run"), h("p", { class: "said no" }, reason(error)));
    }).finally(() => result.removeAttribute("aria-busy"));
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  };
  text.addEventListener("keydown", keys);
  root.append(h("div", { class: "leaf scene" },
    h("h1", {}, "Scenes"),
    h("section", { class: "panel", "aria-label": "Scene" },
      h("p", { id: "scene-help" }, "A scene sets a table, plays a few lines and says what must be true. ", h("kbd", {}, "Ctrl"), " ", h("kbd", {}, "Enter"), " runs it."),
      h("label", { for: "scene-text", class: "lab" }, "Scene"), text,
      h("p", { class: "acts" },
        h("button", { type: "button", class: "pill on", onclick: run }, "Run"),
        h("button", { type: "button", class: "pill ghost", onclick: () => download(text.value) }, "Save as a file"),
        h("button", { type: "button", class: "pill ghost", onclick: () => { text.value = EXAMPLE; } }, "The example"))),
    result));
  return () => {
    keep(text.value);
    root.replaceChildren();
  };
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: "table.scene" }).click();
  URL.revokeObjectURL(address);
}

function selectLine(text: HTMLTextAreaElement, line: number): void {
  const lines = text.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0);
  text.focus();
  text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
}

function draw(place: HTMLElement, got: Result, text: HTMLTextAreaElement): void {
  const log = (got.log ?? []).map((line) => typeof line === "string" ? h("li", {}, line)
    : h("li", {}, line.text, line.cite ? cite(line.cite) : ""));
  fill(place,
    h("h2", {}, got.passed ? "It holds" : "It does not hold"),
    got.title ? h("p", { class: "lead" }, got.title) : "",
    got.passed ? h("p", { class: "said yes" }, "Every line was played and every expectation is true.")
      : h("p", { class: "said no" }, got.why ?? "The scene failed.",
        got.line ? h("button", { type: "button", class: "pill ghost", onclick: () => selectLine(text, got.line!) }, `Show line ${got.line}`) : ""),
    got.cited?.length ? h("p", null, "Ruled by ", got.cited.map((id) => [cite(id), " "])) : "",
    log.length ? h("h3", { class: "lab" }, "What happened") : "",
    log.length ? h("ol", { class: "scene-log" }, ...log) : "");
}
