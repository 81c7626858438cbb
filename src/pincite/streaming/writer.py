"""The one who writes an answer's stream."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Self, TypeVar

import structlog

from pincite.core.errors import PinciteError, TemporaryFailure
from pincite.ports.streams import EventType, StreamEvent, StreamLog
from pincite.streaming import events
from pincite.streaming.transcript import Transcript, segment_of

_log = structlog.get_logger("pincite.streaming")
_T = TypeVar("_T")


class StreamWriter:
    """Appends the events of one request and ends its stream with exactly one `complete`, also after a stop,
    an error, or a provider that never says that it is done.

    ``async with StreamWriter(…) as writer`` completes on every way out and tells the client of an error.
    What began to be written is written whole although the caller is cancelled meanwhile, so `transcript`
    holds what clients see and nothing else.
    """

    def __init__(
        self,
        log: StreamLog,
        session: str,
        message: str,
        request: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._log, self._session, self._message, self._request = log, session, message, request
        self._clock, self._now = clock, now
        self._began = clock()
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._in_doubt = False
        self.steps = 0
        """What `complete` says of the stages done."""
        self.citations: Sequence[Mapping[str, Any]] = ()
        """What `complete` says of the places that the answer stands on."""
        self.outcome: Mapping[str, Any] = events.NOTHING
        """What `complete` says besides: whether it was a refusal and why, and what else its reader must
        know."""
        self.transcript = Transcript()

    @classmethod
    async def resume(cls, log: StreamLog, session: str, message: str, request: str) -> Self:
        """A writer for a stream whose own one died: it knows what the log holds."""
        writer = cls(log, session, message, request)
        for event in (await log.read(session, message))[0]:
            writer.transcript.add(event)
        return writer

    async def begin(self) -> None:
        """Append `agent_query`; do it before anybody reads."""
        await self.write(events.agent_query(self._request, self._session, self._message))

    async def write(self, event: StreamEvent) -> int | None:
        """The offset of ``event``; None if it is dropped, as is what comes after `complete`, and what comes
        of a segment that is done (a provider's second "done", which may repeat the whole answer)."""
        return await self._whole(self._write(event))

    async def fail(self, error: Exception, *, message: str = "", hint: str = "") -> None:
        """Tell the client of an error that ends the answer, in the words of ``message`` if there are any."""
        await self._whole(self._fail(error, message, hint))

    async def complete(self) -> int | None:
        """The offset of `complete`; None if the stream has one."""
        return await self._whole(self._complete())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            await self._whole(self._end(error))
        except TemporaryFailure:
            # With the log gone nobody can be told; the first failure says more.
            if error is None:
                raise
            _log.warning("stream_not_completed", session=self._session, message=self._message, exc_info=True)

    async def _whole(self, work: Coroutine[Any, Any, _T]) -> _T:
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # Nobody may be left to ask for it.

    async def _write(self, event: StreamEvent) -> int | None:
        if event.type is EventType.COMPLETE:
            return await self._complete()
        async with self._turn:
            if self.transcript.completed:
                return None
            if event.type is EventType.ANSWER and segment_of(event) in self.transcript.closed:
                return None
            return await self._append(event)

    async def _append(self, event: StreamEvent) -> int:
        offset = await self._log.append(self._session, self._message, event)
        self.transcript.add(event)
        return offset

    async def _fail(self, error: Exception, message: str, hint: str) -> None:
        # The text of an unforeseen error may hold what is nobody's business; the log has it.
        told = error if isinstance(error, PinciteError) else PinciteError("Something unexpected happened.")
        async with self._turn:
            if not self.transcript.completed and self.transcript.error is None:
                await self._append(
                    events.failed(
                        self._request, message or told.message, code=told.code, hint=hint or told.hint
                    )
                )

    async def _complete(self) -> int | None:
        async with self._turn:
            if self._in_doubt:
                held, _ = await self._log.read(self._session, self._message)
                self.transcript.completed = any(event.type is EventType.COMPLETE for event in held)
            if self.transcript.completed:
                return None
            passed = round((self._clock() - self._began) * 1000)
            for segment in self.transcript.open_segments:
                await self._append(
                    events.answer_done(
                        self._request, segment=segment, duration_ms=passed, completed_at=self._now()
                    )
                )
            self._in_doubt = True  # A log that fails now may have it all the same.
            offset = await self._append(
                events.complete(
                    self._request,
                    total_steps=self.steps,
                    total_duration_ms=passed,
                    citations=self.citations,
                    outcome=self.outcome,
                )
            )
            self._in_doubt = False
            return offset

    async def _end(self, error: BaseException | None) -> None:
        if isinstance(error, Exception):
            await self._fail(error, "", "")
        await self._complete()
