import { SquarePen } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import { asApiError } from "@/api/errors";
import { type Command, useCommands } from "@/app/commands";
import { Button } from "@/components/Button";
import { Field } from "@/components/Field";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { toast } from "@/components/toasts";
import { useLanguage, useText } from "@/i18n";
import { leave, stay, useLeaving } from "./leaving";
import { type Session, useChangeSession, useMessageSearch, useRefresh, useSessions } from "./queries";
import { SessionRow } from "./SessionRow";
import { text } from "./text";

interface Props {
  current: string | undefined;
  onChosen?: () => void;
  className?: string;
}

export function Sessions({ current, onChosen, className = "flex" }: Props) {
  const words = useText(text);
  const query = useSessions();
  const change = useChangeSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const language = useLanguage();
  const leaving = useLeaving();
  const [sought, setSought] = useState("");
  const sessions = useMemo(
    () => query.sessions?.filter((session) => !leaving.has(session.id)),
    [query.sessions, leaving],
  );
  const offered = useMemo(
    () =>
      (sessions ?? []).slice(0, 50).map(
        (session): Command => ({
          id: `session:${session.id}`,
          label: session.title || text[language].untitled,
          group: text[language].group,
          run: () => navigate(`/ask/${session.id}`),
        }),
      ),
    [sessions, language, navigate],
  );
  useCommands(offered);
  const wanted = sought.trim();
  const shown = sessions?.filter((session) => holds(session.title, wanted));
  const open = (to: string) => {
    navigate(to);
    onChosen?.();
  };
  const remove = (session: Session) => {
    leave(session.id, (error) => {
      if (error) toast(asApiError(error).message);
      void refresh(session.id);
    });
    if (session.id === current) navigate("/ask");
    toast(words.removed(session.title || words.untitled), {
      label: words.undo,
      run: () => {
        stay(session.id);
        if (session.id === current) navigate(`/ask/${session.id}`);
      },
    });
  };
  return (
    <nav aria-label={words.conversations} className={`min-h-0 flex-col gap-2 p-3 ${className}`}>
      <Button icon={SquarePen} onClick={() => open("/ask")}>
        {words.newConversation}
      </Button>
      <Field
        bare
        type="search"
        label={words.sought}
        placeholder={words.sought}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        className="text-meta"
      />
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {change.isError && <ErrorNotice error={change.error} />}
      {sessions?.length === 0 && <p className="px-3 py-2 text-meta text-muted">{words.none}</p>}
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto">
        <ul className="flex flex-col gap-0.5">
          {shown?.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              current={session.id === current}
              onChosen={() => onChosen?.()}
              onRename={(title) => change.mutate({ id: session.id, title })}
              onPin={() => change.mutate({ id: session.id, pinned: !session.pinned })}
              onRemove={() => remove(session)}
            />
          ))}
        </ul>
        {wanted ? (
          <FoundMessages sought={wanted} bare={shown?.length === 0} onChosen={() => onChosen?.()} />
        ) : (
          query.hasNextPage && (
            <Button kind="quiet" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
              {words.more}
            </Button>
          )
        )}
      </div>
    </nav>
  );
}

function holds(title: string, sought: string): boolean {
  return title.normalize("NFKC").toLocaleLowerCase().includes(sought.normalize("NFKC").toLocaleLowerCase());
}

/** Questions and answers that hold the words, with the conversation that they stand in. */
function FoundMessages({
  sought,
  bare,
  onChosen,
}: {
  sought: string;
  /** No title holds the words either. */
  bare: boolean;
  onChosen: () => void;
}) {
  const words = useText(text);
  const leaving = useLeaving();
  const query = useMessageSearch(useDeferredValue(sought));
  const found = query.data?.found.filter((each) => !leaving.has(each.session_id)) ?? [];
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (found.length === 0) {
    return bare ? <p className="px-3 text-meta text-muted">{words.foundNone}</p> : null;
  }
  return (
    <section aria-label={words.foundIn} className="flex flex-col gap-0.5">
      <h3 className="px-3 pt-1 text-small font-semibold text-muted">{words.foundIn}</h3>
      {found.map(({ message_id, session_id, session_title, excerpt, start, end }) => (
        <Link
          key={message_id}
          href={`/ask/${session_id}`}
          onClick={onChosen}
          className="motion block rounded-md px-3 py-1.5 hover:bg-sunken"
        >
          <span className="block truncate text-meta">{session_title || words.untitled}</span>
          <span className="line-clamp-2 text-small text-muted">
            {start < 0 ? (
              excerpt
            ) : (
              <>
                {excerpt.slice(0, start)}
                <mark className="rounded-sm bg-mark text-ink">{excerpt.slice(start, end)}</mark>
                {excerpt.slice(end)}
              </>
            )}
          </span>
        </Link>
      ))}
    </section>
  );
}
