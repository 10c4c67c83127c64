/* What the server could not do: one sentence, what was kept, and a report to pass on.  The report names the game, the decision
 * and the fault; no card, no name, no cookie. */
import { h, type Child } from "../dom.js";
import type { Table } from "./table.js";

export interface Fault {
  code: string;
  text: string;
  n: number;
  kind: number;
  copied: boolean;
}

export function faultOf(t: Table, code: string, text: string): Fault {
  return { code, text, n: t.state?.n ?? -1, kind: t.decision?.kind ?? -1, copied: false };
}

function report(f: Fault, game: string): string {
  return [`Spaceline report`, `game ${game}`, `decision ${f.n}, kind ${f.kind}`, `fault ${f.code}: ${f.text}`, `seen ${new Date().toISOString()}`, `browser ${navigator.userAgent}`].join("\n");
}

async function copy(t: Table, f: Fault, box: HTMLElement): Promise<void> {
  const text = report(f, t.game);
  try {
    await navigator.clipboard.writeText(text);
    f.copied = true;
    t.draw();
  } catch { /* no clipboard here: the text stands ready to be taken by hand */
    box.replaceChildren(h("textarea", { readonly: true, rows: 6, "aria-label": "Report" }, text));
    box.querySelector("textarea")!.select();
  }
}

export function drawFault(t: Table, f: Fault): Child {
  const box = h("div", { class: "freport" }), kept = t.state ? "Nothing is lost: the table stands as it was, with every answer before this one." : "Games are kept on the server; try again in a moment.";
  const sentence = /[.!?]$/.test(f.text) ? f.text : `${f.text}.`;
  return h("div", { class: "fault", role: "alert" }, h("p", null, h("b", null, sentence.charAt(0).toUpperCase() + sentence.slice(1))), h("p", null, kept), box,
    h("div", { class: "names" }, h("button", { class: "ob", type: "button", "data-k": "copyreport", onclick: () => void copy(t, f, box) }, f.copied ? "Copied" : "Copy report"),
      h("button", { class: "ob go", type: "button", "data-k": "faultgone", onclick: () => t.dismiss() }, "Close")));
}
