import { expect, test } from "vitest";
import { csv, sorted } from "./table";

test("numbers sort by size, names as people count, empty ones last either way", () => {
  const rows = [{ v: 10 }, { v: null }, { v: 9 }];
  expect(sorted(rows, (row) => row.v, "ascending", "en").map((row) => row.v)).toEqual([9, 10, null]);
  expect(sorted(rows, (row) => row.v, "descending", "en").map((row) => row.v)).toEqual([10, 9, null]);
  expect(sorted(["제10조", "제2조"], (row) => row, "ascending", "ko")).toEqual(["제2조", "제10조"]);
});

test("a copy survives a spreadsheet: quotes, lines, and what looks like a formula", () => {
  expect(
    csv([
      ["a", 1, null],
      ['say "x"', "b,c", "=1+1"],
    ]),
  ).toBe('a,1,\r\n"say ""x""","b,c",\'=1+1');
});
