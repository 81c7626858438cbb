"""Pages without text are read from their picture; whatever is left out is said."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from pincite.core.errors import DocumentTooLarge, EmptyDocument, GarbledText, OcrNeeded, ParserTimeout
from pincite.parsing import ParseLimits, ParseOptions, parse
from tests.conftest import shared
from tests.parsing.files import PdfPage, pdf, prose
from tests.parsing.pdf_files import korean_pdf

RULES = [
    "The carrier pays the sum within seven working days after the claim has been received.",
    "If an investigation is needed, the carrier tells the insured person the reason and the date.",
]
SHIFTED = ["".join(chr(ord(char) - 29) for char in line if ord(char) - 29 > 32) for line in RULES]
SCAN = PdfPage(picture=True)


def saying(*texts: str) -> ParseOptions:
    left = list(texts)
    return ParseOptions(ocr=lambda _picture: left.pop(0))


def test_scanned_pages_stand_between_the_written_ones() -> None:
    data = pdf([PdfPage(prose(RULES)), SCAN, PdfPage(prose(RULES)), SCAN])
    parsed = parse(data, "mixed.pdf", options=saying("Stamped on 3 May.", "Signed by both."))
    assert [page.number for page in parsed.pages] == [1, 2, 3, 4]
    second = parsed.pages[1]
    assert parsed.markdown[second.start : second.end] == "Stamped on 3 May."
    assert parsed.warnings == (
        "Pages 2, 4 of 4 are pictures and were read by OCR; some letters may be wrong.",
    )
    assert parsed.metadata["ocr"] == "2, 4"


def test_a_page_without_writing_is_named_and_a_file_of_such_pages_is_empty() -> None:
    parsed = parse(pdf([PdfPage(prose(RULES)), SCAN]), "mixed.pdf", options=saying(""))
    assert parsed.warnings == ("Pages 2 of 2 are pictures on which OCR found no text.",)
    with pytest.raises(EmptyDocument):
        parse(pdf([SCAN]), "photo.pdf", options=saying("No text"))


def test_a_page_that_takes_too_long_costs_that_page() -> None:
    turn: Iterator[str | Exception] = iter(["First.", ParserTimeout("too long"), "Third."])

    def ocr(_picture: bytes) -> str:
        answer = next(turn)
        if isinstance(answer, Exception):
            raise answer
        return answer

    parsed = parse(pdf([SCAN] * 3), "scan.pdf", options=ParseOptions(ocr=ocr))
    assert [page.number for page in parsed.pages] == [1, 3]
    assert "Pages 2 of 3 take OCR too long and were not read." in parsed.warnings


def test_a_file_on_which_the_engine_never_ends_fails_early() -> None:
    asked = []

    def ocr(_picture: bytes) -> str:
        asked.append(1)
        raise ParserTimeout("too long")

    with pytest.raises(ParserTimeout):
        parse(pdf([SCAN] * 50), "noise.pdf", options=ParseOptions(ocr=ocr))
    assert len(asked) == 3


def test_one_garbled_page_is_read_from_its_picture() -> None:
    data = pdf([PdfPage(prose(RULES)), PdfPage(prose(RULES)), PdfPage(prose(SHIFTED))])
    parsed = parse(data, "part.pdf", options=saying("What the page really says."))
    assert parsed.markdown.endswith("What the page really says.")
    assert "Pages 3 of 3" in parsed.warnings[0]


def test_a_file_of_nonsense_is_refused_unless_its_owner_wants_it_read() -> None:
    data = pdf([PdfPage(prose(SHIFTED))])
    with pytest.raises(GarbledText):
        parse(data, "shifted.pdf", options=saying("never asked"))
    wanted = replace(saying("What the page really says."), ocr_garbled=True)
    assert parse(data, "shifted.pdf", options=wanted).markdown == "What the page really says."


def test_without_an_engine_a_scan_needs_ocr() -> None:
    with pytest.raises(OcrNeeded, match="2 of 2"):
        parse(pdf([SCAN, SCAN]), "scan.pdf")


def test_a_page_as_large_as_a_wall_is_drawn_within_reason() -> None:
    sizes = []

    def ocr(picture: bytes) -> str:
        with Image.open(io.BytesIO(picture)) as image:
            sizes.append(image.size)
        return "text"

    wall = pdf([SCAN]).replace(b"/MediaBox [0 0 595 842]", b"/MediaBox[0 0 9999 999]")
    parse(wall, "wall.pdf", options=ParseOptions(ocr=ocr))
    assert max(sizes[0]) <= 20_001
    assert sizes[0][0] * sizes[0][1] <= 25_100_000


def test_a_picture_with_too_many_pixels_is_not_decoded() -> None:
    data = pdf([SCAN]).replace(b"/Width 4 /Height 4", b"/Width 40000 /Height 40000")
    with pytest.raises(DocumentTooLarge, match="40000 × 40000"):
        parse(data, "bomb.pdf", options=saying("never asked"))


def test_pages_are_counted_before_they_are_read() -> None:
    options = ParseOptions(limits=ParseLimits(pages=3))
    with pytest.raises(DocumentTooLarge, match="4 pages"):
        parse(pdf([PdfPage(prose(RULES))] * 4), "long.pdf", options=options)


def test_a_page_in_a_hundred_thousand_pieces_is_refused_at_once() -> None:
    letters = [(60.0 + at % 500, 800.0 - at // 500, "a") for at in range(31_000)]
    lines = b"".join(b"BT /F 10 Tf %g %g Td (%s) Tj ET\n" % (x, y, t.encode()) for x, y, t in letters)
    small = pdf([PdfPage([(60, 700, "x")])])
    at = small.index(b"<< /Filter /FlateDecode", small.index(b"5 0 obj"))
    end = small.index(b"endstream", at) + len(b"endstream")
    data = small[:at] + b"<< /Length %d >>\nstream\n%s\nendstream" % (len(lines), lines) + small[end:]
    with pytest.raises(DocumentTooLarge, match="31000 pieces"):
        parse(data, "pieces.pdf")


def test_korean_text_comes_through_with_its_pages_and_table() -> None:
    first = [
        (60.0, 780.0, "제1조(목적) 이 약관은 보험계약의 내용을 정한다."),
        (60.0, 760.0, "보험금은 3영업일 안에 지급한다."),
    ]
    cells = [("구분", "한도"), ("입원", "10,000원"), ("통원", "5,000원")]
    rows = [
        (64.0 + 110 * column, 686.0 - 20 * row, text)
        for row, line in enumerate(cells)
        for column, text in enumerate(line)
    ]
    rules = [f"60 {700 - 20 * n} m 280 {700 - 20 * n} l S\n" for n in range(4)]
    rules += [f"{60 + 110 * n} 700 m {60 + 110 * n} 640 l S\n" for n in range(3)]
    second = [(60.0, 780.0, "제2조(해지) 계약자는 언제든지 계약을 해지할 수 있다.")]
    parsed = parse(korean_pdf([[*first, *rows], second], rules), "약관.pdf")
    assert [page.number for page in parsed.pages] == [1, 2]
    assert "보험금은 3영업일 안에 지급한다." in parsed.markdown
    assert "| 입원 | 10,000원 |" in parsed.markdown
    start = parsed.markdown.index("제2조(해지)")
    assert parsed.page_range(start, start + 4) == (2, 2)
    assert parsed.markdown.index("제1조") < parsed.markdown.index("| 구분 | 한도 |") < start


@pytest.mark.parametrize("name", ["zh_scan.pdf", "en_medical_report_scan.pdf"])
def test_pages_are_drawn_at_the_resolution_that_is_asked_for(name: str) -> None:
    sizes = []

    def ocr(picture: bytes) -> str:
        with Image.open(io.BytesIO(picture)) as image:
            sizes.append(image.height)
        return "text"

    data = shared("documents", name).read_bytes()
    for dpi in (100, 200):
        parse(data, name, options=ParseOptions(ocr=ocr, ocr_dpi=dpi))
    half = len(sizes) // 2
    assert all(abs(2 * low - high) <= 2 for low, high in zip(sizes[:half], sizes[half:], strict=True))
