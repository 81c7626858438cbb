import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Field } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { type Change, type Document, useFiling } from "./queries";
import { text } from "./text";

/** Documents that a question before removing names. */
const NAMED = 8;

interface Given {
  base: string;
  documents: readonly Document[];
  busy: boolean;
  error: unknown;
  onRun: (change: Change) => void;
  onClose: () => void;
}

interface AskProps {
  title: string;
  action: string;
  kind?: "primary" | "danger";
  busy: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Ask({ title, action, kind = "primary", busy, error, onSubmit, onClose, children }: AskProps) {
  const words = useText(text);
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind={kind} type="submit" form={form} disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {error !== null && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  );
}

export function Tags({ documents, base, onRun, ...rest }: Given) {
  const words = useText(text);
  const known = useFiling(base).data?.tags ?? [];
  const list = useId();
  const [added, setAdded] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const held = [...new Set(documents.flatMap((each) => each.tags))].sort();
  const submit = () =>
    onRun({
      action: "change",
      change: {
        add_tags: added
          .split(/[,，]/)
          .map((each) => each.trim())
          .filter(Boolean),
        remove_tags: [...removed],
      },
    });
  return (
    <Ask title={words.changeTags} action={words.save} {...rest} onSubmit={submit}>
      <Field
        label={words.addTags}
        hint={words.addTagsHint}
        autoFocus
        list={list}
        value={added}
        onChange={(event) => setAdded(event.target.value)}
      />
      <datalist id={list}>
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {held.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 text-meta font-semibold">{words.removeTags}</legend>
          {held.map((tag) => (
            <Check
              key={tag}
              label={tag}
              checked={removed.includes(tag)}
              onChange={(event) =>
                setRemoved(event.target.checked ? [...removed, tag] : removed.filter((each) => each !== tag))
              }
            />
          ))}
        </fieldset>
      )}
    </Ask>
  );
}

export function Folder({ documents, base, onRun, ...rest }: Given) {
  const words = useText(text);
  const known = useFiling(base).data?.folders ?? [];
  const list = useId();
  const [folder, setFolder] = useState(documents.length === 1 ? (documents[0]?.folder ?? "") : "");
  return (
    <Ask
      title={words.move}
      action={words.moveHere}
      {...rest}
      onSubmit={() => onRun({ action: "change", change: { folder } })}
    >
      <Field
        label={words.folder}
        hint={words.folderHint}
        autoFocus
        list={list}
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
      />
      <datalist id={list}>{known.map(({ path }) => path && <option key={path} value={path} />)}</datalist>
    </Ask>
  );
}

export function Days({ documents, onRun, base: _base, ...rest }: Given) {
  const words = useText(text);
  const only = documents.length === 1 ? documents[0] : undefined;
  const [from, setFrom] = useState(only?.effective_from ?? "");
  const [to, setTo] = useState(only?.effective_to ?? "");
  return (
    <Ask
      title={words.days}
      action={words.save}
      {...rest}
      onSubmit={() =>
        onRun({ action: "change", change: { effective_from: from || null, effective_to: to || null } })
      }
    >
      <p className="text-meta text-muted">{words.daysHint}</p>
      <Field label={words.from} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <Field
        label={words.until}
        type="date"
        min={from}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
    </Ask>
  );
}

export function Delete({ documents, onRun, base: _base, ...rest }: Given) {
  const words = useText(text);
  return (
    <Ask
      title={words.remove}
      action={words.removeCount(documents.length)}
      kind="danger"
      {...rest}
      onSubmit={() => onRun({ action: "delete" })}
    >
      <p>{words.removeHint}</p>
      <ul className="list-disc pl-5 text-meta">
        {documents.slice(0, NAMED).map((each) => (
          <li key={each.id}>{each.filename}</li>
        ))}
        {documents.length > NAMED && <li>{words.more(documents.length - NAMED)}</li>}
      </ul>
    </Ask>
  );
}
