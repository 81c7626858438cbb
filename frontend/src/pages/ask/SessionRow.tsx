import { Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useFormats, useText } from "@/i18n";
import type { Session } from "./queries";
import { text } from "./text";

interface Props {
  session: Session;
  current: boolean;
  onChosen: () => void;
  onRename: (title: string) => void;
  onPin: () => void;
  onRemove: () => void;
}

/** A conversation in the list. What can be done with it shows when it is pointed at, reached or open. */
export function SessionRow({ session, current, onChosen, onRename, onPin, onRemove }: Props) {
  const words = useText(text);
  const { moment } = useFormats();
  const [naming, setNaming] = useState(false);
  const title = session.title || words.untitled;
  if (naming) {
    return (
      <li>
        <Naming
          title={session.title}
          onDone={(next) => {
            setNaming(false);
            if (next && next !== session.title) onRename(next);
          }}
        />
      </li>
    );
  }
  return (
    <li className="group relative">
      <Link
        href={`/ask/${session.id}`}
        onClick={onChosen}
        aria-current={current ? "page" : undefined}
        className="motion flex items-center gap-2 rounded-md px-3 py-1.5 hover:bg-sunken aria-[current=page]:bg-wash"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1 text-meta">
            <span className="truncate">{title}</span>
            {session.pinned && <Pin size={13} className="shrink-0 text-muted" aria-label={words.pinned} />}
          </span>
          <span className="block text-small leading-7 text-muted">{moment(session.updated_at)}</span>
        </span>
      </Link>
      <span
        className={`absolute right-1.5 bottom-1.5 flex rounded-sm group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100 ${
          current ? "" : "opacity-0"
        }`}
      >
        <Small
          icon={session.pinned ? PinOff : Pin}
          label={`${session.pinned ? words.unpin : words.pin}: ${title}`}
          onClick={onPin}
        />
        <Small icon={Pencil} label={`${words.rename}: ${title}`} onClick={() => setNaming(true)} />
        <Small icon={Trash2} label={`${words.remove}: ${title}`} onClick={onRemove} />
      </span>
    </li>
  );
}

function Small({ icon: Icon, label, onClick }: { icon: typeof Pin; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="motion inline-flex size-7 items-center justify-center rounded-sm text-muted hover:bg-raised hover:text-ink"
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

/** Characters of a title that the API takes. */
const LONGEST = 100;

function Naming({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const words = useText(text);
  const [draft, setDraft] = useState(title);
  return (
    <form
      className="p-1"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(draft.trim());
      }}
    >
      <input
        ref={(box) => box?.focus()}
        aria-label={words.newTitle}
        value={draft}
        maxLength={LONGEST}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => onDone(draft.trim())}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            onDone("");
          }
        }}
        className="min-h-9 w-full rounded-md border border-control bg-raised px-2 text-meta"
      />
    </form>
  );
}
