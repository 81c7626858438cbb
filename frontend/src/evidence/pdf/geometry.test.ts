import { expect, test } from "vitest";
import { piecesWith, placesOf } from "./geometry";

test("a box of points with y upward is a place from the upper left", () => {
  const viewport = {
    width: 200,
    height: 400,
    convertToViewportRectangle: ([l = 0, b = 0, r = 0, t = 0]: number[]) => [l, 400 - b, r, 400 - t],
  };
  expect(placesOf([[20, 300, 120, 340]], viewport)).toEqual([{ left: 10, top: 15, width: 50, height: 10 }]);
});

test("a sentence is found over lines, hyphens and Markdown", () => {
  const page = ["Chapter 2", "Grease both bear-", "ings every 2,000 ", "hours.", "Close the cover."];
  expect(piecesWith(page, "**Grease** both bearings every 2,000 hours.")).toEqual([1, 2, 3]);
  expect(piecesWith(page, "Paint the cover.")).toEqual([]);
  expect(piecesWith(page, "")).toEqual([]);
});

test("what goes on behind the page is found by its beginning", () => {
  expect(
    piecesWith(
      ["보험금의 지급", "회사는 서류를 받은 날부터 3영업일 이내에 보험금을"],
      "회사는 서류를 받은 날부터 3영업일 이내에 보험금을 지급합니다.",
    ),
  ).toEqual([1]);
});
