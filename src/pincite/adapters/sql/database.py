"""Connections: short transactions, one writer at a time on SQLite."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from anyio import CancelScope, Lock
from sqlalchemy import URL, Connection, Engine, Table, event, func, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_BUSY_MILLISECONDS = 30_000
"""How long a connection waits for another process's transaction; the longest of ours writes the chunks of
one document, 1 to 2 s for 20,000 chunks."""
_WRITES = "pincite_writes"
ROWS_A_STATEMENT = 2_000
"""Rows bound at once; between two statements the event loop runs on."""


class Database:
    """Reads and writes on one engine. Neither is cut off by cancellation: all of them are short."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{_WRITES: True})
        self._turn = Lock()
        self.is_sqlite = engine.dialect.name == "sqlite"

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        with CancelScope(shield=True):
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, committed at the end of the block, rolled back by an exception."""
        with CancelScope(shield=True):
            if self.is_sqlite:
                async with self._turn, self._writer.begin() as connection:
                    yield connection
            else:
                async with self._writer.begin() as connection:
                    yield connection

    async def serialise(self, connection: AsyncConnection, name: str) -> None:
        """Hold back other transactions that name the same thing. SQLite has one writer anyway."""
        if not self.is_sqlite:
            await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))

    def upsert(self, table: Table) -> Any:
        """``INSERT … ON CONFLICT``, which both dialects have, each in its own class."""
        return sqlite_insert(table) if self.is_sqlite else postgres_insert(table)

    async def aclose(self) -> None:
        await self._engine.dispose()


async def execute_rows(connection: AsyncConnection, statement: Any, rows: list[dict[str, Any]]) -> None:
    for first in range(0, len(rows), ROWS_A_STATEMENT):
        await connection.execute(statement, rows[first : first + ROWS_A_STATEMENT])


def create_engine(url: URL) -> AsyncEngine:
    """An engine for ``sqlite+aiosqlite:///…`` or ``postgresql+asyncpg://…``."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        _tune_sqlite(engine.sync_engine)
    return engine


def _tune_sqlite(engine: Engine) -> None:
    """Write-ahead log and transactions of our own.

    ``synchronous=NORMAL`` under WAL loses nothing to a killed process; a power cut may take the last
    commits, never the consistency (ADR 0004). The driver's implicit transactions are switched off, because
    they begin late and upgrade a read lock, which fails instead of waiting when another process writes.
    """

    @event.listens_for(engine, "connect")
    def _configure(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={_BUSY_MILLISECONDS}",
            "synchronous=NORMAL",
            "foreign_keys=ON",
            "cache_size=-16000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A read is a statement or two, each with a snapshot of its own: without BEGIN it costs half
        # (every statement is four hops to the driver's thread).
        if connection.get_execution_options().get(_WRITES, False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
