"""A file into DuckDB: one table a table of its sheets, columns typed by what they hold."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.parsing.options import ParseLimits
from pincite.parsing.table_values import Cell, Column, ValueTable, read_tables

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

EXAMPLES = 4
"""Values of a column that tell what it holds."""
LONGEST_EXAMPLE = 40
MOST_TABLES = 20
"""Of a file; a schema of more fills a prompt."""
_WHOLE = 2**53
"""Up to here a double holds every whole number."""


def load(connection: "DuckDBPyConnection", data: bytes, filename: str, limits: ParseLimits) -> list[Any]:
    """Makes the tables ``t1``, ``t2`` and so on; what they are, as `pincite.ports.tables.Table` has it.

    Raises:
        DocumentError.
    """
    described = []
    for number, table in enumerate(read_tables(data, filename, limits)[:MOST_TABLES], 1):
        name = f"t{number}"
        typed = [_array(column) for column in table.columns]
        named = ", ".join(
            f"CAST(c{at} AS {kind}) AS {quoted(column.name)}"
            for at, (column, (_, kind)) in enumerate(zip(table.columns, typed, strict=True))
        )
        connection.register("loading", {f"c{at}": array for at, (array, _) in enumerate(typed)})
        connection.execute(f"CREATE TABLE {name} AS SELECT {named} FROM loading")
        connection.unregister("loading")
        described.append(_described(name, table, [kind for _, kind in typed]))
    return described


def quoted(name: str) -> str:
    """An identifier of SQL, whatever it holds.

    >>> quoted('a"b')
    '"a""b"'
    """
    return '"' + name.replace('"', '""') + '"'


def _described(name: str, table: ValueTable, types: Sequence[str]) -> dict[str, Any]:
    return {
        "name": name,
        "title": table.title,
        "rows": table.rows,
        "columns": [
            {"name": column.name, "type": kind, "unit": column.unit, "examples": _examples(column)}
            for column, kind in zip(table.columns, types, strict=True)
        ],
    }


def _examples(column: Column) -> list[str]:
    found: dict[str, None] = {}
    for cell in column.cells:
        if cell is not None:
            found[" ".join(str(cell).split())[:LONGEST_EXAMPLE]] = None
        if len(found) == EXAMPLES:
            break
    return list(found)


def _array(column: Column) -> tuple[Any, str]:
    """As DuckDB takes it without looking at each cell, and the type that it is given. Blanks are masked, so
    that they are NULL."""
    cells = column.cells
    held = [cell for cell in cells if cell is not None]
    mask = [cell is None for cell in cells]
    if held and all(isinstance(cell, bool) for cell in held):
        return np.ma.array([bool(cell) for cell in cells], mask=mask, dtype=np.bool_), "BOOLEAN"
    if held and all(isinstance(cell, int | float) for cell in held):
        return _numbers(cells, mask)
    texts = np.array([None if cell is None else _text(cell) for cell in cells], dtype=object)
    if held and all(isinstance(cell, date) for cell in held):
        return texts, "TIMESTAMP" if any(isinstance(cell, datetime) for cell in held) else "DATE"
    return texts, "VARCHAR"


def _numbers(cells: Sequence[Cell], mask: Sequence[bool]) -> tuple[Any, str]:
    """Whole ones where all are: workbooks hold 3 as 3.0."""
    values = [float(cell) if isinstance(cell, int | float) else 0.0 for cell in cells]
    if all(value.is_integer() and abs(value) < _WHOLE for value in values):
        return np.ma.array([int(value) for value in values], mask=mask, dtype=np.int64), "BIGINT"
    return np.ma.array(values, mask=mask, dtype=np.float64), "DOUBLE"


def _text(cell: Cell) -> str:
    return str(cell).encode("utf-8", "replace").decode("utf-8")
