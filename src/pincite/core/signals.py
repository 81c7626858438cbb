"""A process that is told to end."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio


@asynccontextmanager
async def until_told() -> AsyncIterator[anyio.Event]:
    """An event that SIGTERM or SIGINT sets; the process ends when the block does."""
    stop = anyio.Event()

    async def listen() -> None:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                stop.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(listen)
        yield stop
        tasks.cancel_scope.cancel()
