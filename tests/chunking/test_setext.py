import pytest

from pincite.chunking import split
from pincite.chunking.outline import read_outline


def _headings(text: str) -> list[tuple[int, str]]:
    return [(h.level, h.trail.rpartition("\n")[2].lstrip("# ")) for h in read_outline(text).headings]


@pytest.mark.feature("HD-02")
def test_underlined_titles_are_headings() -> None:
    text = "Guide\n=====\n\nIntro.\n\nInstall it\n----------\n\nRun.\n\n### Details\n\nMore.\n\nLast part\n---\nEnd.\n"
    assert _headings(text) == [(1, "Guide"), (2, "Install it"), (3, "Details"), (2, "Last part")]
    assert read_outline(text).at(text.index("More")) == "# Guide\n## Install it\n### Details"
    assert "".join(chunk.content for chunk in split(text)) == text


def test_an_underlined_clause_is_a_clause() -> None:
    heading = read_outline("제1조(목적)\n---\n목적을 정한다.\n").headings[0]
    assert (heading.level, heading.is_article) == (2, True)
    assert _headings("\nTitle\n==\n") == [(1, "Title")]


@pytest.mark.parametrize(
    "text",
    [
        "문장이 끝났다.\n---\n다음",
        "two lines\nof a paragraph\n---\n",
        "- item\n---\n",
        "1. item\n---\n",
        "> quote\n---\n",
        "| a | b\n---\n",
        "---\ntitle: x\n---\n",
        "본문\n---\ntitle: x\n---\n",
        "a\n-\n",
        "```\ncode\n====\n```\n",
        "---\n\n---\n",
    ],
)
def test_a_rule_makes_no_heading(text: str) -> None:
    assert _headings(text) == []
