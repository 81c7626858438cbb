"""Signs of life of the answers that one process writes, each with its text so far."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import structlog

from pincite.ports.sessions import AnswerChange, MessageStatus, StoredMessage
from pincite.sessions.answers import Answers
from pincite.streaming.writer import StreamWriter

BEAT_SECONDS = 1.0
"""Between two signs of life: what a killed process loses at most where the log dies with it."""

_Place = tuple[int, int]
"""How far a transcript is: letters and references. Neither ever becomes less."""

_log = structlog.get_logger("pincite.sessions")


class Beats:
    """Of all answers at once: a transaction for each of two hundred took a core (5 ms each on SQLite, once a
    second), and who waited for the end of an answer waited for theirs. Belongs to one event loop."""

    def __init__(self, answers: Answers, seconds: float = BEAT_SECONDS) -> None:
        self._answers = answers
        self._seconds = seconds
        self._writers: dict[str, StreamWriter] = {}
        self._gone: dict[str, tuple[StoredMessage, Callable[[], None]]] = {}
        self._stored: dict[str, _Place] = {}
        self._beating: asyncio.Task[None] | None = None

    @contextmanager
    def of(self, message: StoredMessage, writer: StreamWriter, gone: Callable[[], None]) -> Iterator[None]:
        """As long as its text is written. A sign that is under way at the end changes nothing of what is
        finished. ``gone`` is called when the message is no more: whoever deleted its session, in whatever
        process, wants no more of it."""
        self._writers[message.id] = writer
        self._gone[message.id] = (message, gone)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            del self._writers[message.id], self._gone[message.id]
            self._stored.pop(message.id, None)

    async def aclose(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating

    async def _beat(self) -> None:
        while self._writers:
            await asyncio.sleep(self._seconds)
            places = {id_: _place_of(writer) for id_, writer in self._writers.items()}
            changes = {id_: self._change(id_) for id_ in places}
            try:
                alive = await self._answers.beat(changes)
                # Those that ended meanwhile are no longer written here, and no reason to look.
                if alive < sum(id_ in self._gone for id_ in changes):
                    await self._tell_gone()
            except Exception:  # noqa: BLE001 - a database that is busy for one beat ends no answer
                _log.warning("answer_beat_missed", answers=len(changes), exc_info=True)
            else:
                self._stored |= {id_: place for id_, place in places.items() if id_ in self._writers}

    async def _tell_gone(self) -> None:
        for message, gone in list(self._gone.values()):
            if not await self._answers.is_there(message):
                gone()

    def _change(self, message_id: str) -> AnswerChange:
        writer = self._writers[message_id]
        if self._stored.get(message_id) == _place_of(writer):
            return AnswerChange(MessageStatus.STREAMING)
        said = writer.transcript
        return AnswerChange(MessageStatus.STREAMING, said.text, tuple(said.references))


def _place_of(writer: StreamWriter) -> _Place:
    return len(writer.transcript.text), len(writer.transcript.references)
