import { CalendarRange, FolderInput, RotateCcw, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button";
import { ErrorNotice } from "@/components/States";
import { toast } from "@/components/toasts";
import { useText } from "@/i18n";
import { Days, Delete, Folder, Tags } from "./batches";
import { type Change, type Document, type Failure, useBatch } from "./queries";
import { text } from "./text";

interface Props {
  base: string;
  documents: readonly Document[];
  onClear: () => void;
}

/** What can be done with the documents that are chosen; each that could not be done says why. */
export function Chosen({ base, documents, onClear }: Props) {
  const words = useText(text);
  const batch = useBatch(base);
  const [open, setOpen] = useState<"tags" | "folder" | "days" | "delete" | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const run = (change: Change) =>
    batch.mutate(
      { documents: documents.map((each) => each.id), change },
      {
        onSuccess: (told) => {
          setOpen(null);
          setFailures(told.results.filter((each) => each.error));
          if (told.done > 0) toast(words.done(told.done));
          if (told.failed === 0) onClear();
        },
      },
    );
  const given = { documents, base, busy: batch.isPending, error: batch.error, onRun: run };
  const close = () => {
    batch.reset();
    setOpen(null);
  };
  if (documents.length === 0 && failures.length === 0) return null;
  return (
    <section aria-label={words.chosen} className="flex flex-col gap-2 rounded-md border bg-wash px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-2 text-meta font-semibold">{words.chosenCount(documents.length)}</p>
        <Button icon={Tag} onClick={() => setOpen("tags")}>
          {words.changeTags}
        </Button>
        <Button icon={FolderInput} onClick={() => setOpen("folder")}>
          {words.move}
        </Button>
        <Button icon={CalendarRange} onClick={() => setOpen("days")}>
          {words.days}
        </Button>
        <Button icon={RotateCcw} disabled={batch.isPending} onClick={() => run({ action: "reparse" })}>
          {words.readAgain}
        </Button>
        <Button icon={Trash2} kind="danger" onClick={() => setOpen("delete")}>
          {words.remove}
        </Button>
        <Button
          icon={X}
          kind="quiet"
          onClick={() => {
            setFailures([]);
            onClear();
          }}
        >
          {words.chooseNone}
        </Button>
      </div>
      {batch.isError && open === null && <ErrorNotice error={batch.error} />}
      {failures.length > 0 && (
        <ul className="flex flex-col gap-1 text-meta">
          {failures.map((each) => (
            <li key={each.id ?? each.filename}>
              <span className="font-semibold">{each.filename}</span>: {each.error?.message} {each.error?.hint}
            </li>
          ))}
        </ul>
      )}
      {open === "tags" && <Tags {...given} onClose={close} />}
      {open === "folder" && <Folder {...given} onClose={close} />}
      {open === "days" && <Days {...given} onClose={close} />}
      {open === "delete" && <Delete {...given} onClose={close} />}
    </section>
  );
}
