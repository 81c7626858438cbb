import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readCitations } from "./citations";
import { Markdown } from "./Markdown";

const drawn = (text: string) =>
  renderToStaticMarkup(<Markdown cite={(index) => <b>#{index}</b>}>{text}</Markdown>);

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "a <b onmouseover=alert(1)>b</b>",
  "<iframe srcdoc='<script>1</script>'></iframe>",
  "<svg/onload=alert(1)>",
  "<style>*{display:none}</style>",
])("raw HTML is text: %s", (payload) => {
  const html = drawn(payload);
  expect(html).not.toMatch(/<(script|img|iframe|svg|style|b)\b/);
  expect(html).toContain("&lt;");
});

test.each([
  "[a](javascript:alert(1))",
  "[a](data:text/html,<script>1</script>)",
  "[a](vbscript:x)",
  "<javascript:alert(1)>",
  "[a]: javascript:alert(1)\n\n[a]",
])("addresses that run something lead nowhere: %s", (payload) => {
  expect(drawn(payload)).not.toContain("href");
});

test.each(["![a](https://evil.example/x.png)", "![a](data:image/svg+xml,<svg/>)", "![a](//evil.example/x)"])(
  "pictures from elsewhere are not fetched: %s",
  (payload) => {
    expect(drawn(payload)).not.toContain("src");
    expect(drawn(payload)).toContain("[a]");
  },
);

test("citations stand in paragraphs, lists, tables and headings", () => {
  const tag = '<kb doc="A|B" chunk_id="c" kb_id="b" />';
  const { text } = readCitations(`# H ${tag}\n\nP. ${tag}\n\n- L ${tag}\n\n| a |\n| - |\n| x ${tag} |\n`);
  const html = drawn(text);
  for (const index of [0, 1, 2, 3]) expect(html).toContain(`<b>#${index}</b>`);
  expect(html).toContain("<td");
});

test("Markdown is drawn", () => {
  const html = drawn("**bold** and `code`\n\n1. x\n\n[a](https://example.org)");
  expect(html).toContain("<strong>bold</strong>");
  expect(html).toContain("<ol");
  expect(html).toContain('rel="noopener noreferrer"');
});

test("claims are marked whatever they stand in, and change nothing of how the text reads", () => {
  const source =
    "# Greasing\n\n- **Grease both bearings.** Every &lt; 6 *months*.\n\n| a |\n| - |\n| Never hot |\n";
  const span = (words: string, index: number) => {
    const start = source.indexOf(words);
    return { index, start, end: start + words.length };
  };
  const claims = [span("Grease both bearings.", 0), span("Every &lt; 6 *months*.", 1), span("Never hot", 2)];
  const html = renderToStaticMarkup(
    <Markdown
      claims={claims}
      claim={(index, last, children) => (
        <u>
          {index}
          {last ? "!" : ""}:{children}
        </u>
      )}
    >
      {source}
    </Markdown>,
  );
  expect(html).toContain("<strong><u>0!:Grease both bearings.</u></strong>");
  expect(html).toContain("<em><u>1:months</u></em><u>1!:.</u>");
  expect(html).toContain("<u>2!:Never hot</u></td>");
  expect(html.replace(/<\/?u>/g, "").replace(/\d!?:/g, "")).toBe(drawn(source));
});

test("a claim that goes on in the next block ends there", () => {
  const html = renderToStaticMarkup(
    <Markdown
      claims={[{ index: 0, start: 0, end: 10 }]}
      claim={(_, last, children) => (last ? <u>{children}</u> : <i>{children}</i>)}
    >
      {"One a\n\ntwo b"}
    </Markdown>,
  );
  expect(html).toContain("<i>One a</i>");
  expect(html).toContain("<u>two</u> b");
});
