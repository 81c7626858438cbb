import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.chunking.graphemes import breaks_at
from pincite.chunking.layout import read_layout


def _protected(text: str) -> list[str]:
    return [text[a:b] for a, b in read_layout(text).spans]


@pytest.mark.feature("RC-01")
@pytest.mark.feature("RC-03")
@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a $$x. y$$ b", ["$$x. y$$"]),
        ("$$\na\n\nb\n$$", ["$$\na\n\nb\n$$"]),
        ("a $$ 5 and never again", []),
        ("前![图](http://e.com/i.png)后", ["![图](http://e.com/i.png)"]),
        ("see [Duck](https://en.wikipedia.org/wiki/Duck_(bird)). x", ["[Duck](https://en.wikipedia.org/wiki/Duck_(bird))"]),
        ("[![a](u1)](u2) tail", ["[![a](u1)](u2)"]),
        ("a `b. c` d", ["`b. c`"]),
        ("a ``b ` c`` d", ["``b ` c``"]),
        ("`a\nb`", []),
        ("代码块 ```go\nf(\"hello. world\")\n``` 后续", ["```go\nf(\"hello. world\")\n```"]),
        ("| A |\n| --- |\n| 1 |\n| 2 |", ["| A |\n| --- |\n", "| 1 |\n", "| 2 |"]),
        ("| 1 | 2 |", ["| 1 | 2 |"]),
        ("```\n| A |\n| --- |\n```\n", ["```\n| A |\n| --- |\n```\n"]),
    ],
)  # fmt: skip
def test_spans(text: str, spans: list[str]) -> None:
    assert _protected(text) == spans


@pytest.mark.parametrize(
    "span",
    ["$$E = m. c^2 + 1$$", "![그림 설명](http://e.com/a b.png)", "[a link. here](u v w x y)", "`inline code. here`",
     "| a long | table. row |\n", "```py\nprint(1. 2)\n```\n"],
)  # fmt: skip
@pytest.mark.feature("RC-01")
def test_no_span_is_cut_at_a_small_size(span: str) -> None:
    text = f"앞에 있는 글입니다.\n{span}\n뒤에 있는 글입니다."
    assert any(span.strip() in chunk.content for chunk in split(text, ChunkingConfig(chunk_size=10)))


@pytest.mark.feature("RC-01")
@pytest.mark.parametrize(
    "link",
    [
        "[manual. of it](http://ex.com/w/(a_(b)_c)_tail)", "![그림. 하나](https://ex.com/a_(b_(c_(d)))_x.png)", "[说明。书](http://e.cn/((a)(b))/c)",
        "[[1]. note](#cite_note-(x)-1)", "[a [b. c] d](http://ex.com/(x))", "[a. b](http://ex.com/a\\)b_(c))", "[a. b \\] c](http://ex.com/x)",
        '[a. b](http://ex.com/(x) "Title. Of it")', "[![a. b](u_(1))](v_((2)))", "[법 제3조(목적). 끝](https://law.example/(가_(나)))",
    ],
)  # fmt: skip
def test_brackets_in_links_count_in_pairs_however_deep(link: str) -> None:
    assert _protected(f"앞의 글 {link} 뒤의 글 (괄호) [대괄호]") == [link]
    text = f"Read the text before it. And more. {link} Then read on. " * 3
    for size in (60, 80, 120):
        contents = [chunk.content for chunk in split(text, ChunkingConfig(chunk_size=size, chunk_overlap=0))]
        assert sum(content.count(link) for content in contents) == 3


@pytest.mark.parametrize(
    "text",
    ["[a](http://e.com/(b", "[a](b\nc)", "[a\nb](c)", "a](b)", "[a]()", "[a] (b)", "\\[a](b)", f"[{'a' * 1001}](b)", f"[a]({'b' * 9000})"],
)  # fmt: skip
def test_what_is_no_link(text: str) -> None:
    assert _protected(text) == []


def test_links_behind_unpaired_brackets() -> None:
    assert _protected("(see [a [link](u) and [b](v(w) c\n) [d](e)") == ["[link](u)", "[d](e)"]
    assert _protected(")) ]] [a](b) ((") == ["[a](b)"]


@pytest.mark.parametrize("span", ["`c. d`", "$$x. y$$", "![a. b](c)", "[a. b](c)", "```\na. b\n```"])
@pytest.mark.parametrize("mark", ["\u0301", "\u0301\u0323", "\u200d", "\u0308" * 9])
def test_a_span_ends_with_its_grapheme(span: str, mark: str) -> None:
    for before in ("가" * 30, "x" * 33, "字" * 31 + "\u0600"):
        text = f"{before}{span}{mark}{'나' * 40}{span}{mark}"
        for chunk in split(text, ChunkingConfig(chunk_size=64, chunk_overlap=0, strategy="recursive")):
            assert breaks_at(text, chunk.start)
            assert breaks_at(text, chunk.end)


def test_an_overlong_span_is_cut_between_graphemes() -> None:
    text = "`" + ("x" * 7400 + " \u0301" + "y" * 98) * 3 + "`"
    chunks = split(text, ChunkingConfig(chunk_size=100, chunk_overlap=0))
    assert all(len(chunk.content) <= 7500 and breaks_at(text, chunk.start) for chunk in chunks)
