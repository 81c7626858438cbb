"""A Redis for the tests of conversations, under a prefix of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit
from uuid import uuid4

from redis.asyncio import Redis

from tests.contracts.test_stream_log import REDIS
from tests.services import need


@asynccontextmanager
async def redis_prefix() -> AsyncIterator[str]:
    """A prefix whose keys are removed at the end. Skips the test where no Redis is, but never in CI."""
    address = urlsplit(REDIS)
    need(address.hostname or "127.0.0.1", address.port or 6379, "Redis (PINCITE_TEST_REDIS)")
    prefix = f"pincite-test-{uuid4().hex}"
    try:
        yield prefix
    finally:
        async with Redis.from_url(REDIS) as redis:
            if left := [key async for key in redis.scan_iter(f"{prefix}:*", count=1000)]:
                await redis.delete(*left)
