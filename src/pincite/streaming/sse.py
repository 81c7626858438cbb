"""Events as server-sent events; reference 000 "SSE 프로토콜", WHATWG HTML section 9.2."""

from collections.abc import AsyncIterator, Mapping

from pincite.core.errors import StreamGone, StreamLogUnavailable
from pincite.ports.streams import StreamEvent
from pincite.streaming.frames import as_json, frame
from pincite.streaming.reading import Arrival

SSE_HEADERS: Mapping[str, str] = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache",
    "Connection": "keep-alive",
    # nginx would gather the frames of an answer until its buffer is full.
    "X-Accel-Buffering": "no",
}
BEAT = b": beat\n\n"
"""A comment: clients ignore it, and a connection on which something passes is not cut."""

_MOST_DIGITS = 18
"""Offsets beyond are no offsets, and `int` refuses thousands of digits with an error of its own."""


def sse_frame(event: StreamEvent, offset: int | None) -> bytes:
    """One frame. An end that the log does not hold has no id, so a client does not come back after it.

    >>> from pincite.streaming.events import answer
    >>> print(sse_frame(answer("r1", "네.\\n", segment="a"), 4).decode().rstrip())
    event: message
    id: 4
    data: {"id":"r1","response_type":"answer","content":"네.\\n","done":false,"data":{"event_id":"a"}}
    """
    place = b"" if offset is None else b"id: %d\n" % offset
    return b"event: message\n" + place + b"data: " + as_json(frame(event)) + b"\n\n"


def next_offset(last_event_id: str | None) -> int:
    """The offset to go on from after the frame that ``Last-Event-ID`` names; 0 if it names none.

    >>> next_offset("41"), next_offset(None), next_offset("x")
    (42, 0, 0)
    """
    given = (last_event_id or "").strip()
    if not (given.isascii() and given.isdigit() and len(given) <= _MOST_DIGITS):
        return 0
    return int(given) + 1


async def sse_stream(arrivals: AsyncIterator[Arrival | None]) -> AsyncIterator[bytes]:
    """Frames of what `follow` yields. Where the stream is forgotten after the first of them, or its log is
    gone at any time (its process ends), the response just ends: its head is sent, so no error is told. The
    client comes back and goes on, or is served the stored message."""
    begun = False
    try:
        async for arrival in arrivals:
            yield BEAT if arrival is None else sse_frame(arrival.event, arrival.offset)
            begun = True
    except StreamLogUnavailable:
        return
    except StreamGone:
        if not begun:
            raise
