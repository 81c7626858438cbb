"""Following a stream from an offset to its end."""

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from pincite.core.errors import StreamGone
from pincite.ports.streams import EventType, StreamEvent, StreamLog
from pincite.streaming import events

PAGE = 64
"""Events fetched at once. A slow client holds no more than these; the rest waits in the log."""

HEARTBEAT = 15.0
"""Seconds of silence after which a reader is told so; proxies cut idle connections after 30 s or more."""

GRACE = 10.0
"""Seconds that `complete` may take after a stop or a final error: the partial text is stored meanwhile, and
a title is waited for 3 s (DESIGN.md section 13)."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An event and its offset; None for an end that the log does not hold."""

    offset: int | None
    event: StreamEvent


async def follow(
    log: StreamLog,
    session: str,
    message: str,
    from_offset: int = 0,
    *,
    heartbeat: float = HEARTBEAT,
    grace: float = GRACE,
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[Arrival | None]:
    """Events from ``from_offset`` to `complete`, and None for each ``heartbeat`` seconds without one.

    Past the end of the stream, where an offset of another one leads, it begins anew. A stream that was
    completed before ``from_offset`` ends at once. One that stopped or failed and whose writer died is
    completed here after ``grace`` seconds.

    Raises:
        StreamGone: nothing is known of the stream, or it was forgotten meanwhile.
        StreamLogUnavailable: the log does not answer.
    """
    # The event before is asked for too: it tells whether the offset is of this stream, and how it ended.
    offset = max(0, from_offset - 1)
    page, _ = await log.read(session, message, offset, PAGE)
    if not page and offset:
        offset, from_offset = 0, 0
        page, _ = await log.read(session, message, 0, PAGE)
    if not page:
        raise StreamGone(_GONE)
    last = page[0]
    ends_at: float | None = None
    if from_offset:
        if last.type is EventType.COMPLETE:
            return
        ends_at = clock() + grace if last.final else None
        page, offset = page[1:], from_offset
    while True:
        for last in page:
            yield Arrival(offset, last)
            offset += 1
            if last.type is EventType.COMPLETE:
                return
            if last.final and ends_at is None:
                ends_at = clock() + grace
        woken = True
        if len(page) < PAGE:
            patience = heartbeat if ends_at is None else min(heartbeat, max(0.0, ends_at - clock()))
            woken = await log.wait(session, message, offset, patience)
        page, _ = await log.read(session, message, offset, PAGE)
        if page:
            continue
        if ends_at is not None and clock() >= ends_at:
            yield Arrival(None, events.complete(last.id))
            return
        if not (await log.read(session, message, offset - 1, 1))[0]:
            raise StreamGone(_GONE)
        if not woken and ends_at is None:
            yield None


_GONE = "No stream events found."
