import { expect, test } from "vitest";
import { CITED, HOVERED, layers, partAt, rangeIn, unitsOf, wordsIn } from "./ranges";

test("code points are found where letters take two units", () => {
  const text = "가😀나😀다";
  const unit = unitsOf(text);
  const points = [...text];
  for (let point = 0; point <= points.length; point += 1)
    expect(unit(point)).toBe(points.slice(0, point).join("").length);
});

test("what is cited lies over the chunk around it", () => {
  expect(layers({ start: 4, end: 6 }, { start: 0, end: 10 })).toEqual([
    { index: HOVERED, start: 0, end: 4 },
    { index: CITED, start: 4, end: 6 },
    { index: HOVERED, start: 6, end: 10 },
  ]);
  expect(layers({ start: 0, end: 6 }, { start: 0, end: 6 })).toEqual([{ index: CITED, start: 0, end: 6 }]);
  expect(layers(null, { start: 2, end: 3 })).toEqual([{ index: HOVERED, start: 2, end: 3 }]);
});

test("a place lies in the part that ends behind it", () => {
  expect([0, 4, 5, 99].map((place) => partAt([5, 9], place))).toEqual([0, 0, 1, 1]);
});

test("an address names a part only if there can be one", () => {
  expect(rangeIn("chunk=c&start=3&end=8")).toEqual({ start: 3, end: 8 });
  for (const query of ["", "start=3", "start=8&end=3", "start=x&end=4", "start=-1&end=4"])
    expect(rangeIn(query)).toBeNull();
});

test("the words of a part are those of the cut, in code points", () => {
  const chunk = { start: 10, end: 15, original: "a😀bcd" };
  expect(wordsIn(chunk, { start: 11, end: 13 })).toBe("😀b");
  expect(wordsIn(chunk, { start: 9, end: 13 })).toBe("");
});
