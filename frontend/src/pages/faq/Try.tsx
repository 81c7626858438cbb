import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button";
import { Field } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import { useFormats, useText } from "@/i18n";
import { useHits } from "./queries";
import { text } from "./text";

interface Props {
  base: string;
  /** Of the entries as they are now. */
  stamp: string;
  onOpen: (id: string) => void;
}

/** Which entry a user's wording finds. */
export function Try({ base, stamp, onOpen }: Props) {
  const words = useText(text);
  const { score } = useFormats();
  const [draft, setDraft] = useState("");
  const [wording, setWording] = useState("");
  const hits = useHits(base, wording, stamp);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWording(draft.trim());
    if (draft.trim() === wording) void hits.refetch();
  };
  return (
    <div className="flex flex-col gap-2">
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={words.try}
            placeholder={words.tryHint}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={!draft.trim()}>
          {words.tryNow}
        </Button>
      </form>
      {hits.isError && <ErrorNotice error={hits.error} />}
      {wording && hits.data?.length === 0 && <p className="text-meta text-muted">{words.noHit}</p>}
      {wording && hits.data && hits.data.length > 0 && (
        <ol aria-label={words.hits} className="flex flex-col text-meta">
          {hits.data.map((hit) => (
            <li key={hit.document_id} className="flex items-center gap-3 border-b py-1 last:border-0">
              <span className="w-12 shrink-0 text-right text-muted">
                {score(hit.rerank_score ?? hit.score)}
              </span>
              <button
                type="button"
                className="min-w-0 truncate text-left hover:text-accent"
                onClick={() => onOpen(hit.document_id)}
              >
                {hit.label}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
