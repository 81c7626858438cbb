import { expect, test } from "vitest";
import {
  AS_SET,
  type Cut,
  common,
  configOf,
  LONGEST,
  type Preview,
  parted,
  settingOf,
  trailOf,
  within,
} from "./cuts";

const cut = (start: number, content: string): Cut => ({
  seq: 0,
  start,
  end: start + [...content].length,
  size_chars: [...content].length,
  size_tokens_approx: 1,
  context_header: "",
  table_header: "",
  content,
});

test("boxes become what the API is told, and a configuration becomes boxes", () => {
  expect(configOf({ ...AS_SET, size: "400", overlap: "x", parent: "900" })).toEqual({
    chunk_size: 400,
    enable_parent_child: false,
  });
  const config = {
    chunk_size: 512,
    chunk_overlap: 0,
    strategy: "auto",
    token_limit: 0,
    enable_parent_child: true,
  };
  expect(configOf(settingOf(config))).toEqual(config);
});

test("what a chunk shares with its forerunner is told by code points", () => {
  const before = cut(0, "𠀋가나다");
  expect(parted(cut(2, "나다라마"), before)).toEqual({ shared: "나다", own: "라마" });
  expect(parted(cut(4, "라마"), before)).toEqual({ shared: "", own: "라마" });
  expect(parted(before, undefined).shared).toBe("");
});

test("a long text is taken up to the limit, and no letter is broken", () => {
  const long = `${"가".repeat(LONGEST - 1)}𠀋다`;
  const { taken, left } = within(long);
  expect([...taken]).toHaveLength(LONGEST);
  expect(taken.endsWith("𠀋")).toBe(true);
  expect(left).toBe(1);
});

test("a trail is read without its marks, and cuts of both settings are known", () => {
  expect(trailOf("# Manual\n## Section 2\n### 2.1")).toBe("Manual > Section 2 > 2.1");
  const preview = (...chunks: Cut[]) => ({ chunks }) as unknown as Preview;
  expect([...common(preview(cut(0, "ab"), cut(2, "c")), preview(cut(0, "ab"), cut(2, "cd")))]).toEqual([
    "0:2",
  ]);
});
