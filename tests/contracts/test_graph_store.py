"""The contract of graphs on SQLite and on Postgres; every test works in a database of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pincite.adapters.sql import open_metadata
from pincite.ports.graph import GraphStore
from pincite.testing.graph_store import GraphStoreContract
from tests.services import postgres_database


@asynccontextmanager
async def opened(where: Path | str) -> AsyncIterator[GraphStore]:
    metadata = await open_metadata(where)
    try:
        yield metadata.graph
    finally:
        await metadata.aclose()


class TestSqlite(GraphStoreContract):
    @pytest.fixture(autouse=True)
    def _file(self, tmp_path: Path) -> None:
        self.path = tmp_path / "pincite.db"

    @asynccontextmanager
    async def graph(self) -> AsyncIterator[GraphStore]:
        async with opened(self.path) as graph:
            yield graph


class TestPostgres(GraphStoreContract):
    @asynccontextmanager
    async def graph(self) -> AsyncIterator[GraphStore]:
        async with postgres_database() as url, opened(url) as graph:
            yield graph
