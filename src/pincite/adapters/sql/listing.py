"""Documents of a base by what they are filed under: pages, folders, tags."""

import json
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, String, cast, exists, func, literal, or_, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import TableValuedAlias

from pincite.adapters.sql import validity
from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import documents
from pincite.core.labels import Scalar
from pincite.core.types import DocumentStatus
from pincite.ports.documents import DocumentOrder, DocumentPage, DocumentQuery, Standing

_GOING = DocumentStatus.DELETING
_kept = documents.c.status != _GOING.value
_ORDERS: Mapping[DocumentOrder, tuple[ColumnElement[Any], ...]] = {
    DocumentOrder.NAME: (documents.c.filename,),
    DocumentOrder.FOLDER: (documents.c.folder, documents.c.filename),
    DocumentOrder.CREATED: (documents.c.created_at,),
    DocumentOrder.UPDATED: (documents.c.updated_at,),
    DocumentOrder.SIZE: (documents.c.size,),
    DocumentOrder.STATUS: (documents.c.status, documents.c.filename),
    # Engines part over where NULL sorts; the empty text is before every day on all of them.
    DocumentOrder.EFFECTIVE_FROM: (func.coalesce(documents.c.effective_from, ""),),
}


async def page(
    database: Database,
    connection: AsyncConnection,
    base_id: str,
    query: DocumentQuery,
    order: DocumentOrder,
    descending: bool,
    offset: int,
    limit: int | None,
) -> DocumentPage:
    meant = [documents.c.base_id == base_id, _kept, *_conditions(database, query)]
    by_status = await _counted(connection, meant)
    if query.statuses:
        meant.append(documents.c.status.in_([status.value for status in query.statuses]))
    total = sum(
        number for status, number in by_status.items() if not query.statuses or status in query.statuses
    )
    keys = [*_ORDERS[order], documents.c.id]
    statement = select(documents).where(*meant)
    statement = statement.order_by(*(key.desc() if descending else key for key in keys))
    statement = statement.offset(offset)
    if limit is not None:
        statement = statement.limit(limit)
    found = (await connection.execute(statement)).all()
    return DocumentPage(await validity.records(connection, found), total, by_status)


async def counts(connection: AsyncConnection, base_id: str) -> dict[DocumentStatus, int]:
    return await _counted(connection, [documents.c.base_id == base_id, _kept])


async def _counted(
    connection: AsyncConnection, meant: Sequence[ColumnElement[bool]]
) -> dict[DocumentStatus, int]:
    counted = await connection.execute(
        select(documents.c.status, func.count()).where(*meant).group_by(documents.c.status)
    )
    return {DocumentStatus(status): int(number) for status, number in counted}


async def standing(connection: AsyncConnection, base_id: str, since: float) -> list[Standing]:
    found = await connection.execute(
        select(documents.c.id, documents.c.status, documents.c.updated_at)
        .where(
            documents.c.base_id == base_id,
            # Named one by one: so the index leads to the changes of each state.
            documents.c.status.in_([status.value for status in DocumentStatus if status is not _GOING]),
            documents.c.updated_at >= since,
        )
        .order_by(documents.c.updated_at, documents.c.id)
    )
    return [Standing(id_, DocumentStatus(status), updated_at) for id_, status, updated_at in found]


async def folders(connection: AsyncConnection, base_id: str) -> dict[str, int]:
    counted = await connection.execute(
        select(documents.c.folder, func.count())
        .where(documents.c.base_id == base_id, _kept)
        .group_by(documents.c.folder)
        .order_by(documents.c.folder)
    )
    return {folder: int(number) for folder, number in counted}


async def tagged(
    database: Database, connection: AsyncConnection, base_id: str, tags: Collection[str]
) -> set[str]:
    """Ids of the documents of a base that have any of ``tags``."""
    meant = _conditions(database, DocumentQuery(tags=tuple(tags)))
    statement = select(documents.c.id).where(documents.c.base_id == base_id, _kept, *meant)
    return set((await connection.scalars(statement)).all())


async def tags(database: Database, connection: AsyncConnection, base_id: str) -> dict[str, int]:
    each = _each_tag(database)
    counted = await connection.execute(
        select(each.c.value, func.count())
        .select_from(documents)
        .join(each, literal(value=True))
        .where(documents.c.base_id == base_id, _kept)
        .group_by(each.c.value)
        .order_by(each.c.value)
    )
    return {tag: int(number) for tag, number in counted}


def _each_tag(database: Database) -> TableValuedAlias:
    unfold = func.json_each if database.is_sqlite else func.json_array_elements_text
    return unfold(documents.c.tags).table_valued("value", joins_implicitly=True)


def _conditions(database: Database, query: DocumentQuery) -> list[ColumnElement[bool]]:
    """Without the statuses, which the counts leave open."""
    meant: list[ColumnElement[bool]] = []
    if query.ids:
        meant.append(documents.c.id.in_(query.ids))
    if query.tags:
        each = _each_tag(database)
        meant.append(exists(select(literal(1)).select_from(each).where(each.c.value.in_(query.tags))))
    if query.folder is not None:
        here = documents.c.folder == query.folder
        if query.below and query.folder:
            # Not LIKE, which takes capitals and small letters for the same on SQLite.
            start = f"{query.folder}/"
            here = or_(here, func.substr(documents.c.folder, 1, len(start)) == start)
        if not query.below or query.folder:
            meant.append(here)
    if query.name:
        # Names come from file systems in either form, and LIKE compares code points.
        spelt = {unicodedata.normalize(form, query.name) for form in ("NFC", "NFD")}
        places = (documents.c.filename, documents.c.title, documents.c.source)
        meant.append(
            or_(*(place.icontains(name, autoescape=True) for place in places for name in sorted(spelt)))
        )
    meant += [_value(database, key).in_(_spellings(value)) for key, value in query.custom.items()]
    return meant


def _value(database: Database, key: str) -> ColumnElement[str]:
    """A custom value as JSON text."""
    if not database.is_sqlite:
        return cast(documents.c.custom[key], String)
    # Not SQLAlchemy's own accessor, by way of which true is 1.
    held = type_coerce(documents.c.custom, String)
    return type_coerce(held.op("->")(literal(f'$."{key}"', String)), String)


def _spellings(value: Scalar) -> list[str]:
    """How a value may stand in the stored JSON: engines give back text with or without escapes."""
    found = [json.dumps(value), json.dumps(value, ensure_ascii=False)]
    if isinstance(value, str):
        try:
            plain = json.loads(value)
        except ValueError:
            plain = None
        if isinstance(plain, bool | int | float):
            found += _spellings(plain)
    elif not isinstance(value, bool) and float(value).is_integer():
        found += [str(int(value)), str(float(value))]
    return found
