import { request } from "@/api/client";
import { createStore, useStore } from "@/app/store";

/** Milliseconds in which a deletion can be taken back; as long as its message stands. */
const REGRET = 10_000;

/** Conversations that are gone from the list and will be from the server. */
const leaving = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

export function useLeaving(): ReadonlyMap<string, unknown> {
  return useStore(leaving);
}

/** Deletes a conversation when nobody took it back; `gone` hears of it, or of why not. */
export function leave(session: string, gone: (error: unknown) => void): void {
  const timer = setTimeout(() => {
    remove(session)
      .then(() => gone(null), gone)
      .finally(() => stay(session));
  }, REGRET);
  leaving.set(new Map(leaving.get()).set(session, timer));
}

export function stay(session: string): void {
  clearTimeout(leaving.get().get(session));
  const next = new Map(leaving.get());
  next.delete(session);
  leaving.set(next);
}

async function remove(session: string): Promise<void> {
  await request(`/api/v1/sessions/${encodeURIComponent(session)}`, { method: "DELETE", keepalive: true });
}

/** Nobody takes back what they no longer see. */
if (typeof addEventListener === "function") {
  addEventListener("pagehide", () => {
    for (const session of leaving.get().keys()) {
      stay(session);
      void remove(session).catch(() => undefined);
    }
  });
}
