"""Days of validity in the database. What a newer document closes is worked out when it is read, never stored,
so it opens again when the newer one goes (ADR 0008)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import rows
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database
from pincite.adapters.sql.likeness import Likeness
from pincite.adapters.sql.tables import documents
from pincite.core.errors import InvalidInput, NotFound
from pincite.core.types import DocumentStatus
from pincite.core.validity import Edition, Editions, Validity
from pincite.ports.documents import DayField, DocumentChange, Twin
from pincite.ports.records import DocumentRecord

_MANY = 100
"""Contents from which it is cheaper to look for those that are shared first."""
_kept = documents.c.status != DocumentStatus.DELETING.value
_columns = (
    documents.c.id,
    documents.c.filename,
    documents.c.title,
    documents.c.effective_from,
    documents.c.effective_to,
    documents.c.supersedes,
    documents.c.active_version_id,
)


class SqlEditions:
    """`EditionReader`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._likeness = Likeness()

    async def alike(self, pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        if not pairs:
            return ()
        async with self._database.read() as connection:
            return await self._likeness.of(connection, pairs)

    async def editions(self, base_ids: Sequence[str]) -> Editions:
        async with self._database.read() as connection:
            return await dated(connection, base_ids)


async def dated(
    connection: AsyncConnection, base_ids: Collection[str], *, linked_only: bool = False
) -> Editions:
    """The dated documents of those bases; ``linked_only`` leaves out those that supersede none."""
    some: ColumnElement[bool] = documents.c.supersedes.is_not(None)
    if not linked_only:
        some = or_(some, documents.c.effective_from.is_not(None), documents.c.effective_to.is_not(None))
    statement = select(*_columns).where(documents.c.base_id.in_(base_ids), some, _kept)
    return Editions(_edition(row) for row in await connection.execute(statement))


def _edition(row: Any) -> Edition:
    return Edition(
        id=row.id,
        name=row.filename,
        own=Validity(_day(row.effective_from), _day(row.effective_to)),
        supersedes=row.supersedes,
        live=row.active_version_id is not None,
        title=row.title,
    )


def _day(stored: str | None) -> date | None:
    return None if stored is None else date.fromisoformat(stored)


async def records(
    connection: AsyncConnection, found: Sequence[Row[Any]], *, linked: bool = True
) -> list[DocumentRecord]:
    """Rows as the faces see them: with the last day that follows from a newer document, and their twins.

    Without ``linked`` newer documents are not looked for, which reads every row of the base.
    """
    if not found:
        return []
    bases = {row.base_id for row in found}
    links = await dated(connection, bases, linked_only=True) if linked else Editions()
    twins = await _twins(connection, bases, found)
    made = []
    for row in found:
        own = Validity(_day(row.effective_from), _day(row.effective_to))
        own = own if own.last is not None else Validity(own.first, links.validity(row.id).last)
        made.append(rows.document_record(row, own, links.superseded_by(row.id), twins.get(row.id)))
    return made


async def _twins(
    connection: AsyncConnection, bases: Collection[str], found: Sequence[Row[Any]]
) -> dict[str, Twin]:
    """Document to the oldest of its base with the same bytes."""
    hashes = sorted({row.content_hash for row in found})
    if len(hashes) > _MANY:
        several = await connection.scalars(_several(bases))
        hashes = sorted(set(several).intersection(hashes))
    oldest: dict[tuple[str, str], Any] = {}
    for first in range(0, len(hashes), ROWS_A_STATEMENT):
        same = await connection.execute(
            select(documents.c.id, documents.c.filename, documents.c.base_id, documents.c.content_hash)
            .where(
                documents.c.base_id.in_(bases),
                documents.c.content_hash.in_(hashes[first : first + ROWS_A_STATEMENT]),
                _kept,
            )
            .order_by(documents.c.created_at, documents.c.id)
        )
        for row in same:
            oldest.setdefault((row.base_id, row.content_hash), row)
    return {
        row.id: Twin(other.id, other.filename)
        for row in found
        if (other := oldest.get((row.base_id, row.content_hash))) is not None and other.id != row.id
    }


def _several(bases: Collection[str]) -> Select[Any]:
    """Contents that documents of one base share."""
    return (
        select(documents.c.content_hash)
        .where(documents.c.base_id.in_(bases), _kept)
        .group_by(documents.c.base_id, documents.c.content_hash)
        .having(func.count() > 1)
    )


async def duplicate_rows(connection: AsyncConnection, base_id: str) -> list[list[Row[Any]]]:
    """Documents with the same bytes, oldest first."""
    found = await connection.execute(
        select(documents)
        .where(documents.c.base_id == base_id, _kept, documents.c.content_hash.in_(_several([base_id])))
        .order_by(documents.c.created_at, documents.c.id)
    )
    groups: dict[str, list[Row[Any]]] = {}
    for row in found:
        groups.setdefault(row.content_hash, []).append(row)
    return list(groups.values())


async def day_values(
    connection: AsyncConnection,
    base_id: str,
    document_id: str,
    name: str,
    change: DocumentChange,
    *,
    day_may_follow: bool = False,
) -> dict[str, str | None]:
    """Columns for ``change``, checked against the other documents of the base.

    What supersedes another needs a first day, else nothing says when the other ends; with ``day_may_follow``
    the file may still name it.

    Raises:
        NotFound: the document to supersede is not in the base. InvalidInput: days contradict each other.
    """
    if not change.days and change.supersedes is None:
        return {}
    others = await dated(connection, [base_id])
    before = others.get(document_id) or Edition(document_id, name, live=False)
    days = {"effective_from": before.own.first, "effective_to": before.own.last, **change.days}
    supersedes = before.supersedes if change.supersedes is None else change.supersedes or None
    if change.supersedes:
        await _expect(connection, base_id, change.supersedes)
    if supersedes is not None and days["effective_from"] is None and not day_may_follow:
        raise InvalidInput(
            f"{name} supersedes another document, so it needs the day from which it is in force.",
            hint="Give effective_from too, or let it supersede nothing.",
        )
    edition = Edition(
        document_id, name, Validity(days["effective_from"], days["effective_to"]), supersedes, before.live
    )
    others.check(edition)
    return {
        "effective_from": _iso(days["effective_from"]),
        "effective_to": _iso(days["effective_to"]),
        "supersedes": supersedes,
    }


async def _expect(connection: AsyncConnection, base_id: str, wanted: str) -> None:
    """Raises NotFound when the document to supersede is not in the base."""
    row = (
        await connection.execute(
            select(documents.c.id).where(documents.c.id == wanted, documents.c.base_id == base_id, _kept)
        )
    ).first()
    if row is None:
        raise NotFound(f"There is no document {wanted!r} in the base that could be superseded.")


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


async def adopt(connection: AsyncConnection, document: Row[Any], found: Mapping[DayField, date]) -> None:
    """Store the days that the file names where nobody set one, and where the one that is set was named by the
    file's version before. Days that contradict others are left out; ingest has warned of them."""
    named: Mapping[str, str] = next((note[3]["days"] for note in document.stages if "days" in note[3]), {})
    days: dict[DayField, date | None] = {}
    for field, day in found.items():
        held = getattr(document, field)
        if held is None or held == named.get(field):  # as JSON, so as text
            days[field] = day
    change = DocumentChange(days=days)
    try:
        values = await day_values(
            connection, document.base_id, document.id, document.filename, change, day_may_follow=True
        )
    except InvalidInput:
        return
    if values:
        await connection.execute(update(documents).where(documents.c.id == document.id).values(values))


async def unlink(connection: AsyncConnection, document_id: str, supersedes: str | None) -> None:
    """Before a document goes: what superseded it supersedes what it superseded."""
    await connection.execute(
        update(documents)
        .where(and_(documents.c.supersedes == document_id, documents.c.id != document_id))
        .values(supersedes=supersedes)
    )
