import { refused } from "./access";
import type { Schema } from "./client";
import { API, headers } from "./client";
import { ApiError, errorFrom, UNREACHABLE } from "./errors";

/** Sends a file with its progress, which `fetch` does not tell. `sent` hears a share in [0, 1]. */
export function upload(
  base: string,
  file: File,
  options: {
    /** Path of the file within a dropped folder. */
    name?: string;
    folder?: string;
    tags?: readonly string[];
    sent?: (share: number) => void;
    signal?: AbortSignal;
  } = {},
): Promise<Schema<"DocumentOut">> {
  const form = new FormData();
  form.append("file", file, options.name ?? file.name);
  if (options.folder) form.append("folder", options.folder);
  for (const tag of options.tags ?? []) form.append("tags", tag);
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", `${API}/knowledge-bases/${encodeURIComponent(base)}/documents`);
    for (const [name, value] of Object.entries(headers())) call.setRequestHeader(name, value);
    call.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable && event.total > 0) options.sent?.(event.loaded / event.total);
    });
    call.addEventListener("load", () => {
      if (call.status >= 200 && call.status < 300) {
        resolve(JSON.parse(call.responseText) as Schema<"DocumentOut">);
        return;
      }
      if (call.status === 401) refused();
      reject(errorFrom(call.status, call.responseText));
    });
    call.addEventListener("error", () => reject(new ApiError(0, UNREACHABLE, "", "", "")));
    call.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    options.signal?.addEventListener("abort", () => call.abort());
    call.send(form);
  });
}
