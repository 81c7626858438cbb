import { ArrowUp, Paperclip, Square } from "lucide-react";
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { useKeys } from "@/app/keys";
import { Button, IconButton } from "@/components/Button";
import { ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { Attached } from "./Attached";
import { markStopping, type Turn } from "./live";
import { useStop } from "./queries";
import { text } from "./text";

interface Props {
  session: string | undefined;
  busy: boolean;
  turn: Turn | undefined;
  files: readonly File[];
  /** Files are being held over the page. */
  over: boolean;
  onFiles: (files: readonly File[]) => void;
  onSend: (query: string, files: readonly File[]) => Promise<void>;
  /** Below the question: where it is looked up. */
  children: ReactNode;
}

/** Enter asks, Shift+Enter begins a line; `/` comes here from anywhere. */
export function QuestionBox({ session, busy, turn, files, over, onFiles, onSend, children }: Props) {
  const words = useText(text);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState("");
  const stop = useStop();
  useKeys({ "/": () => box.current?.focus() });
  const back = turn?.refused && !turn.asked?.replaces ? turn.asked : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused comes back once, to be mended.
  useEffect(() => {
    if (!back) return;
    setDraft((now) => now || back.question);
    if (files.length === 0) onFiles(back.files);
  }, [back]);
  const send = () => {
    const query = draft.trim();
    if (!query || busy) return;
    setDraft("");
    onSend(query, files).catch(() => setDraft(query));
  };
  const press = (event: KeyboardEvent) => {
    // Enter that ends a Korean or Chinese syllable is none of ours.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles([...files, ...event.clipboardData.files]);
  };
  const messageId = turn?.answer.messageId;
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      {stop.isError && <ErrorNotice error={stop.error} />}
      <div
        className={`flex flex-col gap-1 rounded-md border bg-raised p-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${
          over ? "border-accent" : "border-control"
        }`}
      >
        {over && <p className="px-2 text-meta text-muted">{words.dropHere}</p>}
        <Attached
          files={files}
          onDetach={(file) => {
            onFiles(files.filter((each) => each !== file));
            box.current?.focus();
          }}
        />
        <div className="flex items-end gap-2">
          <textarea
            ref={box}
            aria-label={words.question}
            placeholder={words.placeholder}
            rows={1}
            maxLength={10_000}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={press}
            onPaste={paste}
            className="field-sizing-content max-h-48 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 outline-none placeholder:text-muted"
          />
          {busy && session && messageId ? (
            <Button
              icon={Square}
              disabled={turn.stopping}
              onClick={() => {
                markStopping(session);
                stop.mutate({ session, messageId });
              }}
            >
              {turn.stopping ? words.stopping : words.stop}
            </Button>
          ) : (
            <Button kind="primary" type="submit" icon={ArrowUp} disabled={busy || !draft.trim()}>
              {words.send}
            </Button>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
          <IconButton icon={Paperclip} label={words.attach} onClick={() => picker.current?.click()} />
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            data-testid="attach"
            onChange={(event) => {
              onFiles([...files, ...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          {children}
        </div>
      </div>
    </form>
  );
}
