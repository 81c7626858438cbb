/** The tags by which an answer cites; `src/pincite/citations/expand.py` writes them and lets no other through. */
export interface Citation {
  /** Chunk of a document; "" for a page of the web. */
  chunkId: string;
  document: string;
  baseId: string;
  /** Page of the web; "" for a document. */
  url: string;
  /** The sentence before the tag, without marks. */
  claim: string;
}

export interface Cited {
  /** The text, where `OPEN number CLOSE` stands for each citation. */
  text: string;
  citations: Citation[];
  /** Where a code point of the answer, tags included, stands in `text`; inside of a tag, before its mark. */
  place: (codePoint: number) => number;
}

/** Noncharacters (Unicode 23.7): no text may hold them, so nothing that a document says looks like a citation. */
export const OPEN = "\uFDD0";
export const CLOSE = "\uFDD1";

const TAG = /<(kb|web)((?: [a-z_]+="[^"<>]*")*) ?\/>/g;
const ATTRIBUTE = /([a-z_]+)="([^"<>]*)"/g;
/** A tag whose end has not come yet. */
const BEGUN = /<(?:k|kb|kb [^<>]*|w|we|web|web [^<>]*)?$/;
const STRAY = /[\uFDD0\uFDD1]/g;

/** Citations of an answer, in order. While it streams a tag that was begun is held back. */
export function readCitations(answer: string, streaming = false): Cited {
  const clean = answer.replace(STRAY, "");
  const whole = streaming ? clean.replace(BEGUN, "") : clean;
  const citations: Citation[] = [];
  const parts: Part[] = [];
  let said = "";
  let text = "";
  let end = 0;
  for (const match of whole.matchAll(TAG)) {
    const before = whole.slice(end, match.index);
    said += before;
    const kept = before.replace(/ +$/, "");
    parts.push({ start: end, end: end + kept.length, at: text.length });
    text += `${kept}${OPEN}${citations.length}${CLOSE}`;
    citations.push(citationOf(match[1] ?? "", match[2] ?? "", lastSentence(said)));
    end = match.index + match[0].length;
  }
  parts.push({ start: end, end: whole.length, at: text.length });
  return {
    text: text + whole.slice(end),
    citations,
    place: (codePoint) => placeOf(parts, unitOf(answer, codePoint)),
  };
}

/** A stretch of the answer between two tags, and where it begins in the text. */
interface Part {
  start: number;
  end: number;
  at: number;
}

function placeOf(parts: readonly Part[], unit: number): number {
  const part = parts.findLast((each) => each.start <= unit) ?? { start: 0, end: 0, at: 0 };
  return part.at + Math.min(unit, part.end) - part.start;
}

/** The server counts code points; a string counts an emoji twice, and has lost what looked like our marks. */
function unitOf(text: string, codePoint: number): number {
  let unit = 0;
  let lost = 0;
  for (let counted = 0; counted < codePoint && unit < text.length; counted += 1) {
    const point = text.codePointAt(unit) ?? 0;
    if (point === 0xfdd0 || point === 0xfdd1) lost += 1;
    unit += point > 0xffff ? 2 : 1;
  }
  return unit - lost;
}

/** An answer as a person would copy it: without tags. */
export function withoutCitations(answer: string): string {
  return answer.replace(TAG, "").replace(/ +([.,。]|$)/gm, "$1");
}

function citationOf(kind: string, attributes: string, claim: string): Citation {
  const read = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map((match) => [match[1] ?? "", unescaped(match[2] ?? "")]),
  );
  const at = (name: string) => read.get(name) ?? "";
  return kind === "web"
    ? { chunkId: "", document: at("title") || at("url"), baseId: "", url: at("url"), claim }
    : { chunkId: at("chunk_id"), document: at("doc"), baseId: at("kb_id"), url: "", claim };
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&#34;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function unescaped(value: string): string {
  return value.replace(/&(?:lt|gt|#34|#39|amp);/g, (entity) => ESCAPES[entity] ?? entity);
}

/** Characters before a tag among which its sentence is looked for; as the server does. */
const LONGEST = 1000;
const SENTENCE = /(?:^|[.!?。？！]\s|[。？！]|\n)((?:(?![.!?]\s|[。？！\n]).)+[.!?。？！]?)\s*$/s;

function lastSentence(said: string): string {
  const found = SENTENCE.exec(said.slice(-LONGEST))?.[1] ?? "";
  return found
    .replace(/^[\s>#*\-|]+|^\d+[.)]\s+/g, "")
    .replace(/[*_`]+/g, "")
    .trim();
}
