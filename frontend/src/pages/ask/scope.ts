import type { Schema } from "@/api/client";
import { createStore, useStore } from "@/app/store";

/** Where a question is looked up, by whom it is answered, and how. */
export interface Scope {
  /** Ids; none means those of the session, else all. */
  bases: readonly string[];
  documents: readonly string[];
  tags: readonly string[];
  /** ISO day whose versions answer; "" for today's. */
  asOf: string;
  /** Id; "" for the default one. */
  assistant: string;
  /** No text is shown before it is checked. */
  verified: boolean;
}

export const EVERYTHING: Scope = {
  bases: [],
  documents: [],
  tags: [],
  asOf: "",
  assistant: "",
  verified: false,
};

type Turn = Schema<"TurnIn">;
/** What of a scope goes with a question; what is not chosen is left to session, assistant and settings. */
export type ScopeBody = Partial<
  Pick<Turn, "bases" | "documents" | "tags" | "as_of" | "assistant" | "release">
>;

export function bodyOf(scope: Scope): ScopeBody {
  return {
    ...(scope.bases.length > 0 ? { bases: [...scope.bases] } : {}),
    ...(scope.documents.length > 0 ? { documents: [...scope.documents] } : {}),
    ...(scope.tags.length > 0 ? { tags: [...scope.tags] } : {}),
    ...(scope.asOf ? { as_of: scope.asOf } : {}),
    ...(scope.assistant ? { assistant: scope.assistant } : {}),
    ...(scope.verified ? { release: "verified" as const } : {}),
  };
}

/** The scope of the last question, as a session keeps it. */
export function scopeFrom(state: Readonly<Record<string, unknown>>): Scope {
  const list = (name: string) => {
    const found = state[name];
    return Array.isArray(found) ? found.map(String) : [];
  };
  const told = (name: string) => (typeof state[name] === "string" ? (state[name] as string) : "");
  return {
    bases: list("bases"),
    documents: list("documents"),
    tags: list("tags"),
    asOf: told("as_of"),
    assistant: told("assistant"),
    verified: state.release === "verified",
  };
}

/** Whether anything narrows the search. */
export function isNarrow(scope: Scope): boolean {
  return scope.bases.length + scope.documents.length + scope.tags.length > 0 || scope.asOf !== "";
}

/** With `value` where it was missing, without it where it was there. */
export function toggled(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** What was chosen since the page came, by session; "" for a conversation that has not begun. */
const chosen = createStore<ReadonlyMap<string, Scope>>(new Map());

export function useChosenScope(session: string): Scope | undefined {
  return useStore(chosen).get(session);
}

export function chooseScope(session: string, scope: Scope): void {
  chosen.set(new Map(chosen.get()).set(session, scope));
}

/** A conversation began: what was chosen before goes with it, and the next one begins wide. */
export function handScopeTo(session: string): void {
  const next = new Map(chosen.get());
  const scope = next.get("");
  next.delete("");
  if (scope) next.set(session, scope);
  chosen.set(next);
}
