"""What people think of answers."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, and_, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.message_rows import found_message
from pincite.adapters.sql.session_tables import message_feedback, messages, sessions
from pincite.adapters.sql.sessions import lock
from pincite.core.errors import Conflict, InvalidInput, NotFound
from pincite.ports.sessions import Feedback, FoundKey, MessageRole, StoredMessage, Vote
from pincite.ports.tenants import DEFAULT_TENANT


class SqlFeedback:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(
        self, answer_id: str, value: Vote, reason: str, now: float, *, tenant_id: str = DEFAULT_TENANT
    ) -> Feedback:
        async with self._database.write() as connection:
            answer = await _of_tenant(connection, answer_id, tenant_id)
            if answer.role is not MessageRole.ASSISTANT:
                raise InvalidInput("Feedback is about answers, and this message is a question.")
            if not answer.is_completed:
                raise Conflict("This answer is being written.", hint="Wait until it is finished.")
            question = await connection.scalar(
                select(messages.c.content).where(
                    messages.c.session_id == answer.session_id,
                    messages.c.request_id == answer.request_id,
                    messages.c.role == MessageRole.USER.value,
                )
            )
            values = {
                "message_id": answer.id,
                "session_id": answer.session_id,
                "value": value.value,
                "reason": reason,
                "question": question or "",
                "answer": answer.content,
                "references": list(answer.references),
                "created_at": now,
            }
            insertion = self._database.upsert(message_feedback).values(values)
            await connection.execute(
                insertion.on_conflict_do_update(index_elements=["message_id"], set_=values)
            )
            which = select(message_feedback).where(message_feedback.c.message_id == answer.id)
            return _feedback((await connection.execute(which)).one())

    async def remove(self, answer_id: str, *, tenant_id: str = DEFAULT_TENANT) -> None:
        async with self._database.write() as connection:
            answer = await _of_tenant(connection, answer_id, tenant_id)
            await connection.execute(
                delete(message_feedback).where(message_feedback.c.message_id == answer.id)
            )

    async def export(
        self, *, tenant_id: str = DEFAULT_TENANT, after: FoundKey | None = None, limit: int = 1000
    ) -> Sequence[Feedback]:
        created, id_ = message_feedback.c.created_at, message_feedback.c.message_id
        statement = (
            select(message_feedback)
            .join(sessions, sessions.c.id == message_feedback.c.session_id)
            .where(sessions.c.tenant_id == tenant_id)
            .order_by(created, id_)
            .limit(limit)
        )
        if after is not None:
            later = and_(created == after.created_at, id_ > after.id)
            statement = statement.where(or_(created > after.created_at, later))
        async with self._database.read() as connection:
            return [_feedback(row) for row in await connection.execute(statement)]


async def _of_tenant(connection: AsyncConnection, message_id: str, tenant_id: str) -> StoredMessage:
    session_id = (await found_message(connection, message_id)).session_id
    tenant = select(sessions.c.tenant_id).where(sessions.c.id == session_id)
    if not await lock(connection, session_id) or await connection.scalar(tenant) != tenant_id:
        raise NotFound(f"There is no message {message_id!r}.")
    return await found_message(connection, message_id)


def _feedback(row: Row[Any]) -> Feedback:
    return Feedback(
        message_id=row.message_id,
        session_id=row.session_id,
        value=Vote(row.value),
        reason=row.reason,
        question=row.question,
        answer=row.answer,
        references=tuple(row.references),
        created_at=row.created_at,
    )
