"""What the process that writes an answer does with its message, and with those that others left."""

from collections.abc import Callable, Collection, Mapping, Sequence

from pincite.core.errors import NotFound
from pincite.ports.metadata import Metadata
from pincite.ports.sessions import AnswerChange, StoredMessage
from pincite.sessions.beside import captioned


class Answers:
    """Of all sessions: who writes has no person's rights to look at."""

    def __init__(self, metadata: Metadata, clock: Callable[[], float]) -> None:
        self._metadata = metadata
        self._clock = clock

    async def change(self, answer_id: str, change: AnswerChange) -> StoredMessage:
        """Raises NotFound, Conflict once it is finished."""
        return await self._metadata.messages.update(answer_id, change, self._clock())

    async def beat(self, changes: Mapping[str, AnswerChange]) -> int:
        """A sign of life for answers that are being written here; how many there are still."""
        return await self._metadata.messages.beat(changes, self._clock())

    async def is_there(self, answer: StoredMessage) -> bool:
        """False once it was deleted, with its session or for another answer."""
        try:
            await self._metadata.messages.page(answer.session_id, before=answer.id, limit=1)
        except NotFound:
            return False
        return True

    async def annotate(self, question: StoredMessage, *, rendered: str = "", caption: str = "") -> None:
        """What the model read of a question, and what its pictures showed."""
        await self._metadata.messages.annotate(
            question.id,
            rendered_content=rendered or None,
            images=captioned(question.images, caption) if caption and question.images else None,
        )

    async def owners(self) -> set[str]:
        """Processes that write answers, or did when they died."""
        return await self._metadata.messages.owners()

    async def abandoned(
        self, owners: Collection[str], silent_seconds: float | None = None
    ) -> Sequence[StoredMessage]:
        """Unfinished answers of those processes, and those without a sign of life for so long."""
        since = None if silent_seconds is None else self._clock() - silent_seconds
        return await self._metadata.messages.abandoned(owners, since)
