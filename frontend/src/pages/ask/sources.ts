import type { Reference } from "@/api/streams";
import type { Citation } from "@/components/markdown/citations";
import { pinOf } from "@/evidence/cited";
import type { Source, Stop } from "@/evidence/evidence";
import type { Details } from "./turns";

export function sourceOf(reference: Reference): Source {
  const web = reference.match_type === "web";
  return {
    chunkId: reference.chunk_id,
    chunkIds: reference.chunk_ids ?? [reference.chunk_id],
    documentId: reference.document_id ?? "",
    document: reference.document ?? "",
    baseId: reference.base_id ?? "",
    place: reference.place ?? "",
    pages: reference.page_range ? [reference.page_range[0], reference.page_range[1]] : null,
    content: reference.content ?? "",
    label: reference.label ?? reference.document ?? "",
    score: reference.rerank_score ?? reference.score ?? null,
    matchType: reference.match_type ?? "",
    inForce: reference.in_force ?? true,
    url: web ? (reference.document_id ?? "") : "",
  };
}

export interface Cite {
  /** From 1, by source in the order of the text; the same source has the same number. */
  number: number;
  citation: Citation;
  /** Null while the source is unknown. */
  stop: Stop | null;
}

/** Each citation of a text with its source and the words that it stands on. */
export function cites(
  messageId: string,
  citations: readonly Citation[],
  sources: readonly Source[],
  details: Details,
): Cite[] {
  const numbers = new Map<string, number>();
  return citations.map((citation, index) => {
    const source = sources.find((each) =>
      citation.url ? each.url === citation.url : each.chunkIds.includes(citation.chunkId),
    );
    const key = source?.chunkId ?? (citation.chunkId || citation.url);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    const found = pinned(citation, details);
    const sentence = found?.text || citation.claim;
    const pin = found?.text ? pinOf(found) : undefined;
    return {
      number,
      citation,
      stop: source ? { id: `${messageId}:${index}`, source, sentence, pin } : null,
    };
  });
}

/** The sentence that the server found under a claim; undefined where it names none. */
function pinned(citation: Citation, details: Details) {
  const same = squeezed(citation.claim);
  const holding = details.citations.filter((each) =>
    each.pins?.some((pin) => pin.chunk_id === citation.chunkId),
  );
  const claim =
    holding.find((each) => same.includes(squeezed(each.claim)) || squeezed(each.claim).includes(same)) ??
    (holding.length === 1 ? holding[0] : undefined);
  return claim?.pins.find((pin) => pin.chunk_id === citation.chunkId);
}

function squeezed(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]/gu, "");
}
