import { ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button";
import { Select } from "@/components/Field";
import { useFormats, useText } from "@/i18n";
import { useAssistants, useBases } from "./queries";
import { ScopeDialog } from "./ScopeDialog";
import { isNarrow, type Scope } from "./scope";
import { text } from "./text";

interface Props {
  scope: Scope;
  onChange: (scope: Scope) => void;
}

/** Below a question: where it is looked up, who answers, and whether text is shown before it is checked. */
export function ScopeBar({ scope, onChange }: Props) {
  const words = useText(text);
  const [open, setOpen] = useState(false);
  const told = useTold(scope);
  const assistants = useAssistants().data ?? [];
  return (
    <>
      <Button
        kind="quiet"
        icon={ListFilter}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={`${words.scope}: ${told}`}
        className={`max-w-full min-w-0 ${isNarrow(scope) ? "bg-wash text-accent" : ""}`}
      >
        <span className="truncate">{told}</span>
      </Button>
      {assistants.length > 0 && (
        <Select
          bare
          label={words.assistant}
          value={scope.assistant}
          choices={[
            { value: "", label: words.assistantDefault },
            ...assistants.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(assistant) => onChange({ ...scope, assistant })}
          className="max-w-44 text-meta"
        />
      )}
      <label
        title={words.verifiedHint}
        className="ml-auto flex min-h-9 items-center gap-2 rounded-md px-2 text-meta text-muted"
      >
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={scope.verified}
          onChange={(event) => onChange({ ...scope, verified: event.target.checked })}
        />
        {words.verified}
      </label>
      {open && <ScopeDialog scope={scope} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A scope in a few words. */
function useTold(scope: Scope): string {
  const words = useText(text);
  const { date } = useFormats();
  const bases = useBases().data ?? [];
  const names = scope.bases.map((id) => bases.find((base) => base.id === id || base.name === id)?.name ?? id);
  const parts = [
    ...names,
    scope.documents.length > 0 ? words.scopeDocuments(scope.documents.length) : "",
    ...scope.tags.map((tag) => `#${tag}`),
    scope.asOf ? words.asOf(date(scope.asOf)) : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : words.scopeAll;
}
