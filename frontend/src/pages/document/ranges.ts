import type { Span } from "@/components/markdown/claims";
import type { Range } from "@/evidence/queries";

/** What a mark is for: its `index` as `Markdown` draws it. */
export const CITED = 0;
export const HOVERED = 1;

/** Turns places of the API (code points) into places of a JavaScript string (UTF-16 units). */
export function unitsOf(text: string): (point: number) => number {
  const pairs = [...text.matchAll(/[\u{10000}-\u{10ffff}]/gu)].map((match, before) => match.index - before);
  // `pairs[n]` is the code point of letter n of those that take two units, as each one before it took one more.
  return (point) => {
    let low = 0;
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return point + low;
  };
}

/** Marks without overlap, in order: what is cited lies over what is hovered. */
export function layers(cited: Range | null, hovered: Range | null): Span[] {
  const found: Span[] = cited ? [{ index: CITED, ...cited }] : [];
  if (!hovered) return found;
  const cut = cited && cited.start < hovered.end && hovered.start < cited.end;
  const rest = cut
    ? [
        { start: hovered.start, end: cited.start },
        { start: cited.end, end: hovered.end },
      ]
    : [hovered];
  for (const part of rest) if (part.start < part.end) found.push({ index: HOVERED, ...part });
  return found.sort((one, other) => one.start - other.start);
}

/** Index of the part of a text that holds a place, by where each part ends. */
export function partAt(ends: readonly number[], place: number): number {
  const found = ends.findIndex((end) => end > place);
  return found < 0 ? ends.length - 1 : found;
}

/** `?start=…&end=…` of an address; null where it names no part. */
export function rangeIn(query: string): Range | null {
  const asked = new URLSearchParams(query);
  const [start, end] = [asked.get("start"), asked.get("end")].map((each) => Number(each ?? Number.NaN));
  if (!Number.isInteger(start) || !Number.isInteger(end)) return null;
  const range = { start: start as number, end: end as number };
  return range.start >= 0 && range.start < range.end ? range : null;
}

/** Words of a part of the text that a chunk was cut from; "" where it reaches beyond. */
export function wordsIn(chunk: { start: number; end: number; original: string }, range: Range): string {
  if (range.start < chunk.start || range.end > chunk.end) return "";
  return [...chunk.original].slice(range.start - chunk.start, range.end - chunk.start).join("");
}
