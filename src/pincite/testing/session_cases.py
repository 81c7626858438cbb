"""Values and steps that the contract of conversations is written with."""

from dataclasses import replace

from pincite.ports.metadata import Metadata
from pincite.ports.sessions import (
    AnswerChange,
    Exchange,
    MessageStatus,
    Session,
    StoredMessage,
)
from pincite.testing.metadata_cases import MetadataCases, uid

SESSION = uid(1000)
HERE, THERE = "here", "there"
"""Processes."""


def exchange(number: int, content: str, session_id: str = SESSION, owner: str = HERE) -> Exchange:
    """Question ``number`` and answer ``number + 1``."""
    return Exchange(session_id, f"request {number}", uid(number), uid(number + 1), content, owner)


class SessionCases(MetadataCases):
    async def session(self, metadata: Metadata, id_: str = SESSION, **changes: object) -> Session:
        session = Session(id_, created_at=1.0, updated_at=1.0)
        return await metadata.sessions.create(replace(session, **changes))  # type: ignore[arg-type]

    async def turn(
        self,
        metadata: Metadata,
        number: int,
        question: str,
        answer: str | None,
        *,
        session_id: str = SESSION,
        status: MessageStatus = MessageStatus.COMPLETE,
        now: float = 100.0,
    ) -> StoredMessage:
        """A turn; its answer is pending when ``answer`` is None."""
        _, pending = await metadata.messages.add(exchange(number, question, session_id), now)
        if answer is None:
            return pending
        return await metadata.messages.update(pending.id, AnswerChange(status, answer), now + 1)

    async def contents(self, metadata: Metadata, session_id: str = SESSION) -> list[str]:
        return [message.content for message in (await metadata.messages.page(session_id)).messages]
