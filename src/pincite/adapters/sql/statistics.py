"""Term statistics of the live chunks: written only where a version becomes live or is removed."""

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import rows
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database, execute_rows
from pincite.adapters.sql.tables import base_totals, chunks, document_versions, term_statistics
from pincite.core.types import ChunkType, LexicalField
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
    """Count a live version out again, if it was ever counted in."""
    row = (
        await connection.execute(
            select(document_versions.c.base_id, document_versions.c.chunks_with_term).where(
                document_versions.c.id == version_id
            )
        )
    ).one()
    if row.chunks_with_term is None:
        return
    counted = (
        await connection.execute(
            select(
                func.count().label("number"),
                func.coalesce(func.sum(chunks.c.morpheme_length), 0).label(LexicalField.MORPHEMES),
                func.coalesce(func.sum(chunks.c.bigram_length), 0).label(LexicalField.BIGRAMS),
            ).where(
                chunks.c.version_id == version_id,
                ~chunks.c.disabled,
                chunks.c.chunk_type != ChunkType.PARENT_TEXT.value,
            )
        )
    ).one()
    await _count_out(connection, row.base_id, rows.unpack_counts(row.chunks_with_term))
    for field in LexicalField:
        await connection.execute(
            update(base_totals)
            .where(base_totals.c.base_id == row.base_id, base_totals.c.field == field.value)
            .values(
                chunks=base_totals.c.chunks - counted.number,
                length=base_totals.c.length - getattr(counted, field.value),
            )
        )


async def change_chunk(
    database: Database,
    connection: AsyncConnection,
    version_id: str,
    counted_out: Mapping[LexicalField, Collection[str]],
    counted_in: Mapping[LexicalField, Collection[str]],
    *,
    lengths: Mapping[LexicalField, int],
    count: int,
) -> None:
    """Count one chunk of a live version anew: ``lengths`` and ``count`` are differences.

    What the version keeps as its own share changes by the same, so that it leaves no remainder when it goes,
    even if ``counted_out`` was made by another analyzer than the one that counted the chunk in.
    """
    row = (
        await connection.execute(
            select(document_versions.c.base_id, document_versions.c.chunks_with_term)
            .where(document_versions.c.id == version_id)
            .with_for_update()
        )
    ).one()
    share = rows.unpack_counts(row.chunks_with_term)
    less: dict[LexicalField, dict[str, int]] = {}
    more: dict[LexicalField, dict[str, int]] = {}
    for field in LexicalField:
        own = share.setdefault(field, {})
        old, new = set(counted_out.get(field, ())), set(counted_in.get(field, ()))
        less[field] = {term: 1 for term in old - new if own.get(term)}
        more[field] = dict.fromkeys(new - old, 1)
        for term in less[field]:
            own[term] -= 1
            if not own[term]:
                del own[term]
        for term in more[field]:
            own[term] = own.get(term, 0) + 1
    await _count_out(connection, row.base_id, less)
    await add_version(database, connection, row.base_id, more, lengths, count)
    await connection.execute(
        update(document_versions)
        .where(document_versions.c.id == version_id)
        .values(chunks_with_term=rows.pack_counts(share))
    )


async def _count_out(
    connection: AsyncConnection, base_id: str, counts: Mapping[LexicalField, Mapping[str, int]]
) -> None:
    key = (
        term_statistics.c.base_id == base_id,
        term_statistics.c.field == bindparam("of_field"),
        term_statistics.c.term == bindparam("of_term"),
    )
    less = (
        update(term_statistics).where(*key).values(chunks=term_statistics.c.chunks - bindparam("of_chunks"))
    )
    gone = delete(term_statistics).where(*key, term_statistics.c.chunks <= 0)
    for field, terms in counts.items():
        values = [
            {"of_field": field.value, "of_term": term, "of_chunks": terms[term]} for term in sorted(terms)
        ]
        await execute_rows(connection, less, values)
        await execute_rows(connection, gone, [{k: v[k] for k in ("of_field", "of_term")} for v in values])


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
