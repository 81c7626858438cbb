import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schema, unwrap } from "@/api/client";
import type { Config } from "./cuts";

export type Base = Schema<"BaseOut">;

export function useBases() {
  return useQuery({ queryKey: ["bases"], queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases")) });
}

/** What a text becomes; nothing is stored. */
export function usePreview(text: string, config: Config, enabled: boolean) {
  return useQuery({
    queryKey: ["preview", text, config],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/chunker/preview", {
          body: { text, chunking_config: config as Schema<"ChunkingIn"> },
          signal,
        }),
      ),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

/** Every setting as it acts on what is added to a base now. */
export function useChunking(base: string) {
  return useQuery({
    queryKey: ["bases", base, "chunking"],
    queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases/{base}/chunking", { params: { path: { base } } })),
    enabled: base !== "",
  });
}

/** Ready documents of a base whose name holds `name`. */
export function useChoices(base: string, name: string) {
  return useQuery({
    queryKey: ["bases", base, "choices", name],
    queryFn: () =>
      unwrap(
        api.GET("/api/v1/knowledge-bases/{base}/documents", {
          params: { path: { base }, query: { name, status: ["ready"], limit: 30 } },
        }),
      ),
    enabled: base !== "",
    placeholderData: keepPreviousData,
  });
}

export function useTextOf() {
  return useMutation({
    mutationFn: (document: string) =>
      unwrap(api.GET("/api/v1/documents/{document}/text", { params: { path: { document } } })),
  });
}

/** Makes a setting that of a base, and reads its documents again where that is wanted. */
export function useApply() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ base, config, again }: { base: string; config: Config; again: boolean }) => {
      const params = { path: { base } };
      await unwrap(
        api.PATCH("/api/v1/knowledge-bases/{base}", {
          params,
          body: { chunking_config: config } as unknown as Schema<"BasePatch">,
        }),
      );
      return again ? unwrap(api.POST("/api/v1/knowledge-bases/{base}/reparse", { params })) : [];
    },
    onSettled: (_told, _error, { base }) => queries.invalidateQueries({ queryKey: ["bases", base] }),
  });
}
