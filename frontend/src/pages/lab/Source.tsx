import { FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Field, Labelled, Select } from "@/components/Field";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { useFormats, useText } from "@/i18n";
import { LONGEST } from "./cuts";
import { type Base, useChoices, useTextOf } from "./queries";
import { text } from "./text";

interface Props {
  /** What is cut. */
  value: string;
  /** Characters beyond what a preview takes. */
  left: number;
  bases: readonly Base[];
  onChange: (value: string) => void;
}

/** The text that is cut: written, pasted, or that of a document. */
export function Source({ value, left, bases, onChange }: Props) {
  const words = useText(text);
  const { number } = useFormats();
  const [picking, setPicking] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <Labelled
        label={words.source}
        hint={left > 0 ? words.tooLong(number(LONGEST), number(left)) : words.sourceHint}
      >
        {(given) => (
          <textarea
            {...given}
            rows={6}
            value={value}
            placeholder={words.sourcePlaceholder}
            onChange={(event) => onChange(event.target.value)}
            className="w-full rounded-md border border-control bg-raised px-3 py-2 text-meta"
          />
        )}
      </Labelled>
      <div>
        <Button icon={FileText} onClick={() => setPicking(true)}>
          {words.pick}
        </Button>
      </div>
      {picking && (
        <Pick
          bases={bases}
          onPick={(picked) => {
            onChange(picked);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

interface PickProps {
  bases: readonly Base[];
  onPick: (text: string) => void;
  onClose: () => void;
}

function Pick({ bases, onPick, onClose }: PickProps) {
  const words = useText(text);
  const [base, setBase] = useState(bases[0]?.id ?? "");
  const [name, setName] = useState("");
  const choices = useChoices(base, name);
  const read = useTextOf();
  return (
    <Dialog title={words.pick} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {bases.length > 1 && (
          <Select
            label={words.base}
            value={base}
            choices={bases.map((each) => ({ value: each.id, label: each.name }))}
            onChoose={setBase}
          />
        )}
        <Field
          label={words.nameHolds}
          type="search"
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {read.isError && <ErrorNotice error={read.error} />}
        {choices.isError && <ErrorNotice error={choices.error} onRetry={() => void choices.refetch()} />}
        {choices.isLoading && <SkeletonRows rows={4} />}
        {(base === "" || choices.data?.length === 0) && (
          <EmptyState title={words.noDocument} hint={words.noDocumentHint} />
        )}
        <ul className="flex flex-col">
          {choices.data?.map((document) => (
            <li key={document.id}>
              <button
                type="button"
                disabled={read.isPending}
                onClick={() => read.mutate(document.id, { onSuccess: (found) => onPick(found.text) })}
                className="motion w-full truncate rounded-md px-3 py-2 text-left text-meta hover:bg-sunken"
              >
                {document.filename}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
