/** Which documents of a base are shown; what is empty does not restrict. */
export interface Filter {
  /** Null is the whole base, "" the top. */
  folder: string | null;
  tag: string;
  state: State;
  name: string;
}

export const STATES = ["", "ready", "working", "failed", "cancelled"] as const;
export type State = (typeof STATES)[number];

/** Statuses of the API by what is shown for them. */
const STATUSES = {
  "": [],
  ready: ["ready"],
  working: ["pending", "parsing", "chunking", "enriching", "indexing"],
  failed: ["failed"],
  cancelled: ["cancelled"],
} as const;

export function filterFrom(address: URLSearchParams): Filter {
  const state = address.get("state") ?? "";
  return {
    folder: address.get("folder"),
    tag: address.get("tag") ?? "",
    state: STATES.find((each) => each === state) ?? "",
    name: address.get("name") ?? "",
  };
}

export function paramsOf({ folder, tag, state, name }: Filter): URLSearchParams {
  const params = new URLSearchParams();
  if (folder !== null) params.set("folder", folder);
  if (tag) params.set("tag", tag);
  if (state) params.set("state", state);
  if (name) params.set("name", name);
  return params;
}

export function isNarrow(filter: Filter): boolean {
  return paramsOf(filter).size > 0;
}

/** As the API asks for it. */
export function queryOf({ folder, tag, state, name }: Filter) {
  return {
    ...(folder === null ? {} : { folder }),
    ...(tag ? { tag: [tag] } : {}),
    ...(state ? { status: [...STATUSES[state]] } : {}),
    ...(name ? { name } : {}),
  };
}

/** Whether a file on its way is among what is shown: nobody knows its tags yet. */
export function takes(filter: Filter, upload: { folder: string; name: string }): boolean {
  return (
    !filter.tag &&
    (filter.folder === null ||
      upload.folder === filter.folder ||
      upload.folder.startsWith(`${filter.folder}/`)) &&
    upload.name.toLowerCase().includes(filter.name.toLowerCase())
  );
}
