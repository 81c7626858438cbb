import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Schema, unwrap } from "@/api/client";

export type Base = Schema<"BaseOut">;
export type Document = Schema<"DocumentOut">;

/** Documents fetched at once; the table asks for more at its end. */
const PAGE = 500;

export const basesKey = ["bases"] as const;
export const documentsKey = (base: string) => ["bases", base, "documents"] as const;

export function useBases() {
  return useQuery({ queryKey: basesKey, queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases")) });
}

export function useCreateBase() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (made: { name: string; kind: "document" | "faq" }) =>
      unwrap(api.POST("/api/v1/knowledge-bases", { body: made as Schema<"BaseIn"> })),
    onSuccess: () => queries.invalidateQueries({ queryKey: basesKey, exact: true }),
  });
}

/** Documents of a base, newest first, with how many there are in all and how many stand where. */
export function useDocuments(base: string) {
  const query = useInfiniteQuery({
    queryKey: documentsKey(base),
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      const { data, response } = await api.GET("/api/v1/knowledge-bases/{base}/documents", {
        params: {
          path: { base },
          query: { order: "created", descending: true, offset: pageParam, limit: PAGE },
        },
      });
      return { documents: data ?? [], total: Number(response.headers.get("X-Total-Count") ?? 0) };
    },
    getNextPageParam: (last, pages) => {
      const had = pages.reduce((sum, page) => sum + page.documents.length, 0);
      return last.documents.length > 0 && had < last.total ? had : undefined;
    },
  });
  const documents = useMemo(() => query.data?.pages.flatMap((page) => page.documents), [query.data]);
  return { ...query, documents };
}

/** Reads documents again from the files that were uploaded. */
export function useRetry(base: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (documents: readonly string[]) =>
      Promise.all(
        documents.map((document) =>
          unwrap(
            api.POST("/api/v1/knowledge-bases/{base}/documents/{document}/reparse", {
              params: { path: { base, document } },
            }),
          ),
        ),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: documentsKey(base) }),
  });
}
