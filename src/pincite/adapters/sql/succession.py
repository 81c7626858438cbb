"""A file uploaded again for a later day: what was in force before stays, as a document of its own."""

from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.tables import documents
from pincite.core.addresses import looks_like_url
from pincite.core.types import DocumentStatus
from pincite.ports.records import Upload


def succeeds(known: Row[Any], upload: Upload) -> bool:
    """Whether ``upload`` takes the place of ``known`` from a later day on instead of correcting it: other
    bytes, a first day that was named and that lies after that of a document that is ready. A page of the web
    has one address, so it is always renewed."""
    first = upload.change.days.get("effective_from")
    return (
        first is not None
        and known.effective_from is not None
        and date.fromisoformat(known.effective_from) < first
        and known.content_hash != upload.file_key
        and known.status == DocumentStatus.READY.value
        and not looks_like_url(known.source)
    )


async def set_aside(connection: AsyncConnection, known: Row[Any], upload: Upload, now: float) -> Upload:
    """Free the source of ``known``; ``upload`` with what it inherits: tags, folder and values, and that it
    supersedes ``known``."""
    number, source = 1, _dated(known.source, known.effective_from)
    while await _is_taken(connection, known.base_id, source):
        number += 1
        source = _dated(known.source, f"{known.effective_from} {number}")
    await connection.execute(
        update(documents)
        .where(documents.c.id == known.id)
        .values(source=source, filename=_dated(known.filename, known.effective_from), updated_at=now)
    )
    return replace(
        upload,
        tags=tuple(known.tags) if upload.tags is None else upload.tags,
        folder=upload.folder if upload.move and upload.folder is not None else known.folder,
        change=replace(
            upload.change,
            custom={**known.custom, **upload.change.custom},
            supersedes=known.id if upload.change.supersedes is None else upload.change.supersedes,
        ),
    )


def _dated(path: str, mark: str) -> str:
    """``terms/a.md`` to ``terms/a (2022-01-01).md``."""
    name = PurePosixPath(path)
    return path[: len(path) - len(name.name)] + f"{name.stem} ({mark}){name.suffix}"


async def _is_taken(connection: AsyncConnection, base_id: str, source: str) -> bool:
    kept = documents.c.status != DocumentStatus.DELETING.value
    same = select(documents.c.id).where(documents.c.base_id == base_id, documents.c.source == source, kept)
    return await connection.scalar(same) is not None
