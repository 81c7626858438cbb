"""Pages in columns: the order in which they are read, however the file draws them."""

from collections.abc import Sequence

import pytest

from pincite.parsing import parse
from tests.parsing.files import PdfPage, pdf, table
from tests.parsing.pdf_files import korean_pdf

Line = tuple[float, float, str]


def column(name: str, x: float, count: int, top: float = 770, pitch: float = 16) -> list[Line]:
    return [(x, top - pitch * n, f"{name} {n} tells what the cover pays.") for n in range(count)]


def by_line(*columns: Sequence[Line]) -> list[Line]:
    """Drawn from left to right, line by line."""
    return sorted((line for part in columns for line in part), key=lambda line: (-line[1], line[0]))


def whole(*columns: Sequence[Line]) -> list[Line]:
    """Drawn column by column."""
    return [line for part in columns for line in part]


def places(text: str, *words: str) -> list[int]:
    squeezed = "".join(text.split())
    return [squeezed.index("".join(word.split())) for word in words]


def assert_read(text: str, *parts: tuple[str, int]) -> None:
    """Each column from its first to its last line, and the columns one after the other."""
    found = places(text, *(f"{name} {n} tells" for name, count in parts for n in range(count)))
    assert found == sorted(found)


@pytest.mark.parametrize("drawn", [by_line, whole])
@pytest.mark.parametrize("right", [1, 2, 3, 5, 12, 30])
def test_two_columns_and_a_short_right_one(drawn: object, right: int) -> None:
    lines = drawn(column("Left", 60, 30), column("Right", 330, right))  # type: ignore[operator]
    assert_read(parse(pdf([PdfPage(lines)]), "a.pdf").markdown, ("Left", 30), ("Right", right))


@pytest.mark.parametrize("drawn", [by_line, whole])
def test_three_columns(drawn: object) -> None:
    lines = drawn(column("One", 30, 30), column("Two", 215, 30), column("Three", 400, 7))  # type: ignore[operator]
    assert_read(parse(pdf([PdfPage(lines)]), "a.pdf").markdown, ("One", 30), ("Two", 30), ("Three", 7))


@pytest.mark.parametrize("drawn", [by_line, whole])
@pytest.mark.parametrize(
    "heading",
    ["Terms", "Terms of the travel accident insurance for all holders of the card and their families"],
)
def test_a_heading_over_the_columns_comes_first(drawn: object, heading: str) -> None:
    lines = [(60.0, 805.0, heading), *drawn(column("Left", 60, 30), column("Right", 330, 30))]  # type: ignore[operator]
    text = parse(pdf([PdfPage(lines)]), "a.pdf").markdown
    assert text.lstrip("# ").startswith(heading)
    assert_read(text, ("Left", 30), ("Right", 30))


@pytest.mark.parametrize("drawn", [by_line, whole])
def test_a_heading_in_the_middle_parts_the_columns(drawn: object) -> None:
    heading = "The second chapter tells what is not covered by the insurance that this booklet is about"
    lines = [
        *drawn(column("Left", 60, 12), column("Right", 330, 12)),  # type: ignore[operator]
        (60.0, 560.0, heading),
        *drawn(column("Below", 60, 12, 530), column("Beside", 330, 9, 530)),  # type: ignore[operator]
    ]
    text = parse(pdf([PdfPage(lines)]), "a.pdf").markdown
    assert_read(text, ("Left", 12), ("Right", 12), ("Below", 12), ("Beside", 9))
    assert places(text, "Right 11", heading, "Below 0") == sorted(
        places(text, "Right 11", heading, "Below 0")
    )


@pytest.mark.parametrize("drawn", [by_line, whole])
def test_a_wide_table_parts_the_columns(drawn: object) -> None:
    page = table(
        [["Plan", "Limit", "Premium"], ["Basic", "10,000", "1.5"], ["Plus", "20,000", "2.5"]], 560, 60, 150
    )
    page.lines = [
        *drawn(column("Left", 60, 12), column("Right", 330, 12)),  # type: ignore[operator]
        *page.lines,
        *drawn(column("Below", 60, 12, 470), column("Beside", 330, 9, 470)),  # type: ignore[operator]
    ]
    text = parse(pdf([page]), "a.pdf").markdown
    assert "| Plan | Limit | Premium |\n| --- | --- | --- |\n| Basic | 10,000 | 1.5 |" in text
    assert_read(text, ("Left", 12), ("Right", 12), ("Below", 12), ("Beside", 9))
    order = places(text, "Right 11 tells", "| Plan |", "| Plus |", "Below 0 tells")
    assert order == sorted(order)


@pytest.mark.parametrize("drawn", [by_line, whole])
def test_korean_columns_with_a_short_last_one(drawn: object) -> None:
    left = [(40.0, 780 - 17.0 * n, f"{n}호 보험금 청구의 심사를 시작하는 날") for n in range(30)]
    right = [(310.0, 780 - 17.0 * n, f"{n}항 지급이 늦어진 날의 이자를 더함.") for n in range(4)]
    text = parse(korean_pdf([drawn(left, right)]), "a.pdf").markdown  # type: ignore[operator]
    found = places(text, *(f"{n}호 보험금" for n in range(30)), *(f"{n}항 지급이" for n in range(4)))
    assert found == sorted(found)


def test_a_table_without_lines_is_read_by_its_rows() -> None:
    cells = [["Plan", "Limit of cover", "Premium a year"]]
    cells += [[f"Plan {n}", f"{n}0,000 a year", f"{n}.5 percent"] for n in range(1, 20)]
    lines = [
        (60 + 170.0 * c, 780 - 16.0 * r, cell) for r, row in enumerate(cells) for c, cell in enumerate(row)
    ]
    text = parse(pdf([PdfPage(lines)]), "a.pdf").markdown
    for row in cells[1:]:
        line = next(
            line for line in text.splitlines() if f"{row[0]}" in line.replace("|", " ").split("  ")[0]
        )
        assert all(cell in text for cell in row), line
    found = places(text, *(cell for row in cells[1:] for cell in row[1:]))
    assert found == sorted(found)


def test_the_letters_of_a_page_stay_the_same() -> None:
    lines = by_line(column("Left", 60, 30), column("Right", 330, 9))
    text = parse(pdf([PdfPage(lines)]), "a.pdf").markdown
    assert sorted("".join(text.split())) == sorted("".join(line for _, _, line in lines).replace(" ", ""))
