import { ArrowDown } from "lucide-react";
import { type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/Button";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { dropEvidence } from "@/evidence/evidence";
import { useText } from "@/i18n";
import { type Asker, ExchangeView } from "./ExchangeView";
import { drop, follow, type Heard, turnOf, useTurn } from "./live";
import { useMessages } from "./queries";
import { text } from "./text";
import { exchanges, unfinished } from "./turns";

/** Pixels from the end within which the page goes along with what is written. */
const NEAR = 80;

interface Props {
  session: string;
  busy: boolean;
  asker: Asker;
  heard: Heard;
}

export function Conversation({ session, busy, asker, heard }: Props) {
  const words = useText(text);
  const query = useMessages(session);
  const turn = useTurn(session);
  const messages = query.data?.messages;
  const shown = useMemo(() => exchanges(messages ?? [], turn), [messages, turn]);
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);

  const pending = messages ? unfinished(messages) : null;
  useEffect(() => {
    if (pending) follow(session, pending, heard);
  }, [pending, session, heard]);
  useEffect(() => {
    const done = turnOf(session)?.answer;
    if (done?.complete && messages?.some((each) => each.id === done.messageId && each.is_completed)) {
      drop(session);
    }
  }, [messages, session]);
  useEffect(() => () => dropEvidence(session), [session]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is drawn anew may be longer.
  useLayoutEffect(() => {
    if (following) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [shown, following]);
  const scroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) =>
    setFollowing(scrollHeight - scrollTop - clientHeight < NEAR);

  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div ref={scroller} onScroll={scroll} className="h-full overflow-y-auto" tabIndex={0}>
        <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-6">
          {query.isPending && !turn && <SkeletonRows rows={6} className="h-5" />}
          {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
          {shown.map((exchange) => (
            <ExchangeView
              key={exchange.key}
              exchange={exchange}
              session={session}
              busy={busy}
              asker={asker}
            />
          ))}
        </div>
      </div>
      {!following && (
        <div className="absolute inset-x-0 bottom-2 flex justify-center">
          <Button icon={ArrowDown} onClick={() => setFollowing(true)}>
            {words.toEnd}
          </Button>
        </div>
      )}
    </div>
  );
}
