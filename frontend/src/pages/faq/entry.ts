import type { Schema } from "@/api/client";

export type Entry = Schema<"FaqOut">;

/** An entry as it stands in its boxes. */
export interface Draft {
  question: string;
  /** One a line. */
  similar: string;
  negative: string;
  /** Parted by a line of its own with three hyphens: an answer may have many lines. */
  answers: string;
  /** With commas between them. */
  tags: string;
  strategy: Entry["answer_strategy"];
  enabled: boolean;
}

export const EMPTY: Draft = {
  question: "",
  similar: "",
  negative: "",
  answers: "",
  tags: "",
  strategy: "all",
  enabled: true,
};

const BETWEEN = "\n---\n";

export function draftOf(entry: Entry): Draft {
  return {
    question: entry.standard_question,
    similar: entry.similar_questions.join("\n"),
    negative: entry.negative_questions.join("\n"),
    answers: entry.answers.join(BETWEEN),
    tags: entry.tags.join(", "),
    strategy: entry.answer_strategy,
    enabled: entry.enabled,
  };
}

/** What the API is told. */
export function bodyOf(draft: Draft): Schema<"FaqIn"> {
  const parts = (box: string, by: RegExp) =>
    box
      .split(by)
      .map((each) => each.trim())
      .filter(Boolean);
  return {
    standard_question: draft.question.trim(),
    similar_questions: parts(draft.similar, /\n/),
    negative_questions: parts(draft.negative, /\n/),
    answers: parts(draft.answers, /^\s*---\s*$/m),
    tags: parts(draft.tags, /[,，]/),
    answer_strategy: draft.strategy,
    enabled: draft.enabled,
  };
}

export function isComplete(draft: Draft): boolean {
  const body = bodyOf(draft);
  return body.standard_question !== "" && body.answers.length > 0;
}
