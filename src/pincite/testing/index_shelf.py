"""What every `IndexShelf` must do. Subclass the suite, say how a shelf is made, and run it with pytest.

class TestMyShelf(IndexShelfContract):
    async def make_shelf(self):
        return MyShelf(...)
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pincite.core.errors import InvalidInput
from pincite.ports.index import IndexShelf, SearchFilter
from pincite.testing.index_points import DIMENSION, EVERYTHING, dense, point, point_id

NAME, OTHER = "e5-small-0a1b2c3d", "openai-bge-m3-00ff00ff-9e8d7c"


class IndexShelfContract(ABC):
    """The contract of `pincite.ports.index.IndexShelf`."""

    @abstractmethod
    async def make_shelf(self) -> IndexShelf:
        """A shelf; of one test always with the same indexes."""

    @asynccontextmanager
    async def shelf(self) -> AsyncIterator[IndexShelf]:
        shelf = await self.make_shelf()
        try:
            yield shelf
        finally:
            await shelf.aclose()

    async def test_a_new_shelf_holds_nothing_and_removing_nothing_is_no_error(self) -> None:
        async with self.shelf() as shelf:
            assert await shelf.names() == set()
            assert not await shelf.exists("")
            for name in ("", NAME):
                await shelf.remove(name)
            assert await shelf.names() == set()

    async def test_indexes_are_apart_and_each_has_its_own_dimension(self) -> None:
        async with self.shelf() as shelf:
            first = await shelf.open("", DIMENSION)
            wide = await shelf.open(NAME, DIMENSION * 2)
            assert (first.dimension, wide.dimension) == (DIMENSION, DIMENSION * 2)
            try:
                await first.index.upsert([point(1)])
                assert await first.index.count(EVERYTHING) == 1
                assert await wide.index.count(EVERYTHING) == 0
                assert await shelf.names() == {"", NAME}
                assert await shelf.exists(NAME)
                assert not await shelf.exists(OTHER)
            finally:
                await first.index.aclose()
                await wide.index.aclose()

    async def test_an_index_that_is_there_keeps_its_dimension_and_its_points(self) -> None:
        async with self.shelf() as shelf:
            opened = await shelf.open(NAME, DIMENSION)
            await opened.index.upsert([point(1), point(2)])
            await opened.index.aclose()
            again = await shelf.open(NAME, DIMENSION * 2)
            try:
                assert again.dimension == DIMENSION
                assert await again.index.count(EVERYTHING) == 2
                found = await again.index.search([dense(limit=1)], EVERYTHING)
                assert found.legs[0][0].id in {point_id(1), point_id(2)}
            finally:
                await again.index.aclose()

    async def test_a_removed_index_is_gone_and_its_name_is_free(self) -> None:
        async with self.shelf() as shelf:
            for name in ("", OTHER):
                opened = await shelf.open(name, DIMENSION)
                await opened.index.upsert([point(1)])
                await opened.index.aclose()
                await shelf.remove(name)
                assert name not in await shelf.names()
                anew = await shelf.open(name, DIMENSION + 1)
                try:
                    assert anew.dimension == DIMENSION + 1
                    assert await anew.index.count(SearchFilter()) == 0
                finally:
                    await anew.index.aclose()

    @pytest.mark.parametrize("name", ["..", "a/b", "A", "-a", "가", "a" * 101, "a b", "a\n"])
    async def test_a_name_that_not_every_store_can_hold_is_refused(self, name: str) -> None:
        async with self.shelf() as shelf:
            with pytest.raises(InvalidInput, match="cannot name an index"):
                await shelf.open(name, DIMENSION)
            with pytest.raises(InvalidInput):
                await shelf.remove(name)
