import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { api, type Schema, unwrap } from "@/api/client";
import { type Chunk, chunkKey, useChunk } from "@/evidence/queries";

export type Revision = Schema<"RevisionOut"> | Schema<"CutOut">;

/** Chunks fetched at once: the most that the server gives. */
const PAGE = 500;
/** Milliseconds after which a chunk that is on its way into the index is looked at again. */
const AGAIN = 1_500;

const chunksKey = (document: string) => ["document", document, "chunks"] as const;
const revisionsKey = (chunk: string) => ["chunk", chunk, "revisions"] as const;

/** Every chunk of a document in its order; what is there is shown while the rest comes. */
export function useChunks(base: string, document: string, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: chunksKey(document),
    initialPageParam: 0,
    enabled,
    staleTime: 60_000,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/v1/knowledge-bases/{base}/documents/{document}/chunks", {
          params: { path: { base, document }, query: { offset: pageParam, limit: PAGE } },
        }),
      ),
    getNextPageParam: (last) =>
      last.chunks.length > 0 && last.offset + last.chunks.length < last.total
        ? last.offset + last.chunks.length
        : undefined,
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const chunks = useMemo(() => query.data?.pages.flatMap((page) => page.chunks) ?? [], [query.data]);
  return { ...query, chunks };
}

/** Puts a chunk, as the server told it last, in its place in the list. */
function useTaken(document: string): (chunk: Chunk) => void {
  const queries = useQueryClient();
  return useMemo(
    () => (chunk) => {
      queries.setQueryData<InfiniteData<{ chunks: Chunk[] }>>(
        chunksKey(document),
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              chunks: page.chunks.map((each) => (each.id === chunk.id ? chunk : each)),
            })),
          },
      );
    },
    [queries, document],
  );
}

/** Looks at a chunk until its change has reached the index. */
export function useIndexed(chunk: Chunk): void {
  const take = useTaken(chunk.document_id);
  const { data, refetch, dataUpdatedAt } = useChunk(chunk.id, chunk.indexing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that says "not yet" asks for another.
  useEffect(() => {
    if (!chunk.indexing) return;
    if (data && !data.indexing && data.revision === chunk.revision) {
      take(data);
      return;
    }
    const timer = setTimeout(() => void refetch(), AGAIN);
    return () => clearTimeout(timer);
  }, [chunk, data, dataUpdatedAt, refetch, take]);
}

export type Change =
  | { kind: "edit"; content: string }
  | { kind: "switch"; disabled: boolean }
  | { kind: "rollback"; to: number };

export function useChange(chunk: Chunk) {
  const queries = useQueryClient();
  const take = useTaken(chunk.document_id);
  const path = { chunk_id: chunk.id };
  return useMutation({
    mutationFn: (change: Change) =>
      unwrap(
        change.kind === "rollback"
          ? api.POST("/api/v1/chunks/{chunk_id}/rollback", {
              params: { path },
              body: { to: change.to, revision: chunk.revision },
            })
          : api.PATCH("/api/v1/chunks/{chunk_id}", {
              params: { path },
              body: {
                revision: chunk.revision,
                ...(change.kind === "edit" ? { content: change.content } : { disabled: change.disabled }),
              },
            }),
      ),
    onSuccess: (changed) => {
      take(changed);
      void queries.invalidateQueries({ queryKey: chunkKey(chunk.id) });
    },
  });
}

export function useRevisions(chunk: string) {
  return useQuery({
    queryKey: revisionsKey(chunk),
    queryFn: () =>
      unwrap(api.GET("/api/v1/chunks/{chunk_id}/revisions", { params: { path: { chunk_id: chunk } } })),
  });
}

export function useTimeline(base: string, document: string) {
  return useQuery({
    queryKey: ["document", document, "timeline"],
    queryFn: () =>
      unwrap(
        api.GET("/api/v1/knowledge-bases/{base}/documents/{document}/timeline", {
          params: { path: { base, document } },
        }),
      ),
  });
}

export function useDocumentText(document: string) {
  return useQuery({
    queryKey: ["document", document, "text"],
    queryFn: () => unwrap(api.GET("/api/v1/documents/{document}/text", { params: { path: { document } } })),
    staleTime: 60_000,
    select: (found) => found.text,
  });
}
