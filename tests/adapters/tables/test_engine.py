"""Spreadsheets of real size and runaway queries, in the process that they have of their own."""

import io
import subprocess
import sys
from datetime import date, datetime

import openpyxl
import pytest

from pincite.adapters.tables.engine import DuckTables, is_installed
from pincite.core.errors import QueryFailed
from pincite.core.settings import AnalysisSettings
from pincite.parsing.options import ParseLimits
from pincite.ports.tables import TableFile
from pincite.testing.table_engine import SALES

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs the extra data")


async def asked(file: TableFile, sql: str, **settings: float) -> tuple[tuple[str, ...], ...]:
    engine = DuckTables(AnalysisSettings(**{"seconds": 60.0, **settings}), ParseLimits())
    try:
        return (await engine.query(file, sql)).rows
    finally:
        await engine.aclose()


async def test_sums_are_of_what_cells_hold_not_of_what_they_show() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["item", "price", "opened"])
    for number in range(300):
        sheet.append([f"i{number}", 1 / 3 if number % 3 else None, date(1500 if number == 7 else 2024, 1, 2)])
    for cell in sheet["B"][1:]:
        cell.number_format = "0.00"
    file = io.BytesIO()
    book.save(file)
    workbook = TableFile("prices.xlsx", file.getvalue())
    sql = "SELECT ROUND(SUM(price), 6), COUNT(price), COUNT(*) FROM t1"
    assert await asked(workbook, sql) == (("66.666667", "200", "300"),)


async def test_many_rows_are_loaded() -> None:
    rows = "\n".join(f"{number},{number % 7},서울 {number % 3}" for number in range(100_000))
    file = TableFile("many.csv", f"id,kind,place\n{rows}\n".encode())
    sql = "SELECT place, SUM(id), COUNT(DISTINCT kind) FROM t1 GROUP BY ALL ORDER BY ALL LIMIT 1"
    assert await asked(file, sql) == (("서울 0", str(sum(range(0, 100_000, 3))), "7"),)


@pytest.mark.feature("DA-05")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT COUNT(*) FROM t1, range(1000000000000) a, range(1000000000000) b",
        "WITH RECURSIVE r AS (SELECT 1 a UNION ALL SELECT a + 1 FROM r) SELECT SUM(a) FROM r, t1",
        "SELECT string_agg(repeat('x', 1000000), '') FROM t1, range(100000)",
        "SELECT list(repeat(지점, 10000000)) FROM t1, range(100)",
    ],
)
async def test_a_query_that_never_ends_or_fills_the_memory_is_ended(sql: str) -> None:
    with pytest.raises(QueryFailed):
        await asked(SALES, sql, seconds=3.0, memory_mb=512)


async def test_days_and_moments_are_asked_as_such() -> None:
    lines = ["at,day", *(f"{datetime(2024, month, 1, 9, 30)},2024.{month:02}.01" for month in range(1, 13))]
    file = TableFile("log.csv", "\n".join(lines).encode())
    assert await asked(file, "SELECT MAX(day) - MIN(day), MONTH(MAX(day)) FROM t1") == (("335", "12"),)


@pytest.mark.feature("DA-01")
def test_nothing_of_it_is_loaded_with_pincite() -> None:
    code = (
        "import sys, pincite, pincite.wiring, pincite.adapters.tables.engine as engine;"
        "assert engine.is_installed(); assert 'duckdb' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
