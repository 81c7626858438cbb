"""What a run tells, as events of its stream; and what is kept of it with the message."""

import asyncio
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol

from pincite.pipeline.progress import SEARCHING, UNDERSTANDING
from pincite.pipeline.telling import Kind, Told
from pincite.ports.streams import StreamEvent
from pincite.streaming import events

KEPT_STEPS = (UNDERSTANDING, SEARCHING)
"""Steps that a reload shows again."""


class Writer(Protocol):
    """Where events go."""

    steps: int

    async def write(self, event: StreamEvent) -> int | None: ...


class Teller:
    """`Tell` of one request."""

    def __init__(
        self,
        writer: Writer,
        request: str,
        segment: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._writer, self._request, self._segment = writer, request, segment
        self._clock, self._now = clock, now
        self._began = clock()
        self.steps: list[Mapping[str, Any]] = []
        """Steps that are over, in order."""
        self._under_way: set[asyncio.Task[None]] = set()

    async def __call__(self, told: Told) -> None:
        if told.kind is Kind.ANSWER and not told.content and not told.done:
            return
        writing = asyncio.ensure_future(self._write(told))
        self._under_way.add(writing)
        writing.add_done_callback(self._written)
        await asyncio.shield(writing)

    async def settled(self) -> None:
        """Returns when everything is written that was under way when the run was cancelled. A reader sees it,
        so it belongs to the text that is stored."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    def _written(self, writing: asyncio.Task[None]) -> None:
        self._under_way.discard(writing)
        if not writing.cancelled():
            writing.exception()  # Of one that was cancelled nobody asks for it.

    async def _write(self, told: Told) -> None:
        await self._writer.write(self._event(told))
        if told.kind is Kind.TOOL_RESULT:
            self._writer.steps += 1
            if told.data["tool_name"] in KEPT_STEPS:
                self.steps.append(dict(told.data))

    def _event(self, told: Told) -> StreamEvent:
        data = dict(told.data)
        match told.kind:
            case Kind.THINKING:
                segment = f"{self._segment}-thinking"
                return events.thinking(self._request, told.content, segment=segment, done=told.done)
            case Kind.ANSWER if told.done:
                return events.answer_done(
                    self._request,
                    segment=self._segment,
                    duration_ms=round((self._clock() - self._began) * 1000),
                    completed_at=self._now(),
                )
            case Kind.ANSWER:
                return events.answer(self._request, told.content, segment=self._segment)
            case Kind.REFERENCES:
                return events.references(self._request, data["references"])
            case Kind.TOOL_CALL:
                return events.tool_call(
                    self._request,
                    data["tool_name"],
                    data["arguments"],
                    call=data["tool_call_id"],
                    state=data.get("state", ""),
                )
            case Kind.TOOL_RESULT:
                rest = {key: value for key, value in data.items() if key not in _OWN}
                return events.tool_result(
                    self._request,
                    data["tool_name"],
                    call=data["tool_call_id"],
                    duration_ms=data["duration_ms"],
                    success=data["success"],
                    error=data["error"],
                    details=rest,
                )
            case Kind.VERIFICATION:
                return events.verification(self._request, data)


_OWN = frozenset({"tool_name", "tool_call_id", "duration_ms", "error", "success"})
