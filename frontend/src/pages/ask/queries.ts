import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Schema, unwrap } from "@/api/client";

export type Session = Schema<"SessionOut">;
export type Message = Schema<"MessageOut">;

export const sessionsKey = ["sessions"] as const;
export const messagesKey = (session: string) => ["sessions", session, "messages"] as const;

export function useSessions() {
  const query = useInfiniteQuery({
    queryKey: sessionsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/v1/sessions", {
          params: { query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const sessions = useMemo(() => query.data?.pages.flatMap((page) => page.sessions), [query.data]);
  return { ...query, sessions };
}

/** The newest messages of a session, oldest first. */
export function useMessages(session: string | undefined) {
  return useQuery({
    queryKey: messagesKey(session ?? ""),
    queryFn: () =>
      unwrap(
        api.GET("/api/v1/sessions/{session}/messages", {
          params: { path: { session: session ?? "" }, query: { limit: 200 } },
        }),
      ),
    enabled: session !== undefined,
  });
}

export function useCreateSession() {
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/v1/sessions", { body: {} as Schema<"SessionIn"> })),
  });
}

export function useStop() {
  return useMutation({
    mutationFn: ({ session, messageId }: { session: string; messageId: string }) =>
      unwrap(
        api.POST("/api/v1/sessions/{session_id}/stop", {
          params: { path: { session_id: session } },
          body: { message_id: messageId },
        }),
      ),
  });
}

export type Vote = "up" | "down";

interface Voting {
  message: string;
  /** `null` takes the vote back. */
  value: Vote | null;
  reason: string;
}

/**
 * The vote on a message. It shows at once and until the server has it, whatever is fetched meanwhile; votes on one
 * message are sent one after another in the order of the clicks, so that the last one stays.
 */
export function useVote(session: string, message: string, stored: Vote | null) {
  const queries = useQueryClient();
  const mutationKey = ["vote", message];
  const mutation = useMutation({
    mutationKey,
    scope: { id: `vote:${message}` },
    mutationFn: async ({ message, value, reason }: Voting) => {
      const params = { path: { message } };
      await (value === null
        ? api.DELETE("/api/v1/messages/{message}/feedback", { params })
        : api.PUT("/api/v1/messages/{message}/feedback", { params, body: { value, reason } }));
    },
    onSettled: async () => {
      if (queries.isMutating({ mutationKey }) > 1) return; // the next vote is told sooner, and asks then
      await queries.invalidateQueries({ queryKey: messagesKey(session) });
    },
  });
  const sending = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: (each) => each.state.variables as Voting,
  });
  const shown = (votes: readonly Voting[]): Vote | null => {
    const last = votes.at(-1);
    return last ? last.value : stored;
  };
  return {
    ...mutation,
    shown: shown(sending),
    /** What is chosen at this moment: a second click may come before the page is drawn anew. */
    now: () =>
      shown(
        queries
          .getMutationCache()
          .findAll({ mutationKey, status: "pending" })
          .map((each) => each.state.variables as Voting),
      ),
  };
}

type Pages = InfiniteData<Schema<"SessionsOut">, string | undefined>;

/** What of a session is known to have changed, in the list that is shown. */
export function useRetitle() {
  const queries = useQueryClient();
  return (session: string, to: Partial<Session>) =>
    queries.setQueryData<Pages>(
      sessionsKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            sessions: page.sessions.map((each) => (each.id === session ? { ...each, ...to } : each)),
          })),
        },
    );
}

/** Renames, pins or lets go; shown at once. */
export function useChangeSession() {
  const queries = useQueryClient();
  const retitle = useRetitle();
  return useMutation({
    mutationFn: ({ id, title, pinned }: { id: string; title?: string; pinned?: boolean }) => {
      const params = { path: { session: id } };
      if (title !== undefined) {
        return unwrap(
          api.PUT("/api/v1/sessions/{session}", { params, body: { title } as Schema<"SessionPut"> }),
        );
      }
      return pinned
        ? unwrap(api.POST("/api/v1/sessions/{session}/pin", { params }))
        : unwrap(api.DELETE("/api/v1/sessions/{session}/pin", { params }));
    },
    onMutate: ({ id, ...to }) => retitle(id, to),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey, exact: true }),
  });
}

/** Messages that hold the words, newest first. */
export function useMessageSearch(sought: string) {
  return useQuery({
    queryKey: ["messages", "search", sought],
    queryFn: () =>
      unwrap(api.GET("/api/v1/messages/search", { params: { query: { query: sought, limit: 30 } } })),
    enabled: sought !== "",
    placeholderData: keepPreviousData,
  });
}

/** A session with the settings of its last question. */
export function useSession(session: string | undefined) {
  return useQuery({
    queryKey: ["sessions", session ?? "", "itself"],
    queryFn: () =>
      unwrap(api.GET("/api/v1/sessions/{session}", { params: { path: { session: session ?? "" } } })),
    enabled: session !== undefined,
  });
}

export function useAssistants() {
  return useQuery({ queryKey: ["assistants"], queryFn: () => unwrap(api.GET("/api/v1/assistants")) });
}

export function useBases() {
  return useQuery({ queryKey: ["bases"], queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases")) });
}

/** How each base is filed: tags, and how many documents there are. */
export function useFiling(bases: readonly string[], options: { every?: number } = {}) {
  return useQueries({
    queries: bases.map((base) => ({
      queryKey: ["bases", base, "filing"],
      queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases/{base}/filing", { params: { path: { base } } })),
      ...(options.every ? { refetchInterval: options.every } : {}),
    })),
  });
}

/** Documents of the bases whose name holds `name`. */
export function useDocumentChoices(bases: readonly string[], name: string) {
  return useQueries({
    queries: bases.map((base) => ({
      queryKey: ["bases", base, "choices", name],
      queryFn: () =>
        unwrap(
          api.GET("/api/v1/knowledge-bases/{base}/documents", {
            params: { path: { base }, query: { name, status: ["ready"], limit: 30 } },
          }),
        ),
      placeholderData: keepPreviousData,
    })),
  });
}

/** After a turn: its messages, and the list, where it has moved up and may have a title. */
export function useRefresh() {
  const queries = useQueryClient();
  return async (session: string) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: messagesKey(session) }),
      queries.invalidateQueries({ queryKey: sessionsKey, exact: true }),
    ]);
  };
}
