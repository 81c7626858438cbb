import { expect, test } from "vitest";
import { type Command, matching } from "./commands";
import { keyName } from "./keys";

const key = (key: string, code = "", more = {}) =>
  keyName({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("keys have one name on every keyboard", () => {
  expect(key("/")).toBe("/");
  expect(key("Escape")).toBe("escape");
  expect(key("k", "KeyK", { ctrlKey: true })).toBe("mod+k");
  expect(key("K", "KeyK", { metaKey: true })).toBe("mod+k");
});

test("a Korean or Chinese input method does not take the shortcuts away", () => {
  expect(key("ㅓ", "KeyJ")).toBe("j");
  expect(key("Process", "KeyK")).toBe("k");
  expect(key("Process", "BracketLeft")).toBe("[");
  expect(key("、", "Slash")).toBe("/");
});

test("the palette finds by every word, what begins with them first", () => {
  const commands = ["Terms", "New terms", "Library"].map(
    (label): Command => ({ id: label, label, group: "Base", run: () => undefined }),
  );
  expect(matching(commands, "terms").map((each) => each.label)).toEqual(["Terms", "New terms"]);
  expect(matching(commands, "base new").map((each) => each.label)).toEqual(["New terms"]);
  expect(matching(commands, "").length).toBe(3);
});
