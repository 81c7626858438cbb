"""The shelf contract on every engine that there is."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from pincite.adapters.edge.shelf import EdgeShelf
from pincite.adapters.qdrant import MEMORY
from pincite.adapters.qdrant_shelf import QdrantShelf
from pincite.ports.index import IndexShelf
from pincite.testing.index_shelf import NAME, OTHER, IndexShelfContract

CLUSTER = os.environ.get("QDRANT_URL", "")


class TestEdgeShelf(IndexShelfContract):
    @pytest.fixture(autouse=True)
    def _directory(self, tmp_path: Path) -> None:
        self.directory = tmp_path

    async def make_shelf(self) -> IndexShelf:
        return EdgeShelf(self.directory, timeout=20)


class TestQdrantInMemory(IndexShelfContract):
    async def make_shelf(self) -> IndexShelf:
        return QdrantShelf(MEMORY, collection="pincite", timeout=20)


if CLUSTER:

    class TestQdrantCluster(IndexShelfContract):
        @pytest.fixture(autouse=True)
        async def _collection(self) -> AsyncIterator[None]:
            self.collection = f"pincite-test-{uuid4()}"
            yield
            shelf = QdrantShelf(CLUSTER, collection=self.collection, timeout=20)
            for name in ("", NAME, OTHER):
                await shelf.remove(name)
            await shelf.aclose()

        async def make_shelf(self) -> IndexShelf:
            return QdrantShelf(CLUSTER, collection=self.collection, timeout=20)
