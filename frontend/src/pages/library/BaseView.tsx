import { FilePlus2, FolderUp, ListFilter, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/components/Button";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { Table } from "@/components/Table";
import { linkTo } from "@/evidence/cited";
import { useFormats, useText } from "@/i18n";
import { DropZone, Pick } from "./Adding";
import { Chosen } from "./Chosen";
import { useColumns } from "./columns";
import { DocumentDialog } from "./DocumentDialog";
import { type Filter, isNarrow, takes } from "./filter";
import { Narrow } from "./Narrow";
import { useProgress } from "./progress";
import { type Base, useDocuments, useRetry } from "./queries";
import { countsOf, type Row, rowsOf } from "./rows";
import { text } from "./text";
import { retryUpload, useUploads } from "./uploads";

const ROW = 56;
const NONE: ReadonlySet<string> = new Set();

interface Props {
  base: Base;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** Documents of a base with where each stands, and the place to drop more. */
export function BaseView({ base, filter, onFilter }: Props) {
  const words = useText(text);
  const query = useDocuments(base.id, filter);
  const all = useUploads(base.id);
  const uploads = useMemo(
    () => all.filter(({ folder, file }) => takes(filter, { folder, name: file.name })),
    [all, filter],
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const known = useMemo(() => new Set(query.documents?.map((each) => each.id)), [query.documents]);
  const { steps, offline } = useProgress(base.id, known);
  const [opened, setOpened] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const rows = useMemo(
    () => rowsOf(query.documents ?? [], steps, uploads),
    [query.documents, steps, uploads],
  );
  const retry = useRetry(base.id);
  const again = (row: Row) => (row.upload ? retryUpload(row.upload.id) : retry.mutate([row.key]));
  const columns = useColumns({ base: base.id, rows, chosen, onChoose: setChosen, onOpen: setOpened, again });
  const failed = rows.filter((row) => row.stage === "failed");
  const shown = rows.find((row) => row.key === opened);
  const picked = rows.flatMap((row) => (row.document && chosen.has(row.key) ? [row.document] : []));
  return (
    <DropZone base={base.id} folder={filter.folder ?? ""}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 truncate text-lg font-semibold">{base.name}</h2>
        <Summary rows={rows} />
        <div className="flex-1" />
        <Pick base={base.id} folder={filter.folder ?? ""} label={words.addFolder} icon={FolderUp} folders />
        <Pick base={base.id} folder={filter.folder ?? ""} label={words.addFiles} icon={FilePlus2} />
      </header>
      {(rows.length > 0 || isNarrow(filter)) && <Narrow base={base.id} filter={filter} onChange={onFilter} />}
      <Chosen base={base.id} documents={picked} onClear={() => setChosen(NONE)} />
      {offline && <p className="text-meta text-muted">{words.offline}</p>}
      {retry.isError && <ErrorNotice error={retry.error} />}
      {query.isPending && <SkeletonRows rows={8} className="h-12" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && isNarrow(filter) && (
        <EmptyState icon={ListFilter} title={words.noMatch} hint={words.noMatchHint} />
      )}
      {query.isSuccess && rows.length === 0 && !isNarrow(filter) && (
        <EmptyState icon={FilePlus2} title={words.noDocuments} hint={words.noDocumentsHint} />
      )}
      {rows.length > 0 && (
        <Table
          caption={words.documents(base.name)}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.key}
          rowHeight={ROW}
          onOpen={(row) => {
            if (row.document && row.stage === "ready") navigate(linkTo(base.id, row.document.id));
            else if (row.document) setOpened(row.key);
          }}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
          }}
          tools={
            failed.length > 1 && (
              <Button icon={RotateCcw} onClick={() => failed.forEach(again)}>
                {words.retryAll(failed.length)}
              </Button>
            )
          }
        />
      )}
      {shown && <DocumentDialog row={shown} onClose={() => setOpened(null)} onRetry={() => again(shown)} />}
    </DropZone>
  );
}

function Summary({ rows }: { rows: readonly Row[] }) {
  const words = useText(text);
  const { number } = useFormats();
  const counts = countsOf(rows);
  const told = [
    counts.ready > 0 && words.ready(number(counts.ready)),
    counts.working > 0 && words.working(number(counts.working)),
    counts.failed > 0 && words.failed(number(counts.failed)),
  ].filter(Boolean);
  return (
    <p role="status" className="text-meta text-muted">
      {told.join(" · ")}
    </p>
  );
}
