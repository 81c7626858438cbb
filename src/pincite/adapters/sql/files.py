"""Files beside the Markdown of a version: the pictures that it refers to."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import holds
from pincite.adapters.sql.database import Database, execute_rows
from pincite.adapters.sql.tables import documents, version_files
from pincite.core.errors import NotFound
from pincite.core.types import DocumentStatus
from pincite.ports.records import VersionFile


class SqlFiles:
    """`Files`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, document_id: str, name: str) -> VersionFile:
        statement = (
            select(version_files)
            .join(documents, documents.c.active_version_id == version_files.c.version_id)
            .where(
                documents.c.id == document_id,
                documents.c.status != DocumentStatus.DELETING.value,
                version_files.c.name == name,
            )
        )
        async with self._database.read() as connection:
            row = (await connection.execute(statement)).first()
        if row is None:
            raise NotFound(f"The document {document_id!r} has no picture {name!r}.")
        return _file(row)

    async def list(self, version_id: str) -> Sequence[VersionFile]:
        statement = (
            select(version_files)
            .where(version_files.c.version_id == version_id)
            .order_by(version_files.c.page, version_files.c.name)
        )
        async with self._database.read() as connection:
            return [_file(row) for row in await connection.execute(statement)]


async def add(connection: AsyncConnection, version_id: str, files: Sequence[VersionFile]) -> None:
    """Within the transaction that makes a version live: its files, whose holds are given up."""
    rows = [
        {
            "version_id": version_id,
            "name": file.name,
            "key": file.key,
            "media_type": file.media_type,
            "page": file.page,
        }
        for file in files
    ]
    await execute_rows(connection, insert(version_files), rows)
    for file in files:
        await holds.drop(connection, file.hold)


async def remove(connection: AsyncConnection, version_ids: Collection[str]) -> set[str]:
    """The blob keys of the files of versions that go."""
    keys: set[str] = set()
    for version_id in version_ids:
        of_version = version_files.c.version_id == version_id
        keys.update(await connection.scalars(select(version_files.c.key).where(of_version)))
        await connection.execute(delete(version_files).where(of_version))
    return keys


def _file(row: Row[Any]) -> VersionFile:
    return VersionFile(name=row.name, key=row.key, media_type=row.media_type, page=row.page)
