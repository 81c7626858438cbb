import type { Pin, Stop } from "./evidence";
import type { Box } from "./pdf/geometry";
import { isPdf, type PageBoxes, type Range, useChunk, useDocument, useHighlights } from "./queries";
import { locate } from "./sentences";

/** Where a citation stands in its document, as far as it is known by now. */
export interface Cited {
  /** Null where the source is no document: an entry of an FAQ, a page of the web. */
  link: string | null;
  /** Whether `page` can be drawn. */
  drawn: boolean;
  /** From 1. */
  page: number;
  /** Lines on `page`. */
  boxes: readonly Box[];
  sentence: string;
}

/** The place of a stop: as the server pinned it, else by its words in the chunk. */
export function useCited({ source, sentence, pin }: Stop): Cited {
  const known = useDocument(source.url ? "" : source.baseId, source.documentId);
  const wanted = known.isSuccess && !pin && sentence !== "";
  const chunk = useChunk(source.chunkId, wanted).data;
  const found: Range | null = pin ?? (wanted && chunk ? rangeOf(chunk, sentence) : null);
  const pdf = isPdf(known.data) && source.pages !== null;
  const wants = pdf && !pin?.boxes.length;
  const asked = useHighlights(source.documentId, wants ? found : null);
  const pages: readonly PageBoxes[] = pin?.boxes.length ? pin.boxes : (asked.data ?? []);
  const lines = pages.find((each) => each.boxes.length > 0) ?? pages[0];
  return {
    link: known.isSuccess
      ? linkTo(source.baseId, source.documentId, pin?.chunkId ?? source.chunkId, found)
      : null,
    drawn: pdf,
    page: lines?.page ?? source.pages?.[0] ?? 1,
    boxes: lines?.boxes ?? [],
    // Its words are looked for on the page only where no lines are known, and not while they are asked for.
    sentence: wants && asked.isLoading ? "" : sentence,
  };
}

/** Address of the page of a document, opened at a chunk and a part of the text. */
export function linkTo(base: string, document: string, chunk = "", range: Range | null = null): string {
  const asked = new URLSearchParams();
  if (chunk) asked.set("chunk", chunk);
  if (range) {
    asked.set("start", String(range.start));
    asked.set("end", String(range.end));
  }
  const query = asked.toString();
  return `/documents/${encodeURIComponent(base)}/${encodeURIComponent(document)}${query && `?${query}`}`;
}

/** Where a sentence of a chunk stands in the document; null where the chunk does not say it as it was cut. */
export function rangeOf(chunk: { start: number; original: string }, sentence: string): Range | null {
  const span = locate(chunk.original, sentence);
  if (!span) return null;
  const points = (end: number) => [...chunk.original.slice(0, end)].length;
  return { start: chunk.start + points(span.start), end: chunk.start + points(span.end) };
}

/** A pin of the API as the pane takes it; undefined of a page of the web. */
export function pinOf(pin: {
  chunk_id: string;
  start?: number | null;
  end?: number | null;
  boxes?: readonly PageBoxes[];
}): Pin | undefined {
  if (typeof pin.start !== "number" || typeof pin.end !== "number") return undefined;
  return { chunkId: pin.chunk_id, start: pin.start, end: pin.end, boxes: pin.boxes ?? [] };
}
