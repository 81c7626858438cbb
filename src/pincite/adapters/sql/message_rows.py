"""Messages to rows and back."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.session_tables import message_feedback, messages
from pincite.citations import without_tags
from pincite.core.errors import NotFound
from pincite.core.labels import is_storable
from pincite.ports.sessions import (
    ASKED,
    AnswerChange,
    Exchange,
    MessageRole,
    MessageStatus,
    StoredMessage,
    Vote,
)
from pincite.text.analyzers import fold


def message_rows(*more: ColumnElement[Any]) -> Select[Any]:
    """Messages with the vote on each."""
    return (
        select(messages, message_feedback.c.value.label("vote"), *more)
        .select_from(messages)
        .outerjoin(message_feedback, message_feedback.c.message_id == messages.c.id)
    )


async def found_messages(connection: AsyncConnection, statement: Select[Any]) -> list[StoredMessage]:
    return [stored_message(row) for row in await connection.execute(statement)]


async def found_message(
    connection: AsyncConnection, message_id: str, session_id: str | None = None
) -> StoredMessage:
    """Raises NotFound."""
    if is_storable(message_id):
        which: ColumnElement[bool] = messages.c.id == message_id
        if session_id is not None:
            which = and_(which, messages.c.session_id == session_id)
        for message in await found_messages(connection, message_rows().where(which)):
            return message
    raise NotFound(f"There is no message {message_id!r}.", hint="It may have been deleted or replaced.")


def stored_message(row: Row[Any]) -> StoredMessage:
    return StoredMessage(
        id=row.id,
        session_id=row.session_id,
        request_id=row.request_id,
        role=MessageRole(row.role),
        content=row.content,
        status=MessageStatus(row.status),
        position=row.position,
        references=tuple(row.references),
        verification=row.verification,
        steps=tuple(row.steps),
        attachments=tuple(row.attachments),
        images=tuple(row.images),
        quote=row.quote,
        rendered_content=row.rendered_content,
        details=row.details,
        owner=row.owner,
        heartbeat=row.heartbeat,
        vote=None if row.vote is None else Vote(row.vote),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def question_values(exchange: Exchange, position: int, now: float) -> dict[str, Any]:
    return {
        **_common(exchange.question_id, exchange.session_id, exchange.request_id, position, now),
        **text_values(exchange.content),
        "role": MessageRole.USER.value,
        "status": MessageStatus.COMPLETE.value,
        "attachments": list(exchange.attachments),
        "images": list(exchange.images),
        "details": {} if exchange.request_state is None else {ASKED: dict(exchange.request_state)},
        "quote": storable(exchange.quote),
    }


def answer_values(
    id_: str, session_id: str, request_id: str, owner: str, position: int, now: float
) -> dict[str, Any]:
    return {
        **_common(id_, session_id, request_id, position, now),
        **text_values(""),
        "role": MessageRole.ASSISTANT.value,
        "status": MessageStatus.PENDING.value,
        "owner": owner,
        "heartbeat": now,
    }


def change_values(change: AnswerChange) -> dict[str, Any]:
    """The columns of what is not None, but for the status."""
    values: dict[str, Any] = {} if change.content is None else written_values(change.content)
    lists: dict[str, Sequence[Any] | None] = {"references": change.references, "steps": change.steps}
    values |= {name: list(value) for name, value in lists.items() if value is not None}
    mappings = {"verification": change.verification, "details": change.details}
    return values | {name: dict(value) for name, value in mappings.items() if value is not None}


def text_values(content: str) -> dict[str, Any]:
    kept = storable(content)
    return {"content": kept, "folded": fold(kept)}


def written_values(content: str) -> dict[str, Any]:
    """Of an answer: who searches for "kb" or a document's name means words, not the tags of sources."""
    return text_values(content) | {"folded": fold(without_tags(storable(content)))}


def storable(text: str) -> str:
    """Models write what they like; no answer is lost over a NUL that no database keeps."""
    if is_storable(text):
        return text
    return "".join(letter if is_storable(letter) else "\ufffd" for letter in text)


def _common(id_: str, session_id: str, request_id: str, position: int, now: float) -> dict[str, Any]:
    return {
        "id": id_,
        "session_id": session_id,
        "request_id": request_id,
        "position": position,
        "references": [],
        "verification": None,
        "steps": [],
        "attachments": [],
        "images": [],
        "quote": "",
        "rendered_content": None,
        "details": {},
        "owner": None,
        "heartbeat": None,
        "created_at": now,
        "updated_at": now,
    }
