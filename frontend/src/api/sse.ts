import { createParser } from "eventsource-parser";
import { request } from "./client";
import { asApiError, isAbort, UNREACHABLE } from "./errors";

export interface Frame {
  /** "" where the frame has no id. */
  id: string;
  event: string;
  data: string;
}

/**
 * The frames of a stream of server-sent events. `EventSource` can send neither a key nor a body, so this reads
 * a fetch. Ends when the server ends it; throws an `ApiError` when it refuses, a `TypeError` when the line is
 * cut.
 */
export async function* frames(path: string, init: RequestInit): AsyncGenerator<Frame> {
  const sent = new Headers(init.headers);
  sent.set("Accept", "text/event-stream");
  const response = await request(path, { ...init, headers: sent });
  if (!response.body) return;
  const waiting: Frame[] = [];
  const parser = createParser({
    onEvent: (event) =>
      waiting.push({ id: event.id ?? "", event: event.event ?? "message", data: event.data }),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* waiting.splice(0);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Milliseconds before the n-th attempt to come back after the line was cut: 0.3 s, doubling, 10 s at most. */
export function pause(attempt: number): number {
  return Math.min(10_000, 300 * 2 ** attempt);
}

export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}

/** Whether coming back may help: the line was cut, or the server is busy or restarts. */
export function passes(error: unknown): boolean {
  if (isAbort(error)) return false;
  const { code, status } = asApiError(error);
  return code === UNREACHABLE || status === 502 || status === 503 || status === 504;
}
