import { useDeferredValue, useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Field } from "@/components/Field";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { useText } from "@/i18n";
import { useBases, useDocumentChoices, useFiling } from "./queries";
import { isNarrow, type Scope, toggled } from "./scope";
import { text } from "./text";

interface Props {
  scope: Scope;
  onChange: (scope: Scope) => void;
  onClose: () => void;
}

/** Bases, tags, day and documents that a question is looked up in. */
export function ScopeDialog({ scope, onChange, onClose }: Props) {
  const words = useText(text);
  const bases = useBases();
  const ids = scope.bases.length > 0 ? scope.bases : (bases.data ?? []).map((base) => base.id);
  const filing = useFiling(ids);
  const tags = [
    ...new Set([...scope.tags, ...filing.flatMap(({ data }) => data?.tags.map(({ tag }) => tag) ?? [])]),
  ].sort();
  const wide = { bases: [], documents: [], tags: [], asOf: "" };
  return (
    <Dialog
      title={words.scope}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" disabled={!isNarrow(scope)} onClick={() => onChange({ ...scope, ...wide })}>
            {words.everything}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Choices legend={words.scopeBases} hint={words.scopeBasesHint}>
          {bases.isPending && <SkeletonRows rows={2} />}
          {bases.isError && <ErrorNotice error={bases.error} onRetry={() => void bases.refetch()} />}
          {bases.data?.map((base) => (
            <Check
              key={base.id}
              label={base.name}
              checked={scope.bases.includes(base.id) || scope.bases.includes(base.name)}
              onChange={() =>
                onChange({
                  ...scope,
                  bases: toggled(
                    scope.bases.map((each) => (each === base.name ? base.id : each)),
                    base.id,
                  ),
                  documents: [],
                })
              }
            />
          ))}
        </Choices>
        {tags.length > 0 && (
          <Choices legend={words.scopeTags} hint={words.scopeTagsHint}>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {tags.map((tag) => (
                <Check
                  key={tag}
                  label={tag}
                  checked={scope.tags.includes(tag)}
                  onChange={() => onChange({ ...scope, tags: toggled(scope.tags, tag) })}
                />
              ))}
            </div>
          </Choices>
        )}
        <Field
          type="date"
          label={words.scopeDay}
          hint={words.scopeDayHint}
          value={scope.asOf}
          onChange={(event) => onChange({ ...scope, asOf: event.target.value })}
          className="max-w-52"
        />
        <Documents
          bases={ids}
          chosen={scope.documents}
          onToggle={(id) => onChange({ ...scope, documents: toggled(scope.documents, id) })}
        />
      </div>
    </Dialog>
  );
}

/** Documents by name, those that are chosen first. */
function Documents({
  bases,
  chosen,
  onToggle,
}: {
  bases: readonly string[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}) {
  const words = useText(text);
  const [name, setName] = useState("");
  const found = useDocumentChoices(bases, useDeferredValue(name.trim()));
  const documents = found.flatMap(({ data }) => data ?? []);
  const rank = ({ id }: { id: string }) => (chosen.includes(id) ? 0 : 1);
  return (
    <Choices legend={words.scopeNames}>
      <Field
        bare
        type="search"
        label={words.scopeFind}
        placeholder={words.scopeFind}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex max-h-52 flex-col gap-2 overflow-y-auto py-1">
        {documents
          .toSorted((one, other) => rank(one) - rank(other))
          .map(({ id, filename }) => (
            <Check key={id} label={filename} checked={chosen.includes(id)} onChange={() => onToggle(id)} />
          ))}
        {documents.length === 0 && found.every(({ isPending }) => !isPending) && (
          <p className="text-meta text-muted">{words.scopeNone}</p>
        )}
      </div>
    </Choices>
  );
}

function Choices({ legend, hint, children }: { legend: string; hint?: string; children: React.ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-meta font-semibold">{legend}</legend>
      {hint && <p className="text-small text-muted">{hint}</p>}
      {children}
    </fieldset>
  );
}
