/* What happened between two decisions, as stories to step through: an attempt dilemma by dilemma, a battle with its sums, and what
 * the opponent did in between, card by card.  Without them an opponent's turn would be over before it could be seen.  Pure. */
import type { LogLine } from "./model.js";

export interface Scene {
  name: string; /* the dilemma faced, or what the step is */
  dilemma: boolean;
  lines: LogLine[];
}

export interface Recap {
  kind: "attempt" | "battle" | "turn";
  player: number;
  place: number; /* mission attempted, mission or ship fought over */
  title: string; /* its name as the log has it */
  scenes: Scene[];
  totals: { player: number; number: number }[];
  result: string; /* COMPLETES, SOLVES, FAILS, WINS_BATTLE, NO_WINNER, "" */
}

const BEGINS: Record<string, Recap["kind"]> = { ATTEMPTS: "attempt", COMBAT: "battle", ENGAGEMENT: "battle" };
const RESULTS = ["COMPLETES", "SOLVES", "FAILS", "WINS_BATTLE", "NO_WINNER"];
const ENDS: Record<string, string> = { COMPLETES: "Completed", SOLVES: "Solved", FAILS: "Failed" };
const QUIET = ["SEGMENT", "USES_SKILL", "SHOWS"];
/* What is a step of the opponent's turn, in one word; what follows from it is told with it. */
const STEPS: Record<string, string> = {
  PLAYS: "Plays", REPORTS: "Reports", DOCKS: "Docks", UNDOCKS: "Undocks", LANDS: "Lands", TAKES_OFF: "Takes off", LOADS: "Loads", LAUNCHES: "Launches", CLOAKS: "Cloaks", DECLOAKS: "Decloaks", PHASES: "Phases", UNPHASES: "Unphases", WALKS: "Walks", MOVES: "Moves", BEAMS: "Beams", USES: "Uses", DOWNLOADS: "Downloads", DISCARDS: "Discards", DRAWS: "Draws", SCORES: "Scores", LOSES: "Loses", COMMANDED: "Takes command", EXTRA_TURN: "Another turn",
};
const GOES_ON = ["MOVES", "PLAYS", "REPORTS", "BEAMS", "WALKS", "DOCKS", "UNDOCKS"]; /* orders: what came before them is over */
const CONSEQUENCES = ["PREVENTED", "PLACED", "SELECTED", "STOPPED", "UNSTOPPED", "KILLED", "DESTROYED", "REMOVED", "BRIGGED", "EXCHANGED", "REVEALED", "NAMES_SKILL", "NAMES_CARD", "NAMES_NUMBER", "RETURNS_TO_PILE", "CONSUMES", "FINDS_NOTHING"];

function begin(l: LogLine): Recap {
  const name = l.names?.[0] ?? "";
  return { kind: BEGINS[l.what!], player: l.player ?? -1, place: l.card ?? 0, title: name, scenes: [{ name: "Announced", dilemma: false, lines: [l] }], totals: [], result: "" };
}

function dilemma(l: LogLine): string {
  return l.names?.[0] ?? "";
}

function add(r: Recap, l: LogLine): void {
  if (QUIET.includes(l.what ?? "")) return;
  const begins = l.what === "REVEALS_DILEMMA" || l.what === "ENCOUNTERS" || l.what === "FACES" && r.scenes[r.scenes.length - 1].name !== dilemma(l);
  if (begins) r.scenes.push({ name: dilemma(l), dilemma: true, lines: [] });
  else if (l.what === "TOTAL") r.totals.push({ player: l.player ?? -1, number: l.number ?? 0 });
  if (RESULTS.includes(l.what ?? "")) r.result = l.what!;
  const end = ENDS[l.what ?? ""];
  if (end) r.scenes.push({ name: end, dilemma: false, lines: [] });
  r.scenes[r.scenes.length - 1].lines.push(l);
}

/** Whether a line goes on with the step before it: another of a group that beams to the same place, another card drawn. */
function goesOn(step: Scene | undefined, l: LogLine): boolean {
  const last = step?.lines[step.lines.length - 1];
  return !!last && last.what === l.what && (l.what === "DRAWS" || (l.what === "BEAMS" || l.what === "WALKS") && last.other === l.other);
}

/** Adds a line to the story of a turn; false when it is no part of one. */
function addStep(out: Recap[], open: Recap | null, l: LogLine, who: number): Recap | null {
  const word = STEPS[l.what ?? ""], last = open?.scenes[open.scenes.length - 1];
  if (!word) {
    if (last && CONSEQUENCES.includes(l.what ?? "")) last.lines.push(l);
    return open;
  }
  if (l.player !== who) return null;
  if (goesOn(last, l)) last!.lines.push(l);
  else {
    if (!open) out.push(open = { kind: "turn", player: who, place: 0, title: "", scenes: [], totals: [], result: "" });
    open.scenes.push({ name: word, dilemma: false, lines: [l] });
  }
  return open;
}

/** The stories that these lines tell, the oldest first.  A story ends with the turn, the next one, or the orders that follow it.
 *  With an opponent, what he did besides is told as well. */
export function recaps(lines: LogLine[], opponent = -1): Recap[] {
  const out: Recap[] = [];
  let open: Recap | null = null, turn: Recap | null = null;
  for (const l of lines) {
    const what = l.what ?? "";
    if (BEGINS[what] && !(what !== "ATTEMPTS" && open?.kind === "attempt" && !open.result)) out.push(open = begin(l)), turn = null;
    else if ((what === "TURN" || what === "SEGMENT" || GOES_ON.includes(what)) && open && (open.result || what === "TURN" || what === "SEGMENT")) {
      open = null;
      if (opponent >= 0) turn = addStep(out, null, l, opponent);
    } else if (open) add(open, l);
    else if (opponent >= 0) turn = addStep(out, turn, l, opponent);
  }
  return out;
}

/** Whether the story has something to tell that the stage of its attempt does not show: a dilemma that is behind it, or its end. */
export function isTelling(r: Recap, from: number, facing: number): boolean {
  if (r.kind === "turn") return r.scenes.length > 0;
  const fresh = r.scenes.filter((s) => s.lines.some((l) => l.k >= from));
  return !!r.result || r.kind === "battle" || fresh.some((s) => s.dilemma && !s.lines.some((l) => l.card === facing && facing > 0));
}
