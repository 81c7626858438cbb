"""Blobs between their writing and the row that names them."""

import hashlib
from collections.abc import Awaitable, Callable

from anyio import to_thread

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


async def collect(stores: Stores, keys: set[str], now: float) -> int:
    """Remove those of ``keys`` that nothing needs."""
    remove: Callable[[str], Awaitable[None]] = stores.blobs.delete
    return await stores.metadata.holds.collect(keys, remove, now)
