"""Both contracts of an index on PostgreSQL with pgvector: by exact search, and through the graph."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from pincite.adapters.pgvector.shelf import PgvectorShelf
from pincite.ports.index import IndexShelf, SearchIndex
from pincite.testing.index_shelf import NAME, OTHER, IndexShelfContract
from pincite.testing.search_index import SearchIndexContract
from tests.services import pgvector_server


class _Tables:
    """Tables of a test's own, removed with it."""

    exact_rows = 10_000

    @pytest.fixture(autouse=True)
    async def _prefix(self) -> AsyncIterator[None]:
        self.address = pgvector_server()
        self.prefix = f"pincite_{uuid4().hex}"
        self.opened = [self._shelf()]
        yield
        for name in ("", NAME, OTHER):
            await self.opened[0].remove(name)
        for shelf in self.opened:
            await shelf.aclose()

    def _shelf(self) -> PgvectorShelf:
        return PgvectorShelf(self.address, prefix=self.prefix, timeout=60, exact_rows=self.exact_rows)

    async def make_index(self, dimension: int) -> SearchIndex:
        return (await self.opened[0].open("", dimension)).index

    async def make_shelf(self) -> IndexShelf:
        self.opened.append(self._shelf())
        return self.opened[-1]


class TestPgvectorExact(_Tables, SearchIndexContract): ...


class TestPgvectorGraph(_Tables, SearchIndexContract):
    exact_rows = 0


class TestPgvectorShelf(_Tables, IndexShelfContract): ...
