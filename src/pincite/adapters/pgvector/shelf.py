"""The indexes of a library in one PostgreSQL: a row of a catalogue and three tables each."""

from typing import TYPE_CHECKING

from pincite.adapters.index_names import checked_name, is_made
from pincite.adapters.pgvector.index import EXACT_ROWS, PgvectorIndex
from pincite.adapters.pgvector.server import PgvectorServer
from pincite.adapters.pgvector.tables import Tables
from pincite.core.errors import ConfigurationError, InvalidInput, LibraryTooNew
from pincite.ports.index import OpenIndex

if TYPE_CHECKING:
    from pincite.adapters.pgvector.server import Connection

FORMAT = 1
"""Rises when stored values change their meaning: term ids, BM25 constants, columns."""

NEEDED = (0, 8)
"""The version of pgvector from which a filter does not cut a list short."""

LARGEST = 16_000
"""Numbers of a vector that pgvector can store."""


class PgvectorShelf:
    """`IndexShelf` at ``address`` (``postgresql://…``); the names of its tables begin with ``prefix``.
    ``timeout`` is the seconds that one operation may take; up to ``exact_rows`` points in scope a search
    computes every distance.

    Raises:
        InvalidInput: ``timeout`` is not positive.
        ConfigurationError: ``address`` is none of PostgreSQL.
    """

    shared = True

    def __init__(self, address: str, *, prefix: str, timeout: float, exact_rows: int = EXACT_ROWS) -> None:
        if timeout <= 0:
            raise InvalidInput(f"timeout={timeout} must be positive.")
        self._server = PgvectorServer(address, timeout)
        self._prefix = prefix
        self._exact_rows = exact_rows
        self._catalogue = f"{prefix}_indexes"

    async def open(self, name: str, dimension: int) -> OpenIndex:
        """Raises ConfigurationError where the extension is missing or too old, LibraryTooNew for an index of
        a newer pincite."""
        checked_name(name)
        if not 1 <= dimension <= LARGEST:
            raise InvalidInput(f"dimension={dimension} must be from 1 to {LARGEST}.")
        async with self._server.connected() as connection, connection.transaction():
            # Two processes that start at the same time would each make the same.
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext($1))", self._catalogue)
            await self._prepare(connection)
            tables = await self._tables(connection, name)
            if tables is None:
                number = await connection.fetchval(
                    f"""INSERT INTO {self._catalogue} (name, dimension, format) VALUES ($1, $2, $3)
                    RETURNING number""",
                    name,
                    dimension,
                    FORMAT,
                )
                tables = Tables(self._prefix, number, dimension)
                for statement in tables.creation():
                    await connection.execute(statement)
        index = PgvectorIndex(self._server, tables, exact_rows=self._exact_rows)
        return OpenIndex(index, tables.dimension)

    async def _prepare(self, connection: "Connection") -> None:
        version = await connection.fetchval("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        if version is None:
            version = await connection.fetchval(
                "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
            )
            if version is None:
                raise ConfigurationError(
                    "This PostgreSQL has no pgvector.",
                    hint="Install the extension on the server (package postgresql-NN-pgvector).",
                )
            await connection.execute("CREATE EXTENSION vector")
        if tuple(int(part) for part in version.split(".")[:2]) < NEEDED:
            raise ConfigurationError(
                f"pgvector {version} is too old; 0.8 is needed.",
                hint="Update it on the server, then run `ALTER EXTENSION vector UPDATE`.",
            )
        await connection.execute(
            f"""CREATE TABLE IF NOT EXISTS {self._catalogue} (
            name text COLLATE "C" PRIMARY KEY, number int GENERATED ALWAYS AS IDENTITY,
            dimension int NOT NULL, format int NOT NULL)"""
        )

    async def _tables(self, connection: "Connection", name: str) -> Tables | None:
        row = await connection.fetchrow(
            f"SELECT number, dimension, format FROM {self._catalogue} WHERE name = $1", name
        )
        if row is None:
            return None
        if row["format"] > FORMAT:
            raise LibraryTooNew(
                f"The index in {self._catalogue} has format {row['format']}; this pincite reads {FORMAT}."
            )
        return Tables(self._prefix, row["number"], row["dimension"])

    async def exists(self, name: str) -> bool:
        return checked_name(name) in await self._names()

    async def names(self) -> set[str]:
        return {name for name in await self._names() if not name or is_made(name)}

    async def _names(self) -> set[str]:
        async with self._server.connected() as connection:
            if await connection.fetchval("SELECT to_regclass($1)", self._catalogue) is None:
                return set()
            return {row[0] for row in await connection.fetch(f"SELECT name FROM {self._catalogue}")}

    async def remove(self, name: str) -> None:
        if not await self.exists(name):
            return
        async with self._server.connected() as connection, connection.transaction():
            row = await connection.fetchrow(
                f"DELETE FROM {self._catalogue} WHERE name = $1 RETURNING number, dimension", name
            )
            if row is not None:
                await connection.execute(Tables(self._prefix, row["number"], row["dimension"]).removal())

    async def aclose(self) -> None:
        await self._server.aclose()
