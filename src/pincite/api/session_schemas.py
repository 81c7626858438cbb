"""Bodies about conversations."""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field

from pincite.api.schemas import Body
from pincite.citations import without_tags
from pincite.ports.sessions import (
    Feedback,
    Found,
    FoundPage,
    MessagePage,
    MessageRole,
    Session,
    SessionPage,
    StoredMessage,
)
from pincite.sessions.conversations import MOST_DELETED
from pincite.sessions.cursors import cursor_of
from pincite.sessions.excerpts import excerpt
from pincite.sessions.titles import LONGEST_TITLE

LARGEST_STATE = 16_384
"""Bytes of the settings of a question as JSON; they hold choices, no documents."""
LONGEST_REASON = 2_000
CURSOR = "`next` of the page before."


def _small(state: dict[str, Any]) -> dict[str, Any]:
    try:
        size = len(json.dumps(state, ensure_ascii=False, allow_nan=False).encode())
    except (RecursionError, ValueError) as error:
        raise ValueError("it nests too deep, or holds a number that JSON does not have") from error
    if size > LARGEST_STATE:
        raise ValueError(f"it has more than {LARGEST_STATE:,} bytes")
    return state


State = Annotated[dict[str, Any], AfterValidator(_small)]
Bases = Annotated[list[str], Field(max_length=100, description="Names or ids of bases.")]
_STATE = "Settings of the last question, for the input bar; yours to fill."


class SessionIn(Body):
    title: str = Field(
        "", max_length=1000, description=f"At most {LONGEST_TITLE} characters; else made from the question."
    )
    bases: Bases = Field(default_factory=list)
    assistant: str | None = Field(None, max_length=200)
    last_request_state: State = Field(default_factory=dict, description=_STATE)


class SessionPut(Body):
    """What is absent stays."""

    title: str | None = Field(None, max_length=1000, description=f"1 to {LONGEST_TITLE} characters.")
    bases: Bases | None = None
    assistant: str | None = Field(None, max_length=200, description="Null takes it away.")
    last_request_state: State | None = Field(None, description=_STATE)

    def given(self) -> dict[str, Any]:
        """Arguments of `Conversations.change`."""
        assistant = (self.assistant or "") if "assistant" in self.model_fields_set else None
        return {
            "title": self.title,
            "bases": self.bases,
            "assistant": assistant,
            "state": self.last_request_state,
        }


class SessionOut(BaseModel):
    id: str
    title: str = Field(description="Empty before the first question.")
    pinned: bool
    base_ids: list[str]
    assistant: str | None
    last_request_state: dict[str, Any]
    created_at: float = Field(description="Unix seconds, as all times.")
    updated_at: float = Field(description="Of the last message.")

    @classmethod
    def of(cls, session: Session) -> "SessionOut":
        return cls(
            id=session.id,
            title=session.title,
            pinned=session.pinned,
            base_ids=list(session.base_ids),
            assistant=session.assistant,
            last_request_state=dict(session.last_request_state),
            created_at=session.created_at,
            updated_at=session.updated_at,
        )


class SessionsOut(BaseModel):
    sessions: list[SessionOut]
    next: str | None = Field(description="`cursor` of the next page; null on the last.")

    @classmethod
    def of(cls, page: SessionPage) -> "SessionsOut":
        return cls(
            sessions=[SessionOut.of(session) for session in page.sessions],
            next=None if page.next is None else cursor_of(page.next),
        )


class SessionsDelete(Body):
    """One of the two."""

    ids: list[str] = Field(default_factory=list, max_length=MOST_DELETED)
    all: bool = Field(False, description="Every session of yours.")


class SessionsDeleted(BaseModel):
    deleted: int


class MessageOut(BaseModel):
    id: str
    session_id: str
    request_id: str = Field(description="Shared by a question and its answer.")
    role: Literal["user", "assistant"]
    content: str
    status: Literal["pending", "streaming", "complete", "stopped", "interrupted", "failed"]
    is_completed: bool = Field(description="Whether nothing more will come; else continue its stream.")
    references: list[dict[str, Any]]
    verification: dict[str, Any] | None
    steps: list[dict[str, Any]]
    attachments: list[dict[str, Any]] = Field(
        description="Files that the question is about: `name`, `characters`, and their `text`."
    )
    images: list[dict[str, Any]] = Field(
        description="Of each picture `media_type`, `size` and `caption`; `…/images/0` gives the first."
    )
    quote: str = Field(description="Text that the question refers to.")
    details: dict[str, Any]
    feedback: Literal["up", "down"] | None
    created_at: float
    updated_at: float

    @classmethod
    def of(cls, message: StoredMessage) -> "MessageOut":
        return cls(
            id=message.id,
            session_id=message.session_id,
            request_id=message.request_id,
            role=message.role.value,
            content=message.content,
            status=message.status.value,
            is_completed=message.is_completed,
            references=[dict(reference) for reference in message.references],
            verification=None if message.verification is None else dict(message.verification),
            steps=[dict(step) for step in message.steps],
            attachments=[dict(attachment) for attachment in message.attachments],
            images=[dict(image) for image in message.images],
            quote=message.quote,
            details=dict(message.details),
            feedback=None if message.vote is None else message.vote.value,
            created_at=message.created_at,
            updated_at=message.updated_at,
        )


class MessagesOut(BaseModel):
    messages: list[MessageOut] = Field(description="Oldest first.")
    before: str | None = Field(description="`before` of the page with earlier ones; null if there are none.")

    @classmethod
    def of(cls, page: MessagePage) -> "MessagesOut":
        return cls(
            messages=[MessageOut.of(message) for message in page.messages],
            before=page.messages[0].id if page.earlier and page.messages else None,
        )


class FoundOut(BaseModel):
    message_id: str
    session_id: str
    session_title: str
    request_id: str
    role: Literal["user", "assistant"]
    excerpt: str
    start: int = Field(description="Of what was searched for, in the excerpt; -1 if it is not in there.")
    end: int
    created_at: float

    @classmethod
    def of(cls, found: Found, sought: str) -> "FoundOut":
        message = found.message
        answer = message.role is MessageRole.ASSISTANT
        piece = excerpt(without_tags(message.content) if answer else message.content, sought)
        return cls(
            message_id=message.id,
            session_id=message.session_id,
            session_title=found.session_title,
            request_id=message.request_id,
            role=message.role.value,
            excerpt=piece.text,
            start=piece.start,
            end=piece.end,
            created_at=message.created_at,
        )


class FoundsOut(BaseModel):
    found: list[FoundOut] = Field(description="Newest first.")
    next: str | None = Field(description="`cursor` of the next page; null on the last.")

    @classmethod
    def of(cls, page: FoundPage, sought: str) -> "FoundsOut":
        return cls(
            found=[FoundOut.of(found, sought) for found in page.found],
            next=None if page.next is None else cursor_of(page.next),
        )


class FeedbackIn(Body):
    value: Literal["up", "down"]
    reason: str = Field("", max_length=LONGEST_REASON)


class FeedbackOut(BaseModel):
    message_id: str
    session_id: str
    value: Literal["up", "down"]
    reason: str
    question: str
    answer: str = Field(description="As it was when the vote was given.")
    references: list[dict[str, Any]]
    created_at: float

    @classmethod
    def of(cls, said: Feedback) -> "FeedbackOut":
        return cls(
            message_id=said.message_id,
            session_id=said.session_id,
            value=said.value.value,
            reason=said.reason,
            question=said.question,
            answer=said.answer,
            references=[dict(reference) for reference in said.references],
            created_at=said.created_at,
        )


class FeedbacksOut(BaseModel):
    feedback: list[FeedbackOut] = Field(description="Oldest first.")
    next: str | None = Field(description="`cursor` of the next page; null on the last.")
