"""Messages: turns that come in, answers as they are written, pages, and what is searched for."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.message_rows import (
    answer_values,
    change_values,
    found_message,
    found_messages,
    message_rows,
    question_values,
    storable,
    stored_message,
)
from pincite.adapters.sql.session_tables import message_feedback, message_pictures, messages, sessions
from pincite.adapters.sql.sessions import lock, missing, of_person
from pincite.core.errors import Conflict, NotFound
from pincite.core.labels import is_storable
from pincite.ports.sessions import (
    AnswerChange,
    Exchange,
    Found,
    FoundKey,
    FoundPage,
    MessagePage,
    MessageRole,
    MessageStatus,
    Person,
    StoredMessage,
    Values,
)
from pincite.ports.tenants import DEFAULT_TENANT
from pincite.sessions.states import FINISHED, RUNNING, next_status
from pincite.text.analyzers import fold

_running = messages.c.status.in_([status.value for status in sorted(RUNNING)])


class SqlMessages:
    def __init__(self, database: Database) -> None:
        self._database = database

    # --- turns ----------------------------------------------------------------------------------

    async def add(self, exchange: Exchange, now: float) -> tuple[StoredMessage, StoredMessage]:
        async with self._database.write() as connection:
            await _enter(connection, exchange.session_id)
            return await _append(connection, exchange, now)

    async def resend(
        self, message_id: str, exchange: Exchange, now: float
    ) -> tuple[StoredMessage, StoredMessage]:
        async with self._database.write() as connection:
            await _enter(connection, exchange.session_id)
            old = await found_message(connection, message_id, exchange.session_id)
            if old.role is not MessageRole.USER:
                raise NotFound(f"{message_id!r} is no question.", hint="Regenerate an answer instead.")
            await _cut(connection, old)
            return await _append(connection, exchange, now)

    async def regenerate(
        self, answer_id: str, new_id: str, owner: str, now: float
    ) -> tuple[StoredMessage, StoredMessage]:
        async with self._database.write() as connection:
            session_id = (await found_message(connection, answer_id)).session_id
            await _enter(connection, session_id)
            old = await found_message(connection, answer_id, session_id)
            if old.role is not MessageRole.ASSISTANT:
                raise NotFound(f"{answer_id!r} is no answer.", hint="Send the question again instead.")
            asked = messages.c.request_id == old.request_id
            asked = and_(
                asked, messages.c.session_id == session_id, messages.c.role == MessageRole.USER.value
            )
            questions = await found_messages(connection, message_rows().where(asked))
            if not questions:
                raise NotFound("The question of this answer was deleted.", hint="Ask it again.")
            await _cut(connection, old)
            values = answer_values(new_id, session_id, old.request_id, owner, old.position, now)
            await connection.execute(insert(messages).values(values))
            await _touch(connection, session_id, {"updated_at": now})
            return questions[0], await found_message(connection, new_id)

    # --- reading --------------------------------------------------------------------------------

    async def get(self, message_id: str, *, tenant_id: str = DEFAULT_TENANT) -> StoredMessage:
        async with self._database.read() as connection:
            found = await found_message(connection, message_id)
            tenant = select(sessions.c.tenant_id).where(sessions.c.id == found.session_id)
            if await connection.scalar(tenant) != tenant_id:
                raise NotFound(f"There is no message {message_id!r}.")
        return found

    async def page(
        self, session_id: str, *, before: str | float | None = None, limit: int = 50
    ) -> MessagePage:
        statement = message_rows().where(messages.c.session_id == session_id)
        statement = statement.order_by(messages.c.position.desc()).limit(limit + 1)
        async with self._database.read() as connection:
            if isinstance(before, str):
                position = (await found_message(connection, before, session_id)).position
                statement = statement.where(messages.c.position < position)
            elif before is not None:
                statement = statement.where(messages.c.created_at < before)
            found = await found_messages(connection, statement)
        return MessagePage(tuple(reversed(found[:limit])), len(found) > limit)

    async def search(
        self, person: Person, text: str, *, after: FoundKey | None = None, limit: int = 20
    ) -> FoundPage:
        created, id_ = messages.c.created_at, messages.c.id
        statement = (
            message_rows(sessions.c.title.label("session_title"))
            .join(sessions, sessions.c.id == messages.c.session_id)
            .where(of_person(person), messages.c.folded.contains(fold(text), autoescape=True))
            .order_by(created.desc(), id_.desc())
            .limit(limit + 1)
        )
        if after is not None:
            earlier = and_(created == after.created_at, id_ < after.id)
            statement = statement.where(or_(created < after.created_at, earlier))
        async with self._database.read() as connection:
            rows = await connection.execute(statement)
            found = [Found(stored_message(row), row.session_title) for row in rows]
        shown = tuple(found[:limit])
        if len(found) <= limit or not shown:
            return FoundPage(shown, None)
        return FoundPage(shown, FoundKey(shown[-1].message.created_at, shown[-1].message.id))

    # --- writing --------------------------------------------------------------------------------

    async def update(self, answer_id: str, change: AnswerChange, now: float) -> StoredMessage:
        async with self._database.write() as connection:
            session_id = (await found_message(connection, answer_id)).session_id
            await lock(connection, session_id)
            present = await found_message(connection, answer_id, session_id)
            status = next_status(present.status, change.status)
            values = change_values(change) | {"status": status.value, "updated_at": now, "heartbeat": now}
            if status in FINISHED:
                values["owner"] = None
                await _touch(connection, session_id, {"updated_at": now})
            await connection.execute(update(messages).where(messages.c.id == answer_id).values(values))
            return await found_message(connection, answer_id)

    async def annotate(
        self,
        question_id: str,
        *,
        rendered_content: str | None = None,
        images: Sequence[Values] | None = None,
    ) -> None:
        values: dict[str, Any] = {}
        if rendered_content is not None:
            values["rendered_content"] = storable(rendered_content)
        if images is not None:
            values["images"] = list(images)
        if values:
            statement = update(messages).where(
                messages.c.id == question_id, messages.c.role == MessageRole.USER.value
            )
            async with self._database.write() as connection:
                await connection.execute(statement.values(values))

    async def pictures(self, question_id: str) -> Sequence[bytes]:
        if not is_storable(question_id):
            return ()
        statement = (
            select(message_pictures.c.data)
            .where(message_pictures.c.message_id == question_id)
            .order_by(message_pictures.c.number)
        )
        async with self._database.read() as connection:
            return (await connection.scalars(statement)).all()

    async def delete(self, session_id: str, message_id: str) -> None:
        async with self._database.write() as connection:
            await _enter(connection, session_id)
            found = await found_message(connection, message_id, session_id)
            if not found.is_completed:
                raise Conflict("This answer is being written.", hint="Stop it first.")
            await connection.execute(
                delete(message_feedback).where(message_feedback.c.message_id == message_id)
            )
            await connection.execute(delete(messages).where(messages.c.id == message_id))

    # --- signs of life --------------------------------------------------------------------------

    async def beat(self, changes: Mapping[str, AnswerChange], now: float) -> int:
        ids = sorted(filter(is_storable, changes))
        alive = {"status": MessageStatus.STREAMING.value, "updated_at": now, "heartbeat": now}
        async with self._database.write() as connection:
            written = await _locked(connection, and_(messages.c.id.in_(ids), _running))
            await connection.execute(update(messages).where(messages.c.id.in_(written)).values(alive))
            for id_ in written:
                if values := change_values(changes[id_]):
                    await connection.execute(update(messages).where(messages.c.id == id_).values(values))
        return len(written)

    async def owners(self) -> set[str]:
        async with self._database.read() as connection:
            found = await connection.scalars(
                select(messages.c.owner).where(messages.c.owner.is_not(None)).distinct()
            )
            return {owner for owner in found if owner is not None}

    async def abandoned(
        self, owners: Collection[str], silent_since: float | None = None
    ) -> Sequence[StoredMessage]:
        async with self._database.read() as connection:
            statement = message_rows().where(_left_by(owners, silent_since))
            return await found_messages(connection, statement.order_by(messages.c.created_at, messages.c.id))

    async def interrupt(
        self, owners: Collection[str], now: float, *, silent_since: float | None = None
    ) -> Sequence[StoredMessage]:
        async with self._database.write() as connection:
            left = await _locked(connection, _left_by(owners, silent_since))
            these = messages.c.id.in_(left)
            status = MessageStatus.INTERRUPTED.value
            await connection.execute(
                update(messages).where(these).values(status=status, owner=None, updated_at=now)
            )
            statement = message_rows().where(these).order_by(messages.c.created_at, messages.c.id)
            return await found_messages(connection, statement)


def _left_by(owners: Collection[str], silent_since: float | None) -> ColumnElement[bool]:
    left: ColumnElement[bool] = messages.c.owner.in_(sorted(owners))
    if silent_since is not None:
        left = or_(left, messages.c.heartbeat < silent_since)
    # Not "IS NOT NULL", for which SQLite reads all messages (172 ms of 100,000) instead of the index.
    return and_(messages.c.owner > "", _running, left)


async def _locked(connection: AsyncConnection, which: ColumnElement[bool]) -> Sequence[str]:
    """Without those that another transaction holds: it writes them, which is a sign of life, or removes them.
    To wait for it, in another order than its own, may end in a deadlock."""
    statement = select(messages.c.id).where(which).with_for_update(skip_locked=True)
    return (await connection.scalars(statement)).all()


async def _enter(connection: AsyncConnection, session_id: str) -> None:
    if not is_storable(session_id) or not await lock(connection, session_id):
        raise missing(session_id)


async def _append(
    connection: AsyncConnection, exchange: Exchange, now: float
) -> tuple[StoredMessage, StoredMessage]:
    session_id = exchange.session_id
    last = await connection.scalar(
        select(func.max(messages.c.position)).where(messages.c.session_id == session_id)
    )
    first = 0 if last is None else last + 1
    answer = answer_values(
        exchange.answer_id, session_id, exchange.request_id, exchange.owner, first + 1, now
    )
    await connection.execute(insert(messages), [question_values(exchange, first, now), answer])
    if exchange.pictures:
        rows = [
            {"message_id": exchange.question_id, "number": number, "data": data}
            for number, data in enumerate(exchange.pictures)
        ]
        await connection.execute(insert(message_pictures), rows)
    state: dict[str, Any] = {"updated_at": now}
    if exchange.request_state is not None:
        state["last_request_state"] = dict(exchange.request_state)
    await _touch(connection, session_id, state)
    if exchange.title:
        untitled = and_(sessions.c.id == session_id, sessions.c.title == "")
        await connection.execute(update(sessions).where(untitled).values(title=exchange.title))
    return (
        await found_message(connection, exchange.question_id),
        await found_message(connection, exchange.answer_id),
    )


async def _cut(connection: AsyncConnection, first: StoredMessage) -> None:
    """Remove a message and all that follow it. What people said of them is kept."""
    gone = and_(messages.c.session_id == first.session_id, messages.c.position >= first.position)
    if (await connection.execute(select(messages.c.id).where(gone, _running).limit(1))).first() is not None:
        raise Conflict("An answer of this session is being written.", hint="Stop it first.")
    await connection.execute(delete(messages).where(gone))


async def _touch(connection: AsyncConnection, session_id: str, values: dict[str, Any]) -> None:
    await connection.execute(update(sessions).where(sessions.c.id == session_id).values(values))
