import { expect, test } from "vitest";
import { bodyOf, draftOf, EMPTY } from "./assistant";
import type { Assistant } from "./queries";

test("what has no box stays as it was, and an empty box leaves it to the library", () => {
  const before = {
    id: "a",
    name: "Terms",
    description: "",
    default: true,
    profile: { base_ids: ["b"], temperature: 0.2, rounds: 3, citations: false, prompts: {} },
  } as unknown as Assistant;
  const draft = draftOf(before);
  expect(draft).toMatchObject({ bases: ["b"], temperature: "0.2", citations: "no", web: "", language: "" });
  const { profile } = bodyOf({ ...draft, temperature: "", topK: "4" }, before);
  expect(profile).toMatchObject({ bases: ["b"], temperature: null, top_k: 4, rounds: 3, citations: false });
  expect(profile).not.toHaveProperty("base_ids");
});

test("a prompt that was emptied is the library's again", () => {
  const prompts = { "answer/rules": { en: "Be brief.", ko: " " }, "system/system": { en: "" } };
  expect(bodyOf({ ...EMPTY, name: " A ", prompts }, null)).toMatchObject({
    name: "A",
    profile: { prompts: { "answer/rules": { en: "Be brief." } } },
  });
});
