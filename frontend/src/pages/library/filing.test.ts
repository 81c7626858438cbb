import { describe, expect, it } from "vitest";
import { filterFrom, isNarrow, paramsOf, queryOf, takes } from "./filter";
import { treeOf } from "./folders";

describe("the filter", () => {
  it("survives the address, the top folder among it, and drops what no state is", () => {
    const filter = filterFrom(new URLSearchParams("folder=&tag=terms&state=working&name=pump"));
    expect(filterFrom(paramsOf(filter))).toEqual(filter);
    expect(queryOf(filter)).toMatchObject({ folder: "", tag: ["terms"], name: "pump" });
    expect(queryOf(filter).status).toContain("indexing");
    expect(isNarrow(filterFrom(new URLSearchParams("state=gone")))).toBe(false);
  });

  it("takes a file on its way by folder and name", () => {
    const filter = filterFrom(new URLSearchParams("folder=plans&name=PUMP"));
    expect(takes(filter, { folder: "plans/2024", name: "pump.md" })).toBe(true);
    expect(takes(filter, { folder: "plans2", name: "pump.md" })).toBe(false);
    expect(takes(filter, { folder: "plans", name: "leave.md" })).toBe(false);
  });
});

describe("the folders", () => {
  it("are a tree with what lies below counted, and parents that hold nothing themselves", () => {
    const tree = treeOf(
      [
        { path: "", documents: 3 },
        { path: "plans/2024", documents: 2 },
        { path: "plans/2023/old", documents: 1 },
        { path: "약관", documents: 4 },
      ],
      "ko",
    );
    expect(tree.map(({ name, documents }) => [name, documents])).toEqual([
      ["약관", 4],
      ["plans", 3],
    ]);
    expect(tree[1]?.below.map(({ path, documents }) => [path, documents])).toEqual([
      ["plans/2023", 1],
      ["plans/2024", 2],
    ]);
  });
});
