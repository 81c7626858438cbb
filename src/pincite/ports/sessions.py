"""Conversations as they are kept: sessions, their messages, and what people think of the answers.

A turn is a person's message and the answer to it; the two share a ``request_id``. The answer belongs to the
process that writes it as long as it is not finished: the process shows a sign of life, so that what a killed
one left behind is told from what is still being written.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from pincite.ports.tenants import DEFAULT_TENANT

Values = Mapping[str, Any]


ASKED = "asked"
"""Under which the ``details`` of a question keep the settings that it was asked with."""


class MessageRole(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


class MessageStatus(StrEnum):
    """Which follows which: `pincite.sessions.states`."""

    PENDING = "pending"
    STREAMING = "streaming"
    COMPLETE = "complete"
    STOPPED = "stopped"
    """By a person; the text so far is kept."""
    INTERRUPTED = "interrupted"
    """Its process died."""
    FAILED = "failed"


class Vote(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Person:
    """Whose sessions. Without accounts there is one tenant, and nobody has a key."""

    tenant_id: str = DEFAULT_TENANT
    user: str | None = None


NOBODY = Person()
"""Whoever asks where there are no accounts."""


@dataclass(frozen=True, slots=True)
class Session:
    id: str
    tenant_id: str = DEFAULT_TENANT
    user: str | None = None
    """Key of its owner; the rest of the tenant may read it."""
    title: str = ""
    pinned: bool = False
    base_ids: tuple[str, ...] = ()
    assistant: str | None = None
    last_request_state: Values = field(default_factory=dict)
    """The settings of the last question, for the input bar."""
    created_at: float = 0.0
    updated_at: float = 0.0
    """Of the last message; neither a new title nor a pin changes it."""


@dataclass(frozen=True, slots=True)
class SessionChange:
    """What is None stays."""

    title: str | None = None
    pinned: bool | None = None
    base_ids: tuple[str, ...] | None = None
    assistant: str | None = None
    """An empty text takes it away."""
    last_request_state: Values | None = None


@dataclass(frozen=True, slots=True)
class SessionKey:
    """Where a page of sessions ended."""

    pinned: bool
    updated_at: float
    id: str


@dataclass(frozen=True, slots=True)
class SessionPage:
    sessions: tuple[Session, ...]
    next: SessionKey | None
    """None on the last page."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    id: str
    session_id: str
    request_id: str
    role: MessageRole
    content: str
    status: MessageStatus
    position: int
    """Order within the session."""
    references: tuple[Values, ...] = ()
    verification: Values | None = None
    steps: tuple[Values, ...] = ()
    """What led to the answer, as it was shown."""
    attachments: tuple[Values, ...] = ()
    images: tuple[Values, ...] = ()
    quote: str = ""
    """Text that the question refers to."""
    rendered_content: str | None = None
    """The question with the passages that the model saw; history never repeats it."""
    details: Values = field(default_factory=dict)
    """What else belongs to the answer: why it failed, how many tokens, whether it is grounded; of a question
    how it was `ASKED`."""
    owner: str | None = None
    """Process that writes it; None once it is finished."""
    heartbeat: float | None = None
    vote: Vote | None = None
    created_at: float = 0.0
    updated_at: float = 0.0

    @property
    def is_completed(self) -> bool:
        """Whether nothing more will come."""
        return self.status not in (MessageStatus.PENDING, MessageStatus.STREAMING)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question, and the place for its answer."""

    session_id: str
    request_id: str
    question_id: str
    answer_id: str
    content: str
    owner: str
    """Process that will write the answer."""
    quote: str = ""
    attachments: tuple[Values, ...] = ()
    images: tuple[Values, ...] = ()
    pictures: tuple[bytes, ...] = ()
    """What ``images`` tells of, in the same order; kept apart, because messages are read often."""
    title: str = ""
    """For a session that has none."""
    request_state: Values | None = None
    """The settings of the question, which its session remembers as those of the last one."""


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """What is None stays."""

    status: MessageStatus | None = None
    content: str | None = None
    references: tuple[Values, ...] | None = None
    verification: Values | None = None
    steps: tuple[Values, ...] | None = None
    details: Values | None = None


@dataclass(frozen=True, slots=True)
class MessagePage:
    messages: tuple[StoredMessage, ...]
    """Oldest first."""
    earlier: bool
    """Whether there are messages before these."""


@dataclass(frozen=True, slots=True)
class FoundKey:
    """Where a page of found messages ended."""

    created_at: float
    id: str


@dataclass(frozen=True, slots=True)
class Found:
    message: StoredMessage
    session_title: str


@dataclass(frozen=True, slots=True)
class FoundPage:
    found: tuple[Found, ...]
    next: FoundKey | None


@dataclass(frozen=True, slots=True)
class Feedback:
    """A vote, with what it was about: the answer may be replaced by a better one afterwards."""

    message_id: str
    session_id: str
    value: Vote
    reason: str
    question: str
    answer: str
    references: tuple[Values, ...]
    created_at: float


class Sessions(Protocol):
    async def create(self, session: Session) -> Session: ...

    async def get(self, session_id: str, *, tenant_id: str = DEFAULT_TENANT) -> Session:
        """Of any person of the tenant. Raises NotFound."""

    async def get_owned(self, session_id: str, person: Person) -> Session:
        """Raises NotFound; Forbidden where it is another person's of the same tenant."""

    async def list(self, person: Person, *, after: SessionKey | None = None, limit: int = 50) -> SessionPage:
        """Their own: pinned ones first, then by newest activity."""

    async def change(self, session_id: str, change: SessionChange) -> Session:
        """Raises NotFound."""

    async def entitle(self, session_id: str, title: str, *, instead_of: str = "") -> bool:
        """Set the title if it still is ``instead_of``: a name that a person gave is not written over."""

    async def delete(self, session_ids: Collection[str], person: Person) -> Sequence[str]:
        """With all that is in them; the ids of those that were there and theirs."""

    async def delete_all(self, person: Person) -> int: ...


class Messages(Protocol):
    async def add(self, exchange: Exchange, now: float) -> tuple[StoredMessage, StoredMessage]:
        """The question, finished, and the pending answer, with the state of the session, all at once.

        Raises NotFound for the session.
        """

    async def resend(
        self, message_id: str, exchange: Exchange, now: float
    ) -> tuple[StoredMessage, StoredMessage]:
        """As `add`, in the place of a question of the session and of everything after it.

        Raises:
            NotFound: there is no such question. Conflict: an answer after it is still being written.
        """

    async def regenerate(
        self, answer_id: str, new_id: str, owner: str, now: float
    ) -> tuple[StoredMessage, StoredMessage]:
        """A question that was asked, and a new pending answer in the place of the old one and of everything
        after it. The new one has an id of its own, so its stream is not mixed with the old one's.

        Raises:
            NotFound: there is no such answer, or its question is gone. Conflict: it, or one after it, is
                still being written.
        """

    async def get(self, message_id: str, *, tenant_id: str = DEFAULT_TENANT) -> StoredMessage:
        """Raises NotFound."""

    async def page(
        self, session_id: str, *, before: str | float | None = None, limit: int = 50
    ) -> MessagePage:
        """The newest ``limit``, or those before a message (its id) or a time. Raises NotFound for the
        message."""

    async def update(self, answer_id: str, change: AnswerChange, now: float) -> StoredMessage:
        """Change an answer that is being written, all at once, and note a sign of life.

        Raises:
            NotFound: it is gone. Conflict: it is finished (or not an answer), so nothing is written.
        """

    async def annotate(
        self,
        question_id: str,
        *,
        rendered_content: str | None = None,
        images: Sequence[Values] | None = None,
    ) -> None:
        """Add to a question what came out later. One that is gone by then is left alone."""

    async def pictures(self, question_id: str) -> Sequence[bytes]:
        """Those of a question, in order; none where it has none or is gone. They go with it."""

    async def beat(self, changes: Mapping[str, AnswerChange], now: float) -> int:
        """A sign of life for answers that are being written, by their ids and with what changed of each, all
        at once; how many there are. What is finished or gone, or is written by another transaction just now,
        is left as it is."""

    async def owners(self) -> set[str]:
        """Who writes answers."""

    async def abandoned(
        self, owners: Collection[str], silent_since: float | None = None
    ) -> Sequence[StoredMessage]:
        """Unfinished answers of those processes, and those without a sign of life since ``silent_since``."""

    async def interrupt(
        self, owners: Collection[str], now: float, *, silent_since: float | None = None
    ) -> Sequence[StoredMessage]:
        """Mark what `abandoned` finds, with the text it has."""

    async def delete(self, session_id: str, message_id: str) -> None:
        """Raises NotFound; Conflict while it is being written."""

    async def search(
        self, person: Person, text: str, *, after: FoundKey | None = None, limit: int = 20
    ) -> FoundPage:
        """Messages of all their sessions that hold ``text`` in any case and width, newest first."""


class FeedbackStore(Protocol):
    async def set(
        self, answer_id: str, value: Vote, reason: str, now: float, *, tenant_id: str = DEFAULT_TENANT
    ) -> Feedback:
        """In the place of an earlier one. Raises NotFound; Conflict before the answer is finished;
        InvalidInput for a question."""

    async def remove(self, answer_id: str, *, tenant_id: str = DEFAULT_TENANT) -> None:
        """Nothing where there is none. Raises NotFound for the message."""

    async def export(
        self, *, tenant_id: str = DEFAULT_TENANT, after: FoundKey | None = None, limit: int = 1000
    ) -> Sequence[Feedback]:
        """Oldest first. Feedback about an answer that was replaced since is there too; it goes when its
        message or its session is deleted."""
