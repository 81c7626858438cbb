"""Which blobs may be collected. Taking a hold and collecting exclude each other (ADR 0004)."""

from collections.abc import Awaitable, Callable, Collection

from sqlalchemy import delete, exists, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import blob_holds, document_versions, version_files


class SqlBlobHolds:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, key: str, hold: str, owner: str, until: float) -> None:
        async with self._database.write() as connection:
            await self._database.serialise(connection, f"blob {key}")
            await connection.execute(insert(blob_holds).values(hold=hold, key=key, owner=owner, until=until))

    async def drop(self, hold: str) -> None:
        async with self._database.write() as connection:
            await drop(connection, hold)

    async def owners(self) -> set[str]:
        async with self._database.read() as connection:
            return set((await connection.scalars(select(blob_holds.c.owner))).all())

    async def abandon(self, owners: Collection[str]) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(blob_holds).where(blob_holds.c.owner.in_(owners)))

    async def collect(
        self, keys: Collection[str], remove: Callable[[str], Awaitable[None]], now: float
    ) -> int:
        collected = 0
        for key in sorted(keys):
            async with self._database.write() as connection:
                await self._database.serialise(connection, f"blob {key}")
                if await _needed(connection, key, now):
                    continue
                # Inside the transaction: a hold that comes now waits, and then finds no file and writes it.
                await remove(key)
                collected += 1
        return collected


async def drop(connection: AsyncConnection, hold: str) -> None:
    await connection.execute(delete(blob_holds).where(blob_holds.c.hold == hold))


async def _needed(connection: AsyncConnection, key: str, now: float) -> bool:
    named = exists().where(or_(document_versions.c.file_key == key, document_versions.c.markdown_key == key))
    shown = exists().where(version_files.c.key == key)
    held = exists().where(blob_holds.c.key == key, blob_holds.c.until > now)
    return bool(await connection.scalar(select(or_(named, shown, held))))
