"""A citation opens the sentence: its chunk, its characters, its page."""

import json

import pytest

from pincite.citations import pin, placed
from pincite.core.types import ChunkType
from pincite.ports.pages import PagePlace
from tests.builders import chunk, passage

DOCUMENT = (
    "제43조(보험금의 지급) 회사는 서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다. "
    "지급이 늦어지면 이자를 더합니다.\n제44조(면책) 무면허운전으로 생긴 손해는 보장하지 않습니다. "
    "입원은 1일당 3만원을 지급합니다. 통원은 1일당 2만원을 지급합니다."
)
MIDDLE = DOCUMENT.index("\n") + 1
FIRST = chunk("first", DOCUMENT[:MIDDLE], page_range=(1, 1))
SECOND = chunk("second", DOCUMENT[MIDDLE:], seq=1, start=MIDDLE, page_range=(1, 2))
MERGED = passage(FIRST, members=(FIRST, SECOND), text=DOCUMENT)


@pytest.mark.feature("CI-09", "MG-13")
@pytest.mark.parametrize(
    ("statement", "home", "sentence"),
    [
        ("지급이 늦어지면 이자를 더합니다.", "first", "지급이 늦어지면 이자를 더합니다."),
        ("무면허운전 손해는 보장되지 않습니다", "second", "제44조(면책) 무면허운전으로 생긴 손해는 보장하지 않습니다."),
        ("1일당 2만원을 지급합니다", "second", "통원은 1일당 2만원을 지급합니다."),
        ("하루에 3만원을 지급합니다", "second", "입원은 1일당 3만원을 지급합니다."),
        ("3만원을 지급합니다. 통원은 1일당", "second", "입원은 1일당 3만원을 지급합니다. 통원은 1일당 2만원을 지급합니다."),
    ],
)  # fmt: skip
def test_the_sentence_a_statement_comes_from(statement: str, home: str, sentence: str) -> None:
    place = pin(MERGED, statement)
    assert place.chunk_id == home
    assert place.text == sentence
    assert place.start is not None
    assert DOCUMENT[place.start : place.end] == sentence


def test_an_english_paraphrase_finds_its_sentence() -> None:
    text = (
        "The policy is renewed every year. Claims must be filed within 30 days of the accident. Fees apply."
    )
    place = pin(passage(chunk("x", text, start=100)), "You must file claims within 30 days of an accident.")
    assert text[place.start - 100 : place.end - 100].startswith("Claims must be filed")  # type: ignore[operator]


@pytest.mark.parametrize("statement", ["문의하시기 바랍니다", "  ", "Completely different words"])
def test_what_no_sentence_says_stands_on_the_best_chunk(statement: str) -> None:
    place = pin(MERGED, statement)
    assert (place.chunk_id, place.start, place.end, place.text) == ("first", 0, MIDDLE, "")


def test_a_chunk_without_a_word_stands_for_itself() -> None:
    assert pin(passage(chunk("x", "---")), "무엇").text == ""


def test_an_edited_chunk_names_its_place_and_no_sentence_of_the_document() -> None:
    edited = chunk("x", "고친 문장입니다.", start=50, end=70, edited=True)
    assert (pin(passage(edited), "고친 문장입니다.").start, pin(passage(edited), "고친 문장입니다.").end) == (
        50,
        70,
    )
    caption = chunk("y", "A red car on a road.", start=5, end=9, chunk_type=ChunkType.IMAGE_CAPTION)
    assert pin(passage(caption), "a red car on a road").text == ""


def test_a_page_of_the_web_has_no_offsets() -> None:
    place = pin(passage(chunk("https://e.com", "Prices fell.", base_id="")), "Prices fell.")
    assert (place.start, place.end) == (None, None)
    assert placed(place, ()) is place


def test_the_page_map_tells_the_page_of_the_sentence_and_the_file_its_boxes() -> None:
    place = pin(MERGED, "통원은 1일당 2만원을 지급합니다.")
    assert place.page_range == (1, 2)
    exact = placed(place, [PagePlace(2, ((1.0, 2.0, 3.0, 4.0),))])
    assert exact.page_range == (2, 2)
    assert json.loads(json.dumps(exact.to_json())) == {
        "chunk_id": "second", "document_id": "doc", "base_id": "base", "start": exact.start, "end": len(DOCUMENT),
        "text": "통원은 1일당 2만원을 지급합니다.", "page_range": [2, 2],
        "boxes": [{"page": 2, "boxes": [[1.0, 2.0, 3.0, 4.0]]}],
    }  # fmt: skip
    assert placed(place, []).page_range == (1, 2)
    assert placed(place, [PagePlace(1), PagePlace(2)]).boxes == ()
    assert pin(passage(chunk("x", "글.")), "글").to_json()["page_range"] is None
