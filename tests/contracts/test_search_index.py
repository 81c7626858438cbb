"""The search index contract on every engine that there is."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
from qdrant_client import AsyncQdrantClient

from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.qdrant import open_qdrant_index
from pincite.ports.index import SearchIndex
from pincite.testing.search_index import SearchIndexContract

CLUSTER = os.environ.get("QDRANT_URL", "")


class TestEdgeIndex(SearchIndexContract):
    @pytest.fixture(autouse=True)
    def _directory(self, tmp_path: Path) -> None:
        self.directory = tmp_path / "index"

    async def make_index(self, dimension: int) -> SearchIndex:
        return await open_edge_index(self.directory, dimension=dimension, timeout=20)


class TestQdrantInMemory(SearchIndexContract):
    async def make_index(self, dimension: int) -> SearchIndex:
        return await open_qdrant_index(":memory:", collection="pincite", dimension=dimension, timeout=20)


if CLUSTER:

    class TestQdrantCluster(SearchIndexContract):
        @pytest.fixture(autouse=True)
        async def _collection(self) -> AsyncIterator[None]:
            self.collection = f"pincite-test-{uuid4()}"
            yield
            client = AsyncQdrantClient(CLUSTER)
            await client.delete_collection(self.collection)
            await client.close()

        async def make_index(self, dimension: int) -> SearchIndex:
            return await open_qdrant_index(
                CLUSTER, collection=self.collection, dimension=dimension, timeout=20
            )
