"""What a model is told of a spreadsheet and what becomes of its answer (reference 000, DATA_ANALYSIS)."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from pincite.core.catalogue import say
from pincite.core.types import Chunk, ChunkType, Hit, MatchType, Passage
from pincite.ports.tables import QueryResult, Table, TableColumn
from pincite.routing.understanding import json_object

SCORE: Final = 1.0
"""Of a result: it was computed for this very question."""
SQL: Final = "sql"
"""In the details of a result's chunk: the query that it is the answer to."""
_MOST_COLUMNS: Final = 60
"""Of a table, that a prompt names."""
_LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class Failed:
    """A query that could not be run, and why."""

    sql: str
    reason: str


def schema_of(file: str, tables: Sequence[Table], longest: int) -> str:
    """The tables of a file in at most ``longest`` characters, the last ones left out. Names and values are
    those of a stranger, so nothing of them ends the block that they stand in."""
    lines: list[str] = []
    left = longest
    for table in tables:
        title = f" ({_plain(table.title)})" if table.title else ""
        more = len(table.columns) - _MOST_COLUMNS
        told = [
            f"{table.name}{title}, {table.rows} rows:",
            *(_column(column) for column in table.columns[:_MOST_COLUMNS]),
            *([f"- … {more} more"] if more > 0 else []),
        ]
        left -= sum(len(line) + 1 for line in told)
        if left < 0 and lines:
            break
        lines += told
    text = "\n".join(lines)[:longest]
    return f'<tables file="{escape(_plain(file))}">\n{text}\n</tables>'


def _column(column: TableColumn) -> str:
    unit = ", fractions: 0.05 is 5%" if column.unit == "%" else f", in {_plain(column.unit)}"
    examples = "; ".join(_plain(example) for example in column.examples)
    name = _plain(column.name).replace('"', '""')
    return f'- "{name}" {column.type}{unit if column.unit else ""}{f", e.g. {examples}" if examples else ""}'


def _plain(text: str) -> str:
    return escape(" ".join(text.split())[:_LONGEST_NAME], quote=False)


def query_of(written: str) -> str | None:
    """The SQL that a model wrote; None where it wants none, or where its reply is no JSON object.

    >>> query_of('{"needed": true, "sql": "SELECT 1 FROM t1"}'), query_of('{"needed": false, "sql": ""}')
    ('SELECT 1 FROM t1', None)
    """
    said = json_object(written)
    sql = said.get(SQL) if said is not None else None
    if said is None or said.get("needed") in (False, "false", "no") or not isinstance(sql, str):
        return None
    return sql.strip() or None


def result_passage(best: Passage, file: str, sql: str, result: QueryResult, language: str) -> Passage:
    """The result as evidence, of the document that ``best`` is from. It says how it was computed, for the
    reader and for whoever checks the answer."""
    label = say("answer.analysis_of", language, file=" ".join(file.split()))
    more = [say("answer.analysis_more", language, rows=len(result.rows))] if result.more else []
    text = "\n\n".join([f"SQL: `{' '.join(sql.split())}`", _table(result), *more])
    source = best.chunk
    chunk = Chunk(
        id=f"analysis_{source.document_id}",
        base_id=source.base_id,
        document_id=source.document_id,
        version_id=source.version_id,
        document_title=source.document_title,
        seq=0,
        start=0,
        end=0,
        content=text,
        context_header=f"## {label}",
        chunk_type=ChunkType.TEXT,
        language=language,
        details={SQL: sql},
    )
    hit = Hit(chunk, SCORE, MatchType.DATA_ANALYSIS, base_score=SCORE)
    return Passage(chunk, SCORE, text, (chunk,), hit)


def _table(result: QueryResult) -> str:
    rows = [result.columns, ("---",) * len(result.columns), *result.rows]
    return "\n".join("| " + " | ".join(map(_cell, row)) + " |" for row in rows)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
