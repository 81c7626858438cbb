"""The words of a passage are found again on the page, line by line."""

import pytest

from pincite.core.errors import CorruptDocument
from pincite.parsing import parse
from pincite.parsing.pdf_boxes import Glyph, find_boxes, lines_of, match
from tests.parsing.files import PdfPage, pdf, prose, table

RULES = [
    "The carrier pays the sum within seven working days after the claim has been received.",
    "If an investigation is needed, the carrier tells the insured person the reason and the date.",
    "Interest of four percent a year is owed for every day of delay that the carrier has caused.",
]


def glyphs(text: str) -> list[Glyph]:
    return [Glyph(letter, (at, 0.0, at + 1.0, 1.0)) for at, letter in enumerate(text)]


def test_a_passage_over_two_lines_has_two_boxes_where_they_are_printed() -> None:
    data = pdf([PdfPage(prose(RULES))])
    boxes = find_boxes(data, 1, "claim has been received.\nIf an investigation is needed")
    assert len(boxes) == 2
    (left, bottom, right, top), (second_left, second_bottom, _, second_top) = boxes
    assert left > 200
    assert second_left == pytest.approx(60, abs=2)
    assert right > left
    assert bottom < 781 < top + 3
    assert second_top < top
    assert second_bottom == pytest.approx(766, abs=4)


def test_offsets_of_the_markdown_lead_to_the_words_of_its_page() -> None:
    data = pdf([PdfPage(prose([line])) for line in RULES])
    parsed = parse(data, "rules.pdf")
    start = parsed.markdown.index("four percent")
    (page, _) = parsed.page_range(start, start + 12) or (0, 0)
    (box,) = find_boxes(data, page, parsed.markdown[start : start + 12])
    assert box[0] > 60
    assert box[3] - box[1] < 14
    assert find_boxes(data, 1, parsed.markdown[start : start + 12]) == []


def test_a_row_of_a_table_is_found_cell_by_cell() -> None:
    data = pdf([table([["Plan", "Limit"], ["Basic cover", "10,000"], ["Plus cover", "20,000"]], 700)])
    boxes = find_boxes(data, 1, "| Plus cover | 20,000 |")
    assert len(boxes) == 2
    assert boxes[0][0] == pytest.approx(64, abs=2)
    assert boxes[1][0] == pytest.approx(174, abs=2)
    assert abs(boxes[0][1] - boxes[1][1]) < 4


def test_a_hyphen_that_the_markdown_took_back_does_not_hide_the_word() -> None:
    data = pdf([PdfPage(prose(["The insured must report every acci-", "dent within three days."]))])
    assert len(find_boxes(data, 1, "every accident within three days")) == 2


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_page_that_is_not_there_shows_nothing(number: int) -> None:
    assert find_boxes(pdf([PdfPage(prose(RULES))]), number, "carrier") == []


def test_a_scan_shows_no_words() -> None:
    assert find_boxes(pdf([PdfPage(picture=True)]), 1, "carrier") == []


def test_a_damaged_file_says_so() -> None:
    with pytest.raises(CorruptDocument):
        find_boxes(b"%PDF-1.4 nothing", 1, "carrier")


def test_the_nearest_of_equal_runs_is_taken() -> None:
    page = "theclaimispaid" + "x" * 40 + "firsttheclaimispaidsecond"
    found = match(glyphs(page), "first\nthe claim is paid twice")
    assert found[:5] == [54, 55, 56, 57, 58]
    assert found[5] == 59


def test_a_page_of_one_letter_is_matched_in_linear_time() -> None:
    assert len(match(glyphs("a" * 5_000), "a" * 3_000 + "b" + "a" * 1_000)) >= 3_000


@pytest.mark.parametrize("text", ["", "   \n", "|---|---|", "![](image-0001.png)"])
def test_text_without_letters_has_no_place(text: str) -> None:
    assert match(glyphs("some words here"), text) == []


def test_letters_without_size_and_far_cells_are_kept_apart() -> None:
    boxes = lines_of([(0, 0, 5, 10), (5, 0, 5, 10), (6, 0, 11, 10), (100, 0, 105, 10), (0, 20, 5, 30)])
    assert boxes == [(0, 0, 11, 10), (100, 0, 105, 10), (0, 20, 5, 30)]
