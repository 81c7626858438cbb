"""What runs in the process of its own: a database in memory that sees nothing but the tables of one file.

Three walls, each enough by itself for what it stands against: DuckDB without files, network and extensions,
its configuration locked; a transaction that only reads; and of all statements one SELECT over these tables.
Around them the process has no more memory and time than it is given (`pincite.adapters.parser`).
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

import duckdb

from pincite.adapters.tables.loading import load
from pincite.core.errors import QueryFailed
from pincite.parsing.options import ParseLimits

LONGEST_CELL: Final = 500
"""Characters of a cell of a result."""
LONGEST_QUERY: Final = 10_000
_LONGEST_REASON: Final = 400
_OPEN: Final = {
    "threads": "1",
    "temp_directory": "",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
}
_LOCK: Final = (
    "SET enable_external_access = false",
    "SET python_enable_replacements = false",
    "SET lock_configuration = true",
    "BEGIN TRANSACTION READ ONLY",
)
_DIGITS: Final = 15
"""Significant digits of a double that a person typed; the rest is noise of its binary form."""


def describe(data: bytes, filename: str, limits: ParseLimits, memory_mb: int) -> list[dict[str, Any]]:
    """The tables of a file, as `pincite.ports.tables.Table` has them. Raises DocumentError."""
    with _database(memory_mb) as connection:
        return load(connection, data, filename, limits)


def ask(
    data: bytes, filename: str, limits: ParseLimits, memory_mb: int, sql: str, most: int
) -> dict[str, Any]:
    """At most ``most`` rows of one SELECT, as `pincite.ports.tables.QueryResult` has them.

    Raises:
        QueryFailed: it is none, or DuckDB says no. DocumentError.
    """
    with _database(memory_mb) as connection:
        tables = {str(table["name"]) for table in load(connection, data, filename, limits)}
        for statement in _LOCK:
            connection.execute(statement)
        try:
            cursor = connection.execute(_select(connection, sql, tables))
            columns = [str(name) for name, *_ in cursor.description or ()]
            rows = cursor.fetchmany(most + 1)
        except (duckdb.Error, RuntimeError) as error:  # RuntimeError: what a driver makes of too deep nesting
            raise QueryFailed(_reason(error)) from error
    return {
        "columns": columns,
        "rows": [[_shown(cell) for cell in row] for row in rows[:most]],
        "more": len(rows) > most,
    }


def _database(memory_mb: int) -> duckdb.DuckDBPyConnection:
    # Half for DuckDB; the file, its cells and Python have the other.
    return duckdb.connect(":memory:", config={**_OPEN, "memory_limit": f"{max(memory_mb // 2, 64)}MB"})


def _select(connection: duckdb.DuckDBPyConnection, sql: str, tables: set[str]) -> duckdb.Statement:
    """The statement, if it is the only one, selects, and reads a table of the file and nothing else. One that
    reads none would prove nothing: its values are the model's own."""
    if len(sql) > LONGEST_QUERY:
        raise QueryFailed("The query is too long.")
    statements = duckdb.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise QueryFailed("Only one SELECT statement is run.")
    named = {name.strip('"').lower() for name in connection.get_table_names(statements[0].query)}
    if not named or not named <= tables:
        raise QueryFailed(f"The query must read the tables {', '.join(sorted(tables))}, and no other.")
    return statements[0]


def _shown(cell: object) -> str:
    """A value as a person writes it: no 3.0 for 3, no noise behind the fifteenth digit."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        text = f"{Decimal(f'{cell:.{_DIGITS}g}'):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == datetime.min.time() else cell.isoformat(" ")
    text = cell.isoformat() if isinstance(cell, date) else str(cell)
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:_LONGEST_REASON]
