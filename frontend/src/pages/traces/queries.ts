import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Schema, unwrap } from "@/api/client";
import { type Filter, queryOf } from "./filter";
import type { Trace } from "./trace";

export type Head = Schema<"TraceHeadOut">;
export type Summary = Schema<"TraceSummaryOut">;
export type Replay = Schema<"ReplayOut">;

/** Fetched at once; the table asks for more at its end. */
const PAGE = 100;

export const tracesKey = (filter: Filter) => ["traces", "list", filter] as const;
export const summaryKey = (filter: Filter) => ["traces", "summary", filter] as const;
export const traceKey = (trace: string) => ["traces", "one", trace] as const;

export function useTraces(filter: Filter) {
  const query = useInfiniteQuery({
    queryKey: tracesKey(filter),
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/v1/traces", {
          params: {
            query: { ...queryOf(filter), limit: PAGE, ...(pageParam ? { after: pageParam } : {}) },
          },
        }),
      ),
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0, // an answer of a moment ago is among them
  });
  const traces = useMemo(() => query.data?.pages.flatMap((page) => page.traces), [query.data]);
  return { ...query, traces };
}

export function useSummary(filter: Filter) {
  return useQuery({
    queryKey: summaryKey(filter),
    queryFn: () => unwrap(api.GET("/api/v1/traces/summary", { params: { query: queryOf(filter) } })),
    staleTime: 0,
  });
}

export function useTrace(trace: string) {
  return useQuery({
    queryKey: traceKey(trace),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await unwrap(api.GET("/api/v1/traces/{trace}", { params: { path: { trace } } })))
        .trace as unknown as Trace,
  });
}

export function useReplay(trace: string) {
  return useMutation({
    mutationFn: (verifyOnly: boolean) =>
      unwrap(
        api.POST("/api/v1/traces/{trace}/replay", {
          params: { path: { trace } },
          body: { verify_only: verifyOnly },
        }),
      ),
  });
}
