import { RotateCcw } from "lucide-react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import type { Chunk } from "@/evidence/queries";
import { useFormats, useText } from "@/i18n";
import { type Revision, useRevisions } from "./queries";
import { text } from "./text";

interface Props {
  chunk: Chunk;
  busy: boolean;
  onClose: () => void;
  onBack: (revision: number) => void;
}

/** Every text that a chunk ever had, the newest first. */
export function History({ chunk, busy, onClose, onBack }: Props) {
  const words = useText(text);
  const { number, moment } = useFormats();
  const query = useRevisions(chunk.id);
  const action = (revision: Revision) => {
    if (revision.action === "cut") return words.cut;
    if (revision.action === "rollback") return words.rollback(number(revision.restored ?? 0));
    return revision.action === "carry" ? words.carry : words.edit_of;
  };
  return (
    <Dialog title={`${words.history}: ${words.number(number(chunk.seq + 1))}`} onClose={onClose}>
      {query.isPending && <SkeletonRows rows={3} className="h-16" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      <ol className="flex flex-col gap-4">
        {[...(query.data ?? [])].reverse().map((revision) => (
          <li
            key={revision.number}
            aria-label={words.revision(number(revision.number))}
            className="flex flex-col gap-1"
          >
            <p className="text-meta font-semibold">
              {action(revision)}
              <span className="ml-2 font-normal text-muted">
                {[
                  "created_at" in revision && revision.created_at && moment(revision.created_at),
                  revision.current && words.current,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </p>
            <p className="max-h-48 overflow-y-auto rounded-md border bg-raised p-2 text-meta whitespace-pre-wrap">
              {revision.content}
            </p>
            {!revision.current && (
              <div>
                <Button icon={RotateCcw} disabled={busy} onClick={() => onBack(revision.number)}>
                  {words.goBack}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
