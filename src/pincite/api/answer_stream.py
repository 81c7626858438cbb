"""``POST /answer`` with ``stream``: the events of a conversation, of an answer that no session keeps."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import anyio
import structlog

from pincite.core.errors import PinciteError
from pincite.pipeline.answer import Answer
from pincite.pipeline.language import failure_in
from pincite.pipeline.telling import Tell
from pincite.ports.streams import StreamEvent
from pincite.sessions.telling import Teller
from pincite.streaming import events
from pincite.streaming.reading import HEARTBEAT
from pincite.streaming.sse import BEAT, sse_frame

Run = Callable[[Tell], Awaitable[Answer]]
_SEGMENT = "answer"

log = structlog.get_logger(__name__)


class Frames:
    """What is written, as frames with their numbers; a client that reads slowly holds no model."""

    def __init__(self) -> None:
        self.steps = 0
        self._sent = 0
        self._into, self.out = anyio.create_memory_object_stream[bytes](math.inf)

    async def write(self, event: StreamEvent) -> int | None:
        offset, self._sent = self._sent, self._sent + 1
        await self._into.send(sse_frame(event, offset))
        return offset

    def end(self) -> None:
        self._into.close()


async def answer_frames(
    run: Run, request: str, language: str = "en", *, heartbeat: float = HEARTBEAT
) -> AsyncIterator[bytes]:
    """Frames from `agent_query` to `complete`, whose ``data.answer`` is the body of the answer; an error that
    ends it is an event before, in ``language``. A client that hangs up cancels the answer, its model call
    too."""
    frames = Frames()
    task = asyncio.create_task(_told(run, request, language, frames))
    try:
        while True:
            frame = BEAT
            with anyio.move_on_after(heartbeat):
                frame = await frames.out.receive()
            yield frame
    except anyio.EndOfStream:
        return
    finally:
        task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.gather(task, return_exceptions=True)
        frames.out.close()


async def _told(run: Run, request: str, language: str, frames: Frames) -> None:
    began = time.monotonic()
    body = None
    try:
        await frames.write(events.agent_query(request, "", ""))
        body = (await run(Teller(frames, request, _SEGMENT))).to_json()
    except Exception as error:
        known = isinstance(error, PinciteError)
        log.warning("answer_failed", error=str(error), exc_info=None if known else error)
        code, message, hint = failure_in(language, error)
        await frames.write(events.failed(request, message, code=code, hint=hint))
    finally:
        passed = round((time.monotonic() - began) * 1000)
        last = events.complete(request, total_steps=frames.steps, total_duration_ms=passed)
        if body is not None:
            last = StreamEvent(last.id, last.type, last.content, last.done, {**last.data, "answer": body})
        with anyio.CancelScope(shield=True):
            await frames.write(last)
        frames.end()
