"""Assistants."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.session_tables import assistants
from pincite.core.errors import Conflict, NotFound
from pincite.core.labels import is_storable
from pincite.ports.assistants import Assistant
from pincite.ports.tenants import DEFAULT_TENANT


class SqlAssistants:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, assistant: Assistant) -> Assistant:
        values = {
            "id": assistant.id,
            "tenant_id": assistant.tenant_id,
            "created_at": assistant.created_at,
            **_changeable(assistant),
        }
        try:
            async with self._database.write() as connection:
                await self._make_way(connection, assistant)
                await connection.execute(insert(assistants).values(values))
        except IntegrityError as error:
            raise _taken(assistant.name) from error
        return assistant

    async def get(self, name_or_id: str, *, tenant_id: str = DEFAULT_TENANT) -> Assistant:
        found = []
        if is_storable(name_or_id):
            statement = select(assistants).where(
                assistants.c.tenant_id == tenant_id,
                or_(assistants.c.name == name_or_id, assistants.c.id == name_or_id),
            )
            async with self._database.read() as connection:
                found = [_assistant(row) for row in await connection.execute(statement)]
        if not found:
            raise _missing(name_or_id)
        # One may be called like the id of another, which must stay reachable.
        return next((one for one in found if one.id == name_or_id), found[0])

    async def default(self, *, tenant_id: str = DEFAULT_TENANT) -> Assistant | None:
        statement = select(assistants).where(assistants.c.tenant_id == tenant_id, assistants.c.is_default)
        async with self._database.read() as connection:
            row = (await connection.execute(statement)).first()
        return None if row is None else _assistant(row)

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[Assistant]:
        statement = select(assistants).where(assistants.c.tenant_id == tenant_id).order_by(assistants.c.name)
        async with self._database.read() as connection:
            return [_assistant(row) for row in await connection.execute(statement)]

    async def replace(self, assistant: Assistant) -> Assistant:
        statement = (
            update(assistants)
            .where(assistants.c.id == assistant.id, assistants.c.tenant_id == assistant.tenant_id)
            .values(_changeable(assistant))
        )
        try:
            async with self._database.write() as connection:
                await self._make_way(connection, assistant)
                if not (await connection.execute(statement)).rowcount:
                    raise _missing(assistant.id)
        except IntegrityError as error:
            raise _taken(assistant.name) from error
        return assistant

    async def delete(self, assistant_id: str, *, tenant_id: str = DEFAULT_TENANT) -> None:
        statement = delete(assistants).where(
            assistants.c.id == assistant_id, assistants.c.tenant_id == tenant_id
        )
        async with self._database.write() as connection:
            if not is_storable(assistant_id) or not (await connection.execute(statement)).rowcount:
                raise _missing(assistant_id)

    async def _make_way(self, connection: AsyncConnection, assistant: Assistant) -> None:
        """Only one is the default, also when two are made so at once."""
        if assistant.is_default:
            await self._database.serialise(connection, f"default assistant of {assistant.tenant_id}")
            others = (
                assistants.c.tenant_id == assistant.tenant_id,
                assistants.c.id != assistant.id,
                assistants.c.is_default,
            )
            await connection.execute(update(assistants).where(*others).values(is_default=False))


def _changeable(assistant: Assistant) -> dict[str, Any]:
    return {
        "name": assistant.name,
        "description": assistant.description,
        "is_default": assistant.is_default,
        "profile": dict(assistant.profile),
        "updated_at": assistant.updated_at,
    }


def _taken(name: str) -> Conflict:
    return Conflict(f"There is an assistant {name!r} already.", hint="Choose another name.")


def _missing(name: str) -> NotFound:
    return NotFound(f"There is no assistant {name!r}.", hint="`GET /api/v1/assistants` lists them.")


def _assistant(row: Row[Any]) -> Assistant:
    return Assistant(
        id=row.id,
        name=row.name,
        tenant_id=row.tenant_id,
        description=row.description,
        is_default=row.is_default,
        profile=row.profile,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
