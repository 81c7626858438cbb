import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schema, unwrap } from "@/api/client";

export type Assistant = Schema<"AssistantOut">;
export type Prompt = Schema<"PromptOut">;

const assistantsKey = ["assistants"] as const;

export function useAssistants() {
  return useQuery({ queryKey: assistantsKey, queryFn: () => unwrap(api.GET("/api/v1/assistants")) });
}

export function useBases() {
  return useQuery({ queryKey: ["bases"], queryFn: () => unwrap(api.GET("/api/v1/knowledge-bases")) });
}

export function usePrompts() {
  return useQuery({
    queryKey: ["prompts"],
    queryFn: () => unwrap(api.GET("/api/v1/prompts")),
    staleTime: 60_000,
  });
}

/** Makes an assistant, or writes one in the place of what it was. */
export function useWrite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: Schema<"AssistantIn"> }) =>
      unwrap(
        id === null
          ? api.POST("/api/v1/assistants", { body })
          : api.PUT("/api/v1/assistants/{assistant}", { params: { path: { assistant: id } }, body }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: assistantsKey }),
  });
}

export function useDelete() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE("/api/v1/assistants/{assistant}", { params: { path: { assistant: id } } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: assistantsKey }),
  });
}
