"""Grids of every shape: nothing in them is lost, and nothing becomes what it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.parsing.sheets_blocks import Merge, find_blocks, is_figure
from pincite.parsing.sheets_formats import NumberFormat, number_format, value_text
from pincite.parsing.sheets_markdown import column_letters, grid_markdown

_CELLS = st.sampled_from(["", "", "", "name", "값", "12", "3.5%", "2024", "x|y", "# h", "a b", "long " * 30])
_GRIDS = st.lists(st.lists(_CELLS, max_size=7), max_size=9)
_MERGES = st.lists(st.tuples(*[st.integers(0, 5)] * 2, *[st.integers(1, 4)] * 2), max_size=3)


@given(_GRIDS, _MERGES, st.booleans())
def test_no_cell_is_lost(grid: list[list[str]], places: list[tuple[int, int, int, int]], named: bool) -> None:
    merges = [Merge(top, left, top + height, left + width) for top, left, height, width in places]
    text = grid_markdown(grid, merges, first_row_as_header=named)
    words = " ".join(text.replace("\\", "").split())
    for row in grid:
        for cell in row:
            assert " ".join(cell.split()) in words


@given(_GRIDS)
def test_blocks_cover_every_cell_once(grid: list[list[str]]) -> None:
    blocks = find_blocks(grid)
    for row, line in enumerate(grid):
        for column, text in enumerate(line):
            holding = [
                block
                for block in blocks
                if block.top <= row < block.bottom and block.left <= column < block.right
            ]
            assert len(holding) == 1 or not text


@given(_GRIDS)
def test_every_table_is_well_formed(grid: list[list[str]]) -> None:
    for block in grid_markdown(grid).split("\n\n"):
        lines = block.splitlines()
        if lines and lines[0].startswith("|"):
            widths = {line.replace("\\|", "").count("|") for line in lines}
            assert len(widths) == 1
            assert set(lines[1]) <= set("| -")


def test_equal_values_in_a_row_are_a_row() -> None:
    text = grid_markdown([["a", "b", "c"], ["-", "-", "-"], ["1", "2", "3"]])
    assert "| - | - | - |" in text
    assert "| r | r |" in grid_markdown([["r", "r"], ["r", "r"], ["r", "r"]])


@pytest.mark.parametrize(
    "text", ["12", "-3", "1,200원", "5%", "₩1,000", "2024-01-02", "18:00", "△3.5", "(1,000)"]
)
def test_figures_are_told_from_names(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["1종", "제3조", "2024년", "A1", "", "보험료", "010-1234-5678"])
def test_names_are_told_from_figures(text: str) -> None:
    assert not is_figure(text)


def test_columns_are_called_as_spreadsheets_call_them() -> None:
    assert [column_letters(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("General", 3.0, "3"),
        ('General"명"', 3.0, "3명"),
        ('#,##0"원"', 1200000.0, "1,200,000원"),
        ("0.0%", 0.025, "2.5%"),
        ("0%", 1 / 3, "33%"),
        ("0.00", 12.3456, "12.3456"),
        ("00000", 123.0, "00123"),
        ('000"-"00"-"00000', 1234567890.0, "123-45-67890"),
        ('_-"₩"* #,##0_-;-"₩"* #,##0_-', -1200.0, "-₩1,200"),
        ('"제"0"조"', 3.0, "제3조"),
        ("# ?/?", 0.5, "0.5"),
        ("#,##0,", 1200000.0, "1200000"),
        ('yyyy"년"', 45000.0, "45000"),
        ("[Red]0.0;[Blue]0", 2.25, "2.25"),
        ("@", 3.0, "3"),
    ],
)
def test_numbers_are_shown_with_what_their_format_adds(code: str, value: float, shown: str) -> None:
    assert value_text(value, number_format(code)) == shown


@given(
    st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["", "0", "#,##0.00", "0.0%", "000-00"])
)
def test_any_number_in_any_format_has_a_text(value: float, code: str) -> None:
    text = value_text(value, number_format(code))
    assert any(map(str.isdigit, text))
    assert "e" not in text


@given(st.text('0#?.,%;"\\[]_*-$₩원yE/ @', max_size=12))
def test_any_format_code_is_taken(code: str) -> None:
    assert isinstance(number_format(code), NumberFormat)
    assert value_text(1234.5, number_format(code))
