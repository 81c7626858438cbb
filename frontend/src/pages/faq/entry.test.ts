import { expect, test } from "vitest";
import { bodyOf, draftOf, EMPTY, type Entry, isComplete } from "./entry";

test("an entry comes back from its boxes as it was", () => {
  const entry = {
    standard_question: "How long can goods be returned?",
    similar_questions: ["return period", "until when"],
    negative_questions: ["How long is the warranty?"],
    answers: ["Within 30 days.\n\n- with the bill", "A month."],
    tags: ["returns", "shop"],
    answer_strategy: "random",
    enabled: false,
  };
  expect(bodyOf(draftOf(entry as Entry))).toEqual(entry);
});

test("blank lines are no questions, and an entry needs a question and an answer", () => {
  expect(bodyOf({ ...EMPTY, similar: "\n a \n\n" }).similar_questions).toEqual(["a"]);
  expect(isComplete({ ...EMPTY, question: "a", answers: " \n---\n " })).toBe(false);
  expect(isComplete({ ...EMPTY, question: "a", answers: "b" })).toBe(true);
});
