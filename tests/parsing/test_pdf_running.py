"""Running headers and footers of PDF pages: what goes, what stays."""

import pytest

from pincite.core.types import ParsedDocument
from pincite.parsing import parse
from pincite.parsing.pdf_edges import EdgeRow, Edges, page_number
from pincite.parsing.pdf_running import Running, running
from pincite.parsing.pdf_stripping import without
from tests.parsing.files import PdfPage, pdf, prose
from tests.parsing.pdf_files import korean_pdf

HEADER = "한빛생명 단체상해보험 보통약관"
BODY = [
    "회사는 보험수익자가 청구한 서류를 접수한 날부터 심사를 시작하고",
    "조사가 필요한 때에는 그 사유와 예정일을 피보험자에게 알립니다",
    "지급이 늦어진 날마다 연 사 퍼센트의 이자를 더하여 드리는 것으로",
    "보며 그 이자는 회사가 늦어진 까닭을 밝히지 못한 때에만 셈합니다",
]


def numbered(page: int) -> list[str]:
    """Lines of a page that differ from page to page and go on over its end."""
    return [f"{'가나다라마바사아자차카타'[page]} {line}" for line in BODY * 4]


def korean(pages: int, footer: str, header: str = HEADER, first: tuple[str, ...] = ()) -> ParsedDocument:
    drawn = []
    for page in range(pages):
        lines = [(200.0, 810.0, header)] if header else []
        body = [*(first if page == 0 else ()), *numbered(page)]
        lines += [(60.0, 770 - 18.0 * at, text) for at, text in enumerate(body)]
        lines.append((280.0, 36.0, footer.format(n=page + 1, all=pages)))
        drawn.append(lines)
    return parse(korean_pdf(drawn), "terms.pdf")


@pytest.mark.parametrize(
    "footer",
    ["- {n} -", "{n} / {all}", "Page {n} of {all}", "제{n}쪽", "第{n}页", "{n}", "제 {n} 페이지", "p. {n}"],
)
@pytest.mark.parametrize("pages", [2, 3, 7])
def test_page_numbers_go_and_one_header_stays(footer: str, pages: int) -> None:
    document = korean(pages, footer)
    assert document.markdown.count(HEADER) == 1
    assert document.markdown.startswith(HEADER)
    for page in range(1, pages + 1):
        assert footer.format(n=page, all=pages) not in document.markdown.splitlines()
    assert [span.number for span in document.pages] == list(range(1, pages + 1))
    for span in document.pages:
        text = "".join(document.markdown[span.start : span.end].split())
        assert "".join("".join(numbered(span.number - 1)).split()) in text


def test_a_sentence_goes_on_where_a_footer_stood() -> None:
    document = korean(3, "- {n} -")
    assert f"셈합니다\n나 {BODY[0]}" in document.markdown


def test_a_title_in_the_text_is_kept_there_and_the_header_goes() -> None:
    document = korean(4, "- {n} -", first=(HEADER, ""))
    assert document.markdown.count(HEADER) == 1
    assert document.markdown.startswith(HEADER)


def test_a_footer_that_says_something_is_kept_where_it_parts_nothing() -> None:
    document = korean(4, "문서번호 인사-2024-11 대외비")
    assert document.markdown.count("인사-2024-11") == 1
    assert document.markdown.endswith("대외비")


def test_headers_of_chapters_and_of_left_and_right_pages_go() -> None:
    pages = []
    for page in range(8):
        header = HEADER if page % 2 else f"제{1 + page // 4}장 보험금의 지급"
        lines = [(60.0 if page % 2 else 400.0, 812.0, header)]
        lines += [(60.0, 770 - 18.0 * at, text) for at, text in enumerate(numbered(page))]
        pages.append(lines)
    text = parse(korean_pdf(pages), "terms.pdf").markdown
    for header in (HEADER, "제1장 보험금의 지급", "제2장 보험금의 지급"):
        assert text.count(header) == 1


def test_clause_headings_at_the_top_of_pages_stay() -> None:
    pages = [
        [
            (60.0, 800.0, "제3조(보험금의 지급)"),
            *((60.0, 770 - 18.0 * n, t) for n, t in enumerate(numbered(page))),
        ]
        for page in range(5)
    ]
    assert parse(korean_pdf(pages), "terms.pdf").markdown.count("제3조(보험금의 지급)") == 5


def test_what_is_counted_in_its_own_right_stays() -> None:
    for heading in ("별표 - {}", "문제 {}", "Lesson {}", "증서번호 {}"):
        pages = [
            [
                (60.0, 805.0, heading.format(page + 1)),
                *((60.0, 770 - 18.0 * n, t) for n, t in enumerate(numbered(page))),
            ]
            for page in range(5)
        ]
        text = parse(korean_pdf(pages), "terms.pdf").markdown
        for page in range(5):
            assert heading.format(page + 1) in text


def test_a_heading_that_some_pages_begin_with_stays() -> None:
    pages = []
    for page in range(10):
        lines = numbered(page)
        if page in (2, 5, 7):
            lines[0] = "신청인이 적는 사항"
        pages.append([(60.0, 800 - 18.0 * at, text) for at, text in enumerate(lines)])
    assert parse(korean_pdf(pages), "terms.pdf").markdown.count("신청인이 적는 사항") == 3


def test_a_form_of_equal_pages_is_left_whole() -> None:
    lines = ["Application", "Name", "Address", "Telephone", "Date of birth", "Signature"]
    text = parse(pdf([PdfPage(prose(lines, 800)) for _ in range(4)]), "form.pdf").markdown
    for line in lines:
        assert text.count(line) == 4


def test_a_table_header_without_lines_is_no_running_header() -> None:
    pages = []
    for page in range(4):
        rows = [("Plan", "Limit", "Premium"), *((f"P{page}-{n}", f"{n},000", f"{n}.5") for n in range(8))]
        pages.append(
            PdfPage(
                [
                    (60 + 150 * c, 800 - 16 * r, cell)
                    for r, row in enumerate(rows)
                    for c, cell in enumerate(row)
                ]
            )
        )
    text = parse(pdf(pages), "plans.pdf").markdown
    for page in range(4):
        for row in range(8):
            assert f"P{page}-{row}" in text
    assert "Premium" in text


def test_a_year_on_every_page_is_no_page_number() -> None:
    document = korean(4, "2024")
    assert document.markdown.count("2024") == 4


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("- 3 -", 3), ("3 / 12", 3), ("Page 3 of 12", 3), ("제3쪽", 3), ("第3页", 3), ("第 3 页 共 12 页", 3),
        ("3", 3), ("iv", 4), ("3쪽", 3), ("[3]", 3), ("p. 12", 12), ("제3조", None), ("3.", None),
        ("3 apples", None), ("2024-03-05", None), ("Page", None), ("제3장", None), ("", None),
    ],
)  # fmt: skip
def test_forms_of_page_numbers(line: str, number: int | None) -> None:
    assert page_number(line) == number


def test_a_running_line_that_a_parser_took_for_a_table_header_goes() -> None:
    markdown = "|Manual||3|\n|---|---|---|\n|Plan|Limit|Premium|\n|A|1|2|"
    row = (("Manual", "3"), ("Manual", "3"))
    assert without(markdown, Running(top=(row,))) == "|Plan|Limit|Premium|\n|---|---|---|\n|A|1|2|"


def test_a_line_goes_in_part() -> None:
    row = (("Manual of cover", "3"), ("3",))
    assert without("Manual of cover 3\n\nText", Running(top=(row,))) == "Manual of cover\n\nText"


def test_a_line_of_one_page_never_runs() -> None:
    edge = Edges(top=(EdgeRow(("Terms",), 30, 0.03, 3.0), EdgeRow(("Text",), 60, 0.07, 0.5)))
    assert running({1: edge}, {1: "Terms\nText"}) == {}


def test_what_runs_is_told_by_the_page_as_it_is_shown() -> None:
    """In Latin letters: pdfium leaves out turned ones of a font that it has no shapes for."""
    pages = [
        [
            (60.0, 570.0, "Terms of the group cover"),
            *((60.0, 530 - 18.0 * n, f"Rule {page}{n} tells what the cover pays") for n in range(20)),
            (400.0, 25.0, f"- {page + 1} -"),
        ]
        for page in range(4)
    ]
    text = parse(korean_pdf(pages, turned=True), "wide.pdf").markdown
    assert text.lstrip("# ").startswith("Terms of the group cover")
    assert text.count("Terms of the group cover") == 1
    assert "- 2 -" not in text
    for page in range(4):
        for n in range(20):
            assert f"Rule {page}{n} tells" in text


def test_letters_that_are_spaced_out_say_the_same() -> None:
    pages = [
        [
            (60.0, 812.0, "제 1 장  총 칙" if page % 2 else "제1장 총칙"),
            *((60.0, 770 - 18.0 * n, text) for n, text in enumerate(numbered(page))),
        ]
        for page in range(4)
    ]
    text = "".join(parse(korean_pdf(pages), "a.pdf").markdown.split())
    assert text.count("제1장총칙") == 1


def test_a_last_line_in_the_pitch_of_the_text_stays() -> None:
    pages = [
        [(60.0, 780 - 18.0 * n, f"{page}-{n} 문항의 보기는 다음과 같다") for n in range(40)]
        + [(60.0, 60.0, "정답: 4")]
        for page in range(4)
    ]
    assert parse(korean_pdf(pages), "a.pdf").markdown.count("정답: 4") == 4
