import type { Schema } from "@/api/client";

export type Explanation = Schema<"ExplanationOut">;
export type Candidate = Schema<"CandidateOut">;
export type Outcome = Schema<"Outcome">;
export type Leg = Schema<"LegOut">["leg"];

export const LEGS = ["dense", "morphemes", "bigrams", "clause", "graph"] as const satisfies readonly Leg[];

/** Where candidates leave, in the order of the pipeline. */
export const STEPS = [
  { id: "fusion", ends: ["outside_pool", "filtered"] },
  { id: "threshold", ends: ["out_of_focus", "below_threshold"] },
  { id: "diversity", ends: ["near_copy", "beyond_rerank_top_k"] },
  { id: "gate", ends: ["refused"] },
  { id: "merge", ends: ["not_named", "merged", "near_duplicate"] },
  { id: "cut", ends: ["beyond_top_k", "over_budget"] },
] as const satisfies readonly { id: string; ends: readonly Outcome[] }[];

export type StepId = (typeof STEPS)[number]["id"];

export interface Level {
  id: StepId;
  /** Candidates that leave here. */
  left: number;
  /** Those that go on. */
  remain: number;
}

/** How many candidates each step takes out, and how many go on. */
export function funnel(candidates: readonly Candidate[]): Level[] {
  let remain = candidates.length;
  return STEPS.map(({ id }) => {
    const left = candidates.filter((each) => stepOf(each.outcome) === id).length;
    remain -= left;
    return { id, left, remain };
  });
}

/** The step at which an outcome is decided; null for what is used. */
export function stepOf(outcome: Outcome): StepId | null {
  return STEPS.find((step) => (step.ends as readonly Outcome[]).includes(outcome))?.id ?? null;
}

/** Best rank of a candidate in a leg over all wordings; null where the leg did not find it. */
export function legRank(candidate: Candidate, leg: Leg): number | null {
  const ranks = candidate.legs.filter((each) => each.leg === leg).map((each) => each.rank);
  return ranks.length > 0 ? Math.min(...ranks) : null;
}

/** A candidate under two settings; at least one of them found it. */
export interface Pair {
  id: string;
  first: Candidate | null;
  second: Candidate | null;
}

/** Everything that either found: in the order of the first, then what only the second found. */
export function paired(first: readonly Candidate[], second: readonly Candidate[]): Pair[] {
  const others = new Map(second.map((each) => [each.chunk_id, each]));
  const own = new Set(first.map((each) => each.chunk_id));
  return [
    ...first.map((each) => ({ id: each.chunk_id, first: each, second: others.get(each.chunk_id) ?? null })),
    ...second
      .filter((each) => !own.has(each.chunk_id))
      .map((each) => ({ id: each.chunk_id, first: null, second: each })),
  ];
}
