import { MessagesSquare } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useLocation, useParams } from "wouter";
import { Button } from "@/components/Button";
import { Sheet } from "@/components/Dialog";
import { ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { question, useAsker, useHeard } from "./asking";
import { Conversation } from "./Conversation";
import { FirstRun } from "./FirstRun";
import { ask, useTurn } from "./live";
import { QuestionBox } from "./QuestionBox";
import { useCreateSession, useRefresh, useSession } from "./queries";
import { ScopeBar } from "./ScopeBar";
import { Sessions } from "./Sessions";
import { chooseScope, EVERYTHING, handScopeTo, scopeFrom, useChosenScope } from "./scope";
import { text } from "./text";

export default function Ask() {
  const words = useText(text);
  const { session } = useParams<{ session?: string }>();
  const [, navigate] = useLocation();
  const create = useCreateSession();
  const refresh = useRefresh();
  const turn = useTurn(session);
  const kept = useSession(session).data;
  const scope = useChosenScope(session ?? "") ?? (kept ? scopeFrom(kept.last_request_state) : EVERYTHING);
  const heardOf = useHeard();
  const heard = heardOf(session ?? "");
  const asker = useAsker(session ?? "", scope, heard);
  const [choosing, setChoosing] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [over, setOver] = useState(false);
  const busy = create.isPending || (turn !== undefined && !turn.answer.complete && turn.refused === null);
  const send = async (query: string, beside: readonly File[]) => {
    const id = session ?? (await create.mutateAsync()).id;
    if (!session) handScopeTo(id);
    ask(id, question(query, scope, beside), heardOf(id));
    setFiles([]);
    if (!session) navigate(`/ask/${id}`);
    void refresh(id);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type === "dragover");
    if (event.type === "drop") setFiles([...files, ...event.dataTransfer.files]);
  };
  return (
    <div className="flex min-h-0 flex-1">
      <Sessions current={session} className="hidden w-60 shrink-0 border-r lg:flex" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are chosen by a button as well. */}
      <section
        className="flex min-w-0 flex-1 flex-col"
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drag}
      >
        <h1 className="sr-only">{words.heading}</h1>
        <div className="flex border-b px-3 py-2 lg:hidden">
          <Button icon={MessagesSquare} kind="quiet" onClick={() => setChoosing(true)}>
            {words.conversations}
          </Button>
        </div>
        {session ? (
          <Conversation key={session} session={session} busy={busy} asker={asker} heard={heard} />
        ) : (
          <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto">
            <FirstRun onAsk={(query) => void send(query, [])} />
          </div>
        )}
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 pb-4">
          {create.isError && <ErrorNotice error={create.error} />}
          <QuestionBox
            key={session ?? ""}
            session={session}
            busy={busy}
            turn={turn}
            files={files}
            over={over}
            onFiles={setFiles}
            onSend={send}
          >
            <ScopeBar scope={scope} onChange={(next) => chooseScope(session ?? "", next)} />
          </QuestionBox>
        </div>
      </section>
      {choosing && (
        <Sheet title={words.conversations} onClose={() => setChoosing(false)}>
          <Sessions current={session} onChosen={() => setChoosing(false)} />
        </Sheet>
      )}
    </div>
  );
}
