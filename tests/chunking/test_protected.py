import pytest

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
    from pincite.chunking import ChunkingConfig, split

    text = f"앞에 있는 글입니다.\n{span}\n뒤에 있는 글입니다."
    assert any(span.strip() in chunk.content for chunk in split(text, ChunkingConfig(chunk_size=10)))
