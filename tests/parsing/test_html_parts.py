"""A page in parts reads as the whole does, and in time."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.parsing import markup_files, parse
from pincite.parsing.html_parts import parts
from pincite.parsing.markup_files import page_markdown

TEXT = st.sampled_from(["War", " is ", "excluded.", "제3조", "&lt;p&gt;", " ", "a&amp;b", "\n"])
OPEN = [
    "p", "div", "section", "article", "main", "form", "h1", "h2", "h3", "ul", "ol", "li", "table", "tr", "td",
    "th", "blockquote", "pre", "dl", "dt", "dd", "details", "summary", "figure", "center", "aside", "strange",
]  # fmt: skip
TAG = st.sampled_from([f"<{name}>" for name in [*OPEN, "br", "hr"]] + [f"</{name}>" for name in OPEN])
PLAIN = st.tuples(st.sampled_from(["p", "h2", "div", "pre"]), TEXT).map("<{0[0]}>{0[1]}</{0[0]}>".format)
ITEMS = st.lists(TEXT, max_size=3).map(lambda texts: f"<ul>{''.join(f'<li>{text}' for text in texts)}</ul>")
ROWS = st.lists(TEXT, min_size=1, max_size=3).map(
    lambda texts: f"<table>{''.join(f'<tr><td>{text}</td><td>1</td></tr>' for text in texts)}</table>"
)
WRAPPED = st.lists(PLAIN | ITEMS | TEXT, max_size=4).map(
    lambda inner: f"<div><section>{''.join(inner)}</div>"
)


def _in_parts_of(blocks: int, page: str, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patch:
        patch.setattr(markup_files, "parts", lambda whole: parts(whole, blocks))
        return page_markdown(page, whole=True)[0]


@settings(max_examples=300)
@given(st.lists(PLAIN | ITEMS | ROWS | WRAPPED | TEXT, max_size=12), st.integers(1, 4))
def test_parts_read_as_the_whole(pieces: list[str], blocks: int) -> None:
    page = "".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        assert _in_parts_of(blocks, page, patch) == _in_parts_of(10**9, page, patch)


@settings(max_examples=300)
@given(st.lists(TAG | TEXT, max_size=25), st.integers(1, 3))
def test_no_nesting_loses_or_doubles_a_word(pieces: list[str], blocks: int) -> None:
    page = "".join(piece if piece.startswith("<") else f"{piece} w{at} " for at, piece in enumerate(pieces))
    with pytest.MonkeyPatch.context() as patch:
        words = re.findall(r"\bw\d+\b", _in_parts_of(blocks, page, patch))
        assert words == re.findall(r"\bw\d+\b", _in_parts_of(10**9, page, patch))


def test_long_pages_are_cut_and_short_ones_are_not() -> None:
    page = "<!DOCTYPE html><html><head></head><body>{}</body></html>"
    assert len(list(parts(page.format("<p>a</p>" * 1000)))) == 1
    cut = list(parts(page.format("<div>" + "<p>a</p>" * 5000 + "</div>")))
    assert [part.count("<p>") for part in cut] == [999, 1000, 1000, 1000, 1000, 1]
    assert len(list(parts(page.format("<blockquote>" + "<p>a</p>" * 5000)))) == 1
    assert len(list(parts(page.format("<x>" * 300_000 + "</y>" * 300_000)))) == 1


def test_what_stands_above_the_first_heading_is_content() -> None:
    letter = (
        b"<p>In force from 1 May 2026.</p><table><tr><td>Limit</td><td>900</td></tr></table><h1>Terms</h1>"
    )
    assert parse(letter + b"<p>War is excluded.</p>", "a.html").markdown.startswith(
        "In force from 1 May 2026."
    )
    assert "900" in parse(letter, "a.html").markdown


@pytest.mark.slow
@pytest.mark.parametrize(
    "paragraph",
    ["<p>a</p>", "<p>Paragraph {} says that war is excluded from all covers.</p>\n", "<div>{} a</div>"],
)
def test_five_megabytes_of_paragraphs_are_read(paragraph: str) -> None:
    """Each would take the converter 15 s to 20 minutes at once; the limit of a file is a minute."""
    count = 5_000_000 // len(paragraph)
    page = "<h1>Terms</h1>" + "".join(map(paragraph.format, range(count)))
    read = parse(page.encode(), "a.html").markdown
    assert read.count("\n\n") == count
