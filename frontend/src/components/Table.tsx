import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown, ClipboardCopy } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useLanguage, useText } from "@/i18n";
import { IconButton } from "./Button";
import { type Cell, csv, type Direction, sorted } from "./table";
import { text } from "./text";
import { toast } from "./toasts";

export interface Column<Row> {
  id: string;
  title: string;
  /** In the place of the title, which is said all the same. */
  head?: ReactNode;
  /** What it sorts by and copies as; without, the column does neither. */
  value?: (row: Row) => Cell;
  /** What it shows; the value if absent. */
  cell?: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  numeric?: boolean;
  /** CSS width: `7rem`. */
  width?: string;
  /** Left out where the screen is narrow. */
  wide?: boolean;
}

interface Props<Row> {
  /** Says what is in the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Row that `j` and `k` stand on. */
  selected?: string;
  onOpen?: (row: Row) => void;
  /** Pixels of a row, all being alike. */
  rowHeight?: number;
  /** Beside the button that copies. */
  tools?: ReactNode;
  /** Called when the last rows come into view. */
  onEnd?: () => void;
}

/** A real table with a header that stays, sorting, and rows drawn only where they are seen. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selected,
  onOpen,
  rowHeight = 44,
  tools,
  onEnd,
}: Props<Row>) {
  const words = useText(text);
  const language = useLanguage();
  const [order, setOrder] = useState<{ id: string; direction: Direction } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const value = columns.find((column) => column.id === order?.id)?.value;
    return order && value ? sorted(rows, value, order.direction, language) : rows;
  }, [rows, columns, order, language]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1);
      if (onEnd && last && last.index >= shown.length - 1) onEnd();
    },
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const copy = () => {
    const told = columns.filter((column) => column.value);
    const lines = [
      told.map((column) => column.title),
      ...shown.map((row) => told.map((column) => column.value?.(row))),
    ];
    void navigator.clipboard.writeText(csv(lines)).then(() => toast(words.copied));
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between gap-2 pb-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">{tools}</div>
        <IconButton icon={ClipboardCopy} label={words.copyCsv} onClick={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto rounded-md border bg-raised" tabIndex={0}>
        <table className="w-full table-fixed border-separate border-spacing-0 text-meta">
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            {columns.map((column) => (
              <col
                key={column.id}
                className={column.wide ? "hidden md:table-column" : undefined}
                style={column.width ? { width: column.width } : undefined}
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading
                  key={column.id}
                  column={column}
                  direction={order?.id === column.id ? order.direction : null}
                  onSort={(direction) => setOrder(direction && { id: column.id, direction })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && (
              <tr aria-hidden>
                <td style={{ height: before }} />
              </tr>
            )}
            {items.map((item) => {
              const row = shown[item.index];
              if (row === undefined) return null;
              const key = rowKey(row);
              return (
                <tr
                  key={key}
                  style={{ height: rowHeight }}
                  aria-selected={selected === key ? true : undefined}
                  onClick={onOpen && (() => onOpen(row))}
                  className={`${onOpen ? "cursor-pointer" : ""} hover:bg-sunken aria-selected:bg-wash`}
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={`truncate border-b px-3 ${column.numeric ? "text-right" : ""} ${column.wide ? "hidden md:table-cell" : ""}`}
                    >
                      {column.cell ? column.cell(row) : (column.value?.(row) ?? "")}
                    </td>
                  ))}
                </tr>
              );
            })}
            {after > 0 && (
              <tr aria-hidden>
                <td style={{ height: after }} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  direction: Direction | null;
  onSort: (direction: Direction | null) => void;
}

const NEXT = { ascending: "descending", descending: null } as const;

function Heading<Row>({ column, direction, onSort }: HeadingProps<Row>) {
  const words = useText(text);
  const Arrow = direction === null ? ChevronsUpDown : direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction ?? undefined}
      className={`sticky top-0 z-10 border-b bg-sunken px-3 py-2 font-semibold ${column.numeric ? "text-right" : "text-left"} ${column.wide ? "hidden md:table-cell" : ""}`}
    >
      {column.value ? (
        <button
          type="button"
          title={words.sortBy(column.title)}
          className="inline-flex max-w-full items-center gap-1 font-semibold"
          onClick={() => onSort(direction === null ? "ascending" : NEXT[direction])}
        >
          <span className="truncate">{column.title}</span>
          <Arrow size={14} className={direction ? "" : "text-muted"} aria-hidden />
        </button>
      ) : (
        (column.head ?? column.title)
      )}
    </th>
  );
}
