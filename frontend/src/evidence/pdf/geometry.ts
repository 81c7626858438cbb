import type { PageViewport } from "pdfjs-dist";

/** Left, bottom, right, top in PDF points, y upward: as the API tells the lines of a passage. */
export type Box = readonly number[];

/** A place on a drawn page, in hundredths of its width and height from the upper left. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Boxes of a page as places on it, turned as the page is turned. */
export function placesOf(
  boxes: readonly Box[],
  viewport: Pick<PageViewport, "width" | "height" | "convertToViewportRectangle">,
): Place[] {
  return boxes.map((box) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle([...box]) as number[];
    return {
      left: (Math.min(x1, x2) / viewport.width) * 100,
      top: (Math.min(y1, y2) / viewport.height) * 100,
      width: (Math.abs(x2 - x1) / viewport.width) * 100,
      height: (Math.abs(y2 - y1) / viewport.height) * 100,
    };
  });
}

/** Letters of a sentence that must be found together where it is not found whole. */
const BEGINNING = 16;

/**
 * Which pieces of a page's text hold `sentence`; letters and digits alone are compared, because lines, blanks and
 * Markdown part them differently. Where a page ends within it, its beginning counts. None where it is not there.
 */
export function piecesWith(pieces: readonly string[], sentence: string): number[] {
  const letters: string[] = [];
  const owners: number[] = [];
  pieces.forEach((piece, index) => {
    for (const letter of lettersOf(piece)) {
      letters.push(letter);
      owners.push(index);
    }
  });
  const text = letters.join("");
  const wanted = lettersOf(sentence).join("");
  for (const sought of [wanted, wanted.slice(0, BEGINNING)]) {
    const at = sought ? text.indexOf(sought) : -1;
    if (at >= 0) return [...new Set(owners.slice(at, at + sought.length))];
  }
  return [];
}

/** UTF-16 units, so that a place in the joined text is a place in the list. */
function lettersOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .split("");
}
