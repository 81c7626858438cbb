import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import type { Progress } from "@/api/streams";
import type { Document } from "./queries";
import { countsOf, rowsOf } from "./rows";
import type { Upload } from "./uploads";

const document = (id: string, status: string, more: Partial<Document> = {}): Document => ({
  id,
  base_id: "b",
  filename: `${id}.pdf`,
  url: null,
  title: id,
  media_type: "application/pdf",
  status,
  error_code: null,
  error_message: null,
  warnings: [],
  chunks: 3,
  size: 10,
  tags: [],
  folder: "",
  custom: {},
  effective_from: null,
  effective_to: null,
  supersedes: null,
  superseded_by: null,
  duplicate_of: null,
  stages: [],
  ...more,
});

const step = (
  id: string,
  stage: string,
  done = 0,
  total = 0,
  error: string | null = null,
): [string, Progress] => [
  id,
  {
    document_id: id,
    filename: `${id}.pdf`,
    stage,
    done,
    total,
    error_code: error && "x",
    error_message: error,
  },
];

test("what the stream told counts before what the list said", () => {
  const [row] = rowsOf([document("a", "pending")], new Map([step("a", "indexing", 4, 12)]), []);
  expect(row).toMatchObject({ stage: "indexing", done: 4, total: 12 });
});

test("a document that failed says why, and one that was mended says nothing any more", () => {
  const failed = document("a", "failed", { error_message: "It is locked." });
  expect(rowsOf([failed], new Map(), [])[0]?.reason).toBe("It is locked.");
  expect(rowsOf([failed], new Map([step("a", "parsing")]), [])[0]?.reason).toBeNull();
});

test("files on their way stand first, with the share that is sent or the reason", () => {
  const file = { name: "b.pdf", size: 7 } as File;
  const base = { base: "b", file, folder: "plans", share: 0.5 };
  const uploads: Upload[] = [
    { ...base, id: "u1", state: "sending", error: null },
    { ...base, id: "u2", state: "failed", error: new ApiError(413, "too_large", "It is too large.", "", "") },
  ];
  const rows = rowsOf([document("a", "ready")], new Map(), uploads);
  expect(rows.map((row) => [row.name, row.stage, row.done, row.total, row.reason])).toEqual([
    ["b.pdf", "sending", 50, 100, null],
    ["b.pdf", "failed", 50, 0, "It is too large."],
    ["a.pdf", "ready", 0, 0, null],
  ]);
  expect(countsOf(rows)).toEqual({ ready: 1, working: 1, failed: 1 });
});
