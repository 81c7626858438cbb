"""What documents worked on at once take turns at, so that a large one holds up no other."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import anyio

LANES_MORE = 2
"""Lanes beyond ``ingest.concurrency``: one document is embedded, a large one is cut, one goes past both."""
_LARGE = 1_000_000
"""Characters from which a text is cut alone: 6 s where every line is a heading (``# a``), else far less."""


@dataclass(slots=True)
class Turns:
    """A turn is taken for a slice of the work and given back; whoever waits comes first (`anyio.Semaphore`
    hands over in the order of waiting)."""

    prepare: AbstractAsyncContextManager[object]
    """Parsing a file, or analysing some chunks."""
    index: AbstractAsyncContextManager[object]
    """Embedding and writing some chunks, or making a version live."""
    large: AbstractAsyncContextManager[object]
    """Cutting a large text: two at once would take the memory twice."""

    @classmethod
    def of(cls, concurrency: int) -> "Turns":
        return cls(
            # One more than is embedded: a file that is read for minutes must not hold up the next one.
            prepare=anyio.Semaphore(concurrency + 1),
            index=anyio.Semaphore(concurrency),
            large=anyio.Semaphore(concurrency),
        )

    @asynccontextmanager
    async def cutting(self, characters: int) -> AsyncIterator[None]:
        """A small text is cut at once, whatever else is."""
        if characters < _LARGE:
            yield
            return
        async with self.large:
            yield
