import { expect, test } from "vitest";
import { readCitations } from "@/components/markdown/citations";
import type { Source } from "@/evidence/evidence";
import { type Claim, faults, general, spans, tally } from "./claims";

const claim = (text: string, verdict: Claim["verdict"], more: Partial<Claim> = {}): Claim => ({
  start: 0,
  end: text.length,
  text,
  verdict,
  severity: null,
  failure_type: null,
  refs: [],
  chunk_ids: [],
  pins: [],
  warnings: [],
  ...more,
});

const source = {
  chunkId: "c1",
  chunkIds: ["c1"],
  content: "Stop the pump first. Grease both bearings.",
} as unknown as Source;

test("claims are underlined where they stand in the text without tags; unchecked ones are plain", () => {
  const answer = 'Grease it. <kb doc="A" chunk_id="c1" kb_id="b" /> Call us. Stop it.';
  const at = (text: string) => ({ start: answer.indexOf(text), end: answer.indexOf(text) + text.length });
  const cited = readCitations(answer);
  const claims = [
    claim("Grease it.", "supported", at("Grease it.")),
    claim("Call us.", "unchecked", at("Call us.")),
    claim("Stop it.", "reversed", at("Stop it.")),
  ];
  const found = spans({ claims }, cited);
  expect(found.map((span) => [span.index, cited.text.slice(span.start, span.end)])).toEqual([
    [0, "Grease it."],
    [2, "Stop it."],
  ]);
  expect(tally({ claims })).toEqual({ checked: 2, supported: 1 });
});

test("what is contradicted comes first, beside the sentence that says the opposite", () => {
  const pins = [{ chunk_id: "c1", text: "Stop the pump first." }] as Claim["pins"];
  const found = faults(
    {
      claims: [
        claim("Grease one bearing.", "unsupported", { chunk_ids: ["c1"] }),
        claim("Do not stop the pump.", "reversed", { chunk_ids: ["c1"], pins }),
      ],
    },
    [source],
  );
  expect(found.map((fault) => [fault.index, fault.sentence])).toEqual([
    [1, "Stop the pump first."],
    [0, "Grease both bearings."],
  ]);
  expect(faults({ claims: [claim("X.", "unsupported")] }, [source])[0]).toMatchObject({
    source: null,
    sentence: "",
  });
});

test("a warning of a claim is not told twice", () => {
  const claims = [claim("X.", "unsupported", { warnings: ["No X."] })];
  expect(general({ claims, warnings: ["No X.", "Ask an expert."] })).toEqual(["Ask an expert."]);
});
