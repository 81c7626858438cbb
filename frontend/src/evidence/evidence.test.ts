import { beforeEach, expect, test } from "vitest";
import { closeEvidence, dropEvidence, evidence, type Source, showEvidence, stepEvidence } from "./evidence";

const source = { chunkId: "c" } as Source;
const stops = ["a", "b", "c"].map((id) => ({ id, source, sentence: "" }));

beforeEach(() => showEvidence({ owner: "s", stops, at: 0, sources: [source] }));

test("citations are stepped through, round the end", () => {
  stepEvidence(1);
  expect(evidence.get().at).toBe(1);
  stepEvidence(-1);
  stepEvidence(-1);
  expect(evidence.get().at).toBe(2);
});

test("a closed pane opens where it was", () => {
  stepEvidence(1);
  closeEvidence();
  stepEvidence(1);
  expect(evidence.get()).toMatchObject({ open: true, at: 1 });
});

test("only its own page takes the evidence away", () => {
  dropEvidence("another");
  expect(evidence.get().open).toBe(true);
  dropEvidence("s");
  expect(evidence.get().open).toBe(false);
  expect(stepEvidence(1)).toBe(false);
});
