import { useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Labelled, Select } from "@/components/Field";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { toast } from "@/components/toasts";
import { useText } from "@/i18n";
import { type Imported, type Mode, useImport } from "./queries";
import { text } from "./text";

/** A file is read and told row by row what would happen; only then it is taken in. */
export function Import({ base, onClose }: { base: string; onClose: () => void }) {
  const words = useText(text);
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<Mode>("append");
  const trial = useImport(base);
  const real = useImport(base);
  const look = (picked: File | null, how: Mode) => {
    setFile(picked);
    setMode(how);
    real.reset();
    if (picked) trial.mutate({ file: picked, mode: how, dry: true });
    else trial.reset();
  };
  const report = trial.data;
  const changes = report ? report.added + report.updated + report.removed : 0;
  const take = () => {
    if (!file) return;
    real.mutate(
      { file, mode, dry: false },
      {
        onSuccess: (done) => {
          toast(words.taken(done.added, done.updated));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={words.import}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          disabled={!report || trial.isPending || real.isPending || changes === 0}
          onClick={take}
        >
          {words.takeIn}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Labelled label={words.file} hint={words.fileHint}>
          {(given) => (
            <input
              {...given}
              type="file"
              accept=".csv,.xlsx,.json"
              onChange={(event) => look(event.target.files?.[0] ?? null, mode)}
              className="text-meta file:mr-3 file:cursor-pointer file:rounded-md file:border file:border-control file:bg-raised file:px-3 file:py-1.5 file:font-semibold"
            />
          )}
        </Labelled>
        <Select
          label={words.mode}
          value={mode}
          choices={[
            { value: "append", label: words.append },
            { value: "replace", label: words.replace },
          ]}
          onChoose={(how) => look(file, how)}
        />
        {trial.isPending && <SkeletonRows rows={4} />}
        {trial.isError && <ErrorNotice error={trial.error} />}
        {report && !trial.isPending && <Told report={report} />}
        {real.isError && <ErrorNotice error={real.error} />}
      </div>
    </Dialog>
  );
}

/** Rows that a list shows at once; the counts tell of all. */
const SHOWN = 200;

function Told({ report }: { report: Imported }) {
  const words = useText(text);
  const row = (each: { row: number; sheet?: string | null }) =>
    each.sheet ? `${each.sheet}, ${words.row(each.row)}` : words.row(each.row);
  const actions = { add: words.toAdd, update: words.toUpdate, unchanged: words.toLeave, fail: words.toFail };
  return (
    <section aria-label={words.wouldHappen} className="flex flex-col gap-3 text-meta">
      <h3 className="font-semibold">{words.wouldHappen}</h3>
      <p role="status">
        {words.counts(report.added, report.updated, report.unchanged, report.failed, report.removed)}
      </p>
      {report.broken && <p className="text-bad">{report.broken}</p>}
      {report.held_back && <p>{report.held_back}</p>}
      {report.ignored_columns.length > 0 && <p>{words.ignored(report.ignored_columns.join(", "))}</p>}
      <Notes
        title={words.errors}
        notes={report.errors.map((each) => [row(each), each.question, each.reason])}
      />
      <Notes
        title={words.warnings}
        notes={report.warnings.map((each) => [row(each), each.question, each.reason])}
      />
      <details>
        <summary className="font-semibold">{words.allRows}</summary>
        <ol className="flex flex-col pt-2">
          {report.entries.slice(0, SHOWN).map((each) => (
            <li
              key={`${each.sheet}:${each.row}:${each.question}`}
              className="flex gap-3 border-b py-1 last:border-0"
            >
              <span className="w-24 shrink-0 text-muted">{row(each)}</span>
              <span className="w-20 shrink-0">{actions[each.action]}</span>
              <span className="min-w-0 truncate">{each.question}</span>
            </li>
          ))}
        </ol>
      </details>
      {report.removals.length > 0 && (
        <details>
          <summary className="font-semibold">{words.toRemove}</summary>
          <ul className="list-disc pt-2 pl-5">
            {report.removals.slice(0, SHOWN).map((each) => (
              <li key={each.id}>{each.question}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Notes({ title, notes }: { title: string; notes: readonly (readonly [string, string, string])[] }) {
  if (notes.length === 0) return null;
  return (
    <div>
      <h4 className="font-semibold">{title}</h4>
      <ul className="list-disc pl-5">
        {notes.slice(0, SHOWN).map(([row, question, reason]) => (
          <li key={`${row}:${question}:${reason}`}>
            {row}
            {question && `, “${question}”`}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
