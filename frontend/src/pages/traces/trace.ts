import type { ModelCall } from "@/components/StageTimes";
import type { VerdictKind } from "@/components/Verdict";
import type { Source } from "@/evidence/evidence";

/** A trace as `traces_record.py` writes it. Lines of earlier days may lack what came later. */
export interface Trace {
  trace_id: string;
  at: string;
  query: string;
  answer: string;
  language: string;
  session_id: string | null;
  route?: { query_type: string | null; strategy: string | null };
  is_refusal: boolean;
  refusal_reason: string | null;
  risk_level: string | null;
  groundedness?: number | null;
  retries: number;
  elapsed_ms: number;
  rewrites?: readonly string[];
  searched?: readonly string[];
  degraded?: readonly string[];
  stage_ms: Readonly<Record<string, number>>;
  model_calls: readonly ModelCall[];
  claims?: readonly TracedClaim[];
  warnings?: readonly string[];
  sources?: readonly TracedSource[];
  nearest?: readonly TracedSource[];
  passages?: readonly { id: string; text: string; heading: string }[];
  settings?: { fingerprint: string };
  redacted?: unknown;
  as_of?: string | null;
  request?: { base_ids: readonly string[] };
}

export interface TracedClaim {
  text: string;
  verdict: VerdictKind;
  supported_by: readonly string[];
  findings: readonly { text: string; failure: string }[];
}

export interface TracedSource {
  chunk_id: string;
  chunk_ids: readonly string[];
  document_id: string;
  label: string;
  match_type: string;
  score: number;
  rerank_score: number | null;
}

/** What the answer was made from, with the text that the check read; where nothing was checked, without one. */
export function sourcesOf(trace: Trace): Source[] {
  const texts = new Map((trace.passages ?? []).map((passage) => [passage.id, passage]));
  const bases = basesOf(trace);
  const only = trace.request?.base_ids.length === 1 ? trace.request.base_ids[0] : undefined;
  const found = [...(trace.sources ?? []), ...(trace.nearest ?? [])];
  return found.map((source) => {
    const ids = [source.chunk_id, ...source.chunk_ids];
    const held = ids.map((id) => texts.get(id)).find(Boolean);
    return {
      chunkId: source.chunk_id,
      chunkIds: source.chunk_ids,
      documentId: source.document_id,
      document: source.label,
      baseId: ids.map((id) => bases.get(id)).find(Boolean) ?? only ?? "",
      place: "",
      pages: null,
      content: held?.text ?? "",
      label: source.label,
      score: source.rerank_score ?? source.score,
      matchType: source.match_type,
      inForce: true,
      url: source.match_type === "web" ? source.document_id : "",
    };
  });
}

/** A line keeps no base with a source; the tags of the answer name it for what they cite. */
function basesOf(trace: Trace): ReadonlyMap<string, string> {
  const tags = trace.answer.matchAll(/<kb\s[^<>]*\bchunk_id="([^"]+)"[^<>]*\bkb_id="([^"]+)"[^<>]*\/>/g);
  return new Map([...tags].map((tag) => [tag[1] ?? "", tag[2] ?? ""]));
}

/** The answer without the tags of its citations. */
export function plain(answer: string): string {
  return answer.replace(/\s?<(?:kb|web)\s[^<>]*\/>/g, "");
}
