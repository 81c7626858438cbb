"""PDF pages: the text that is taken, tables, scans, nonsense, passwords, speed of growth."""

import pdf_inspector
import pytest

from pincite.core.errors import CorruptDocument, EmptyDocument, GarbledText, OcrNeeded, PasswordProtected
from pincite.parsing import parse
from tests.parsing.files import PdfPage, pdf, prose, table
from tests.parsing.pdf_files import korean_pdf

RULES = [
    "The carrier pays the sum within seven working days after the claim has been received.",
    "If an investigation is needed, the carrier tells the insured person the reason and the date.",
    "Interest of four percent a year is owed for every day of delay that the carrier has caused.",
]
HEADER = ["Plan", "Limit", "Premium"]


def test_a_page_map_points_into_the_markdown() -> None:
    parsed = parse(pdf([PdfPage(prose([line])) for line in RULES]), "rules.pdf")
    assert [page.number for page in parsed.pages] == [1, 2, 3]
    for page, line in zip(parsed.pages, RULES, strict=True):
        assert parsed.markdown[page.start : page.end].strip() == line
    start = parsed.markdown.index("the reason")
    assert parsed.page_range(start, start + 3) == (2, 2)
    assert parsed.page_range(start, parsed.markdown.index("four percent")) == (2, 3)


def test_a_password_is_named_as_such() -> None:
    locked = pdf([PdfPage(prose(RULES))], user_password="secret")
    with pytest.raises(PasswordProtected, match="password"):
        parse(locked, "locked.pdf")


def test_a_file_that_only_limits_printing_is_read() -> None:
    limited = pdf([PdfPage(prose(RULES))], user_password="")
    assert "seven working days" in parse(limited, "limited.pdf").markdown


def test_scanned_pages_between_text_pages_are_named() -> None:
    pages = [PdfPage(prose(RULES)), PdfPage(picture=True), PdfPage(prose(RULES)), PdfPage(picture=True)]
    parsed = parse(pdf(pages), "mixed.pdf")
    assert [page.number for page in parsed.pages] == [1, 3]
    assert parsed.warnings == ("Pages 2, 4 of 4 have no text layer and were not read; they need OCR.",)


def test_a_stamp_on_every_scan_does_not_make_it_text() -> None:
    pages = [PdfPage([(60, 20, f"Scanned {n}")], picture=True) for n in range(1, 6)]
    with pytest.raises(OcrNeeded, match="5 of 5"):
        parse(pdf(pages), "stamped.pdf")


def test_a_picture_behind_real_text_is_no_scan() -> None:
    assert "Interest" in parse(pdf([PdfPage(prose(RULES), picture=True)]), "letterhead.pdf").markdown


def test_blank_pages_alone_are_empty_not_scanned() -> None:
    with pytest.raises(EmptyDocument):
        parse(pdf([PdfPage(), PdfPage()]), "blank.pdf")


def test_shifted_letters_are_garbled() -> None:
    shifted = ["".join(chr(ord(char) - 29) for char in line if ord(char) - 29 > 32) for line in RULES]
    with pytest.raises(GarbledText, match="no Unicode map"):
        parse(pdf([PdfPage(prose(shifted))]), "shifted.pdf")


def test_one_garbled_page_is_left_out_and_named() -> None:
    shifted = ["".join(chr(ord(char) - 29) for char in line if ord(char) - 29 > 32) for line in RULES]
    parsed = parse(pdf([PdfPage(prose(RULES)), PdfPage(prose(RULES)), PdfPage(prose(shifted))]), "part.pdf")
    assert [page.number for page in parsed.pages] == [1, 2]
    assert "pages 3 of 3" in parsed.warnings[0]


def test_a_file_without_its_end_is_corrupt_even_if_pages_open() -> None:
    data = pdf([PdfPage(prose(RULES))])
    with pytest.raises(CorruptDocument):
        parse(data[: data.index(b"xref")], "cut.pdf")


def test_two_columns_read_one_after_the_other() -> None:
    left = [f"Left column sentence number {n} stands here." for n in range(20)]
    right = [f"Right column sentence number {n} is there." for n in range(20)]
    page = PdfPage(prose(left) + [(330, y, text) for (_, y, text) in prose(right)])
    text = parse(pdf([page]), "columns.pdf").markdown
    assert text.index("Left column sentence number 19") < text.index("Right column sentence number 0")


def test_a_ruled_table_becomes_a_table() -> None:
    rows = [HEADER, ["Basic", "10,000", "1.5"], ["Plus", "20,000", "2.5"]]
    text = parse(pdf([table(rows, 700)]), "plans.pdf").markdown
    assert "| Basic | 10,000 | 1.5 |" in text
    assert "| Plus | 20,000 | 2.5 |" in text


def test_merged_cells_belong_to_every_row_they_span() -> None:
    page = table([HEADER, ["Basic", "10,000", "1.5"], ["Plus", "", "2.5"]], 700)
    page.rules = [rule for rule in page.rules if rule[1] != 660 or rule[1] != rule[3]]
    page.rules += [(60, 660, 170, 660), (280, 660, 390, 660)]
    text = parse(pdf([page]), "merged.pdf").markdown
    assert "| Plus | 10,000 | 2.5 |" in text


def test_a_table_that_goes_on_under_a_repeated_header_is_one_table() -> None:
    first = table([HEADER, *([f"Plan {n}", f"{n}0,000", f"{n}.5"] for n in range(1, 8))], 300)
    first.lines += prose(RULES)
    first.lines.append((290, 20, "1"))
    second = table([HEADER, *([f"Plan {n}", f"{n}0,000", f"{n}.5"] for n in range(8, 12))], 800)
    second.lines.append((60, 500, "Amounts are in thousands of the currency named in the policy."))
    parsed = parse(pdf([first, second]), "long.pdf")
    assert parsed.markdown.count("| Plan | Limit | Premium |") == 1
    assert "| Plan 7 | 70,000 | 7.5 |\n| Plan 8 | 80,000 | 8.5 |" in parsed.markdown
    row = parsed.markdown.index("| Plan 9 ")
    assert parsed.page_range(row, row + 5) == (2, 2)


def test_a_table_over_many_pages_has_one_header() -> None:
    pages = [table([HEADER, *([f"P{p}-{n}", f"{n},000", f"{n}.5"] for n in range(8))], 780) for p in range(5)]
    markdown = parse(pdf(pages), "long.pdf").markdown
    assert markdown.count("Premium") == 1
    assert len(markdown.splitlines()) == 2 + 5 * 8


def test_titles() -> None:
    body = prose(["Leave Policy", "", *RULES])
    assert parse(pdf([PdfPage(body)], "Terms of Carriage"), "x.pdf").title == "Terms of Carriage"
    assert (
        parse(pdf([PdfPage(body)], "Microsoft Word - Terms of Carriage.docx"), "x.pdf").title
        == "Terms of Carriage"
    )
    assert parse(pdf([PdfPage(body)], "untitled"), "x.pdf").title == "Leave Policy"
    assert (
        parse(pdf([PdfPage(prose(RULES))], "untitled"), "folder/carriage 2026.pdf").title == "carriage 2026"
    )


def test_a_first_sentence_is_no_title() -> None:
    for line in (
        "회사는 보험금을 지급합니다",
        "그 밖의 사항은 약관에 따른다.",
        "보험수익자가 청구하면 회사는",
    ):
        pages = [[(60.0, 780.0, line), (60.0, 740.0, "제1조(목적) 이 약관은 보험금의 지급을 정한다")]]
        assert parse(korean_pdf(pages), "folder/약관 2026.pdf").title == "약관 2026"


def test_a_hundred_pages_are_handed_to_the_parser_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    extract = pdf_inspector.extract_pages_markdown_bytes

    def counted(data: bytes) -> object:
        calls.append(len(data))
        return extract(data)

    monkeypatch.setattr(pdf_inspector, "extract_pages_markdown_bytes", counted)
    parsed = parse(pdf([PdfPage(prose([f"Page number {n}.", *RULES])) for n in range(1, 101)]), "long.pdf")
    assert len(calls) == 1
    assert [page.number for page in parsed.pages] == list(range(1, 101))
    for page in parsed.pages:
        assert f"Page number {page.number}." in parsed.markdown[page.start : page.end]
