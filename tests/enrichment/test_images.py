"""Addresses of pictures in the Markdown, and the words that models give them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.types import PageSpan, ParsedDocument
from pincite.enrichment.images import LONGEST, bounded, referred, tidy_caption, with_addresses

STORED = "/api/v1/documents/d/images/0123456789abcdef.png"


def document(*pages: str) -> ParsedDocument:
    spans, at = [], 0
    for number, page in enumerate(pages, 1):
        spans.append(PageSpan(number, at, at + len(page)))
        at += len(page) + 2
    return ParsedDocument("\n\n".join(pages), "T", "application/pdf", tuple(spans))


@pytest.mark.feature("IM-04")
def test_names_become_addresses_and_pages_stay_with_their_text() -> None:
    parsed = document("One ![fig](a.png) one.", "Two.", 'Three <img alt="a.png" src="a.png"> and ![](b.png).')
    moved = with_addresses(parsed, {"a.png": STORED})
    texts = [moved.markdown[page.start : page.end] for page in moved.pages]
    assert texts == [
        f"One ![fig]({STORED}) one.",
        "Two.",
        f'Three <img alt="a.png" src="{STORED}"> and ![](b.png).',
    ]
    assert moved.pages[-1].end == len(moved.markdown)


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("![a](x_(1).png)", "x_(1).png"),
        ('![a](<a b.png> "title")', "a b.png"),
        ("![a.png](a.png)", "a.png"),
        ("<IMG SRC='a.png'/>", "a.png"),
        ("<img data-src=a.png src=a.png>", "a.png"),
    ],
)
def test_every_form_of_a_reference_is_rewritten_at_its_address(reference: str, name: str) -> None:
    moved = with_addresses(document(f"see {reference}."), {name: STORED}).markdown
    assert list(referred(moved, [STORED])) == [STORED]
    assert referred(moved, [name]) == {}


def test_a_document_without_pictures_stays_as_it_is() -> None:
    parsed = document("No picture, and [a link](a.png).")
    assert with_addresses(parsed, {"a.png": STORED}) is parsed


@given(
    st.lists(st.text(alphabet="ab !\n가", max_size=12), max_size=5), st.lists(st.integers(0, 4), max_size=6)
)
def test_what_is_no_reference_keeps_its_words_and_its_page(words: list[str], places: list[int]) -> None:
    pages = [
        f"p{number}{word}" + "".join("![](a.png)" for place in places if place == number)
        for number, word in enumerate(words)
    ]
    moved = with_addresses(document(*pages), {"a.png": STORED})
    for page, before in zip(moved.pages, pages, strict=True):
        assert moved.markdown[page.start : page.end] == before.replace("(a.png)", f"({STORED})")


@pytest.mark.parametrize(
    ("answer", "caption"),
    [
        ("Here is the description:\nA valve.", "A valve."),
        ("```\nA valve.\n```", "A valve."),
        ("Sure! Here's a description of the image: A valve.", "A valve."),
        ("The image description: A valve.", "A valve."),
        ("설명: 밸브의 단면.", "밸브의 단면."),
        ("다음은 그림에 대한 설명입니다:\n밸브의 단면.", "밸브의 단면."),
        ("以下是图片的描述：阀门的剖面图。", "阀门的剖面图。"),
        ('"A valve."', "A valve."),
        ('"Open" and "Closed" are written on it.', '"Open" and "Closed" are written on it.'),
        ("Here, the valve is open.", "Here, the valve is open."),
        ("", ""),
    ],
)
def test_a_caption_says_what_is_seen_and_nothing_else(answer: str, caption: str) -> None:
    assert tidy_caption(answer) == caption


def test_a_caption_without_end_is_cut_at_a_word() -> None:
    assert bounded("word " * 5_000).endswith("word")
    assert len(bounded("x" * 20_000)) == LONGEST
