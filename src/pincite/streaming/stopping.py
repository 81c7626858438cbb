"""Stopping an answer from any process: the wish stands in the log, the generating process watches for it."""

import asyncio
import time
from collections.abc import Callable

from pincite.core.errors import TemporaryFailure
from pincite.ports.streams import EventType, StreamLog
from pincite.streaming import events
from pincite.streaming.reading import PAGE

GUARD = 2 * 60 * 60.0
"""Seconds after which a watcher gives up; no answer takes that long (reference 000)."""

_AGAIN = 1.0
"""Seconds between tries while the log does not answer: a stop may come through once it does."""


async def request_stop(
    log: StreamLog, session: str, message: str, request: str, *, content: str = events.STOPPED
) -> int:
    """Append the stop notice, which readers see too; its offset."""
    return await log.append(session, message, events.stop(request, content))


async def watch_stop(
    log: StreamLog,
    session: str,
    message: str,
    *,
    guard: float = GUARD,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """True as soon as a stop stands in the stream, whoever asked for it and whether or not a client is left.
    False when the answer ended without one or was forgotten, or after ``guard`` seconds."""
    until = clock() + guard
    offset = 0
    while (left := until - clock()) > 0:
        try:
            page, offset = await log.read(session, message, offset, PAGE)
            for event in page:
                if event.type is EventType.STOP:
                    return True
                if event.type is EventType.COMPLETE or event.final:
                    return False
            if not page and offset and not (await log.read(session, message, offset - 1, 1))[0]:
                return False
            if len(page) < PAGE:
                await log.wait(session, message, offset, left)
        except TemporaryFailure:
            await asyncio.sleep(min(_AGAIN, left))
    return False
