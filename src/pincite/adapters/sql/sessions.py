"""Sessions."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, false, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database
from pincite.adapters.sql.session_tables import message_feedback, messages, sessions
from pincite.core.errors import Forbidden, NotFound
from pincite.core.labels import is_storable
from pincite.ports.sessions import Person, Session, SessionChange, SessionKey, SessionPage
from pincite.ports.tenants import DEFAULT_TENANT

_ORDER = (sessions.c.pinned.desc(), sessions.c.updated_at.desc(), sessions.c.id.desc())


class SqlSessions:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, session: Session) -> Session:
        async with self._database.write() as connection:
            await connection.execute(
                insert(sessions).values(
                    id=session.id,
                    tenant_id=session.tenant_id,
                    user_key=session.user,
                    title=session.title,
                    pinned=session.pinned,
                    base_ids=list(session.base_ids),
                    assistant=session.assistant,
                    last_request_state=dict(session.last_request_state),
                    created_at=session.created_at,
                    updated_at=session.updated_at,
                )
            )
        return session

    async def get(self, session_id: str, *, tenant_id: str = DEFAULT_TENANT) -> Session:
        async with self._database.read() as connection:
            found = await _find(connection, session_id)
        if found is None or found.tenant_id != tenant_id:
            raise missing(session_id)
        return found

    async def get_owned(self, session_id: str, person: Person) -> Session:
        found = await self.get(session_id, tenant_id=person.tenant_id)
        if found.user != person.user:
            raise Forbidden(f"The session {session_id!r} is somebody else's.")
        return found

    async def list(self, person: Person, *, after: SessionKey | None = None, limit: int = 50) -> SessionPage:
        statement = select(sessions).where(of_person(person)).order_by(*_ORDER).limit(limit + 1)
        if after is not None:
            statement = statement.where(_behind(after))
        async with self._database.read() as connection:
            found = [_session(row) for row in await connection.execute(statement)]
        shown = tuple(found[:limit])
        more = len(found) > limit and bool(shown)
        last = SessionKey(shown[-1].pinned, shown[-1].updated_at, shown[-1].id) if more else None
        return SessionPage(shown, last)

    async def change(self, session_id: str, change: SessionChange) -> Session:
        given: dict[str, Any] = {
            "title": change.title,
            "pinned": change.pinned,
            "base_ids": None if change.base_ids is None else list(change.base_ids),
            "last_request_state": None
            if change.last_request_state is None
            else dict(change.last_request_state),
        }
        values = {name: value for name, value in given.items() if value is not None}
        if change.assistant is not None:
            values["assistant"] = change.assistant or None
        async with self._database.write() as connection:
            if values and is_storable(session_id):
                await connection.execute(update(sessions).where(sessions.c.id == session_id).values(values))
            found = await _find(connection, session_id)
        if found is None:
            raise missing(session_id)
        return found

    async def entitle(self, session_id: str, title: str, *, instead_of: str = "") -> bool:
        statement = (
            update(sessions)
            .where(sessions.c.id == session_id, sessions.c.title == instead_of)
            .values(title=title)
        )
        async with self._database.write() as connection:
            return bool((await connection.execute(statement)).rowcount)

    async def delete(self, session_ids: Collection[str], person: Person) -> Sequence[str]:
        asked = sorted({id_ for id_ in session_ids if is_storable(id_)})
        deleted: list[str] = []
        async with self._database.write() as connection:
            for first in range(0, len(asked), ROWS_A_STATEMENT):
                some = sessions.c.id.in_(asked[first : first + ROWS_A_STATEMENT])
                deleted += await _delete(connection, and_(of_person(person), some))
        return deleted

    async def delete_all(self, person: Person) -> int:
        async with self._database.write() as connection:
            return len(await _delete(connection, of_person(person)))


def of_person(person: Person) -> ColumnElement[bool]:
    return and_(sessions.c.tenant_id == person.tenant_id, sessions.c.user_key == person.user)


def missing(session_id: str) -> NotFound:
    return NotFound(f"There is no session {session_id!r}.", hint="`GET /api/v1/sessions` lists them.")


async def lock(connection: AsyncConnection, session_id: str) -> bool:
    """Keep other transactions from the session and its messages until this one ends; whether it is there.

    All that write messages come by here first, or they would wait for each other.
    """
    statement = select(sessions.c.id).where(sessions.c.id == session_id).with_for_update()
    return (await connection.execute(statement)).first() is not None


async def _delete(connection: AsyncConnection, which: ColumnElement[bool]) -> Sequence[str]:
    statement = select(sessions.c.id).where(which).order_by(sessions.c.id).with_for_update()
    doomed = (await connection.scalars(statement)).all()
    for first in range(0, len(doomed), ROWS_A_STATEMENT):
        some = doomed[first : first + ROWS_A_STATEMENT]
        await connection.execute(delete(message_feedback).where(message_feedback.c.session_id.in_(some)))
        await connection.execute(delete(messages).where(messages.c.session_id.in_(some)))
        await connection.execute(delete(sessions).where(sessions.c.id.in_(some)))
    return doomed


async def _find(connection: AsyncConnection, session_id: str) -> Session | None:
    if not is_storable(session_id):
        return None
    row = (await connection.execute(select(sessions).where(sessions.c.id == session_id))).first()
    return None if row is None else _session(row)


def _behind(key: SessionKey) -> ColumnElement[bool]:
    """What comes after ``key`` in `_ORDER`."""
    later = or_(
        sessions.c.updated_at < key.updated_at,
        and_(sessions.c.updated_at == key.updated_at, sessions.c.id < key.id),
    )
    pinned = sessions.c.pinned
    return or_(~pinned if key.pinned else false(), and_(pinned if key.pinned else ~pinned, later))


def _session(row: Row[Any]) -> Session:
    return Session(
        id=row.id,
        tenant_id=row.tenant_id,
        user=row.user_key,
        title=row.title,
        pinned=row.pinned,
        base_ids=tuple(row.base_ids),
        assistant=row.assistant,
        last_request_state=row.last_request_state,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
