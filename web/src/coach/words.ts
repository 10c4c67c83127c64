/* Words of the game that a newcomer meets in the coach's sentences, with their meaning and the rule they come from.  Pure.
 *
 * A sentence marks such a word itself: "Each turn you have seven {counters}." */

export interface Term {
  word: string;
  meaning: string;
  cite: string;
}

/* Of each edition, by the forms in which sentences have them; a word may mean something only in one of the two. */
export const SECOND = new Map<string, Term>(), FIRST = new Map<string, Term>();

/** A term of the Second Edition, and the other forms in which sentences have it. */
function term(word: string, forms: string[], meaning: string, cite: string, terms = SECOND): void {
  for (const form of [word, ...forms]) terms.set(form, { word, meaning, cite });
}

function ofFirst(word: string, forms: string[], meaning: string, cite: string): void {
  term(word, forms, meaning, cite, FIRST);
}

term("counter", ["counters"], "Seven a turn, to pay for cards and to draw. What is not spent is lost.", "2E-6.5");
term("headquarters", [], "The mission where your people, ships and equipment come into play.", "2E-7.41");
term("skill", ["skills"], "What a person can do. Levels of the same skill add up in a team.", "2E-12.1");
term("attributes", [], "Integrity, Cunning and Strength. Those of a team are added, and the total must be greater than the number asked for.", "2E-12.2");
term("cost", ["costs"], "How many counters a card takes to be played, or how much of the allowance a dilemma takes.", "2E-7.20");
term("staffed", [], "A ship moves only with the people its icons ask for, one of its own affiliation among them, none of them stopped.", "2E-9.30");
term("beam", [], "To move people or equipment between a ship of yours and the mission it is at.", "2E-9.10");
term("span", ["spans"], "The distance of a mission. A move takes the span it leaves and the one it enters.", "2E-9.21");
term("Range", [], "How far a ship gets in one turn; it is back at the end of the turn.", "2E-9.22");
term("surface", [], "Where people stand at a planet mission. A space mission has none: there they stay aboard.", "2E-8.11");
term("attempt", ["attempted"], "To face the dilemmas at a mission and then show what it asks for.", "2E-10.2");
term("dilemma", ["dilemmas"], "A card that your opponent puts in your way: as many are drawn as you have people in the attempt, less those beneath the mission.", "2E-10.21");
term("stopped", [], "A stopped card can do nothing more until the turn ends.", "2E-13.3");
term("points", [], "100 points, a planet mission and a space mission completed win the game.", "2E-21.3");

ofFirst("points", [], "100 points win the game; missions that you solve score theirs.", "1E-27.1");
ofFirst("seed", ["seeds"], "To put a card in its place before the first turn.", "1E-5.1.2");
ofFirst("skills", [], "What a person can do. A mission or a dilemma that asks for one twice asks for two people, or for one who has it twice.", "1E-13.1");
ofFirst("span", [], "What it takes to enter a location.", "1E-15.6");
ofFirst("RANGE", [], "How far a ship gets in one turn; it is back at the start of your next.", "1E-15.5");
ofFirst("dock", ["docked", "undocks"], "A docked ship is protected by its facility; it neither moves nor attempts a mission.", "1E-15.13");
ofFirst("Away Team", [], "Your people on a planet; those aboard a ship are its crew.", "1E-14.1");
ofFirst("attempt", ["attempts", "attempted"], "To meet the seed cards beneath a mission and then show what it asks for.", "1E-17.2");
ofFirst("report", ["reports"], "To come into play at a place that takes such a card, as a rule an outpost of its affiliation.", "1E-10.1");

export const OFTEN = 5;

/** The sentence without its marks. */
export function plain(text: string): string {
  return cut(text).join("");
}

/** What stands between the marks: every second piece is a marked word. */
function cut(text: string): string[] {
  return text.split("{").flatMap((part, i) => (i === 0 ? [part] : [part.slice(0, part.indexOf("}")), part.slice(part.indexOf("}") + 1)]));
}

/** The sentence in pieces: each term at its first place, unless it was underlined often enough before. */
export function pieces(text: string, met: (word: string) => number, first = false): (string | { text: string; term: Term })[] {
  const said = new Set<string>(), out: (string | { text: string; term: Term })[] = [];
  cut(text).forEach((piece, i) => {
    const found = i % 2 ? (first ? FIRST : SECOND).get(piece) : undefined, last = out.length - 1;
    if (found && !said.has(found.word) && met(found.word) < OFTEN) out.push({ text: piece, term: found });
    else if (typeof out[last] === "string") out[last] += piece;
    else if (piece) out.push(piece);
    if (found) said.add(found.word);
  });
  return out;
}
