"""Triggers events: plugins of one event form a chain, first registered outermost."""

import time
from collections.abc import Callable, Sequence

from pincite.pipeline.events import Event, Plugin
from pincite.pipeline.state import ChatState


class EventManager:
    """Holds the plugins in chain order and times each event."""

    def __init__(self, plugins: Sequence[Plugin], clock: Callable[[], float] = time.perf_counter) -> None:
        self._chains: dict[Event, list[Plugin]] = {}
        self._clock = clock
        for plugin in plugins:
            for event in plugin.events:
                self._chains.setdefault(event, []).append(plugin)

    async def trigger(self, event: Event, chat: ChatState) -> None:
        """Run the chain of ``event``; its wall time in ms adds to ``chat.context.stage_ms``."""
        started = self._clock()
        try:
            await self._run(self._chains.get(event, []), event, chat)
        finally:
            spent = (self._clock() - started) * 1000
            times = chat.context.stage_ms
            times[event.value] = times.get(event.value, 0.0) + spent

    async def _run(self, chain: Sequence[Plugin], event: Event, chat: ChatState) -> None:
        if not chain:
            return

        async def inner() -> None:
            await self._run(chain[1:], event, chat)

        await chain[0].on_event(event, chat, inner)
