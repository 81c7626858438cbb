"""What happens in one request, told to whoever wants to know."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from pincite.ports.streams import EventType, StreamEvent

_log = structlog.get_logger("pincite.streaming")

Handler = Callable[[StreamEvent], Awaitable[object]]


class EventBus:
    """One a request. Handlers are called one after the other, in the order of subscription, an event after
    the other in the order of publishing. A handler that fails is logged and stops neither the others nor who
    published."""

    def __init__(self) -> None:
        self._handlers: list[tuple[frozenset[EventType], Handler]] = []
        self._queue: deque[StreamEvent] = deque()
        self._turn = asyncio.Lock()
        self._teller: asyncio.Task[object] | None = None

    def subscribe(self, handler: Handler, *types: EventType) -> Callable[[], None]:
        """Call ``handler`` for events of ``types``, without any for all. The result ends that."""
        entry = (frozenset(types), handler)
        self._handlers.append(entry)

        def end() -> None:
            if entry in self._handlers:
                self._handlers.remove(entry)

        return end

    async def publish(self, event: StreamEvent) -> None:
        """Returns when the handlers have seen ``event``; from within a handler at once, the event then being
        the next one."""
        self._queue.append(event)
        if self._teller is not None and self._teller is asyncio.current_task():
            return
        async with self._turn:
            self._teller = asyncio.current_task()
            try:
                while self._queue:
                    await self._tell(self._queue.popleft())
            finally:
                self._teller = None

    async def _tell(self, event: StreamEvent) -> None:
        for types, handler in tuple(self._handlers):
            if types and event.type not in types:
                continue
            try:
                await handler(event)
            except Exception:  # noqa: BLE001
                _log.exception("event_handler_failed", type=event.type.value, request=event.id)
