/* What happened between two decisions, as stories to step through: an attempt dilemma by dilemma, a battle with its sums, and what
 * the opponent did in between, card by card.  Without them an opponent's turn would be over before it could be seen.  Pure. */
import type { LogLine } from "./model.js";

/** What one side comes to, and from which cards. */
export interface Sum {
  player: number;
  defense: boolean;
  parts: { card: number; name: string; amount: number }[];
  total: number;
}

export interface Scene {
  name: string; /* the dilemma faced, or what the step is */
  dilemma: boolean;
  lines: LogLine[];
  sums?: Sum[]; /* of a battle: side by side */
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

const BEGINS: Record<string, Recap["kind"]> = { ATTEMPTS: "attempt", COMBAT: "battle", ENGAGEMENT: "battle", ATTACKS: "battle" };
const RESULTS = ["COMPLETES", "SOLVES", "FAILS", "WINS_BATTLE", "NO_WINNER", "FORCE_WINS"];
const ENDS: Record<string, string> = { COMPLETES: "Completed", SOLVES: "Solved", FAILS: "Failed" };
const QUIET = ["SEGMENT", "USES_SKILL", "SHOWS"];
/* What is a step of the opponent's turn, in one word; what follows from it is told with it. */
const STEPS: Record<string, string> = {
  PLAYS: "Plays", REPORTS: "Reports", DOCKS: "Docks", UNDOCKS: "Undocks", LANDS: "Lands", TAKES_OFF: "Takes off", LOADS: "Loads", LAUNCHES: "Launches", CLOAKS: "Cloaks", DECLOAKS: "Decloaks", PHASES: "Phases", UNPHASES: "Unphases", WALKS: "Walks", MOVES: "Moves", BEAMS: "Beams", USES: "Uses", DOWNLOADS: "Downloads", DISCARDS: "Discards", DRAWS: "Draws", SCORES: "Scores", LOSES: "Loses", COMMANDED: "Takes command", EXTRA_TURN: "Another turn",
};
const GOES_ON = ["MOVES", "PLAYS", "REPORTS", "BEAMS", "WALKS", "DOCKS", "UNDOCKS"]; /* orders: what came before them is over */
const CONSEQUENCES = ["PREVENTED", "PLACED", "SELECTED", "STOPPED", "UNSTOPPED", "KILLED", "DESTROYED", "REMOVED", "BRIGGED", "EXCHANGED", "REVEALED", "NAMES_SKILL", "NAMES_KEYWORD", "NAMES_CARD", "NAMES_NUMBER", "RETURNS_TO_PILE", "CONSUMES", "FINDS_NOTHING"];

function begin(l: LogLine): Recap {
  const name = l.names?.[0] ?? "";
  return { kind: BEGINS[l.what!], player: l.player ?? -1, place: l.card ?? 0, title: name, scenes: [{ name: "Announced", dilemma: false, lines: [l] }], totals: [], result: "" };
}

function dilemma(l: LogLine): string {
  return l.names?.[0] ?? "";
}

/* What begins a step of a battle, and how the step is called; of the two who face each other it is their names. */
const STAGES: Record<string, string> = { ADVERSARIES: "", DRAWS_TACTIC: "Tactics", TACTIC: "Tactics", MARKED: "Damage", DAMAGED: "Damage" };
const FIRED = ["MISSES", "HITS", "DIRECT_HIT"];

function pairWords(l: LogLine): string {
  return (l.names ?? []).map((n) => n.split(", ")[0]).join(" : ");
}

/** A battle goes on in steps: pair by pair, the tactics, the sums of both sides, the damage.  The parts of a sum come before it. */
function addStage(r: Recap, l: LogLine): void {
  const what = l.what ?? "", last = r.scenes[r.scenes.length - 1];
  const summing = last.sums && !last.lines.some((x) => FIRED.includes(x.what ?? "") || RESULTS.includes(x.what ?? ""));
  if (what in STAGES && (what === "ADVERSARIES" || last.name !== STAGES[what])) r.scenes.push({ name: STAGES[what] || pairWords(l), dilemma: false, lines: [] });
  if (what === "ADDS" && !summing) r.scenes.push({ name: "Totals", dilemma: false, lines: [], sums: [] });
  const at = r.scenes[r.scenes.length - 1], open = at.sums?.find((s) => s.total < 0);
  if (what === "ADDS") {
    const part = { card: l.card ?? 0, name: l.names?.[0] ?? "", amount: l.number ?? 0 };
    if (open) open.parts.push(part);
    else at.sums!.push({ player: l.player ?? -1, defense: false, parts: [part], total: -1 });
  } else if ((what === "TOTAL" || what === "DEFENSE") && at.sums) {
    const sum = open ?? { player: l.player ?? -1, defense: false, parts: [], total: -1 };
    if (!open) at.sums.push(sum);
    sum.total = l.number ?? 0;
    sum.defense = what === "DEFENSE";
    if (sum.defense) at.name = sum.player === r.player ? "Return fire" : "Open fire";
  } else if (what === "TOTAL") r.totals.push({ player: l.player ?? -1, number: l.number ?? 0 });
}

function add(r: Recap, l: LogLine): void {
  if (QUIET.includes(l.what ?? "")) return;
  if (r.kind === "battle") addStage(r, l);
  const begins = l.what === "REVEALS_DILEMMA" || l.what === "ENCOUNTERS" || l.what === "FACES" && r.scenes[r.scenes.length - 1].name !== dilemma(l);
  if (begins) r.scenes.push({ name: dilemma(l), dilemma: true, lines: [] });
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
