/** Where the words of a citation stand in its source. */
export interface Span {
  start: number;
  end: number;
}

const ENDS = /[.!?。？！](?=\s|$)|[。？！]|\n/g;

/** Sentences of a text, as spans without the blanks around them. "3.14" and "v1.2" are not cut. */
export function sentences(text: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  for (const end of [
    ...[...text.matchAll(ENDS)].map((match) => match.index + match[0].length),
    text.length,
  ]) {
    const piece = text.slice(start, end);
    const trimmed = piece.trim();
    if (trimmed) {
      const from = start + piece.indexOf(trimmed);
      found.push({ start: from, end: from + trimmed.length });
    }
    start = end;
  }
  return found;
}

/** Share of the claim's letter pairs that a sentence must hold to be taken for its source. */
const ENOUGH = 0.35;

/**
 * The place in `content` that says what `claim` says: the same words if they are there, else the sentence that
 * shares most pairs of letters with it; null where none shares enough.
 */
export function locate(content: string, claim: string): Span | null {
  const wanted = claim.trim();
  if (!wanted) return null;
  const exact = content.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  const pairs = pairsOf(wanted);
  if (pairs.size === 0) return null;
  let best: Span | null = null;
  let most = ENOUGH;
  for (const span of sentences(content)) {
    const own = pairsOf(content.slice(span.start, span.end));
    let shared = 0;
    for (const pair of pairs) if (own.has(pair)) shared += 1;
    const share = shared / pairs.size;
    if (share > most) {
      most = share;
      best = span;
    }
  }
  return best;
}

function pairsOf(text: string): Set<string> {
  const letters = [...text.normalize("NFKC").toLocaleLowerCase()].filter((letter) =>
    /[\p{L}\p{N}]/u.test(letter),
  );
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
