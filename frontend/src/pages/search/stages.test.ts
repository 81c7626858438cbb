import { describe, expect, it } from "vitest";
import { bodyOf, inquiryFrom, paramsOf, USUAL } from "./settings";
import { type Candidate, funnel, legRank, type Outcome, paired } from "./stages";

function candidate(chunk_id: string, outcome: Outcome, legs: Candidate["legs"] = []): Candidate {
  return {
    chunk_id,
    outcome,
    legs,
    document: null,
    place: null,
    by: null,
    rrf: null,
    pool_rank: null,
    base: null,
    cosine: null,
    nearness: null,
    lexical: {},
    exact_reference: false,
    rerank: null,
    composite: null,
    boosted: false,
    rerank_rank: null,
    answer_rank: null,
  };
}

describe("the funnel", () => {
  it("tells at each step what left and what goes on", () => {
    const levels = funnel([
      candidate("a", "used"),
      candidate("b", "merged"),
      candidate("c", "below_threshold"),
      candidate("d", "outside_pool"),
      candidate("e", "below_threshold"),
    ]);
    expect(levels.map(({ id, left, remain }) => [id, left, remain])).toEqual([
      ["fusion", 1, 4],
      ["threshold", 2, 2],
      ["diversity", 0, 2],
      ["gate", 0, 2],
      ["merge", 1, 1],
      ["cut", 0, 1],
    ]);
  });
});

describe("a candidate", () => {
  it("has in a leg the best of its ranks over all wordings", () => {
    const found = candidate("a", "used", [
      { leg: "dense", wording: 0, rank: 7, score: 0.8 },
      { leg: "dense", wording: 1, rank: 2, score: 0.9 },
    ]);
    expect(legRank(found, "dense")).toBe(2);
    expect(legRank(found, "bigrams")).toBeNull();
  });

  it("stands beside itself under the other setting, and what only one found is there too", () => {
    const first = [candidate("a", "used"), candidate("b", "used")];
    const second = [candidate("b", "below_threshold"), candidate("c", "used")];
    expect(paired(first, second).map((pair) => [pair.id, pair.first?.outcome, pair.second?.outcome])).toEqual(
      [
        ["a", "used", undefined],
        ["b", "used", "below_threshold"],
        ["c", undefined, "used"],
      ],
    );
  });
});

describe("the address", () => {
  it("keeps an inquiry whole", () => {
    const inquiry = {
      question: "제43조 내용 알려줘",
      bases: ["a", "b"],
      documents: ["d"],
      tags: ["t"],
      asOf: "2024-01-31",
      first: { ...USUAL, topK: "5", rerank: false },
      second: { how: "answer" as const, topK: "", threshold: "0.4", rerank: true },
    };
    expect(inquiryFrom(paramsOf(inquiry))).toEqual(inquiry);
  });

  it("leaves out what the API would refuse", () => {
    const { first } = inquiryFrom(new URLSearchParams("q=x&top_k=2.5&threshold=7&how=guess"));
    expect(first).toEqual(USUAL);
  });

  it("leaves to the server what was not set", () => {
    const inquiry = inquiryFrom(new URLSearchParams("q=x"));
    expect(bodyOf(inquiry, inquiry.first)).not.toHaveProperty("top_k");
  });
});
