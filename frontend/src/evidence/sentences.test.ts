import { expect, test } from "vitest";
import { locate, sentences } from "./sentences";

const cut = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));
const found = (content: string, claim: string) => {
  const span = locate(content, claim);
  return span && content.slice(span.start, span.end);
};

test("sentences end where a reader ends them", () => {
  expect(cut("Use 3.14 bar. Then v1.2!\n지급합니다. 回答。下一句")).toEqual([
    "Use 3.14 bar.",
    "Then v1.2!",
    "지급합니다.",
    "回答。",
    "下一句",
  ]);
});

const CONTENT =
  "### 제43조\n수익자는 청구서를 냅니다. 회사는 서류를 받은 날부터 3영업일 이내에 보험금을 지급합니다.";

test("the same words are found, else the sentence that says most of them", () => {
  expect(found(CONTENT, "수익자는 청구서를 냅니다.")).toBe("수익자는 청구서를 냅니다.");
  expect(found(CONTENT, "보험금은 서류를 받은 날부터 3영업일 이내에 지급됩니다.")).toBe(
    "회사는 서류를 받은 날부터 3영업일 이내에 보험금을 지급합니다.",
  );
});

test("where no sentence says it, none is marked", () => {
  expect(found(CONTENT, "피자 배달")).toBeNull();
  expect(found(CONTENT, "")).toBeNull();
});
