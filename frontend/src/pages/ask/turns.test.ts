import { expect, test } from "vitest";
import type { Turn } from "./live";
import type { Message } from "./queries";
import { EMPTY, textOf } from "./stream";
import { exchanges, unfinished } from "./turns";

const message = (id: string, role: Message["role"], more: Partial<Message> = {}): Message => ({
  id,
  session_id: "s",
  request_id: `r${id.slice(1)}`,
  role,
  content: `${role} ${id}`,
  status: "complete",
  is_completed: true,
  references: [],
  verification: null,
  steps: [],
  attachments: [],
  images: [],
  quote: "",
  details: {},
  feedback: null,
  created_at: 0,
  updated_at: 0,
  ...more,
});

const turn = (question: string, messageId: string, text: string): Turn => ({
  session: "s",
  question,
  asked: null,
  answer: { ...EMPTY, messageId, segments: [{ id: "x", text, superseded: false }] },
  offline: false,
  refused: null,
  stopping: false,
});

const open = { content: "", status: "streaming", is_completed: false } as const;
const first = [message("q1", "user"), message("a1", "assistant")];

test("questions stand with their answers", () => {
  const shown = exchanges(first, undefined);
  expect(shown.map((each) => [each.question, textOf(each.answer), each.live])).toEqual([
    ["user q1", "assistant a1", false],
  ]);
});

test("a question is there once, before and after the server stored it", () => {
  const asked = turn("user q2", "", "");
  expect(exchanges(first, asked).map((each) => each.question)).toEqual(["user q1", "user q2"]);
  const stored = [...first, message("q2", "user"), message("a2", "assistant", open)];
  expect(exchanges(stored, asked).map((each) => each.question)).toEqual(["user q1", "user q2"]);
  const named = exchanges(stored, turn("user q2", "a2", "So far"));
  expect(named.map((each) => textOf(each.answer))).toEqual(["assistant a1", "So far"]);
  expect(named.map((each) => each.live)).toEqual([false, true]);
});

test("an answer that is being written when the page comes is followed", () => {
  expect(unfinished([...first, message("q2", "user"), message("a2", "assistant", open)])).toBe("a2");
  expect(unfinished(first)).toBeNull();
});

test("a refusal says why, and a failed answer what to do", () => {
  const refused = message("a1", "assistant", {
    details: { is_refusal: true, refusal_reason: "0.02 of 0.10" },
  });
  expect(exchanges([message("q1", "user"), refused], undefined)[0]?.details).toMatchObject({
    isRefusal: true,
    refusalReason: "0.02 of 0.10",
  });
  const failed = message("a1", "assistant", {
    status: "failed",
    details: { code: "c", error: "E.", hint: "H." },
  });
  expect(exchanges([message("q1", "user"), failed], undefined)[0]?.answer.error).toEqual({
    code: "c",
    message: "E.",
    hint: "H.",
  });
});

const instead = (replaces: string, question: string): Turn => ({
  ...turn(question, "", ""),
  asked: { question, path: "", body: {}, files: [], replaces },
});
const two = [...first, message("q2", "user"), message("a2", "assistant")];

test("a question that is asked otherwise takes the place of the old one and of all after it", () => {
  expect(exchanges(two, instead("q1", "Anew?")).map((each) => each.question)).toEqual(["Anew?"]);
  const refused = { ...instead("q1", "Anew?"), refused: { message: "No." } as Turn["refused"] };
  expect(exchanges(two, refused).map((each) => each.question)).toEqual(["user q1", "user q2", "Anew?"]);
});

test("an answer that is written again stands under its question", () => {
  const again = instead("a2", "user q2");
  for (const messages of [two, two.slice(0, 3)]) {
    expect(exchanges(messages, again).map((each) => [each.question, textOf(each.answer), each.live])).toEqual(
      [
        ["user q1", "assistant a1", false],
        ["user q2", "", true],
      ],
    );
  }
});

test("what lay beside a question is found by its address", () => {
  const asked = message("q1", "user", {
    images: [{ caption: "A valve" }, {}],
    attachments: [{ name: "order.pdf", characters: 10, text: "x" }],
  });
  expect(exchanges([asked], undefined)[0]?.beside).toEqual({
    images: [
      { src: "/api/v1/sessions/s/messages/q1/images/0", caption: "A valve" },
      { src: "/api/v1/sessions/s/messages/q1/images/1", caption: "" },
    ],
    files: ["order.pdf"],
  });
});
