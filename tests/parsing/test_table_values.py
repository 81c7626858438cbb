"""Tables as values: numbers as the file holds them, days as days, codes as texts."""

from datetime import date, datetime

import pytest

from pincite.core.errors import DocumentError, DocumentTooLarge
from pincite.parsing.options import ParseLimits
from pincite.parsing.table_values import Cell, Column, holds_tables, read_tables
from tests.parsing.sheets_files import saved, workbook

LIMITS = ParseLimits()


def columns(text: str, name: str = "a.csv") -> dict[str, Column]:
    (table,) = read_tables(text.encode(), name, LIMITS)
    return {column.name: column for column in table.columns}


@pytest.mark.parametrize(
    ("written", "cells", "unit"),
    [
        (["1", "20", "3"], [1, 20, 3], ""),
        (['"1,200"', "", "-5"], [1200, None, -5], ""),
        (["1.5", "2", "-"], [1.5, 2, None], ""),
        (["5%", "12.5%", "0%"], [0.05, 0.125, 0.0], "%"),
        (["12원", '"8,500원"', "7원"], [12, 8500, 7], "원"),
        (["₩12", '"₩8,500"', "₩7"], [12, 8500, 7], "₩"),
        (["△12", "(8)", "7"], [-12, -8, 7], ""),
        (["2024-01-05", "2024.2.10", "N/A"], [date(2024, 1, 5), date(2024, 2, 10), None], ""),
        (["007", "012", "100"], ["007", "012", "100"], ""),
        (["12원", "8달러", "7"], ["12원", "8달러", "7"], ""),
        (["12", "many", "7"], ["12", "many", "7"], ""),
        (["2024-02-30", "2024-01-05", ""], ["2024-02-30", "2024-01-05", None], ""),
        (["1234567890123456", "1", "2"], ["1234567890123456", "1", "2"], ""),
    ],
)
def test_a_column_is_of_the_kind_that_fits_all_its_cells(
    written: list[str], cells: list[Cell], unit: str
) -> None:
    lines = [f"row{number},{text}" for number, text in enumerate(written)]
    found = columns("\n".join(["name,value", *lines]))["value"]
    assert (list(found.cells), found.unit) == (cells, unit)


def test_names_are_told_apart_and_lines_above_a_table_are_no_records() -> None:
    text = "2026 sales by branch,,\n,,\nbranch,Sum,sum\nSeoul,1,2\nBusan,3,4\n"
    (table,) = read_tables(text.encode(), "a.csv", LIMITS)
    assert [column.name for column in table.columns] == ["branch", "Sum", "sum (2)"]
    assert table.rows == 2


def test_sheets_of_a_workbook_with_what_their_cells_hold() -> None:
    book = workbook(
        매출=[["지점", "매출", "개점"], ["서울", 1234.5678912, datetime(2020, 1, 2)], ["부산", 300, None]],
        메모=[["아무 표도 없는 글입니다."]],
        인원=[["지점", "명"], ["서울", 3], ["부산", 4]],
    )
    sales, people = read_tables(saved(book), "2026.xlsx", LIMITS)
    assert (sales.title, people.title) == ("매출", "인원")
    assert [list(column.cells) for column in sales.columns[:2]] == [["서울", "부산"], [1234.5678912, 300.0]]
    assert [column.name for column in people.columns] == ["지점", "명"]


def test_what_is_no_spreadsheet_is_refused() -> None:
    assert [holds_tables(name) for name in ("a.XLSX", "a.tsv", "a.ods", "a.pdf", "a", "a.json")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
    for data, name in ((b"PK\x03\x04", "a.xlsx"), (b"%PDF-1.7", "a.csv"), (b"\n\n", "a.csv")):
        with pytest.raises(DocumentError):
            read_tables(data, name, LIMITS)


def test_a_file_beyond_the_limits_is_refused() -> None:
    with pytest.raises(DocumentTooLarge):
        read_tables(b"a,b\n1,2\n3,4\n", "a.csv", ParseLimits(cells=3))
