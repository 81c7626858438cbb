import { useQuery } from "@tanstack/react-query";
import { api, type Schema, unwrap } from "@/api/client";
import type { Box } from "./pdf/geometry";
import { openPdf } from "./pdf/pdf";

export type Document = Schema<"DocumentOut">;
/** A chunk; `page_range` is its first and last page. */
export type Chunk = Omit<Schema<"ChunkOut">, "page_range"> & { page_range: readonly number[] | null };

/** The lines of a passage on a page. */
export interface PageBoxes {
  page: number;
  boxes: readonly Box[];
}

/** A part of a document's text, in code points. */
export interface Range {
  start: number;
  end: number;
}

export const documentKey = (document: string) => ["document", document] as const;

export function useDocument(base: string, document: string) {
  return useQuery({
    queryKey: documentKey(document),
    queryFn: () =>
      unwrap(
        api.GET("/api/v1/knowledge-bases/{base}/documents/{document}", {
          params: { path: { base, document } },
        }),
      ),
    enabled: base !== "" && document !== "",
    retry: false,
  });
}

export function usePdf(document: string, enabled: boolean) {
  return useQuery({
    queryKey: ["pdf", document],
    queryFn: () => openPdf(document),
    enabled,
    // `openPdf` keeps the files; a copy here would outlive the one that it closes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
}

/** Pages and lines of a passage; asked of the server, which looks into the file. */
export function useHighlights(document: string, range: Range | null) {
  return useQuery({
    queryKey: ["highlights", document, range?.start, range?.end],
    queryFn: () =>
      unwrap(
        api.GET("/api/v1/documents/{document}/highlights", {
          params: { path: { document }, query: { start: range?.start ?? 0, end: range?.end ?? 1 } },
        }),
      ),
    enabled: range !== null,
    staleTime: 60_000,
    select: (found) => found.pages,
  });
}

export const chunkKey = (chunk: string) => ["chunk", chunk] as const;

export function useChunk(chunk: string, enabled = true) {
  return useQuery({
    queryKey: chunkKey(chunk),
    queryFn: () => unwrap(api.GET("/api/v1/chunks/{chunk_id}", { params: { path: { chunk_id: chunk } } })),
    enabled: enabled && chunk !== "",
  });
}

export function isPdf(document: Document | undefined): boolean {
  return document?.media_type === "application/pdf";
}
