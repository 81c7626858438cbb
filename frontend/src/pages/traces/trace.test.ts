import { describe, expect, it } from "vitest";
import { differencesOf } from "./diff";
import { filterFrom, paramsOf, queryOf } from "./filter";
import { plain, sourcesOf, type Trace } from "./trace";

describe("the filter", () => {
  it("survives the address and drops what no filter knows", () => {
    const filter = filterFrom(
      new URLSearchParams("since=2026-03-01&refused=yes&risk=hard_fail&type=procedure&until=soon"),
    );
    expect(filterFrom(paramsOf(filter))).toEqual(filter);
    expect(queryOf(filter)).toEqual({
      since: "2026-03-01",
      refused: true,
      risk: ["hard_fail"],
      query_type: "procedure",
    });
  });
});

describe("a trace", () => {
  it("gives its sources the text that the check read and the base that the answer names", () => {
    const source = {
      chunk_id: "b",
      chunk_ids: ["a", "b"],
      document_id: "d",
      label: "Manual, Section 2",
      match_type: "hybrid",
      score: 0.5,
      rerank_score: 0.6,
    };
    const trace = {
      answer: 'So. <kb doc="Manual" chunk_id="b" kb_id="k" />',
      sources: [source, { ...source, chunk_id: "c", chunk_ids: ["c"] }],
      passages: [{ id: "a", text: "Grease both bearings.", heading: "" }],
    } as unknown as Trace;
    expect(sourcesOf(trace).map(({ content, baseId }) => [content, baseId])).toEqual([
      ["Grease both bearings.", "k"],
      ["", ""],
    ]);
  });

  it("reads without the tags of its citations", () => {
    expect(plain('Grease them. <kb doc="M" chunk_id="c" kb_id="b" />')).toBe("Grease them.");
  });
});

describe("a replay", () => {
  it("shows texts and lists as lines and the rest as then and now", () => {
    // As the server sends it: an object with `then` could not be written here.
    const told = JSON.parse(`{
      "answer": {"then": "A.", "now": "B.", "diff": ["@@ -1 +1 @@", "-A.", "+B."]},
      "sources": {"added": ["new"], "removed": [], "moved": false},
      "risk_level": {"then": "pass", "now": null},
      "settings": {"chat.model": {"then": "one", "now": "two"}}
    }`);
    expect(differencesOf(told)).toEqual([
      {
        kind: "lines",
        name: "answer",
        lines: [
          { sign: "-", text: "A." },
          { sign: "+", text: "B." },
        ],
      },
      { kind: "lines", name: "sources", lines: [{ sign: "+", text: "new" }] },
      { kind: "values", name: "risk_level", before: "pass", after: "–" },
      { kind: "values", name: "settings: chat.model", before: "one", after: "two" },
    ]);
  });
});
