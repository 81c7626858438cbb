import { expect, test } from "vitest";
import { bodyOf, EVERYTHING, isNarrow, scopeFrom, toggled } from "./scope";

test("what is not chosen is not sent, so that session, assistant and settings decide", () => {
  expect(bodyOf(EVERYTHING)).toEqual({});
  expect(isNarrow(EVERYTHING)).toBe(false);
});

test("a scope comes back from a session as it was sent", () => {
  const scope = {
    bases: ["b"],
    documents: ["d"],
    tags: ["terms"],
    asOf: "2023-05-01",
    assistant: "a",
    verified: true,
  };
  const body = bodyOf(scope);
  expect(body).toMatchObject({ as_of: "2023-05-01", release: "verified" });
  expect(scopeFrom(body)).toEqual(scope);
  expect(isNarrow(scope)).toBe(true);
});

test("whatever a session keeps of another client does no harm", () => {
  expect(scopeFrom({ bases: "b", as_of: 3, release: "immediate" })).toEqual(EVERYTHING);
});

test("a choice is taken and taken back", () => {
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
});
