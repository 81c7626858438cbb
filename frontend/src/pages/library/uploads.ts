import { type ApiError, asApiError, isAbort } from "@/api/errors";
import { upload as send } from "@/api/upload";
import { createStore, useStore } from "@/app/store";
import type { Dropped } from "./dropped";
import type { Document } from "./queries";

export interface Upload {
  id: string;
  base: string;
  file: File;
  folder: string;
  state: "waiting" | "sending" | "failed";
  /** Sent, in [0, 1]. */
  share: number;
  error: ApiError | null;
}

/** Files sent at once; a browser has six lines to a server, and two of them are streams. */
const LINES = 3;

/** Outside the page, so that sending goes on while the person reads another. */
const uploads = createStore<readonly Upload[]>([]);
let number = 0;
let taken: (base: string, document: Document) => void = () => undefined;

export function useUploads(base: string): readonly Upload[] {
  return useStore(uploads).filter((upload) => upload.base === base);
}

/** Who hears of documents that the server has taken in. */
export function onTaken(listener: typeof taken): void {
  taken = listener;
}

export function enqueue(base: string, files: readonly Dropped[]): void {
  const added = files.map(
    ({ file, folder }): Upload => ({
      id: `upload:${number++}`,
      base,
      file,
      folder,
      state: "waiting",
      share: 0,
      error: null,
    }),
  );
  uploads.set([...uploads.get(), ...added]);
  work();
}

export function retryUpload(id: string): void {
  change(id, { state: "waiting", share: 0, error: null });
  work();
}

function work(): void {
  const all = uploads.get();
  const free = LINES - all.filter((each) => each.state === "sending").length;
  for (const each of all.filter((one) => one.state === "waiting").slice(0, Math.max(0, free))) {
    change(each.id, { state: "sending" });
    void run(each);
  }
}

async function run({ id, base, file, folder }: Upload): Promise<void> {
  try {
    const document = await send(base, file, { folder, sent: (share) => change(id, { share }) });
    taken(base, document);
    uploads.set(uploads.get().filter((each) => each.id !== id));
  } catch (error) {
    if (!isAbort(error)) change(id, { state: "failed", error: asApiError(error) });
  }
  work();
}

function change(id: string, to: Partial<Upload>): void {
  uploads.set(uploads.get().map((each) => (each.id === id ? { ...each, ...to } : each)));
}
