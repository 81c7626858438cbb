import { RotateCcw } from "lucide-react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { useIngestName } from "@/components/ingest";
import { useFormats, useText } from "@/i18n";
import type { Row } from "./rows";
import { State } from "./State";
import { text } from "./text";

/** What happened to a document, stage by stage, and why it failed. */
export function DocumentDialog({
  row,
  onClose,
  onRetry,
}: {
  row: Row;
  onClose: () => void;
  onRetry: () => void;
}) {
  const words = useText(text);
  const word = useIngestName();
  const { duration } = useFormats();
  const document = row.document;
  const again = row.stage === "failed" || row.stage === "cancelled";
  return (
    <Dialog
      title={row.name}
      onClose={onClose}
      actions={
        again && (
          <Button kind="primary" icon={RotateCcw} onClick={onRetry}>
            {words.retryWord}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 text-meta">
        <State row={{ ...row, reason: null }} />
        {row.reason && (
          <section>
            <h3 className="font-semibold">{words.reason}</h3>
            <p>{row.reason}</p>
            {document?.error_code && <code className="text-small text-muted">{document.error_code}</code>}
          </section>
        )}
        {document && document.warnings.length > 0 && (
          <section>
            <h3 className="font-semibold">{words.warnings}</h3>
            <ul className="list-disc pl-5">
              {document.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </section>
        )}
        {document && document.stages.length > 0 && (
          <section>
            <h3 className="font-semibold">{words.stages}</h3>
            <ol className="flex flex-col">
              {document.stages.map((stage) => (
                <li key={stage.name} className="flex justify-between gap-4 border-b py-1 last:border-0">
                  <span>{word(stage.name)}</span>
                  <span className="text-muted">
                    {stage.outcome === "done" ? duration(stage.milliseconds) : word(stage.outcome)}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </Dialog>
  );
}
