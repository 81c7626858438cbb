import { FilePlus2, FolderUp, RotateCcw } from "lucide-react";
import { type ChangeEvent, type DragEvent, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button, IconButton } from "@/components/Button";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { type Column, Table } from "@/components/Table";
import { linkTo } from "@/evidence/cited";
import { useFormats, useText } from "@/i18n";
import { DocumentDialog } from "./DocumentDialog";
import { filesOf, filesOfInput } from "./dropped";
import { useProgress } from "./progress";
import { type Base, useDocuments, useRetry } from "./queries";
import { countsOf, type Row, rowsOf } from "./rows";
import { State } from "./State";
import { text } from "./text";
import { enqueue, retryUpload, useUploads } from "./uploads";

const ROW = 56;

/** Documents of a base with where each stands, and the place to drop more. */
export function BaseView({ base }: { base: Base }) {
  const words = useText(text);
  const query = useDocuments(base.id);
  const uploads = useUploads(base.id);
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
  const columns = useColumns(again);
  const failed = rows.filter((row) => row.stage === "failed");
  const shown = rows.find((row) => row.key === opened);
  return (
    <DropZone base={base.id}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 truncate text-lg font-semibold">{base.name}</h2>
        <Summary rows={rows} />
        <div className="flex-1" />
        <Pick base={base.id} label={words.addFolder} icon={FolderUp} folders />
        <Pick base={base.id} label={words.addFiles} icon={FilePlus2} />
      </header>
      {offline && <p className="text-meta text-muted">{words.offline}</p>}
      {retry.isError && <ErrorNotice error={retry.error} />}
      {query.isPending && <SkeletonRows rows={8} className="h-12" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && (
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

function useColumns(again: (row: Row) => void): Column<Row>[] {
  const words = useText(text);
  const formats = useFormats();
  return [
    {
      id: "name",
      title: words.name,
      value: (row) => row.name,
      cell: (row) => (
        <>
          <span className="block truncate" title={row.name}>
            {row.name}
          </span>
          {row.folder && <span className="block truncate text-small text-muted">{row.folder}</span>}
        </>
      ),
    },
    {
      id: "state",
      title: words.state,
      value: (row) => row.stage,
      cell: (row) => <State row={row} />,
      width: "40%",
    },
    {
      id: "chunks",
      title: words.chunks,
      value: (row) => row.chunks,
      cell: (row) => (row.chunks === null ? "" : formats.number(row.chunks)),
      numeric: true,
      width: "6rem",
      wide: true,
    },
    {
      id: "size",
      title: words.size,
      value: (row) => row.size,
      cell: (row) => formats.bytes(row.size),
      numeric: true,
      width: "6.5rem",
      wide: true,
    },
    {
      id: "actions",
      title: words.actions,
      cell: (row) =>
        (row.stage === "failed" || row.stage === "cancelled") && (
          <IconButton
            icon={RotateCcw}
            label={words.retry(row.name)}
            onClick={(event) => {
              event.stopPropagation();
              again(row);
            }}
          />
        ),
      width: "4.5rem",
    },
  ];
}

function DropZone({ base, children }: { base: string; children: React.ReactNode }) {
  const words = useText(text);
  // Entering a child leaves the parent: only a count tells whether the file is still over the page.
  const [depth, setDepth] = useState(0);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDepth(0);
    void filesOf(event.dataTransfer).then((files) => enqueue(base, files));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers; the buttons do the same.
    <div
      data-testid="drop"
      className="relative flex min-h-0 flex-1 flex-col gap-3 p-4"
      onDragEnter={(event) => {
        event.preventDefault();
        setDepth((now) => now + 1);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setDepth((now) => Math.max(0, now - 1))}
      onDrop={drop}
    >
      {children}
      {depth > 0 && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-wash/90 text-lg font-semibold text-accent">
          {words.dropHere}
        </div>
      )}
    </div>
  );
}

interface PickProps {
  base: string;
  label: string;
  icon: typeof FolderUp;
  folders?: boolean;
}

/** What dropping does, for keyboards. */
function Pick({ base, label, icon, folders = false }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.files) enqueue(base, filesOfInput(event.target.files));
    event.target.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={label}
        webkitdirectory={folders ? "" : undefined}
        onChange={take}
      />
      <Button kind={folders ? "plain" : "primary"} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
