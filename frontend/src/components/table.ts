/** What a table is made of, without a page. */
export type Cell = string | number | null | undefined;
export type Direction = "ascending" | "descending";

/** Rows in the order of a column's value: numbers by size, text as the language sorts it, empty ones last. */
export function sorted<Row>(
  rows: readonly Row[],
  value: (row: Row) => Cell,
  direction: Direction,
  locale: string,
): Row[] {
  const text = new Intl.Collator(locale, { numeric: true });
  const sign = direction === "ascending" ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * text.compare(String(a), String(b));
  });
}

/** RFC 4180. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(field).join(",")).join("\r\n");
}

function field(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isEmpty(cell: Cell): boolean {
  return cell === null || cell === undefined || cell === "";
}
