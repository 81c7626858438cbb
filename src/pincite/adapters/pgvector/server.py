"""Connections to one PostgreSQL, with the time and the failures of an operation."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

import asyncpg
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from pincite.core.errors import ConfigurationError, IndexUnavailable, InvalidInput, SearchTimeout

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection: TypeAlias = PoolConnectionProxy[asyncpg.Record]
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]

CONNECTIONS = 8
"""Most connections of one process; PostgreSQL allows 100 to all of its clients unless told otherwise."""

SESSION = {
    # Generic plans do not know how many rows a filter or a term meets.
    "plan_cache_mode": "force_custom_plan",
    # Compiling a query takes longer than any of ours runs.
    "jit": "off",
    # The sums of a lexical leg over common terms, in memory up to about 400,000 chunks.
    "work_mem": "64MB",
    # Graph search goes on where a filter leaves too few, in order of distance (pgvector 0.8).
    "hnsw.iterative_scan": "strict_order",
    # Twice the usual limit of a dense leg; measured at 100,000 chunks: bench/README.md.
    "hnsw.ef_search": "200",
}


def checked_address(address: str) -> str:
    """``address`` as PostgreSQL's own clients read it; one of SQLAlchemy's may name a driver too.

    Raises:
        ConfigurationError: it is none of PostgreSQL. The message leaves it out, for it may hold a password.

    >>> checked_address("postgresql+asyncpg://ann@db/pincite")
    'postgresql://ann@db/pincite'
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.get_backend_name() not in ("postgresql", "postgres"):
        raise ConfigurationError(
            "storage.pgvector_url is no address of a PostgreSQL.", hint="Check storage.pgvector_url."
        )
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


class PgvectorServer:
    """A pool that is opened by its first use. ``timeout`` is the seconds that one operation may take.

    Raises:
        ConfigurationError: ``address`` is none.
    """

    def __init__(self, address: str, timeout: float) -> None:
        self._address = checked_address(address)
        self._timeout = timeout
        self._pool: Pool | None = None
        self._opening = asyncio.Lock()

    async def _opened(self) -> "Pool":
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._address, min_size=0, max_size=CONNECTIONS, server_settings=SESSION
                )
            return self._pool

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["Connection"]:
        """A connection for one operation.

        Raises:
            SearchTimeout: the operation, with the wait for a connection, took too long.
            IndexUnavailable: the server is gone or failed.
            ConfigurationError: it does not let us in.
            InvalidInput: a value cannot be stored (a NUL, half a surrogate pair).
        """
        try:
            async with asyncio.timeout(self._timeout):
                async with (await self._opened()).acquire() as connection:
                    yield connection
        except TimeoutError as error:
            raise SearchTimeout(f"The index did not answer in {self._timeout:g} s.") from error
        except asyncpg.DataError as error:
            raise InvalidInput(f"The index cannot hold a value: {error}") from error
        except (
            asyncpg.InvalidAuthorizationSpecificationError,
            asyncpg.InvalidCatalogNameError,
            asyncpg.InsufficientPrivilegeError,
            asyncpg.ClientConfigurationError,
        ) as error:
            raise ConfigurationError(
                f"The index in PostgreSQL cannot be used: {error}", hint="Check storage.pgvector_url."
            ) from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise IndexUnavailable(f"The index failed: {error}") from error

    async def aclose(self) -> None:
        """Close every connection; again is no error, and so is use afterwards, which opens anew."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            async with asyncio.timeout(self._timeout):
                await pool.close()
        except TimeoutError:
            pool.terminate()
