import type { Progress } from "@/api/streams";
import type { Document } from "./queries";
import type { Upload } from "./uploads";

/** One line of the table: a document, or a file on its way. */
export interface Row {
  key: string;
  name: string;
  folder: string;
  /** A document state, or `waiting` and `sending` of a file. */
  stage: string;
  done: number;
  total: number;
  /** A sentence; null where nothing is wrong. */
  reason: string | null;
  chunks: number | null;
  size: number;
  document: Document | null;
  upload: Upload | null;
}

const SETTLED = new Set(["ready", "failed", "cancelled"]);

export function isSettled(stage: string): boolean {
  return SETTLED.has(stage);
}

/** Files on their way first, then documents; what the stream told of a document counts before the list's word. */
export function rowsOf(
  documents: readonly Document[],
  steps: ReadonlyMap<string, Progress>,
  uploads: readonly Upload[],
): Row[] {
  const sent = uploads.map(
    (upload): Row => ({
      key: upload.id,
      name: upload.file.name,
      folder: upload.folder,
      stage: upload.state,
      done: Math.round(upload.share * 100),
      total: upload.state === "sending" ? 100 : 0,
      reason: upload.error?.message ?? null,
      chunks: null,
      size: upload.file.size,
      document: null,
      upload,
    }),
  );
  const there = documents.map((document): Row => {
    const step = steps.get(document.id);
    return {
      key: document.id,
      name: document.filename,
      folder: document.folder,
      stage: step?.stage ?? document.status,
      done: step?.done ?? 0,
      total: step && !isSettled(step.stage) ? step.total : 0,
      reason: step ? step.error_message : document.error_message,
      chunks: document.chunks,
      size: document.size,
      document,
      upload: null,
    };
  });
  return [...sent, ...there];
}

export interface Counts {
  ready: number;
  working: number;
  failed: number;
}

export function countsOf(rows: readonly Row[]): Counts {
  const counts: Counts = { ready: 0, working: 0, failed: 0 };
  for (const { stage } of rows) {
    if (stage === "ready") counts.ready += 1;
    else if (stage === "failed") counts.failed += 1;
    else if (stage !== "cancelled") counts.working += 1;
  }
  return counts;
}
