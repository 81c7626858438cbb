import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { API } from "@/api/client";
import { asApiError, isAbort } from "@/api/errors";
import { frames, passes, pause, sleep } from "@/api/sse";
import type { Progress } from "@/api/streams";
import { baseKey } from "./queries";
import { isSettled } from "./rows";

/** Milliseconds in which steps gather before the table is drawn anew: 10,000 documents begin with as many. */
const GATHER = 120;

interface Live {
  steps: ReadonlyMap<string, Progress>;
  /** Nothing was heard since the line was cut. */
  offline: boolean;
}

const NOTHING: Live = { steps: new Map(), offline: false };

/**
 * Where each document of a base stands, as it happens. The list of documents is fetched again when one settles or
 * an unknown one comes.
 */
export function useProgress(base: string, known: ReadonlySet<string>): Live {
  const queries = useQueryClient();
  const [live, setLive] = useState(NOTHING);
  const listed = useRef(known);
  listed.current = known;
  useEffect(() => {
    const leaving = new AbortController();
    const steps = new Map<string, Progress>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed = false;
    const flush = () => {
      timer = undefined;
      setLive({ steps: new Map(steps), offline: false });
      if (changed) void queries.invalidateQueries({ queryKey: baseKey(base) });
      changed = false;
    };
    const take = (step: Progress) => {
      const before = steps.get(step.document_id);
      changed ||= before !== undefined ? isSettled(step.stage) && !isSettled(before.stage) : false;
      changed ||= before === undefined && !listed.current.has(step.document_id);
      steps.set(step.document_id, step);
      timer ??= setTimeout(flush, GATHER);
    };
    const follow = async () => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const path = `${API}/knowledge-bases/${encodeURIComponent(base)}/progress`;
          for await (const frame of frames(path, { signal: leaving.signal })) {
            attempt = 0;
            if (frame.event === "progress") take(JSON.parse(frame.data) as Progress);
          }
        } catch (error) {
          if (isAbort(error) || !passes(error)) return asApiError(error);
        }
        setLive((now) => ({ ...now, offline: true }));
        await sleep(pause(attempt), leaving.signal);
      }
    };
    setLive(NOTHING);
    follow().catch(() => undefined); // left: nobody waits for it
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [base, queries]);
  return live;
}
