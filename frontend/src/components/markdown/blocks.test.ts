import { expect, test } from "vitest";
import { blocks } from "./blocks";

const TEXT = `# Title

First paragraph
goes on.

- one

- two

  of two

\`\`\`py
a = 1

b = 2
\`\`\`

| a | b |
| - | - |
| 1 | 2 |

1. x
2. y
`;

test("blocks are cut where they end, and nothing is lost", () => {
  const found = blocks(TEXT);
  expect(found.join("")).toBe(TEXT);
  expect(found.map((block) => block.split("\n")[0])).toEqual([
    "# Title",
    "First paragraph",
    "- one",
    "```py",
    "| a | b |",
    "1. x",
  ]);
});

test("while a text grows, all blocks but the last two stand", () => {
  let before: string[] = [];
  for (let end = 1; end <= TEXT.length; end += 1) {
    const now = blocks(TEXT.slice(0, end));
    expect(now.slice(0, Math.max(0, before.length - 2))).toEqual(
      before.slice(0, Math.max(0, before.length - 2)),
    );
    before = now;
  }
});
