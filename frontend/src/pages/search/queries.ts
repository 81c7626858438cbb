import { useQuery } from "@tanstack/react-query";
import { api, type Schema, unwrap } from "@/api/client";
import type { Source } from "@/evidence/evidence";
import { bodyOf, type Inquiry, type Setting } from "./settings";

export type Found = Schema<"AnswerOut">;

export function useBases() {
  return useQuery({ queryKey: ["bases"], queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases")) });
}

/** One question under one setting, with the account of every candidate; asked once for each address. */
export function useInspection(inquiry: Inquiry, setting: Setting | null) {
  const body = setting && bodyOf(inquiry, setting);
  return useQuery({
    queryKey: ["inspection", setting?.how, setting?.rerank, body],
    enabled: body !== null && body.query.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Found> => {
      if (!body || !setting) throw new TypeError("no question");
      const asked =
        setting.how === "answer"
          ? api.POST("/api/v1/answer", { body: body as Schema<"AnswerBody">, signal })
          : api.POST("/api/v1/retrieve", {
              body: { ...body, rerank: setting.rerank } as Schema<"RetrieveBody">,
              signal,
            });
      // The client makes lists of pairs, and `/answer` could be a stream: neither is so here.
      return (await asked).data as unknown as Found;
    },
  });
}

/** What a candidate says: as the answer has it, or the chunk itself where it left on the way. */
export async function sourceOf(
  chunkId: string,
  found: readonly Found[],
  bases: readonly string[],
): Promise<Source> {
  const sources = found.flatMap((each) => [...each.sources, ...(each.nearest ?? [])]);
  const source = sources.find((each) => each.chunk_id === chunkId);
  if (source) {
    return {
      chunkId,
      chunkIds: source.chunk_ids,
      documentId: source.document_id,
      document: source.document,
      baseId: source.base_id,
      place: source.place,
      pages: source.page_range,
      content: source.content,
      label: source.label,
      score: source.rerank_score ?? source.score,
      matchType: source.match_type,
      inForce: source.in_force,
      url: source.url ?? "",
    };
  }
  const chunk = await unwrap(
    api.GET("/api/v1/chunks/{chunk_id}", { params: { path: { chunk_id: chunkId } } }),
  );
  return {
    chunkId,
    chunkIds: [chunkId],
    documentId: chunk.document_id,
    document: chunk.document,
    baseId: baseOf(chunk.document_id, sources, bases),
    place: chunk.place,
    pages: chunk.page_range && [chunk.page_range[0] ?? 0, chunk.page_range[1] ?? 0],
    content: chunk.content,
    label: [chunk.document, chunk.place].filter(Boolean).join(", "),
    score: null,
    matchType: "",
    inForce: true,
    url: "",
  };
}

/** A chunk does not tell its base: another source of its document does, or there is but one. */
function baseOf(document: string, sources: readonly Schema<"SourceOut">[], bases: readonly string[]): string {
  const beside = sources.find((each) => each.document_id === document);
  return beside?.base_id ?? (bases.length === 1 ? (bases[0] ?? "") : "");
}
