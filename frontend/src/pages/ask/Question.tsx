import { Paperclip, Pencil } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button, IconButton } from "@/components/Button";
import { KeyedPicture } from "@/components/markdown/Picture";
import { useText } from "@/i18n";
import { text } from "./text";
import type { Beside } from "./turns";

interface Props {
  question: string;
  beside: Beside;
  /** Undefined where it cannot be asked otherwise: it is not stored yet, or its answer is being written. */
  onResend: ((query: string) => void) | undefined;
}

/** A question with what lay beside it; it can be written otherwise and asked again in its own place. */
export function Question({ question, beside, onResend }: Props) {
  const words = useText(text);
  const [editing, setEditing] = useState(false);
  if (editing && onResend) {
    return (
      <Edit
        question={question}
        onCancel={() => setEditing(false)}
        onResend={(query) => {
          setEditing(false);
          onResend(query);
        }}
      />
    );
  }
  return (
    <div className="group flex max-w-full flex-col items-end gap-2 self-end">
      <Lain beside={beside} />
      <div className="flex max-w-full items-start gap-1">
        {onResend && (
          <IconButton
            icon={Pencil}
            label={words.edit}
            onClick={() => setEditing(true)}
            className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
          />
        )}
        <h2 className="min-w-0 rounded-md bg-wash px-4 py-2 break-words whitespace-pre-wrap">
          <span className="sr-only">{words.you}: </span>
          {question}
        </h2>
      </div>
    </div>
  );
}

function Lain({ beside: { images, files } }: { beside: Beside }) {
  const words = useText(text);
  if (images.length + files.length === 0) return null;
  return (
    <ul aria-label={words.besideFiles} className="flex flex-wrap justify-end gap-2">
      {images.map((image, number) => (
        <li key={image.src}>
          <KeyedPicture
            src={image.src}
            alt={image.caption || words.picture(number + 1)}
            className="max-h-40 max-w-60"
          />
        </li>
      ))}
      {files.map((name) => (
        <li
          key={name}
          className="flex items-center gap-1.5 rounded-md border bg-raised px-2 py-1 text-small break-all"
        >
          <Paperclip size={14} className="shrink-0 text-muted" aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface EditProps {
  question: string;
  onCancel: () => void;
  onResend: (query: string) => void;
}

function Edit({ question, onCancel, onResend }: EditProps) {
  const words = useText(text);
  const [draft, setDraft] = useState(question);
  const send = () => {
    if (draft.trim()) onResend(draft.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="flex flex-col gap-2 rounded-md border border-control bg-raised p-3">
      <textarea
        ref={(box) => box?.focus()}
        aria-label={words.editQuestion}
        rows={2}
        maxLength={10_000}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-60 resize-none bg-transparent outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-small text-muted">{words.editHint}</p>
        <Button kind="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button kind="primary" disabled={!draft.trim()} onClick={send}>
          {words.resend}
        </Button>
      </div>
    </div>
  );
}
