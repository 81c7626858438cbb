"""What people say of answers, kept for evaluation."""

from collections.abc import Callable, Sequence

from pincite.ports.metadata import Metadata
from pincite.ports.sessions import NOBODY, Feedback, Person, Vote
from pincite.sessions.cursors import found_key


class Votes:
    """One an answer."""

    def __init__(self, metadata: Metadata, clock: Callable[[], float]) -> None:
        self._metadata = metadata
        self._clock = clock

    async def give(self, answer_id: str, value: Vote, reason: str = "", person: Person = NOBODY) -> Feedback:
        """In the place of an earlier one. Raises NotFound, Forbidden, Conflict, InvalidInput."""
        await self._check(answer_id, person)
        return await self._metadata.feedback.set(
            answer_id, value, reason.strip(), self._clock(), tenant_id=person.tenant_id
        )

    async def take_back(self, answer_id: str, person: Person = NOBODY) -> None:
        """Raises NotFound, Forbidden."""
        await self._check(answer_id, person)
        await self._metadata.feedback.remove(answer_id, tenant_id=person.tenant_id)

    async def export(
        self, person: Person = NOBODY, *, cursor: str | None = None, limit: int = 1000
    ) -> Sequence[Feedback]:
        """All of the tenant, oldest first: what answers are measured by."""
        after = None if cursor is None else found_key(cursor)
        return await self._metadata.feedback.export(tenant_id=person.tenant_id, after=after, limit=limit)

    async def _check(self, message_id: str, person: Person) -> None:
        message = await self._metadata.messages.get(message_id, tenant_id=person.tenant_id)
        await self._metadata.sessions.get_owned(message.session_id, person)
