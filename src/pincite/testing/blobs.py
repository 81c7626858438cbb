"""What every `BlobStore` must do. Subclass the suite, say how a store is made, and run it with pytest.

class TestMyBlobs(BlobStoreContract):
    async def make_blobs(self):
        return await open_my_blobs()
"""

import hashlib
from abc import ABC, abstractmethod

import anyio
import pytest

from pincite.core.errors import NotFound
from pincite.ports.storage import BlobStore

_DATA = "제43조(보험금의 지급)".encode()


class BlobStoreContract(ABC):
    @abstractmethod
    async def make_blobs(self) -> BlobStore:
        """A store; called again in one test, the same one opened anew."""

    async def test_the_key_is_the_sha256_and_leads_back_to_the_bytes(self) -> None:
        blobs = await self.make_blobs()
        key = await blobs.put(_DATA)
        assert key == hashlib.sha256(_DATA).hexdigest()
        assert await blobs.get(key) == _DATA

    async def test_blobs_outlive_the_store_object(self) -> None:
        key = await (await self.make_blobs()).put(_DATA)
        assert await (await self.make_blobs()).get(key) == _DATA

    async def test_no_bytes_are_bytes_too(self) -> None:
        blobs = await self.make_blobs()
        assert await blobs.get(await blobs.put(b"")) == b""

    async def test_the_same_bytes_are_kept_once(self) -> None:
        blobs = await self.make_blobs()
        keys = {await blobs.put(_DATA), await blobs.put(_DATA), await blobs.put(b"other")}
        assert await blobs.keys() == keys
        assert len(keys) == 2

    async def test_many_writers_of_the_same_bytes(self) -> None:
        blobs = await self.make_blobs()
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(blobs.put, _DATA)
        (key,) = await blobs.keys()
        assert await blobs.get(key) == _DATA

    async def test_deleted_is_gone_and_deleting_again_is_no_error(self) -> None:
        blobs = await self.make_blobs()
        key = await blobs.put(_DATA)
        await blobs.delete(key)
        await blobs.delete(key)
        assert await blobs.keys() == set()
        with pytest.raises(NotFound):
            await blobs.get(key)

    async def test_deleted_bytes_can_be_put_again(self) -> None:
        blobs = await self.make_blobs()
        await blobs.delete(await blobs.put(_DATA))
        assert await blobs.get(await blobs.put(_DATA)) == _DATA

    @pytest.mark.parametrize("key", ["", "../secret", "a" * 64, "A" * 64, "/etc/passwd"])
    async def test_a_key_that_is_none_finds_nothing(self, key: str) -> None:
        with pytest.raises(NotFound):
            await (await self.make_blobs()).get(key)
