"""Tables and sentences over page breaks."""

from itertools import pairwise

import pytest

from pincite.core.types import ParsedDocument
from pincite.parsing import parse
from pincite.parsing.pdf_join import join_pages
from tests.parsing.files import pdf, prose, table
from tests.parsing.pdf_files import korean_pdf

HEADER = ["Plan", "Limit", "Premium"]


def rows(start: int, end: int) -> list[list[str]]:
    return [[f"Plan {n}", f"{n}0,000", f"{n}.5"] for n in range(start, end)]


def page_of(document: ParsedDocument, words: str) -> tuple[int, int] | None:
    at = document.markdown.index(words)
    return document.page_range(at, at + len(words))


def grid(
    lines: list[list[str]], top: float, left: float = 60, width: float = 150
) -> tuple[list[tuple[float, float, str]], list[str]]:
    """A ruled table in Korean: its cells and its rules."""
    page = table(lines, top, left, width)
    rules = [f"{x0} {y0} m {x1} {y1} l S\n" for x0, y0, x1, y1 in page.rules]
    return page.lines, rules


def test_a_table_without_a_repeated_header_goes_on() -> None:
    pages = [table([HEADER, *rows(1, 8)], 300), table(rows(8, 14), 800), table(rows(14, 16), 800)]
    pages[0].lines += prose(["Plans that the carrier offers in this year."])
    document = parse(pdf(pages), "plans.pdf")
    body = document.markdown[document.markdown.index("| Plan | Limit") :].splitlines()
    assert body == [
        "| Plan | Limit | Premium |",
        "| --- | --- | --- |",
        *(f"| {' | '.join(row)} |" for row in rows(1, 16)),
    ]
    assert [page_of(document, f"Plan {n} ") for n in (7, 8, 13, 14, 15)] == [
        (1, 1), (2, 2), (2, 2), (3, 3), (3, 3),
    ]  # fmt: skip


def test_a_last_row_alone_on_its_page_belongs_to_the_table() -> None:
    last = table(rows(8, 9), 800)
    last.lines.append((60, 700, "Amounts are in thousands of the currency named in the policy."))
    document = parse(pdf([table([HEADER, *rows(1, 8)], 300), last]), "plans.pdf")
    assert "| Plan 7 | 70,000 | 7.5 |\n| Plan 8 | 80,000 | 8.5 |" in document.markdown
    assert document.markdown.count("---") == 3


def test_a_table_of_words_goes_on_in_its_own_columns() -> None:
    first = [["담보", "보장", "면책"], *([f"담보{c}", "상해 사망", "고의 사고"] for c in "가나다라")]
    second = [[f"담보{c}", "질병 입원", "기왕증"] for c in "마바사아자"]
    lines, rules = grid(first, 800)
    more, _ = grid(second, 800)
    document = parse(korean_pdf([lines, more], rules), "plans.pdf")
    assert "| 담보라 | 상해 사망 | 고의 사고 |\n| 담보마 | 질병 입원 | 기왕증 |" in document.markdown
    assert page_of(document, "담보마") == (2, 2)


def test_running_lines_between_the_parts_of_a_table_go() -> None:
    drawn: list[list[tuple[float, float, str]]] = []
    rules: list[str] = []
    for page in range(3):
        first = [["담보", "금액", "보험료"]] if page == 0 else []
        body = [[f"담보 {8 * page + n}", f"{n}0,000", f"{n}.5"] for n in range(1, 9 - len(first))]
        lines, rules = grid([*first, *body], 780)
        lines += [(200, 815, "한빛생명 요율표"), (280, 30, f"{page + 1} / 3")]
        drawn.append(lines)
    document = parse(korean_pdf(drawn, rules), "rates.pdf")
    table_rows = [line for line in document.markdown.splitlines() if line.startswith("|")]
    assert len(table_rows) == 2 + 7 + 8 + 8
    assert document.markdown.count("---") == 3
    at = document.markdown.index(table_rows[0])
    assert document.markdown[at:] == "\n".join(table_rows)
    assert page_of(document, "담보 9 ") == (2, 2)


def test_another_table_keeps_its_header() -> None:
    other = [["Region", "Agents", "Claims"], ["North", "12", "340"], ["South", "9", "210"]]
    text = parse(pdf([table([HEADER, *rows(1, 8)], 300), table(other, 800)]), "two.pdf").markdown
    assert "| Region | Agents | Claims |\n| --- | --- | --- |" in text


def test_a_table_of_words_with_its_own_header_is_another() -> None:
    lines, rules = grid(
        [["담보", "보장", "면책"], *([f"담보{c}", "상해 사망", "고의 사고"] for c in "가나다라")], 800
    )
    more, _ = grid(
        [["구분", "내용", "비고"], *([f"서류{c}", "병원 서류", "원본 제출"] for c in "가나다라")], 800
    )
    text = parse(korean_pdf([lines, more], rules), "two.pdf").markdown
    assert "| 구분 | 내용 | 비고 |\n| --- | --- | --- |" in text


def test_columns_at_other_places_are_another_table() -> None:
    other = [["North", "12", "340"], ["South", "9", "210"]]
    text = parse(pdf([table([HEADER, *rows(1, 8)], 300), table(other, 800, width=80)]), "two.pdf").markdown
    assert text.count("| --- | --- | --- |") == 2


def test_text_before_the_rows_ends_the_table() -> None:
    second = table(rows(8, 12), 700)
    second.lines += prose(["The following plans are closed for new policies."])
    text = parse(pdf([table([HEADER, *rows(1, 8)], 300), second]), "two.pdf").markdown
    assert text.count("| --- | --- | --- |") == 2


TABLE = "|a|b|\n|---|---|\n|x|1|"


@pytest.mark.parametrize(
    ("pages", "joined"),
    [
        ([(1, TABLE), (2, "|y|2|\n|---|---|\n|z|3|")], f"{TABLE}\n|y|2|\n|z|3|"),
        ([(1, TABLE), (2, "|a|b|\n|---|---|\n|z|3|")], f"{TABLE}\n|z|3|"),
        ([(1, TABLE), (3, "|y|2|\n|---|---|\n|z|3|")], f"{TABLE}\n\n|y|2|\n|---|---|\n|z|3|"),
        ([(1, TABLE), (2, "|y|2|c|\n|---|---|---|\n|z|3|d|")], f"{TABLE}\n\n|y|2|c|\n|---|---|---|\n|z|3|d|"),
        ([(1, TABLE), (2, "|c|d|\n|---|---|\n|z|3|")], f"{TABLE}\n\n|c|d|\n|---|---|\n|z|3|"),
        ([(1, TABLE + "\n\n- 3 -"), (2, "제4쪽\n\n|y|2|\n|---|---|\n|z|3|")], f"{TABLE}\n|y|2|\n|z|3|"),
        ([(1, TABLE), (2, "|y|2|\n|---|---|"), (3, "|z|3|\n|---|---|\n")], f"{TABLE}\n|y|2|\n|z|3|"),
    ],
)
def test_tables_of_markdown(pages: list[tuple[int, str]], joined: str) -> None:
    text, spans = join_pages(pages)
    assert text == joined
    assert [span.number for span in spans] == [number for number, _ in pages]
    assert spans[-1].end == len(text)
    assert all(one.end <= other.start for one, other in pairwise(spans))
