import { Search, X } from "lucide-react";
import { type FormEvent, useRef } from "react";
import { useKeys } from "@/app/keys";
import { Button } from "@/components/Button";
import { Check, Field, Select } from "@/components/Field";
import { useText } from "@/i18n";
import { useBases } from "./queries";
import { type Inquiry, MOST_RESULTS, type Setting } from "./settings";
import { text } from "./text";

interface Props {
  draft: Inquiry;
  onChange: (draft: Inquiry) => void;
  onRun: () => void;
  busy: boolean;
}

/** The question, where it is looked up, and one setting or two. */
export function Inquire({ draft, onChange, onRun, busy }: Props) {
  const words = useText(text);
  const bases = useBases();
  const box = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => box.current?.focus() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun();
  };
  const only = draft.bases[0] ?? "";
  // The address may name a base as an answer does, not by its id.
  const known = bases.data?.find((base) => base.id === only || base.name === only)?.id ?? only;
  const chosen = draft.bases.length > 1 ? "several" : known;
  const narrow = draft.documents.length + draft.tags.length > 0;
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            ref={box}
            label={words.question}
            bare
            type="search"
            placeholder={words.placeholder}
            value={draft.question}
            onChange={(event) => onChange({ ...draft, question: event.target.value })}
          />
        </div>
        <Button kind="primary" type="submit" icon={Search} disabled={busy || !draft.question.trim()}>
          {words.run}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-44">
          <Select
            label={words.base}
            value={chosen}
            choices={[
              { value: "", label: words.allBases },
              ...(chosen === "several"
                ? [{ value: chosen, label: words.someBases(draft.bases.length) }]
                : []),
              ...(bases.data ?? []).map((base) => ({ value: base.id, label: base.name })),
            ]}
            onChoose={(base) => base !== "several" && onChange({ ...draft, bases: base ? [base] : [] })}
          />
        </div>
        <div className="w-44">
          <Field
            label={words.asOf}
            type="date"
            value={draft.asOf}
            onChange={(event) => onChange({ ...draft, asOf: event.target.value })}
          />
        </div>
        {narrow && (
          <Button icon={X} kind="quiet" onClick={() => onChange({ ...draft, documents: [], tags: [] })}>
            {words.narrowed(draft.documents.length, draft.tags.length)} · {words.widen}
          </Button>
        )}
      </div>
      <div className={draft.second ? "grid gap-3 md:grid-cols-2" : "grid gap-3"}>
        <Settings
          name={draft.second ? words.first : ""}
          setting={draft.first}
          onChange={(first) => onChange({ ...draft, first })}
        />
        {draft.second && (
          <Settings
            name={words.second}
            setting={draft.second}
            onChange={(second) => onChange({ ...draft, second })}
          />
        )}
      </div>
      <Check
        label={words.compare}
        checked={draft.second !== null}
        onChange={(event) => onChange({ ...draft, second: event.target.checked ? { ...draft.first } : null })}
      />
    </form>
  );
}

interface SettingsProps {
  /** "A" or "B" where two are compared. */
  name: string;
  setting: Setting;
  onChange: (setting: Setting) => void;
}

function Settings({ name, setting, onChange }: SettingsProps) {
  const words = useText(text);
  const answers = setting.how === "answer";
  return (
    <fieldset className="flex flex-wrap items-end gap-3 rounded-md border px-3 pt-1 pb-3">
      <legend className="px-1 text-small font-semibold text-muted">
        {words.settings} {name}
      </legend>
      <div className="w-72">
        <Select
          label={words.how}
          value={setting.how}
          choices={[
            { value: "search", label: words.search },
            { value: "answer", label: words.answer },
          ]}
          onChoose={(how) => onChange({ ...setting, how })}
        />
      </div>
      <div className="w-24">
        <Field
          label={words.topK}
          type="number"
          min={0}
          max={MOST_RESULTS}
          placeholder={words.usual}
          value={setting.topK}
          onChange={(event) => onChange({ ...setting, topK: event.target.value })}
        />
      </div>
      <div className="w-32">
        <Field
          label={words.threshold}
          type="number"
          min={0}
          max={1}
          step={0.01}
          placeholder={words.usual}
          value={setting.threshold}
          onChange={(event) => onChange({ ...setting, threshold: event.target.value })}
        />
      </div>
      <div className="flex min-h-9 items-center">
        <Check
          label={words.rerank}
          title={answers ? words.rerankHint : undefined}
          checked={answers || setting.rerank}
          disabled={answers}
          onChange={(event) => onChange({ ...setting, rerank: event.target.checked })}
        />
      </div>
    </fieldset>
  );
}
