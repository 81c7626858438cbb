import { describe, expect, test } from "vitest";
import { CLOSE, OPEN, readCitations, withoutCitations } from "./citations";

const kb = (chunk: string, doc = "Manual") => `<kb doc="${doc}" chunk_id="${chunk}" kb_id="b" />`;
const mark = (index: number) => `${OPEN}${index}${CLOSE}`;

describe("citations of an answer", () => {
  test("stand where their tags stood, with the sentence before them", () => {
    const read = readCitations(
      `It is 3.14 bar. Grease **both** bearings. ${kb("c1")} Then run it. ${kb("c2")}`,
    );
    expect(read.text).toBe(`It is 3.14 bar. Grease **both** bearings.${mark(0)} Then run it.${mark(1)}`);
    expect(read.citations.map((each) => [each.chunkId, each.claim])).toEqual([
      ["c1", "Grease both bearings."],
      ["c2", "Then run it."],
    ]);
  });

  test("two of one sentence share it", () => {
    const read = readCitations(`보험금은 3영업일 이내에 지급합니다. ${kb("c1")}${kb("c2")}`);
    expect(read.citations.map((each) => each.claim)).toEqual([
      "보험금은 3영업일 이내에 지급합니다.",
      "보험금은 3영업일 이내에 지급합니다.",
    ]);
  });

  test("names are read as they were written", () => {
    const [citation] = readCitations(kb("c1", "A &amp; &#34;B&#34; &lt;1&gt; &amp;lt;")).citations;
    expect(citation?.document).toBe('A & "B" <1> &lt;');
  });

  test("pages of the web have their address", () => {
    const read = readCitations('So it is.<web url="https://example.org/a?b=1&amp;c=2" title="Page" />');
    expect(read.citations).toMatchObject([
      { url: "https://example.org/a?b=1&c=2", document: "Page", chunkId: "" },
    ]);
  });

  test.each(["<", "<k", "<kb", '<kb doc="Man', '<web url="https://e'])(
    "a tag that was begun is held back: %s",
    (begun) => {
      expect(readCitations(`Grease both bearings. ${begun}`, true).text).toBe("Grease both bearings. ");
      expect(readCitations(`a < b ${begun}x`, true).text).toContain("a < b");
    },
  );

  test("nothing that a document says looks like a citation of ours", () => {
    expect(readCitations(`a ${OPEN}0${CLOSE} b`)).toMatchObject({ text: "a 0 b", citations: [] });
    expect(readCitations('<kb onclick="x" doc=a/> <script>').citations).toEqual([]);
  });

  test("a place that the server counted is found again beside emoji, tags and what looked like a mark", () => {
    const answer = `👍 Grease. ${kb("c1")} Stop${OPEN} now. ${kb("c2")}`;
    const points = [...answer];
    const read = readCitations(answer);
    const claim = (start: number, end: number) => read.text.slice(read.place(start), read.place(end));
    const after = points.length - [...kb("c2")].length;
    expect(claim(2, 9)).toBe("Grease.");
    expect(claim(2, 9 + [...kb("c1")].length)).toBe("Grease.");
    expect(claim(after - 11, after)).toBe("Stop now.");
  });

  test("a copy has none", () => {
    expect(withoutCitations(`Grease both bearings ${kb("c1")}. Then run it. ${kb("c2")}`)).toBe(
      "Grease both bearings. Then run it.",
    );
  });
});
