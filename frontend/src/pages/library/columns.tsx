import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import { IconButton } from "@/components/Button";
import type { Column } from "@/components/Table";
import { linkTo } from "@/evidence/cited";
import { useFormats, useText } from "@/i18n";
import type { Row } from "./rows";
import { State } from "./State";
import { text } from "./text";

interface ColumnsOf {
  base: string;
  rows: readonly Row[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (key: string) => void;
  again: (row: Row) => void;
}

/** Choosing, name, state, numbers, and another try. */
export function useColumns({ base, rows, chosen, onChoose, onOpen, again }: ColumnsOf): Column<Row>[] {
  const words = useText(text);
  const formats = useFormats();
  const there = rows.filter((row) => row.document);
  const every = there.length > 0 && there.every((row) => chosen.has(row.key));
  return [
    {
      id: "choose",
      title: words.chooseAll,
      head: (
        <input
          type="checkbox"
          aria-label={words.chooseAll}
          className={BOX}
          checked={every}
          disabled={there.length === 0}
          onChange={() => onChoose(every ? NONE : new Set(there.map((row) => row.key)))}
        />
      ),
      cell: (row) =>
        row.document && (
          <input
            type="checkbox"
            aria-label={words.choose(row.name)}
            className={BOX}
            checked={chosen.has(row.key)}
            onClick={(event) => event.stopPropagation()}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.target.checked) next.add(row.key);
              else next.delete(row.key);
              onChoose(next);
            }}
          />
        ),
      width: "2.75rem",
    },
    {
      id: "name",
      title: words.name,
      value: (row) => row.name,
      cell: (row) => <Name base={base} row={row} onOpen={() => onOpen(row.key)} />,
    },
    {
      id: "state",
      title: words.state,
      value: (row) => row.stage,
      cell: (row) => <State row={row} />,
      width: "34%",
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
      width: "3.5rem",
    },
  ];
}

const BOX = "mt-1 size-5 accent-accent";
const NONE: ReadonlySet<string> = new Set();

/** The way into a document, for keyboards too; below it where it is filed and when it is in force. */
function Name({ base, row, onOpen }: { base: string; row: Row; onOpen: () => void }) {
  const words = useText(text);
  const { date } = useFormats();
  const document = row.document;
  const day = (iso: string | null | undefined) => (iso ? date(iso) : "");
  const told = [
    row.folder,
    document?.tags.map((tag) => `#${tag}`).join(" "),
    document?.superseded_by && words.superseded,
    (document?.effective_from || document?.effective_to) &&
      words.inForce(day(document.effective_from), day(document.effective_to)),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <>
      {document && row.stage === "ready" ? (
        <Link
          href={linkTo(base, document.id)}
          title={row.name}
          onClick={(event) => event.stopPropagation()}
          className="block truncate"
        >
          {row.name}
        </Link>
      ) : document ? (
        <button
          type="button"
          title={row.name}
          className="block max-w-full truncate text-left"
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          {row.name}
        </button>
      ) : (
        <span className="block truncate" title={row.name}>
          {row.name}
        </span>
      )}
      {told && (
        <span className="block truncate text-small text-muted" title={told}>
          {told}
        </span>
      )}
    </>
  );
}
