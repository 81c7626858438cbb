"""Server-sent events: what is on the wire, and where a client goes on."""

import json
from collections.abc import AsyncIterator

import pytest

from pincite.core.errors import PinciteError, StreamGone, StreamLogUnavailable
from pincite.streaming import events
from pincite.streaming.reading import Arrival
from pincite.streaming.sse import BEAT, SSE_HEADERS, next_offset, sse_frame, sse_stream


@pytest.mark.feature("SE-01")
def test_the_headers_keep_proxies_from_gathering() -> None:
    assert SSE_HEADERS == {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-cache",
        "Connection": "keep-alive",
        "X-Accel-Buffering": "no",
    }


@pytest.mark.parametrize(
    "content", ["한 줄\n두 줄\r\n", "data: x\n\nid: 9", "\u2028\u0085", "\ud83d", "", "\0"]
)
def test_a_frame_is_four_lines_whatever_the_text(content: str) -> None:
    raw = sse_frame(events.answer("r", content, segment="a"), 7)
    name, place, data, *end = raw.split(b"\n")
    assert (name, place, end) == (b"event: message", b"id: 7", [b"", b""])
    assert b"\r" not in raw
    assert json.loads(data.removeprefix(b"data: "))["content"] == content


@pytest.mark.parametrize(
    ("given", "offset"),
    [
        (None, 0),
        ("", 0),
        ("0", 1),
        (" 41 ", 42),
        ("-1", 0),
        ("1.5", 0),
        ("٣", 0),
        ("²", 0),
        ("9" * 5000, 0),
        ("0-3", 0),
    ],
)
def test_a_client_goes_on_after_what_it_saw_and_begins_anew_if_it_says_nothing_of_ours(
    given: str | None, offset: int
) -> None:
    assert next_offset(given) == offset


GONE = StreamGone("No stream events found.")
CLOSED = StreamLogUnavailable("The log of the streams was closed.")


async def _arriving(
    *arrivals: Arrival | None, error: PinciteError | None = None
) -> AsyncIterator[Arrival | None]:
    for arrival in arrivals:
        yield arrival
    if error is not None:
        raise error


async def test_silence_is_a_comment_and_an_end_that_is_not_in_the_log_has_no_id() -> None:
    arrivals = _arriving(None, Arrival(None, events.complete("r")))
    beat, end = [part async for part in sse_stream(arrivals)]
    assert beat == BEAT
    assert beat.startswith(b":")
    assert beat.endswith(b"\n\n")
    assert b"\nid:" not in end


async def test_a_stream_that_is_forgotten_in_the_middle_ends_and_one_that_never_was_is_an_error() -> None:
    arrivals = _arriving(Arrival(0, events.agent_query("r", "s", "m")), error=GONE)
    assert len([part async for part in sse_stream(arrivals)]) == 1
    with pytest.raises(StreamGone):
        async for _ in sse_stream(_arriving(error=GONE)):
            pass


async def test_a_log_that_is_closed_ends_the_response_so_that_the_client_comes_back() -> None:
    begun = _arriving(Arrival(0, events.agent_query("r", "s", "m")), error=CLOSED)
    assert len([part async for part in sse_stream(begun)]) == 1
    assert [part async for part in sse_stream(_arriving(error=CLOSED))] == []
