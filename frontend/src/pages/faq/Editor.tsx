import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Field, Labelled, Select } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { bodyOf, draftOf, EMPTY, type Entry, isComplete } from "./entry";
import { useAct } from "./queries";
import { text } from "./text";

interface Props {
  base: string;
  /** Null makes a new one. */
  entry: Entry | null;
  onClose: () => void;
}

/** Questions and answers of an entry. */
export function Editor({ base, entry, onClose }: Props) {
  const words = useText(text);
  const form = useId();
  const act = useAct(base);
  const [draft, setDraft] = useState(() => (entry ? draftOf(entry) : EMPTY));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(draft);
    act.mutate(entry ? { kind: "change", id: entry.id, body } : { kind: "add", body }, {
      onSuccess: onClose,
    });
  };
  const lines = (key: "similar" | "negative" | "answers", label: string, hint: string, rows: number) => (
    <Labelled label={label} hint={hint}>
      {(given) => (
        <textarea
          {...given}
          rows={rows}
          value={draft[key]}
          onChange={(event) => setDraft({ ...draft, [key]: event.target.value })}
          className="field-sizing-content w-full rounded-md border border-control bg-raised px-3 py-2 text-meta"
        />
      )}
    </Labelled>
  );
  return (
    <Dialog
      title={entry ? words.edit : words.add}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} disabled={!isComplete(draft) || act.isPending}>
          {words.save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={words.question}
          autoFocus
          maxLength={2_000}
          value={draft.question}
          onChange={(event) => setDraft({ ...draft, question: event.target.value })}
        />
        {lines("answers", words.answersTitle, words.answersHint, 4)}
        {lines("similar", words.similar, words.similarHint, 3)}
        {lines("negative", words.negative, words.negativeHint, 2)}
        <Field
          label={words.tags}
          hint={words.tagsHint}
          value={draft.tags}
          onChange={(event) => setDraft({ ...draft, tags: event.target.value })}
        />
        <Select
          label={words.strategy}
          value={draft.strategy}
          choices={[
            { value: "all", label: words.all },
            { value: "random", label: words.random },
          ]}
          onChoose={(strategy) => setDraft({ ...draft, strategy })}
        />
        <Check
          label={words.enabled}
          checked={draft.enabled}
          onChange={(event) => setDraft({ ...draft, enabled: event.target.checked })}
        />
        {entry?.error_message && <p className="text-meta text-bad">{entry.error_message}</p>}
        {act.isError && <ErrorNotice error={act.error} />}
      </form>
    </Dialog>
  );
}
