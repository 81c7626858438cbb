import { createStore } from "@/app/store";
import type { Box } from "./pdf/geometry";

/** A source as the pane shows it, whatever page it comes from. */
export interface Source {
  chunkId: string;
  /** All chunks that the passage was merged of. */
  chunkIds: readonly string[];
  documentId: string;
  document: string;
  baseId: string;
  /** Clause trail: "제2장 … > 제43조(…)". */
  place: string;
  pages: readonly [number, number] | null;
  content: string;
  label: string;
  score: number | null;
  matchType: string;
  inForce: boolean;
  /** Set for a page of the web, which has no document. */
  url: string;
}

/** One place that an answer stands on: a citation in a text, or a source in a list. */
export interface Stop {
  id: string;
  source: Source;
  /** Words that are marked in the source; "" marks nothing. */
  sentence: string;
  /** Where the server found them; without, they are looked for. */
  pin?: Pin | undefined;
}

/** The place of a sentence in its document. */
export interface Pin {
  chunkId: string;
  /** Code points of the document's text. */
  start: number;
  end: number;
  /** Lines on the pages of a PDF, as the server tells them; none where it did not look. */
  boxes: readonly { page: number; boxes: readonly Box[] }[];
}

export interface Evidence {
  open: boolean;
  /** Whose stops these are: an answer, a search. Another owner takes the pane over. */
  owner: string;
  stops: readonly Stop[];
  at: number;
  /** Everything that was found, cited or not. */
  sources: readonly Source[];
}

const NOTHING: Evidence = { open: false, owner: "", stops: [], at: 0, sources: [] };

export const evidence = createStore<Evidence>(NOTHING);

/** Opens the pane at one of `stops`. */
export function showEvidence(shown: Omit<Evidence, "open">): void {
  evidence.set({ ...shown, open: true });
}

/** Has the stops ready for whoever steps to them; what is open stays as it is. */
export function offerEvidence(shown: Omit<Evidence, "open">): void {
  if (!evidence.get().open) evidence.set({ ...shown, open: false });
}

export function closeEvidence(): void {
  evidence.set({ ...evidence.get(), open: false });
}

/** Goes to the next stop (1) or the one before (-1), round the end; opens the pane where it was closed. */
export function stepEvidence(by: 1 | -1): boolean {
  const { stops, at, ...rest } = evidence.get();
  if (stops.length === 0) return false;
  const next = rest.open ? (at + by + stops.length) % stops.length : at;
  evidence.set({ ...rest, stops, at: next, open: true });
  return true;
}

/** Forgets what `owner` showed: its page is gone. */
export function dropEvidence(owner: string): void {
  if (evidence.get().owner === owner) evidence.set(NOTHING);
}
