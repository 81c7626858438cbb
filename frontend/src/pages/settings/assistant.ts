import type { Schema } from "@/api/client";
import type { Assistant } from "./queries";

/** An assistant as it stands in its boxes; an empty one is left to the settings of the library. */
export interface Draft {
  name: string;
  description: string;
  default: boolean;
  bases: readonly string[];
  language: "" | "ko" | "en" | "zh";
  model: string;
  temperature: string;
  topK: string;
  passScore: string;
  fallback: "" | "refuse" | "fixed" | "model";
  fixed: string;
  citations: Choice;
  web: Choice;
  /** By prompt and language; what is empty is the library's text. */
  prompts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** As set by the library, yes, no. */
export type Choice = "" | "yes" | "no";

export const EMPTY: Draft = {
  name: "",
  description: "",
  default: false,
  bases: [],
  language: "",
  model: "",
  temperature: "",
  topK: "",
  passScore: "",
  fallback: "",
  fixed: "",
  citations: "",
  web: "",
  prompts: {},
};

export function draftOf({ name, description, default: usual, profile }: Assistant): Draft {
  const box = (value: number | null | undefined) => (value == null ? "" : String(value));
  const choice = (value: boolean | null | undefined): Choice => (value == null ? "" : value ? "yes" : "no");
  return {
    name,
    description,
    default: usual,
    bases: profile.base_ids,
    language: (["ko", "en", "zh"] as const).find((each) => each === profile.language) ?? "",
    model: profile.chat_model ?? "",
    temperature: box(profile.temperature),
    topK: box(profile.top_k),
    passScore: box(profile.pass_score),
    fallback: (["refuse", "fixed", "model"] as const).find((each) => each === profile.fallback) ?? "",
    fixed: profile.fixed_response ?? "",
    citations: choice(profile.citations),
    web: choice(profile.web),
    prompts: profile.prompts,
  };
}

/** What the API is told; what has no box here stays as `before` had it. */
export function bodyOf(draft: Draft, before: Assistant | null): Schema<"AssistantIn"> {
  const { base_ids: _ids, ...kept } = before?.profile ?? { base_ids: [] };
  const number = (box: string) => (box.trim() === "" || Number.isNaN(Number(box)) ? null : Number(box));
  const choice = (value: Choice) => (value === "" ? null : value === "yes");
  const prompts = Object.entries(draft.prompts)
    .map(([name, texts]) => [
      name,
      Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim())),
    ])
    .filter(([, texts]) => Object.keys(texts as object).length > 0);
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    default: draft.default,
    profile: {
      ...kept,
      bases: [...draft.bases],
      language: draft.language || null,
      chat_model: draft.model.trim() || null,
      temperature: number(draft.temperature),
      top_k: number(draft.topK),
      pass_score: number(draft.passScore),
      fallback: draft.fallback || null,
      fixed_response: draft.fixed.trim() || null,
      citations: choice(draft.citations),
      web: choice(draft.web),
      prompts: Object.fromEntries(prompts),
    },
  } as unknown as Schema<"AssistantIn">;
}
