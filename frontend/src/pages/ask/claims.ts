import type { Schema } from "@/api/client";
import type { Verification } from "@/api/streams";
import type { Cited } from "@/components/markdown/citations";
import type { Span } from "@/components/markdown/claims";
import { pinOf } from "@/evidence/cited";
import type { Pin, Source } from "@/evidence/evidence";
import { locate } from "@/evidence/sentences";

export type Claim = Schema<"ClaimOut">;

/** Places of the claims in the text that is drawn. */
export function spans(report: Verification | null, cited: Cited): readonly Span[] {
  const claims = report?.claims ?? [];
  return claims.flatMap((claim, index) => {
    if (claim.verdict === "unchecked") return [];
    const start = cited.place(claim.start);
    const end = cited.place(claim.end);
    return start < end ? [{ index, start, end }] : [];
  });
}

/** A claim that a reader must know of, with what the sources say in its place. */
export interface Fault {
  index: number;
  claim: Claim;
  /** What it contradicts, or what was cited in vain; null where the source is not among those shown. */
  source: Source | null;
  /** The sentence of the source; "" where no sentence is near. */
  sentence: string;
  /** Where it stands in the document, where the server found it. */
  pin: Pin | undefined;
}

/** Claims that do not stand, the contradicted first, else in the order of the text. */
export function faults(report: Verification | null, sources: readonly Source[]): Fault[] {
  const found = (report?.claims ?? []).flatMap((claim, index): Fault[] => {
    if (claim.verdict !== "unsupported" && claim.verdict !== "reversed") return [];
    const pin = claim.pins.find((each) => each.text) ?? claim.pins[0];
    const chunk = pin?.chunk_id ?? claim.chunk_ids[0];
    const source = sources.find((each) => chunk !== undefined && each.chunkIds.includes(chunk)) ?? null;
    return [
      {
        index,
        claim,
        source,
        sentence: pin?.text || nearest(source, claim.text),
        pin: pin?.text ? pinOf(pin) : undefined,
      },
    ];
  });
  const rank = (fault: Fault) => (fault.claim.verdict === "reversed" ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}

function nearest(source: Source | null, claim: string): string {
  const span = source && locate(source.content, claim);
  return span ? source.content.slice(span.start, span.end) : "";
}

/** How many claims were checked, and how many of them stand. */
export function tally(report: Verification): { checked: number; supported: number } {
  const claims = (report.claims ?? []).filter((claim) => claim.verdict !== "unchecked");
  return {
    checked: claims.length,
    supported: claims.filter((claim) => claim.verdict === "supported").length,
  };
}

/** Warnings about the answer as a whole; those of a claim stand with it. */
export function general(report: Verification): string[] {
  const told = new Set((report.claims ?? []).flatMap((claim) => claim.warnings));
  return (report.warnings ?? []).filter((warning) => !told.has(warning));
}
