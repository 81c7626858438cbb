import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Field, Labelled, Select } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { bodyOf, type Choice, draftOf, EMPTY } from "./assistant";
import { type Assistant, useBases, useDelete, useWrite } from "./queries";
import { text } from "./text";

interface Props {
  /** Null makes a new one. */
  assistant: Assistant | null;
  onClose: () => void;
}

/** How an assistant answers; every box that is empty is left to the library. */
export function AssistantDialog({ assistant, onClose }: Props) {
  const words = useText(text);
  const form = useId();
  const bases = useBases();
  const write = useWrite();
  const remove = useDelete();
  const [sure, setSure] = useState(false);
  const [draft, setDraft] = useState(() => (assistant ? draftOf(assistant) : EMPTY));
  const set = (to: Partial<typeof draft>) => setDraft({ ...draft, ...to });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write.mutate({ id: assistant?.id ?? null, body: bodyOf(draft, assistant) }, { onSuccess: onClose });
  };
  const choices: { value: Choice; label: string }[] = [
    { value: "", label: words.asSet },
    { value: "yes", label: words.yes },
    { value: "no", label: words.no },
  ];
  return (
    <Dialog
      title={assistant ? assistant.name : words.newAssistant}
      onClose={onClose}
      actions={
        <>
          {assistant && (
            <Button
              kind="danger"
              disabled={remove.isPending}
              onClick={() => (sure ? remove.mutate(assistant.id, { onSuccess: onClose }) : setSure(true))}
            >
              {sure ? words.reallyDelete : words.delete}
            </Button>
          )}
          <Button kind="primary" type="submit" form={form} disabled={!draft.name.trim() || write.isPending}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={words.name}
          maxLength={200}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Field
          label={words.description}
          maxLength={2_000}
          value={draft.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        <Check
          label={words.default}
          hint={words.defaultHint}
          checked={draft.default}
          onChange={(event) => set({ default: event.target.checked })}
        />
        {bases.data && bases.data.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1 text-meta font-semibold">{words.bases}</legend>
            {bases.data.map((base) => (
              <Check
                key={base.id}
                label={base.name}
                checked={draft.bases.includes(base.id)}
                onChange={(event) =>
                  set({
                    bases: event.target.checked
                      ? [...draft.bases, base.id]
                      : draft.bases.filter((each) => each !== base.id),
                  })
                }
              />
            ))}
          </fieldset>
        )}
        <Select
          label={words.language}
          value={draft.language}
          choices={[
            { value: "", label: words.ofTheQuestion },
            { value: "ko", label: "한국어" },
            { value: "en", label: "English" },
            { value: "zh", label: "中文" },
          ]}
          onChoose={(language) => set({ language })}
        />
        <Select
          label={words.fallback}
          value={draft.fallback}
          choices={[
            { value: "", label: words.asSet },
            { value: "refuse", label: words.refuse },
            { value: "fixed", label: words.fixed },
            { value: "model", label: words.ungrounded },
          ]}
          onChoose={(fallback) => set({ fallback })}
        />
        {(draft.fallback === "fixed" || draft.fallback === "model") && (
          <Labelled label={words.fixedText}>
            {(given) => (
              <textarea
                {...given}
                rows={2}
                value={draft.fixed}
                onChange={(event) => set({ fixed: event.target.value })}
                className="w-full rounded-md border border-control bg-raised px-3 py-2 text-meta"
              />
            )}
          </Labelled>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={words.citations}
            value={draft.citations}
            choices={choices}
            onChoose={(citations) => set({ citations })}
          />
          <Select label={words.web} value={draft.web} choices={choices} onChoose={(web) => set({ web })} />
          <Field
            label={words.model}
            hint={words.modelHint}
            placeholder={words.asSet}
            value={draft.model}
            onChange={(event) => set({ model: event.target.value })}
          />
          <Field
            label={words.temperature}
            type="number"
            min={0}
            max={2}
            step={0.1}
            placeholder={words.asSet}
            value={draft.temperature}
            onChange={(event) => set({ temperature: event.target.value })}
          />
          <Field
            label={words.topK}
            type="number"
            min={1}
            placeholder={words.asSet}
            value={draft.topK}
            onChange={(event) => set({ topK: event.target.value })}
          />
          <Field
            label={words.passScore}
            hint={words.passScoreHint}
            type="number"
            min={0}
            max={1}
            step={0.01}
            placeholder={words.asSet}
            value={draft.passScore}
            onChange={(event) => set({ passScore: event.target.value })}
          />
        </div>
        {write.isError && <ErrorNotice error={write.error} />}
        {remove.isError && <ErrorNotice error={remove.error} />}
      </form>
    </Dialog>
  );
}
