import type { AnswerFrame, Reference, Verification } from "@/api/streams";

export interface Step {
  id: string;
  /** `query_understand` or `knowledge_search`; later ones may come. */
  name: string;
  done: boolean;
  milliseconds: number;
  failed: boolean;
  data: Readonly<Record<string, unknown>>;
}

/** An answer as far as its frames told it. */
export interface Answer {
  messageId: string;
  /** Text by run of the model; what was said before a tool was called led up to it and is superseded. */
  segments: readonly { id: string; text: string; superseded: boolean }[];
  steps: readonly Step[];
  references: readonly Reference[];
  verification: Verification | null;
  /** Of the conversation, where it was told. */
  title: string;
  stopped: boolean;
  error: { code: string; message: string; hint: string } | null;
  complete: boolean;
  /** Id of the last frame: where to go on. */
  lastId: string;
}

export const EMPTY: Answer = {
  messageId: "",
  segments: [],
  steps: [],
  references: [],
  verification: null,
  title: "",
  stopped: false,
  error: null,
  complete: false,
  lastId: "",
};

/** The text that is shown and stored. */
export function textOf(answer: Answer): string {
  return answer.segments.map((segment) => (segment.superseded ? "" : segment.text)).join("");
}

/**
 * An answer after one more frame. Frames that were seen (their id is not above the last) change nothing; the first
 * frame of a stream begins anew, because a server that forgot the stream tells the stored message from its start.
 */
export function reduce(answer: Answer, frame: AnswerFrame, id: string): Answer {
  if (frame.response_type === "agent_query") {
    return { ...EMPTY, messageId: frame.assistant_message_id ?? "", lastId: id };
  }
  if (id && answer.lastId && Number(id) <= Number(answer.lastId)) return answer;
  return { ...answer, ...changeOf(answer, frame), lastId: id || answer.lastId };
}

function changeOf(answer: Answer, frame: AnswerFrame): Partial<Answer> {
  const data = frame.data ?? {};
  switch (frame.response_type) {
    case "answer":
      return { segments: said(answer.segments, String(data.event_id ?? ""), frame.content) };
    case "tool_call":
      return {
        segments: answer.segments.map((segment) => ({ ...segment, superseded: true })),
        steps: [...answer.steps, stepOf(data, false)],
      };
    case "tool_result":
      return { steps: ended(answer.steps, stepOf(data, true)) };
    case "references":
      return { references: frame.knowledge_references ?? [] };
    case "verification":
      return { verification: data };
    case "session_title":
      return { title: frame.content };
    case "error":
      // One that does not end the answer is a step that failed.
      if (!frame.done) return { steps: ended(answer.steps, { ...stepOf(data, true), failed: true }) };
      return {
        error: { code: String(data.code ?? ""), message: frame.content, hint: String(data.hint ?? "") },
      };
    case "stop":
      return { stopped: true };
    case "complete":
      return { complete: true };
    default:
      return {};
  }
}

function said(segments: Answer["segments"], id: string, text: string): Answer["segments"] {
  if (!text) return segments;
  const last = segments.at(-1);
  if (last?.id === id && !last.superseded) {
    return [...segments.slice(0, -1), { ...last, text: last.text + text }];
  }
  return [...segments, { id, text, superseded: false }];
}

export function stepOf(data: Readonly<Record<string, unknown>>, done: boolean): Step {
  return {
    id: String(data.tool_call_id ?? ""),
    name: String(data.tool_name ?? ""),
    done,
    milliseconds: Number(data.duration_ms ?? 0),
    failed: data.success === false,
    data,
  };
}

function ended(steps: readonly Step[], step: Step): readonly Step[] {
  return steps.some((each) => each.id === step.id)
    ? steps.map((each) => (each.id === step.id ? step : each))
    : [...steps, step];
}
