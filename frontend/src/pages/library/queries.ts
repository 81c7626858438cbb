import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Schema, unwrap } from "@/api/client";
import { type Filter, queryOf } from "./filter";

export type Base = Schema<"BaseOut">;
export type Document = Schema<"DocumentOut">;
export type Filing = Schema<"FilingOut">;
export type Failure = Schema<"BatchRow">;

/** Documents fetched at once; the table asks for more at its end. */
const PAGE = 500;

export const basesKey = ["bases"] as const;
/** All that is known of the documents of a base: the lists, and how they are filed. */
export const baseKey = (base: string) => ["bases", base] as const;

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
export function useDocuments(base: string, filter: Filter) {
  const query = useInfiniteQuery({
    queryKey: [...baseKey(base), "documents", filter],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }) => {
      const { data, response } = await api.GET("/api/v1/knowledge-bases/{base}/documents", {
        params: {
          path: { base },
          query: {
            ...queryOf(filter),
            order: "created",
            descending: true,
            offset: pageParam,
            limit: PAGE,
          },
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
    onSettled: () => queries.invalidateQueries({ queryKey: baseKey(base) }),
  });
}

/** Folders and tags of a base with the number of their documents. */
export function useFiling(base: string) {
  return useQuery({
    queryKey: [...baseKey(base), "filing"],
    queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases/{base}/filing", { params: { path: { base } } })),
  });
}

export type Change =
  | { action: "change"; change: Partial<Schema<"DocumentPatch">> }
  | { action: "delete" }
  | { action: "reparse" };

/** One change of many documents; the answer tells of each whether it was done. */
export function useBatch(base: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ documents, change }: { documents: readonly string[]; change: Change }) =>
      unwrap(
        api.POST("/api/v1/knowledge-bases/{base}/batch", {
          params: { path: { base } },
          // What is left out stays as it is; the types of the API do not know that.
          body: { ...change, select: { documents } } as unknown as Schema<"BatchIn">,
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: baseKey(base) }),
  });
}
