import { describe, expect, test } from "vitest";
import type { AnswerFrame } from "@/api/streams";
import { type Answer, EMPTY, reduce, textOf } from "./stream";

type Told = Partial<AnswerFrame> & Pick<AnswerFrame, "response_type">;

const begun: Told = { response_type: "agent_query", done: true, assistant_message_id: "m" };
const said = (content: string, event_id = "s"): Told => ({
  response_type: "answer",
  content,
  data: { event_id },
});
const call = (tool_call_id: string): Told => ({
  response_type: "tool_call",
  data: { tool_name: "knowledge_search", tool_call_id },
});

function told(frames: readonly Told[], from: Answer = EMPTY, first = 0): Answer {
  return frames.reduce(
    (answer, frame, index) =>
      reduce(answer, { id: "r", content: "", done: false, ...frame }, String(first + index)),
    from,
  );
}

describe("an answer as its frames tell it", () => {
  test("pieces become one text, whatever their number", () => {
    const answer = told([
      begun,
      said("Grease "),
      said("both "),
      said("bearings."),
      { response_type: "complete", done: true },
    ]);
    expect(textOf(answer)).toBe("Grease both bearings.");
    expect(answer).toMatchObject({ messageId: "m", complete: true, lastId: "4" });
  });

  test("what was said before another search led up to it and is not the answer", () => {
    const answer = told([begun, said("Let me look.", "one"), call("c"), said("Every 6 months.", "two")]);
    expect(textOf(answer)).toBe("Every 6 months.");
  });

  test("a step begins, and ends with what it found", () => {
    const open = told([begun, call("c")]);
    expect(open.steps).toMatchObject([{ name: "knowledge_search", done: false }]);
    const closed = told(
      [
        {
          response_type: "tool_result",
          data: {
            tool_name: "knowledge_search",
            tool_call_id: "c",
            success: true,
            count: 8,
            duration_ms: 70,
          },
        },
      ],
      open,
      2,
    );
    expect(closed.steps).toMatchObject([{ done: true, failed: false, milliseconds: 70, data: { count: 8 } }]);
  });

  test("an error that ends nothing is a failed step; one that ends the answer says what to do", () => {
    const step = told([
      begun,
      call("c"),
      { response_type: "error", data: { tool_call_id: "c", success: false } },
    ]);
    expect(step.steps).toMatchObject([{ done: true, failed: true }]);
    expect(step.error).toBeNull();
    const ended = told([
      begun,
      { response_type: "error", done: true, content: "No model.", data: { code: "x", hint: "Wait." } },
    ]);
    expect(ended.error).toEqual({ code: "x", message: "No model.", hint: "Wait." });
  });

  test("frames that come twice after a cut line are heard once", () => {
    const before = told([begun, said("Grease "), said("both ")]);
    const after = told([said("both "), said("bearings.")], before, 2);
    expect(textOf(after)).toBe("Grease both bearings.");
  });

  test("a server that forgot the stream tells the stored answer from its start", () => {
    const before = told([begun, said("Grease "), said("both ")]);
    const after = told(
      [begun, said("Grease both bearings.", "m"), { response_type: "stop", done: true }],
      before,
    );
    expect(textOf(after)).toBe("Grease both bearings.");
    expect(after.stopped).toBe(true);
  });
});
