"""Blobs between their writing and the row that names them."""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from anyio import CancelScope, to_thread

from pincite.ingest.tools import Stores

HOLD_SECONDS = 3600.0
"""How long a written blob waits for the row that names it: longer than any job between the two."""


def blob_key(data: bytes) -> str:
    """The key under which `BlobStore.put` keeps ``data``."""
    return hashlib.sha256(data).hexdigest()


async def put_held(stores: Stores, data: bytes, hold: str, owner: str, now: float) -> str:
    """Write a blob under a hold, so that no collector takes it before a row names it; its key."""
    key = await to_thread.run_sync(blob_key, data)
    await stores.metadata.holds.take(key, hold, owner, now + HOLD_SECONDS)
    return await stores.blobs.put(data)


@asynccontextmanager
async def holding(stores: Stores, key: str, hold: str, clock: Callable[[], float]) -> AsyncIterator[None]:
    """The block between a hold and the row that names its blob. Left by an error or cancelled, it gives both
    up: nobody else would before the hold runs out, not even who removes the document."""
    try:
        yield
    except BaseException:
        with CancelScope(shield=True):
            await give_up(stores, key, hold, clock())
        raise


async def give_up(stores: Stores, key: str, hold: str, now: float) -> None:
    """Drop a hold, and its blob if nothing else needs it."""
    await stores.metadata.holds.drop(hold)
    await collect(stores, {key}, now)


@asynccontextmanager
async def held(
    stores: Stores, data: bytes, hold: str, owner: str, clock: Callable[[], float]
) -> AsyncIterator[str]:
    """A blob under a hold, for the block that names it in a row; its key."""
    key = await to_thread.run_sync(blob_key, data)
    async with holding(stores, key, hold, clock):
        yield await put_held(stores, data, hold, owner, clock())


async def collect(stores: Stores, keys: set[str], now: float) -> int:
    """Remove those of ``keys`` that nothing needs."""
    remove: Callable[[str], Awaitable[None]] = stores.blobs.delete
    return await stores.metadata.holds.collect(keys, remove, now)
