import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import asyncpg
import pytest

from pincite.adapters.pgvector.shelf import PgvectorShelf
from pincite.core.errors import (
    ConfigurationError,
    IndexUnavailable,
    InvalidInput,
    LibraryTooNew,
    SearchTimeout,
)
from pincite.testing.search_index import EVERYTHING, point
from tests.services import pgvector_server, postgres_database


def shelf_at(address: str, timeout: float = 60) -> PgvectorShelf:
    return PgvectorShelf(address, prefix=f"pincite_{uuid4().hex}", timeout=timeout)


@pytest.fixture
async def shelf() -> AsyncIterator[PgvectorShelf]:
    opened = shelf_at(pgvector_server())
    yield opened
    await opened.remove("")
    await opened.aclose()


async def test_a_server_without_the_extension_says_what_to_install() -> None:
    async with postgres_database() as address:
        connection = await asyncpg.connect(address.replace("+asyncpg", ""))
        known = await connection.fetchval("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'")
        await connection.close()
        if known:
            pytest.skip("this PostgreSQL has pgvector")
        shelf = shelf_at(address)
        with pytest.raises(ConfigurationError, match="has no pgvector") as refused:
            await shelf.open("", 8)
        assert "postgresql-NN-pgvector" in refused.value.hint
        await shelf.aclose()


async def test_a_server_that_cannot_be_reached_is_unavailable() -> None:
    shelf = shelf_at("postgresql://postgres@127.0.0.1:9/postgres")
    with pytest.raises(IndexUnavailable):
        await shelf.open("", 8)
    await shelf.aclose()


async def test_a_server_that_says_nothing_is_a_timeout() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    shelf = shelf_at(f"postgresql://postgres@127.0.0.1:{port}/postgres?sslmode=disable", timeout=0.3)
    with pytest.raises(SearchTimeout):
        await shelf.names()
    await shelf.aclose()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize(
    "address",
    ["mysql://u:s3cret@somewhere/x", "postgresql://u:s3cret@127.0.0.1:notaport/x", "s3cret", "", "://s3cret"],
)
def test_an_address_that_is_none_names_the_setting_and_tells_no_password(address: str) -> None:
    with pytest.raises(ConfigurationError, match="pgvector_url") as refused:
        shelf_at(address)
    assert "pgvector_url" in refused.value.hint
    assert "s3cret" not in refused.value.message


async def test_an_address_with_a_driver_is_understood(shelf: PgvectorShelf) -> None:
    other = shelf_at(pgvector_server().replace("postgresql://", "postgresql+asyncpg://"))
    assert await other.names() == set()
    await other.aclose()


async def test_a_database_that_is_not_there_is_a_matter_of_configuration() -> None:
    shelf = shelf_at(pgvector_server().rpartition("/")[0] + "/nowhere")
    with pytest.raises(ConfigurationError, match="nowhere"):
        await shelf.names()
    await shelf.aclose()


async def test_two_processes_that_start_at_once_share_one_index(shelf: PgvectorShelf) -> None:
    other = PgvectorShelf(pgvector_server(), prefix=shelf._prefix, timeout=60)
    first, second = await asyncio.gather(shelf.open("", 8), other.open("", 8))
    await first.index.upsert([point(1)])
    assert await second.index.count(EVERYTHING) == 1
    await other.aclose()


async def test_an_index_of_a_newer_pincite_is_refused(shelf: PgvectorShelf) -> None:
    await shelf.open("", 8)
    connection = await asyncpg.connect(pgvector_server())
    await connection.execute(f"UPDATE {shelf._prefix}_indexes SET format = 99")
    await connection.close()
    with pytest.raises(LibraryTooNew, match="format 99"):
        await shelf.open("", 8)


async def test_a_connection_that_the_server_ended_is_replaced(shelf: PgvectorShelf) -> None:
    index = (await shelf.open("", 8)).index
    await index.upsert([point(1)])
    connection = await asyncpg.connect(pgvector_server())
    await connection.execute(
        """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"""
    )
    await connection.close()
    await asyncio.sleep(0.2)
    assert await index.count(EVERYTHING) == 1


@pytest.mark.parametrize("dimension", [0, -1, 16_001])
async def test_dimensions_that_no_vector_has_are_refused(dimension: int) -> None:
    with pytest.raises(InvalidInput):
        await shelf_at("postgresql://nobody@127.0.0.1:9/x").open("", dimension)
    with pytest.raises(InvalidInput):
        shelf_at("postgresql://nobody@127.0.0.1:9/x", timeout=0)
