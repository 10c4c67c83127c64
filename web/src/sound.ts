/* Short tones made by the browser itself.  Silent until the first click or key, as browsers and neighbours want it; each sound only
 * repeats what the table shows.  In a tab behind, only "your decision" is heard, with a mark in the title and, if wished, a
 * notification of the system. */
import { settings, type SoundName } from "./settings.js";

/* A tone: after how many seconds, from which pitch to which, how long, how it is made. */
type Tone = [at: number, from: number, to: number, long: number, wave: OscillatorType];

const TONES: Record<SoundName, Tone[]> = {
  decision: [[0, 523, 523, 0.11, "sine"], [0.11, 784, 784, 0.18, "sine"]],
  answered: [[0, 1250, 900, 0.035, "triangle"]],
  refused: [[0, 175, 130, 0.2, "triangle"]],
  reveal: [[0, 240, 720, 0.26, "sine"]],
  hit: [[0, 150, 52, 0.24, "sawtooth"]],
  solved: [[0, 523, 523, 0.12, "sine"], [0.12, 659, 659, 0.12, "sine"], [0.24, 784, 784, 0.3, "sine"]],
  message: [[0, 988, 988, 0.07, "sine"], [0.09, 880, 880, 0.09, "sine"]],
};
const LOUD = [0, 0.05, 0.12, 0.25];

let context: AudioContext | null = null;

function wake(): void {
  context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
  if (context?.state === "suspended") void context.resume();
}

function ring(tones: Tone[], loud: number): void {
  for (const [at, from, to, long, wave] of tones) {
    const tone = context!.createOscillator(), level = context!.createGain(), start = context!.currentTime + at;
    tone.type = wave;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + long);
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(loud, start + 0.012);
    level.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(level).connect(context!.destination);
    tone.start(start);
    tone.stop(start + long + 0.02);
  }
}

/** Listens for the first click or key; before it there is no sound at all. */
export function beginSound(): void {
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { capture: true, passive: true });
  document.addEventListener("visibilitychange", unmark);
}

/** Whether a sound would be heard now. */
export function audible(name: SoundName, hidden: boolean): boolean {
  const s = settings();
  return s.volume > 0 && s.sounds[name] && (!hidden || name === "decision");
}

export function sound(name: SoundName): void {
  if (name === "decision" && document.hidden) mark();
  if (context?.state !== "running" || !audible(name, document.hidden)) return;
  document.documentElement.dataset.heard = name;
  ring(TONES[name], LOUD[settings().volume]!);
}

/* ---- a tab behind ---- */

const MARK = "● ";

function mark(): void {
  if (!document.title.startsWith(MARK)) document.title = `${MARK}${document.title}`;
  if (settings().notify && typeof Notification !== "undefined" && Notification.permission === "granted")
    new Notification("Spaceline", { body: "Your decision", tag: "spaceline-decision" });
}

function unmark(): void {
  if (!document.hidden && document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
}

/* ---- what the log lets hear ---- */

const HEARD: [string[], SoundName][] = [[["COMPLETES", "WINS", "WINS_BATTLE"], "solved"], [["KILLED", "DESTROYED"], "hit"], [["FACES", "REVEALS_DILEMMA", "REVEALED"], "reveal"]];

/** The one sound that new lines of the log call for; "" for none. */
export function heardIn(lines: readonly { what?: string }[]): SoundName | "" {
  return HEARD.find(([heard]) => lines.some((line) => heard.includes(line.what ?? "")))?.[1] ?? "";
}

/** The sound of what just happened; the player's own decision comes before all of it. */
export function soundsOf(lines: readonly { what?: string }[], deciding: boolean): void {
  const heard = heardIn(lines);
  if (heard) sound(heard);
  if (deciding) setTimeout(() => sound("decision"), heard ? 350 : 0);
}
