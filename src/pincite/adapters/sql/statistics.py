"""Term statistics of the live chunks: written only where a version becomes live or is removed."""

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import rows
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database, execute_rows
from pincite.adapters.sql.tables import base_totals, chunks, document_versions, term_statistics
from pincite.core.types import LexicalField
from pincite.ports.storage import TermStatistics


async def add_version(
    database: Database,
    connection: AsyncConnection,
    base_id: str,
    chunks_with_term: Mapping[LexicalField, Mapping[str, int]],
    lengths: Mapping[LexicalField, int],
    count: int,
) -> None:
    """Count ``count`` chunks in, whose terms sum up to ``lengths``."""
    insert = database.upsert(term_statistics)
    for field, terms in chunks_with_term.items():
        # In one order everywhere: two transactions that lock the same rows crosswise would wait for ever.
        values = [
            {"base_id": base_id, "field": field.value, "term": term, "chunks": terms[term]}
            for term in sorted(terms)
        ]
        await execute_rows(
            connection,
            insert.on_conflict_do_update(
                index_elements=["base_id", "field", "term"],
                set_={"chunks": term_statistics.c.chunks + insert.excluded.chunks},
            ),
            values,
        )
    totals = database.upsert(base_totals)
    for field in LexicalField:
        await connection.execute(
            totals.on_conflict_do_update(
                index_elements=["base_id", "field"],
                set_={
                    "chunks": base_totals.c.chunks + totals.excluded.chunks,
                    "length": base_totals.c.length + totals.excluded.length,
                },
            ),
            {"base_id": base_id, "field": field.value, "chunks": count, "length": lengths.get(field, 0)},
        )


async def subtract_version(connection: AsyncConnection, version_id: str) -> None:
    """Count a live version out again."""
    row = (
        await connection.execute(
            select(
                document_versions.c.base_id,
                document_versions.c.chunks,
                document_versions.c.chunks_with_term,
            ).where(document_versions.c.id == version_id)
        )
    ).one()
    lengths = (
        await connection.execute(
            select(
                func.coalesce(func.sum(chunks.c.morpheme_length), 0).label(LexicalField.MORPHEMES),
                func.coalesce(func.sum(chunks.c.bigram_length), 0).label(LexicalField.BIGRAMS),
            ).where(chunks.c.version_id == version_id)
        )
    ).one()
    key = (
        term_statistics.c.base_id == row.base_id,
        term_statistics.c.field == bindparam("of_field"),
        term_statistics.c.term == bindparam("of_term"),
    )
    less = (
        update(term_statistics).where(*key).values(chunks=term_statistics.c.chunks - bindparam("of_chunks"))
    )
    gone = delete(term_statistics).where(*key, term_statistics.c.chunks <= 0)
    for field, terms in rows.unpack_counts(row.chunks_with_term).items():
        values = [
            {"of_field": field.value, "of_term": term, "of_chunks": terms[term]} for term in sorted(terms)
        ]
        await execute_rows(connection, less, values)
        await execute_rows(connection, gone, [{k: v[k] for k in ("of_field", "of_term")} for v in values])
    for field in LexicalField:
        await connection.execute(
            update(base_totals)
            .where(base_totals.c.base_id == row.base_id, base_totals.c.field == field.value)
            .values(
                chunks=base_totals.c.chunks - row.chunks,
                length=base_totals.c.length - getattr(lengths, field.value),
            )
        )


async def drop_base(connection: AsyncConnection, base_id: str) -> None:
    await connection.execute(delete(term_statistics).where(term_statistics.c.base_id == base_id))
    await connection.execute(delete(base_totals).where(base_totals.c.base_id == base_id))


async def read(
    connection: AsyncConnection, base_ids: Collection[str], field: LexicalField, terms: Collection[str]
) -> TermStatistics:
    totals = select(func.sum(base_totals.c.chunks), func.sum(base_totals.c.length)).where(
        base_totals.c.field == field.value
    )
    containing = (
        select(term_statistics.c.term, func.sum(term_statistics.c.chunks))
        .where(term_statistics.c.field == field.value)
        .group_by(term_statistics.c.term)
    )
    if base_ids:
        totals = totals.where(base_totals.c.base_id.in_(base_ids))
        containing = containing.where(term_statistics.c.base_id.in_(base_ids))
    count, length = (await connection.execute(totals)).one()
    found: dict[str, int] = {}
    wanted = list(terms)
    for first in range(0, len(wanted), ROWS_A_STATEMENT):
        some = containing.where(term_statistics.c.term.in_(wanted[first : first + ROWS_A_STATEMENT]))
        found.update({term: int(number) for term, number in await connection.execute(some)})
    count = int(count or 0)
    return TermStatistics(
        chunks=count,
        average_length=float(length or 0) / count if count else 0.0,
        document_frequency=found,
    )
