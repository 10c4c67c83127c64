/* What happened between two decisions, as a story to step through: an attempt dilemma by dilemma, a battle with its sums.  Most
 * of an attempt needs no answer, so without this it would pass unseen.  Pure. */
import type { LogLine } from "./model.js";

interface Scene {
  name: string; /* the dilemma faced, or what the step is */
  dilemma: boolean;
  lines: LogLine[];
}

export interface Recap {
  kind: "attempt" | "battle";
  player: number;
  place: number; /* mission attempted, mission or ship fought over */
  title: string; /* its name as the log has it */
  scenes: Scene[];
  totals: { player: number; number: number }[];
  result: string; /* COMPLETES, FAILS, WINS_BATTLE, NO_WINNER, "" */
}

const BEGINS: Record<string, Recap["kind"]> = { ATTEMPTS: "attempt", COMBAT: "battle", ENGAGEMENT: "battle" };
const RESULTS = ["COMPLETES", "FAILS", "WINS_BATTLE", "NO_WINNER"];
const QUIET = ["SEGMENT", "USES_SKILL", "SHOWS"];

function begin(l: LogLine): Recap {
  const name = /(?:attempts|combat at|engagement against) (.+?)(?: with .*)?(?:: -?\d+ personnel.*)?$/.exec(l.text)?.[1] ?? "";
  return { kind: BEGINS[l.what!], player: l.player ?? -1, place: l.card ?? 0, title: name, scenes: [{ name: "Announced", dilemma: false, lines: [l] }], totals: [], result: "" };
}

function dilemma(l: LogLine): string {
  return /(?:faces|reveals) (.+?)(?: \(cost -?\d+\))?$/.exec(l.text)?.[1] ?? "";
}

function add(r: Recap, l: LogLine): void {
  if (QUIET.includes(l.what ?? "")) return;
  const begins = l.what === "REVEALS_DILEMMA" || l.what === "FACES" && r.scenes[r.scenes.length - 1].name !== dilemma(l);
  if (begins) r.scenes.push({ name: dilemma(l), dilemma: true, lines: [] });
  else if (l.what === "TOTAL") r.totals.push({ player: l.player ?? -1, number: l.number ?? 0 });
  if (RESULTS.includes(l.what ?? "")) r.result = l.what!;
  if (l.what === "COMPLETES" || l.what === "FAILS") r.scenes.push({ name: l.what === "FAILS" ? "Failed" : "Completed", dilemma: false, lines: [] });
  r.scenes[r.scenes.length - 1].lines.push(l);
}

/** The stories that these lines tell, the oldest first.  A story ends with the turn, the next one, or the orders that follow it. */
export function recaps(lines: LogLine[]): Recap[] {
  const out: Recap[] = [];
  let open: Recap | null = null;
  for (const l of lines) {
    const what = l.what ?? "";
    if (BEGINS[what] && !(what !== "ATTEMPTS" && open?.kind === "attempt" && !open.result)) out.push(open = begin(l));
    else if (["TURN", "SEGMENT", "MOVES", "PLAYS", "BEAMS"].includes(what) && open && (open.result || what === "TURN" || what === "SEGMENT")) open = null;
    else if (open) add(open, l);
  }
  return out;
}

/** Whether the story has something to tell that the stage of its attempt does not show: a dilemma that is behind it, or its end. */
export function isTelling(r: Recap, from: number, facing: number): boolean {
  const fresh = r.scenes.filter((s) => s.lines.some((l) => l.k >= from));
  return !!r.result || r.kind === "battle" || fresh.some((s) => s.dilemma && !s.lines.some((l) => l.card === facing && facing > 0));
}
