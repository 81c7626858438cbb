import { Dialog } from "@/components/Dialog";
import { useIngestName } from "@/components/ingest";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import type { Document } from "@/evidence/queries";
import { useFormats, useText } from "@/i18n";
import { useTimeline } from "./queries";
import { text } from "./text";

/** What happened to a document since it came, oldest first. */
export function Timeline({ document, onClose }: { document: Document; onClose: () => void }) {
  const words = useText(text);
  const { moment, duration } = useFormats();
  const query = useTimeline(document.base_id, document.id);
  const word = useIngestName();
  return (
    <Dialog title={words.timeline} onClose={onClose}>
      {query.isPending && <SkeletonRows rows={5} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="text-muted">{words.nothingYet}</p>}
      <ol className="flex flex-col text-meta">
        {query.data?.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order.
          <li key={index} className="flex gap-4 border-b py-1.5 last:border-0">
            <span className="w-24 shrink-0 text-muted">{moment(entry.at)}</span>
            <span className="flex-1">{word(entry.stage)}</span>
            <span className="text-muted">
              {entry.outcome === "done"
                ? entry.milliseconds > 0 && duration(entry.milliseconds)
                : word(entry.outcome)}
            </span>
          </li>
        ))}
      </ol>
      {document.error_message && <p className="pt-3 text-meta">{document.error_message}</p>}
    </Dialog>
  );
}
