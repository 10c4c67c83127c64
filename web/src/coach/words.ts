/* Words of the game that a newcomer meets in the coach's sentences, with their meaning and the rule they come from.  Pure. */

export interface Term {
  word: string;
  pattern: RegExp;
  meaning: string;
  cite: string;
}

function term(word: string, pattern: RegExp, meaning: string, cite: string): Term {
  return { word, pattern, meaning, cite };
}

export const TERMS: Term[] = [
  term("counter", /\bcounters?\b/i, "Seven a turn, to pay for cards and to draw. What is not spent is lost.", "2E-6.5"),
  term("headquarters", /\bheadquarters\b/i, "The mission where your people, ships and equipment come into play.", "2E-7.41"),
  term("skill", /\bskills?\b/i, "What a person can do. Levels of the same skill add up in a team.", "2E-12.1"),
  term("attribute", /\battributes?\b/i, "Integrity, Cunning and Strength. Those of a team are added, and the total must be greater than the number asked for.", "2E-12.2"),
  term("cost", /\bcosts?\b/i, "How many counters a card takes to be played, or how much of the allowance a dilemma takes.", "2E-7.20"),
  term("staffed", /\bstaffed\b/i, "A ship moves only with the people its icons ask for, one of its own affiliation among them, none of them stopped.", "2E-9.30"),
  term("beam", /\bbeam(?:s|ed)?\b/i, "To move people or equipment between a ship of yours and the mission it is at.", "2E-9.10"),
  term("span", /\bspans?\b/i, "The distance of a mission. A move takes the span it leaves and the one it enters.", "2E-9.21"),
  term("Range", /\bRange\b/, "How far a ship gets in one turn; it is back at the end of the turn.", "2E-9.22"),
  term("surface", /\bsurface\b/i, "Where people stand at a planet mission. A space mission has none: there they stay aboard.", "2E-8.11"),
  term("attempt", /\battempt(?:s|ed)?\b/i, "To face the dilemmas at a mission and then show what it asks for.", "2E-10.2"),
  term("dilemma", /\bdilemmas?\b/i, "A card that your opponent puts in your way: as many are drawn as you have people in the attempt, less those beneath the mission.", "2E-10.21"),
  term("stopped", /\bstopped\b/i, "A stopped card can do nothing more until the turn ends.", "2E-13.3"),
  term("points", /\bpoints\b/i, "100 points, a planet mission and a space mission completed win the game.", "2E-21.3"),
];

export const OFTEN = 5;

/** The sentence in pieces: each term at its first place, unless it was underlined often enough before. */
export function pieces(text: string, met: (word: string) => number): (string | { text: string; term: Term })[] {
  const places = TERMS.filter((t) => met(t.word) < OFTEN).map((t) => ({ t, m: t.pattern.exec(text) })).filter((x) => x.m).map((x) => ({ at: x.m!.index, text: x.m![0], term: x.t })).sort((a, b) => a.at - b.at);
  const out: (string | { text: string; term: Term })[] = [];
  let from = 0;
  for (const p of places) {
    if (p.at < from) continue;
    if (p.at > from) out.push(text.slice(from, p.at));
    out.push({ text: p.text, term: p.term });
    from = p.at + p.text.length;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}
