import { Bot, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { useFormats, useText } from "@/i18n";
import { AssistantDialog } from "./AssistantDialog";
import { type Assistant, useAssistants } from "./queries";
import { text } from "./text";

/** Who can be asked; the default one answers where none is named. */
export function Assistants() {
  const words = useText(text);
  const { date } = useFormats();
  const query = useAssistants();
  const [open, setOpen] = useState<"new" | Assistant | null>(null);
  const list = query.data ?? [];
  return (
    <section aria-label={words.assistants} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-meta text-muted">{words.assistantsHint}</p>
        <Button kind="primary" icon={Plus} onClick={() => setOpen("new")}>
          {words.newAssistant}
        </Button>
      </div>
      {query.isPending && <SkeletonRows rows={3} className="h-16" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && list.length === 0 && (
        <EmptyState icon={Bot} title={words.noAssistant} hint={words.noAssistantHint} />
      )}
      <ul className="flex flex-col gap-2">
        {list.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              onClick={() => setOpen(each)}
              className="motion flex w-full flex-col rounded-md border bg-raised px-4 py-3 text-left hover:bg-sunken"
            >
              <span className="font-semibold">
                {each.name}
                {each.default && <span className="ml-2 font-normal text-muted">{words.isDefault}</span>}
              </span>
              {each.description && <span className="text-meta">{each.description}</span>}
              <span className="text-small text-muted">{words.changed(date(each.updated_at))}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && <AssistantDialog assistant={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </section>
  );
}
