"""What every `TableEngine` must do. Subclass `TableEngineContract` in a test and give it a fixture ``engine``
whose results have at most 50 rows."""

import pytest

from pincite.core.errors import DocumentError, QueryFailed
from pincite.ports.tables import TableEngine, TableFile

SALES = TableFile(
    "매출 2026.csv",
    (
        "지점,월,매출,비율,개점일,코드\n"
        '서울,1,"1,200원",5%,2020-01-02,007\n'
        '부산,1,"800원",12.5%,2021-03-04,012\n'
        "서울,2,,0%,2020-01-02,007\n"
    ).encode(),
)
REFUSED = (
    "COPY t1 TO '{folder}/stolen.csv'",
    "COPY (SELECT * FROM t1) TO '{folder}/stolen.csv'",
    "EXPORT DATABASE '{folder}/stolen'",
    "ATTACH '{folder}/other.db'",
    "ATTACH ':memory:' AS other",
    "INSTALL httpfs",
    "LOAD httpfs",
    "PRAGMA database_list",
    "PRAGMA table_info('t1')",
    "CALL pragma_version()",
    "SET threads = 8",
    "RESET lock_configuration",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM t1, read_csv('/etc/passwd')",
    "SELECT * FROM t1 UNION ALL SELECT content, 1, 1, 1, NULL, '' FROM read_text('/etc/passwd')",
    "SELECT * FROM t1 WHERE 지점 IN (SELECT filename FROM read_blob('/etc/*'))",
    "SELECT * FROM t1, glob('/etc/*')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT getenv('HOME') FROM t1",
    "SELECT * FROM t1, duckdb_secrets()",
    "INSERT INTO t1 SELECT * FROM t1",
    "UPDATE t1 SET 매출 = 0",
    "DELETE FROM t1",
    "CREATE TABLE t2 AS SELECT * FROM t1",
    "DROP TABLE t1",
    "WITH gone AS (DELETE FROM t1 RETURNING *) SELECT * FROM gone",
    "SELECT 1 FROM t1; SELECT 2 FROM t1",
    "SELECT 1 FROM t1; DROP TABLE t1",
    "EXPLAIN SELECT * FROM t1",
    "PREPARE p AS SELECT * FROM t1",
    "CHECKPOINT",
    "BEGIN TRANSACTION",
    "",
    "-- nothing",
    "no SQL at all",
    "SELECT " + "(" * 3_000 + "1" + ")" * 3_000 + " FROM t1",
)
"""What no model may do with a file, and what is no query."""
UNFOUNDED = (
    "SELECT 999 AS 매출",
    "VALUES (1)",
    "WITH t1 AS (SELECT 999 AS 매출) SELECT * FROM t1",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM query('SELECT 5')",
)
"""Queries that read no table of the file, so their values are made up."""


class TableEngineContract:
    """Each test takes the adapter under test as ``engine`` and leaves it open."""

    async def test_tables_are_described(self, engine: TableEngine) -> None:
        (table,) = await engine.tables(SALES)
        assert (table.name, table.title, table.rows) == ("t1", "", 3)
        assert [(column.name, column.type, column.unit) for column in table.columns] == [
            ("지점", "VARCHAR", ""),
            ("월", "BIGINT", ""),
            ("매출", "BIGINT", "원"),
            ("비율", "DOUBLE", "%"),
            ("개점일", "DATE", ""),
            ("코드", "VARCHAR", ""),
        ]
        assert table.columns[0].examples == ("서울", "부산")

    async def test_a_query_is_answered(self, engine: TableEngine) -> None:
        sql = 'SELECT 지점, SUM("매출") AS 합계, COUNT(매출) FROM t1 GROUP BY 지점 ORDER BY 지점 DESC;'
        found = await engine.query(SALES, sql)
        assert (found.columns[:2], found.more) == (("지점", "합계"), False)
        assert found.rows == (("서울", "1200", "1"), ("부산", "800", "1"))

    async def test_values_are_written_as_people_write_them(self, engine: TableEngine) -> None:
        sql = "SELECT 0.1 + 0.2::DOUBLE, 3.0::DOUBLE, 1::DOUBLE / 3, 개점일, 매출, 코드 FROM t1 WHERE 월 = 2"
        (row,) = (await engine.query(SALES, sql)).rows
        assert row == ("0.3", "3", "0.333333333333333", "2020-01-02", "", "007")

    async def test_long_results_are_cut_and_say_so(self, engine: TableEngine) -> None:
        found = await engine.query(SALES, "SELECT a.월 FROM t1 a, t1 b, t1 c, t1 d")
        assert (len(found.rows), found.more) == (50, True)

    @pytest.mark.parametrize("sql", REFUSED, ids=lambda sql: sql[:40])
    async def test_nothing_but_one_select_is_run(
        self, engine: TableEngine, sql: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        folder = tmp_path_factory.mktemp("outside")
        with pytest.raises(QueryFailed):
            await engine.query(SALES, sql.replace("{folder}", str(folder)))
        assert list(folder.iterdir()) == []

    @pytest.mark.parametrize("sql", UNFOUNDED, ids=lambda sql: sql[:40])
    async def test_a_query_reads_the_file(self, engine: TableEngine, sql: str) -> None:
        with pytest.raises(QueryFailed):
            await engine.query(SALES, sql)

    async def test_who_wrote_a_query_is_told_what_is_wrong(self, engine: TableEngine) -> None:
        with pytest.raises(QueryFailed, match="매출액"):
            await engine.query(SALES, "SELECT SUM(매출액) FROM t1")

    async def test_a_file_that_is_no_spreadsheet(self, engine: TableEngine) -> None:
        with pytest.raises(DocumentError):
            await engine.tables(TableFile("a.xlsx", b"PK\x03\x04 no workbook"))

    async def test_one_call_leaves_nothing_to_the_next(self, engine: TableEngine) -> None:
        other = TableFile("b.csv", b"a,b\n1,2\n3,4\n")
        assert (await engine.query(other, "SELECT SUM(b) FROM t1")).rows == (("6",),)
        with pytest.raises(QueryFailed):
            await engine.query(other, "SELECT 지점 FROM t1")
