"""Webhooks and the calls that wait for them."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import documents, knowledge_bases, webhook_deliveries, webhooks
from pincite.core.errors import NotFound
from pincite.core.labels import is_storable
from pincite.core.types import DocumentStatus
from pincite.ports.operations import Delivery, Webhook
from pincite.ports.tenants import DEFAULT_TENANT

WAITING, GIVEN_UP = "waiting", "given_up"


class SqlWebhooks:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, webhook: Webhook) -> Webhook:
        async with self._database.write() as connection:
            if webhook.base_id is not None:
                kept = select(knowledge_bases.c.id).where(
                    knowledge_bases.c.id == webhook.base_id, ~knowledge_bases.c.deleting
                )
                if (await connection.execute(kept)).first() is None:
                    raise NotFound(f"There is no knowledge base {webhook.base_id!r}.")
            await connection.execute(
                insert(webhooks).values(
                    id=webhook.id,
                    tenant_id=webhook.tenant_id,
                    base_id=webhook.base_id,
                    url=webhook.url,
                    secret=webhook.secret,
                    enabled=webhook.enabled,
                    created_at=webhook.created_at,
                )
            )
        return webhook

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[Webhook]:
        statement = (
            select(webhooks)
            .where(webhooks.c.tenant_id == tenant_id)
            .order_by(webhooks.c.created_at, webhooks.c.id)
        )
        async with self._database.read() as connection:
            return [_webhook(row) for row in await connection.execute(statement)]

    async def delete(self, webhook_id: str) -> None:
        async with self._database.write() as connection:
            if not is_storable(webhook_id) or not await _remove(connection, webhooks.c.id == webhook_id):
                raise NotFound(f"There is no webhook {webhook_id!r}.")

    async def claim(self, now: float, lease: float, limit: int) -> Sequence[Delivery]:
        due = (
            select(webhook_deliveries.c.id)
            .where(webhook_deliveries.c.state == WAITING, webhook_deliveries.c.run_after <= now)
            .order_by(webhook_deliveries.c.created_at, webhook_deliveries.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        async with self._database.write() as connection:
            ids = (await connection.scalars(due)).all()
            await connection.execute(
                update(webhook_deliveries)
                .where(webhook_deliveries.c.id.in_(ids))
                .values(run_after=now + lease)
            )
            found = await connection.execute(
                select(webhook_deliveries, webhooks)
                .join(webhooks, webhooks.c.id == webhook_deliveries.c.webhook_id)
                .where(webhook_deliveries.c.id.in_(ids))
                .order_by(webhook_deliveries.c.created_at, webhook_deliveries.c.id)
            )
            return [
                Delivery(
                    id=row._mapping[webhook_deliveries.c.id],
                    webhook=_webhook(row),
                    payload=row.payload,
                    attempts=row.attempts,
                )
                for row in found
            ]

    async def delivered(self, delivery: Delivery) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(webhook_deliveries).where(webhook_deliveries.c.id == delivery.id))

    async def postpone(self, delivery: Delivery, error: str, at: float | None) -> None:
        values: dict[str, Any] = {"attempts": delivery.attempts + 1, "error": error}
        values |= {"state": GIVEN_UP} if at is None else {"run_after": at}
        async with self._database.write() as connection:
            await connection.execute(
                update(webhook_deliveries).where(webhook_deliveries.c.id == delivery.id).values(values)
            )

    async def next_due(self) -> float | None:
        async with self._database.read() as connection:
            due: float | None = await connection.scalar(
                select(func.min(webhook_deliveries.c.run_after)).where(webhook_deliveries.c.state == WAITING)
            )
            return due


async def announce(connection: AsyncConnection, document_id: str | None, now: float) -> None:
    """Put down a call for every webhook that hears of this document, whose row says how it ended."""
    row = (
        await connection.execute(
            select(documents, knowledge_bases.c.name.label("base_name"), knowledge_bases.c.tenant_id)
            .join(knowledge_bases, knowledge_bases.c.id == documents.c.base_id)
            .where(documents.c.id == document_id, documents.c.status != DocumentStatus.DELETING.value)
        )
    ).first()
    if row is None:
        return
    hearing = await connection.scalars(
        select(webhooks.c.id).where(
            webhooks.c.enabled,
            webhooks.c.tenant_id == row.tenant_id,
            or_(webhooks.c.base_id.is_(None), webhooks.c.base_id == row.base_id),
        )
    )
    payload = {
        "event": f"document.{row.status}",
        "at": now,
        "document": {
            "id": row.id,
            "base_id": row.base_id,
            "base": row.base_name,
            "filename": row.filename,
            "title": row.title,
            "status": row.status,
            "error_code": row.error_code,
            "error_message": row.error_message,
            "chunks": row.chunks,
            "warnings": row.warnings,
        },
    }
    calls = [
        {
            "id": str(uuid4()),
            "webhook_id": id_,
            "payload": payload,
            "state": WAITING,
            "run_after": now,
            "created_at": now,
        }
        for id_ in hearing.all()
    ]
    if calls:
        await connection.execute(insert(webhook_deliveries), calls)


async def drop_of_base(connection: AsyncConnection, base_id: str) -> None:
    """The webhooks of a base that is removed, with their calls, and what others would tell of it."""
    await _remove(connection, webhooks.c.base_id == base_id)
    await _forget(connection, "base_id", base_id)


async def drop_of_document(connection: AsyncConnection, document_id: str) -> None:
    """The calls that would tell of a document that is removed: they hold its name and title."""
    await _forget(connection, "id", document_id)


async def _forget(connection: AsyncConnection, field: str, value: str) -> None:
    named = webhook_deliveries.c.payload["document"][field].as_string()
    await connection.execute(delete(webhook_deliveries).where(named == value))


async def _remove(connection: AsyncConnection, which: Any) -> int:
    doomed = select(webhooks.c.id).where(which)
    await connection.execute(delete(webhook_deliveries).where(webhook_deliveries.c.webhook_id.in_(doomed)))
    return (await connection.execute(delete(webhooks).where(which))).rowcount


def _webhook(row: Any) -> Webhook:
    fields = row._mapping
    return Webhook(
        id=fields[webhooks.c.id],
        url=row.url,
        secret=row.secret,
        base_id=row.base_id,
        enabled=row.enabled,
        tenant_id=row.tenant_id,
        created_at=fields[webhooks.c.created_at],
    )
