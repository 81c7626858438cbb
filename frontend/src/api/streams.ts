import type { Schema } from "./client";

/** Frames of the streams, which OpenAPI does not describe; `src/pincite/api/operations_schemas.py` does. */
export interface Progress {
  document_id: string;
  filename: string;
  /** A document state: `parsing`, `indexing`, `ready`, `failed`. */
  stage: string;
  /** Parts done of `total`; 0 of 0 where a stage has none. */
  done: number;
  total: number;
  error_code: string | null;
  error_message: string | null;
}

/** A frame of an answer; `src/pincite/streaming/frames.py` and `events.py`. */
export interface AnswerFrame {
  /** Of the request; all frames of an answer share it. */
  id: string;
  response_type:
    | "agent_query"
    | "session_title"
    | "thinking"
    | "tool_call"
    | "tool_result"
    | "references"
    | "answer"
    | "verification"
    | "error"
    | "stop"
    | "complete";
  content: string;
  done: boolean;
  session_id?: string;
  assistant_message_id?: string;
  knowledge_references?: Reference[];
  data?: Record<string, unknown>;
}

/** A source as an answer carries it: a `SourceOut`, whatever else it has. */
export type Reference = Partial<Schema<"SourceOut">> & { chunk_id: string };
export type Verification = Partial<Schema<"VerificationOut">>;
