"""Following an answer whose writer may be slow, or dead: a reader is never told of an end that was not, and
never waits for one that will not come."""

from collections.abc import AsyncIterator, Awaitable, Callable

from pincite.ports.sessions import StoredMessage
from pincite.ports.streams import StreamLog
from pincite.sessions.kept import ending
from pincite.streaming.reading import HEARTBEAT, Arrival, follow


async def follow_answer(
    log: StreamLog,
    message: StoredMessage,
    from_offset: int,
    *,
    checked: Callable[[], Awaitable[StoredMessage]],
    heartbeat: float = HEARTBEAT,
) -> AsyncIterator[Arrival | None]:
    """As `follow`, but what ends without `complete` is asked for with ``checked``, which looks after an
    answer whose writer died: one that is still written is waited for however long that takes, as its text
    goes on; one that is finished ends, though its `complete` never came into the log.

    Raises as `follow`.
    """
    offset, finished = from_offset, False
    while True:
        whole = True
        async for arrival in follow(log, message.session_id, message.id, offset, heartbeat=heartbeat):
            if arrival is not None and arrival.offset is not None:
                offset, finished = arrival.offset + 1, False
                yield arrival
                continue
            # Silence, or no end in time after a stop. `complete` follows at once on what is finished.
            stored = await checked()
            was_finished, finished = finished, stored.is_completed
            if was_finished and finished:
                yield Arrival(None, ending(stored))
                return
            whole = arrival is None
            yield None
        if whole:
            return
