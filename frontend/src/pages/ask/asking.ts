import { useMemo, useRef } from "react";
import type { Asker } from "./ExchangeView";
import { type Asked, ask, drop, type Heard } from "./live";
import { useRefresh, useRetitle } from "./queries";
import { bodyOf, type Scope } from "./scope";
import type { Exchange } from "./turns";

/** Hears of the turns of one session, and keeps what the page knows of it up to date. */
export function useHeard(): (session: string) => Heard {
  const refresh = useRefresh();
  const retitle = useRetitle();
  const latest = useRef({ refresh, retitle });
  latest.current = { refresh, retitle };
  const known = useRef(new Map<string, Heard>());
  return (session) => {
    const found = known.current.get(session) ?? {
      titled: (title: string) => latest.current.retitle(session, { title }),
      settled: () => void latest.current.refresh(session),
    };
    known.current.set(session, found);
    return found;
  };
}

/** A question at the end of the conversation. */
export function question(query: string, scope: Scope, files: readonly File[]): Asked {
  return {
    question: query,
    path: "/knowledge-qa",
    body: { query, ...bodyOf(scope) },
    files,
    replaces: "",
  };
}

/** What can be done about the exchanges of a session; the same object as long as the session is the same. */
export function useAsker(session: string, scope: Scope, heard: Heard): Asker {
  const latest = useRef({ scope, heard });
  latest.current = { scope, heard };
  return useMemo(() => {
    const send = (asked: Asked) => ask(session, asked, latest.current.heard);
    const resend = ({ questionId }: Exchange, query: string) =>
      send({
        ...question(query, latest.current.scope, []),
        path: `/messages/${encodeURIComponent(questionId)}/resend`,
        replaces: questionId,
      });
    const regenerate = ({ answer, question: same }: Exchange) => {
      drop(session);
      send({
        question: same,
        path: `/messages/${encodeURIComponent(answer.messageId)}/regenerate`,
        body: bodyOf(latest.current.scope),
        files: [],
        replaces: answer.messageId,
      });
    };
    return {
      resend,
      regenerate,
      again: (exchange) => {
        if (exchange.turn?.refused && exchange.turn.asked) send(exchange.turn.asked);
        else if (exchange.answer.messageId) regenerate(exchange);
        else if (exchange.questionId) resend(exchange, exchange.question);
        else send(question(exchange.question, latest.current.scope, []));
      },
    };
  }, [session]);
}
