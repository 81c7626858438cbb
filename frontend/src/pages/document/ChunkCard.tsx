import { Eye, EyeOff, History as HistoryIcon, Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button";
import { Labelled } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import type { Chunk } from "@/evidence/queries";
import { useFormats, useText } from "@/i18n";
import { History } from "./History";
import { useChange, useIndexed } from "./queries";
import { text } from "./text";

interface Props {
  chunk: Chunk;
  chosen: boolean;
  onChoose: () => void;
  onHover: (hovered: boolean) => void;
}

/** A chunk: where it stands, what is found and cited of it; the chosen one can be mended. */
export function ChunkCard({ chunk, chosen, onChoose, onHover }: Props) {
  const words = useText(text);
  const { number } = useFormats();
  const [open, setOpen] = useState<"edit" | "history" | null>(null);
  const change = useChange(chunk);
  useIndexed(chunk);
  const name = number(chunk.seq + 1);
  const [first, last] = chunk.page_range ?? [];
  const told = [
    first !== undefined && words.page(first, last ?? first),
    chunk.edited && words.edited,
    chunk.disabled && words.disabled,
    chunk.indexing && words.indexing,
  ].filter(Boolean);
  const close = () => setOpen(null);
  return (
    <article
      aria-label={words.number(name)}
      data-chosen={chosen}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      className="mx-3 mt-2 rounded-md border bg-raised data-[chosen=true]:border-accent"
    >
      <button
        type="button"
        title={words.show_chunk(name)}
        aria-current={chosen ? "true" : undefined}
        onClick={onChoose}
        onFocus={() => onHover(true)}
        onBlur={() => onHover(false)}
        className="motion flex w-full flex-col rounded-md px-3 pt-2 pb-1 text-left hover:bg-sunken"
      >
        <span className="text-meta font-semibold">
          {words.number(name)}
          {told.length > 0 && <span className="ml-2 font-normal text-muted">{told.join(" · ")}</span>}
        </span>
        {chunk.place && <span className="text-small text-muted">{chunk.place}</span>}
      </button>
      {open === "edit" ? (
        <Editor
          chunk={chunk}
          busy={change.isPending}
          onCancel={close}
          onSave={(content) => change.mutate({ kind: "edit", content }, { onSuccess: close })}
        />
      ) : (
        // The padding stands outside: in it a line would show that is cut off.
        <div className="px-3 pb-3">
          <p
            className={`text-meta whitespace-pre-wrap ${chosen ? "" : "line-clamp-6"} ${chunk.disabled ? "text-muted line-through" : ""}`}
          >
            {chunk.content}
          </p>
        </div>
      )}
      {change.isError && (
        <div className="px-3 pb-3">
          <ErrorNotice error={change.error} />
        </div>
      )}
      {chosen && open !== "edit" && (
        <div className="flex flex-wrap gap-2 px-3 pb-3">
          <Button icon={Pencil} onClick={() => setOpen("edit")}>
            {words.edit}
          </Button>
          <Button
            icon={chunk.disabled ? Eye : EyeOff}
            disabled={change.isPending}
            onClick={() => change.mutate({ kind: "switch", disabled: !chunk.disabled })}
          >
            {chunk.disabled ? words.enable : words.disable}
          </Button>
          <Button icon={HistoryIcon} onClick={() => setOpen("history")}>
            {words.history}
          </Button>
        </div>
      )}
      {open === "history" && (
        <History
          chunk={chunk}
          busy={change.isPending}
          onClose={close}
          onBack={(to) => change.mutate({ kind: "rollback", to }, { onSuccess: close, onError: close })}
        />
      )}
    </article>
  );
}

interface EditorProps {
  chunk: Chunk;
  busy: boolean;
  onCancel: () => void;
  onSave: (content: string) => void;
}

const LINES = { least: 6, most: 24 };

function Editor({ chunk, busy, onCancel, onSave }: EditorProps) {
  const words = useText(text);
  const [draft, setDraft] = useState(chunk.content);
  const lines = draft.split("\n").length + draft.length / 48;
  return (
    <form
      className="flex flex-col gap-2 px-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onCancel();
        }
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSave(draft);
      }}
    >
      <Labelled label={words.editing} hint={words.editingHint}>
        {(given) => (
          <textarea
            {...given}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
            autoFocus
            rows={Math.round(Math.min(LINES.most, Math.max(LINES.least, lines)))}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            className="w-full rounded-md border border-control bg-paper p-2 text-meta"
          />
        )}
      </Labelled>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button
          kind="primary"
          type="submit"
          disabled={busy || draft === chunk.content || draft.trim() === ""}
        >
          {words.save}
        </Button>
      </div>
    </form>
  );
}
