import { API } from "@/api/client";
import { ApiError, asApiError, isAbort, UNREACHABLE } from "@/api/errors";
import { type Frame, frames, passes, pause, sleep } from "@/api/sse";
import type { AnswerFrame } from "@/api/streams";
import { createStore, useStore } from "@/app/store";
import { type Answer, EMPTY, reduce } from "./stream";

/** A question on its way: to which route, with what. */
export interface Asked {
  question: string;
  /** Below `/sessions/ID`: `/knowledge-qa`, `/messages/ID/resend`, `/messages/ID/regenerate`. */
  path: string;
  body: object;
  /** Pictures and files beside it; they go as a form. */
  files: readonly File[];
  /** The message in whose place it comes, with everything after; "" where it comes at the end. */
  replaces: string;
}

/** Who hears of a turn. */
export interface Heard {
  titled: (title: string) => void;
  /** There is nothing more to come. */
  settled: () => void;
}

/** A turn whose answer is being written; the server goes on with it whether or not this page is there. */
export interface Turn {
  session: string;
  question: string;
  /** Null where the page came later and follows. */
  asked: Asked | null;
  answer: Answer;
  /** The line is cut and the page tries to come back. */
  offline: boolean;
  /** The request itself was refused, or the line was lost before the answer had a name. */
  refused: ApiError | null;
  stopping: boolean;
}

/** Milliseconds in which pieces gather before the page is drawn anew: 25 times a second reads as flowing. */
const GATHER = 40;

/** Outside the page, so that an answer goes on while the person reads another. By session. */
const turns = createStore<ReadonlyMap<string, Turn>>(new Map());

export function useTurn(session: string | undefined): Turn | undefined {
  const all = useStore(turns);
  return session ? all.get(session) : undefined;
}

export function turnOf(session: string): Turn | undefined {
  return turns.get().get(session);
}

/** Forgets a turn: the stored messages tell it now. */
export function drop(session: string): void {
  const next = new Map(turns.get());
  next.delete(session);
  turns.set(next);
}

export function markStopping(session: string): void {
  change(session, { stopping: true });
}

/** Asks, and follows the answer to its end. */
export function ask(session: string, asked: Asked, heard: Heard): void {
  put(begun(session, asked, EMPTY));
  void run(session, frames(pathOf(session, asked), requestOf(asked)), heard);
}

function pathOf(session: string, { path, files }: Asked): string {
  return `${API}/sessions/${encodeURIComponent(session)}${path}${files.length > 0 ? "/files" : ""}`;
}

function requestOf({ body, files }: Asked): RequestInit {
  const told = JSON.stringify(body);
  if (files.length === 0) {
    return { method: "POST", headers: { "Content-Type": "application/json" }, body: told };
  }
  const form = new FormData();
  form.append("turn", told);
  for (const file of files) form.append("files", file, file.name);
  return { method: "POST", body: form };
}

/** Follows an answer that was being written when the page came. */
export function follow(session: string, messageId: string, heard: Heard): void {
  if (turnOf(session)) return;
  put(begun(session, null, { ...EMPTY, messageId }));
  void run(session, continued(session, messageId, ""), heard);
}

function begun(session: string, asked: Asked | null, answer: Answer): Turn {
  const question = asked?.question ?? "";
  return { session, question, asked, answer, offline: false, refused: null, stopping: false };
}

function continued(session: string, messageId: string, lastId: string): AsyncGenerator<Frame> {
  const query = new URLSearchParams({ message_id: messageId });
  const path = `${API}/sessions/continue-stream/${encodeURIComponent(session)}?${query}`;
  return frames(path, lastId ? { headers: { "Last-Event-ID": lastId } } : {});
}

/** Reads a stream and comes back after the last frame whenever the line is cut, until the answer is complete. */
async function run(session: string, first: AsyncGenerator<Frame>, heard: Heard): Promise<void> {
  await read(session, first, heard.titled);
  heard.settled();
}

async function read(
  session: string,
  first: AsyncGenerator<Frame>,
  titled: (title: string) => void,
): Promise<void> {
  let answer = turnOf(session)?.answer ?? EMPTY;
  let stream = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    change(session, { answer, offline: false });
  };
  for (let attempt = 0; ; attempt += 1) {
    let cut: unknown = new ApiError(0, UNREACHABLE, "", "", "");
    try {
      for await (const frame of stream) {
        attempt = 0;
        const before = answer.title;
        answer = reduce(answer, JSON.parse(frame.data) as AnswerFrame, frame.id);
        if (answer.title && answer.title !== before) titled(answer.title);
        timer ??= setTimeout(flush, GATHER);
      }
    } catch (error) {
      cut = error;
    }
    flush();
    if (answer.complete) return;
    if (!passes(cut) || !answer.messageId) {
      if (!isAbort(cut)) change(session, { refused: asApiError(cut) });
      return;
    }
    change(session, { offline: attempt > 0 });
    await sleep(pause(attempt), new AbortController().signal);
    stream = continued(session, answer.messageId, answer.lastId);
  }
}

function put(turn: Turn): void {
  turns.set(new Map(turns.get()).set(turn.session, turn));
}

function change(session: string, to: Partial<Turn>): void {
  const turn = turnOf(session);
  if (turn) put({ ...turn, ...to });
}
