import { API } from "@/api/client";
import type { Reference, Verification } from "@/api/streams";
import type { Turn } from "./live";
import type { Message } from "./queries";
import { type Answer, EMPTY, stepOf } from "./stream";

/** A question with its answer, as the page draws them. */
export interface Exchange {
  key: string;
  question: string;
  /** Message of the question; "" before the server stored it. */
  questionId: string;
  beside: Beside;
  answer: Answer;
  /** Being written now. */
  live: boolean;
  turn: Turn | null;
  details: Details;
  feedback: Message["feedback"];
}

/** What lay beside a question. */
export interface Beside {
  /** Addresses of the API, with what they show where somebody told it. */
  images: readonly { src: string; caption: string }[];
  files: readonly string[];
}

const NOTHING_BESIDE: Beside = { images: [], files: [] };

/** What is stored beside an answer; `src/pincite/sessions/kept.py`. */
export interface Details {
  isRefusal: boolean;
  refusalReason: string;
  notices: readonly string[];
  /** Names of the bases that were asked. */
  searched: readonly string[];
  /** Of a refusal: what came closest. */
  nearest: readonly Reference[];
  /** Claims with the places that they stand on. */
  citations: readonly { claim: string; pins: readonly { chunk_id: string; text: string }[] }[];
}

const NO_DETAILS: Details = {
  isRefusal: false,
  refusalReason: "",
  notices: [],
  searched: [],
  nearest: [],
  citations: [],
};

/** Messages by pairs, with the turn that is under way in the place of its answer. */
export function exchanges(messages: readonly Message[], turn: Turn | undefined): Exchange[] {
  const found: Exchange[] = [];
  let taken = false;
  for (const message of standing(messages, turn)) {
    if (message.role === "user") {
      found.push({ ...EMPTY_EXCHANGE, ...askedOf(message) });
      continue;
    }
    const pair = found.find((each) => each.key === message.request_id);
    if (!pair) continue;
    Object.assign(pair, storedOf(message));
    if (turn && !message.is_completed && isOf(turn, message, pair.question)) {
      taken = true;
      Object.assign(pair, shownOf(turn));
    }
  }
  const stored = messages.some((message) => message.id === turn?.answer.messageId);
  if (turn && !taken && !stored) {
    const last = found.at(-1);
    // A question whose answer is written anew stands already.
    if (last && last.answer === EMPTY && last.question === turn.question) {
      Object.assign(last, shownOf(turn));
    } else {
      found.push({
        ...EMPTY_EXCHANGE,
        key: `turn:${turn.session}`,
        question: turn.question,
        beside: { images: [], files: turn.asked?.files.map((file) => file.name) ?? [] },
        ...shownOf(turn),
      });
    }
  }
  return found;
}

const EMPTY_EXCHANGE: Exchange = {
  key: "",
  question: "",
  questionId: "",
  beside: NOTHING_BESIDE,
  answer: EMPTY,
  live: false,
  turn: null,
  details: NO_DETAILS,
  feedback: null,
};

/** Without what a turn is in the place of: the server removes it, and the page does not wait for that. */
function standing(messages: readonly Message[], turn: Turn | undefined): readonly Message[] {
  const replaced = turn?.asked?.replaces;
  const from = replaced ? messages.findIndex((message) => message.id === replaced) : -1;
  return from < 0 || turn?.refused ? messages : messages.slice(0, from);
}

function shownOf(turn: Turn): Pick<Exchange, "answer" | "turn" | "live"> {
  return { answer: turn.answer, turn, live: !turn.answer.complete && turn.refused === null };
}

/** Whether a stored answer is that of the turn, which may not have heard its name yet. */
function isOf({ answer, question: asked }: Turn, message: Message, question: string): boolean {
  return answer.messageId ? answer.messageId === message.id : asked === question;
}

/** The answer that is still being written, which this page does not follow yet. */
export function unfinished(messages: readonly Message[]): string | null {
  const last = messages.at(-1);
  return last?.role === "assistant" && !last.is_completed ? last.id : null;
}

/** Kept by message, so that what stands is not drawn anew 25 times a second while the next answer streams. */
type Stored = Pick<Exchange, "answer" | "details" | "feedback">;
const kept = new WeakMap<Message, Stored>();

function storedOf(message: Message): Stored {
  const known = kept.get(message);
  if (known) return known;
  const made = {
    answer: answerOf(message),
    details: detailsOf(message.details),
    feedback: message.feedback,
  };
  kept.set(message, made);
  return made;
}

type Question = Pick<Exchange, "key" | "question" | "questionId" | "beside">;
const asked = new WeakMap<Message, Question>();

function askedOf(message: Message): Question {
  const known = asked.get(message);
  if (known) return known;
  const address = `${API}/sessions/${encodeURIComponent(message.session_id)}/messages/${encodeURIComponent(message.id)}`;
  const made = {
    key: message.request_id,
    question: message.content,
    questionId: message.id,
    beside: {
      images: message.images.map((image, number) => ({
        src: `${address}/images/${number}`,
        caption: String(image.caption ?? ""),
      })),
      files: message.attachments.map((file) => String(file.name ?? "")),
    },
  };
  asked.set(message, made);
  return made;
}

/** A stored answer as its stream would have left it. */
export function answerOf(message: Message): Answer {
  const failed = message.status === "failed" || message.status === "interrupted";
  const told = (name: string) => String(message.details[name] ?? "");
  return {
    ...EMPTY,
    messageId: message.id,
    segments: message.content ? [{ id: message.id, text: message.content, superseded: false }] : [],
    steps: message.steps.map((step) => stepOf(step, true)),
    references: message.references as Reference[],
    verification: message.verification as Verification | null,
    stopped: message.status === "stopped",
    error: failed
      ? { code: told("code") || message.status, message: told("error"), hint: told("hint") }
      : null,
    complete: message.is_completed,
  };
}

function detailsOf(details: Readonly<Record<string, unknown>>): Details {
  return {
    isRefusal: details.is_refusal === true,
    refusalReason: String(details.refusal_reason ?? ""),
    notices: listOf(details.notices).map(String),
    searched: listOf(details.searched).map(String),
    nearest: listOf(details.nearest) as Details["nearest"],
    citations: listOf(details.citations) as Details["citations"],
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
