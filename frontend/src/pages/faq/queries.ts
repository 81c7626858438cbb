import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { API, api, request, type Schema, unwrap } from "@/api/client";
import type { Entry } from "./entry";

export type Imported = Schema<"FaqImportOut">;

/** Entries fetched at once: the most that the server gives. */
const PAGE = 200;
/** Milliseconds after which entries that are on their way into the index are looked at again. */
const AGAIN = 1_500;

const entriesKey = (base: string) => ["bases", base, "faq"] as const;

export interface Sought {
  search: string;
  tag: string;
  enabled: "" | "on" | "off";
}

export function useBase(base: string) {
  return useQuery({
    queryKey: ["bases", base, "itself"],
    queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases/{base}", { params: { path: { base } } })),
    retry: false,
  });
}

export function useEntries(base: string, { search, tag, enabled }: Sought) {
  const query = useInfiniteQuery({
    queryKey: [...entriesKey(base), { search, tag, enabled }],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/v1/knowledge-bases/{base}/faq", {
          params: {
            path: { base },
            query: {
              search,
              ...(tag ? { tag } : {}),
              ...(enabled ? { enabled: enabled === "on" } : {}),
              offset: pageParam,
              limit: PAGE,
            },
          },
        }),
      ),
    getNextPageParam: (last) =>
      last.entries.length > 0 && last.offset + last.entries.length < last.total
        ? last.offset + last.entries.length
        : undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.entries.some((each) => !isSettled(each))) ? AGAIN : false,
  });
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries), [query.data]);
  return { ...query, entries, total: query.data?.pages[0]?.total ?? 0 };
}

export function isSettled(entry: Entry): boolean {
  return entry.status === "ready" || entry.status === "failed";
}

export type Act =
  | { kind: "add"; body: Schema<"FaqIn"> }
  | { kind: "change"; id: string; body: Partial<Schema<"FaqIn">> }
  | { kind: "switch"; ids: readonly string[]; enabled: boolean }
  | { kind: "delete"; ids: readonly string[] };

export function useAct(base: string) {
  const queries = useQueryClient();
  const path = { base };
  return useMutation({
    mutationFn: async (act: Act): Promise<unknown> => {
      if (act.kind === "add")
        return api.POST("/api/v1/knowledge-bases/{base}/faq", { params: { path }, body: act.body });
      if (act.kind === "change")
        return api.PATCH("/api/v1/knowledge-bases/{base}/faq/{entry}", {
          params: { path: { base, entry: act.id } },
          body: act.body as Schema<"FaqPatch">,
        });
      if (act.kind === "switch")
        return api.POST("/api/v1/knowledge-bases/{base}/faq/batch", {
          params: { path },
          body: { ids: [...act.ids], enabled: act.enabled } as Schema<"FaqBatch">,
        });
      return api.POST("/api/v1/knowledge-bases/{base}/faq/batch-delete", {
        params: { path },
        body: { ids: [...act.ids] },
      });
    },
    // A switch shows at once; what the server says of it comes with the list.
    onMutate: (act) => {
      if (act.kind !== "switch") return;
      queries.setQueriesData<InfiniteData<Schema<"FaqPage">>>(
        { queryKey: entriesKey(base) },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              entries: page.entries.map((each) =>
                act.ids.includes(each.id) ? { ...each, enabled: act.enabled } : each,
              ),
            })),
          },
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["bases", base] }),
  });
}

export type Mode = Imported["mode"];

/** Reads a file; with `dry` it says what would happen, and changes nothing. */
export function useImport(base: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, mode, dry }: { file: File; mode: Mode; dry: boolean }): Promise<Imported> => {
      const form = new FormData();
      form.append("file", file);
      form.append("mode", mode);
      form.append("dry_run", String(dry));
      const address = `${API}/knowledge-bases/${encodeURIComponent(base)}/faq/import`;
      return (await request(address, { method: "POST", body: form })).json();
    },
    onSettled: (_done, _error, { dry }) =>
      dry ? undefined : queries.invalidateQueries({ queryKey: ["bases", base] }),
  });
}

/** Changes with the entries, and once more when the index has followed. */
export function stampOf(entries: readonly Entry[]): string {
  const last = entries.reduce((most, each) => Math.max(most, each.updated_at), 0);
  return `${entries.length}:${last}:${entries.every(isSettled)}`;
}

/** Which entries a wording finds, best first; asked again where `stamp` says that they have changed. */
export function useHits(base: string, wording: string, stamp: string) {
  return useQuery({
    queryKey: ["bases", base, "faq-hits", wording, stamp],
    queryFn: () =>
      unwrap(
        api.POST("/api/v1/retrieve", {
          body: { query: wording, bases: [base], top_k: 5 } as Schema<"RetrieveBody">,
        }),
      ),
    enabled: wording !== "",
    placeholderData: keepPreviousData,
    select: (found) => (found as unknown as { sources: readonly Hit[] }).sources,
  });
}

export interface Hit {
  document_id: string;
  label: string;
  rerank_score: number | null;
  score: number;
}

/** All entries as a file, with the key, which a plain link could not send. */
export async function exported(base: string, format: "csv" | "xlsx" | "json"): Promise<Blob> {
  const address = `${API}/knowledge-bases/${encodeURIComponent(base)}/faq/export?format=${format}`;
  return (await request(address)).blob();
}
