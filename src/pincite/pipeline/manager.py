"""Triggers events: plugins of one event form a chain, first registered outermost."""

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass

from pincite.pipeline.calls import calls_in
from pincite.pipeline.events import Event, Plugin
from pincite.pipeline.spans import stage_span
from pincite.pipeline.state import ChatState
from pincite.ports.tracing import Tracer


@dataclass(slots=True)
class _Frame:
    """A running event; ``inner`` is the time of the events that it triggered itself."""

    inner: float = 0.0


_running: ContextVar[_Frame | None] = ContextVar("running event", default=None)


class EventManager:
    """Holds the plugins in chain order and times each event."""

    def __init__(
        self,
        plugins: Sequence[Plugin],
        clock: Callable[[], float] = time.perf_counter,
        tracer: Tracer | None = None,
    ) -> None:
        """Without ``tracer`` no stage has a span."""
        self._chains: dict[Event, list[Plugin]] = {}
        self._clock = clock
        self._tracer = tracer
        for plugin in plugins:
            for event in plugin.events:
                self._chains.setdefault(event, []).append(plugin)

    async def trigger(self, event: Event, chat: ChatState) -> None:
        """Run the chain of ``event``; its own wall time in ms adds to ``chat.context.stage_ms``.

        The time of events triggered from inside (the gate searches again) counts as theirs alone, so the
        stages add up to the whole.
        """
        outer, frame = _running.get(), _Frame()
        token = _running.set(frame)
        started = self._clock()
        try:
            span = nullcontext() if self._tracer is None else stage_span(self._tracer, event, chat)
            with calls_in(event.value, chat.context.calls), span:
                await self._run(self._chains.get(event, []), event, chat)
        finally:
            spent = self._clock() - started
            _running.reset(token)
            if outer is not None:
                outer.inner += spent
            times = chat.context.stage_ms
            own = max(spent - frame.inner, 0.0)  # events that ran side by side may sum to more
            times[event.value] = times.get(event.value, 0.0) + own * 1000

    def chain(self, event: Event) -> tuple[Plugin, ...]:
        """The plugins of ``event``, outermost first."""
        return tuple(self._chains.get(event, ()))

    async def _run(self, chain: Sequence[Plugin], event: Event, chat: ChatState) -> None:
        if not chain:
            return

        async def inner() -> None:
            await self._run(chain[1:], event, chat)

        await chain[0].on_event(event, chat, inner)
