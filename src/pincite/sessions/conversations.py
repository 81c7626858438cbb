"""What faces do with conversations; ids, times, limits and whose they are."""

import time
from collections.abc import Callable, Collection, Sequence
from uuid import uuid4

from pincite.core.attached import picture_type
from pincite.core.errors import InvalidInput, NotFound
from pincite.core.labels import is_one_line
from pincite.ports.metadata import Metadata
from pincite.ports.sessions import (
    NOBODY,
    Exchange,
    FoundPage,
    MessagePage,
    Person,
    Session,
    SessionChange,
    SessionPage,
    StoredMessage,
    Values,
)
from pincite.sessions.answers import Answers
from pincite.sessions.assistants import Assistants
from pincite.sessions.cursors import found_key, session_key
from pincite.sessions.remembering import Forget, check_searched, forget_nothing
from pincite.sessions.titles import LONGEST_TITLE, title_from_question
from pincite.sessions.turns import Turn, last_turns, messages_for
from pincite.sessions.votes import Votes
from pincite.text.language import dominant_language

LONGEST_QUERY = 200
"""Characters of a search over messages."""
MOST_DELETED = 1_000
"""Sessions a batch."""


def _uuid() -> str:
    return str(uuid4())


class Conversations:
    """Reading takes a person's tenant, changing takes the owner."""

    def __init__(
        self,
        metadata: Metadata,
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = _uuid,
        forget: Forget = forget_nothing,
    ) -> None:
        """``forget`` is told of sessions that something was deleted from."""
        self._forget = forget
        self._metadata = metadata
        self._clock = clock
        self._new_id = new_id
        self._assistants = Assistants(metadata)
        self.votes = Votes(metadata, clock)
        self.answers = Answers(metadata, clock)

    # --- sessions -------------------------------------------------------------------------------

    async def create(
        self,
        person: Person = NOBODY,
        *,
        title: str = "",
        bases: Sequence[str] = (),
        assistant: str | None = None,
        state: Values | None = None,
    ) -> Session:
        """``bases`` and ``assistant`` by name or id. Raises NotFound for one of them, InvalidInput for the
        title."""
        now = self._clock()
        session = Session(
            id=self._new_id(),
            tenant_id=person.tenant_id,
            user=person.user,
            title=_title(title) if title.strip() else "",
            base_ids=await self._base_ids(bases, person),
            assistant=await self._assistant_id(assistant, person) or None,
            last_request_state=state or {},
            created_at=now,
            updated_at=now,
        )
        return await self._metadata.sessions.create(session)

    async def get(self, session_id: str, person: Person = NOBODY) -> Session:
        """Raises NotFound."""
        return await self._metadata.sessions.get(session_id, tenant_id=person.tenant_id)

    async def list(
        self, person: Person = NOBODY, *, cursor: str | None = None, limit: int = 50
    ) -> SessionPage:
        after = None if cursor is None else session_key(cursor)
        return await self._metadata.sessions.list(person, after=after, limit=limit)

    async def change(
        self,
        session_id: str,
        person: Person = NOBODY,
        *,
        title: str | None = None,
        bases: Sequence[str] | None = None,
        assistant: str | None = None,
        state: Values | None = None,
        pinned: bool | None = None,
    ) -> Session:
        """Raises NotFound, Forbidden, InvalidInput."""
        await self._metadata.sessions.get_owned(session_id, person)
        change = SessionChange(
            title=None if title is None else _title(title),
            pinned=pinned,
            base_ids=None if bases is None else await self._base_ids(bases, person),
            assistant=await self._assistant_id(assistant, person),
            last_request_state=state,
        )
        return await self._metadata.sessions.change(session_id, change)

    async def delete(self, session_id: str, person: Person = NOBODY) -> None:
        """Raises NotFound, Forbidden."""
        await self._metadata.sessions.get_owned(session_id, person)
        await self._metadata.sessions.delete([session_id], person)
        await self._forget([session_id])

    async def delete_several(self, session_ids: Collection[str], person: Person = NOBODY) -> Sequence[str]:
        """Ids of those that were there and theirs; the others are no error, two tabs may delete at once."""
        if len(session_ids) > MOST_DELETED:
            raise InvalidInput(f"At most {MOST_DELETED} sessions can be deleted at once.")
        deleted = await self._metadata.sessions.delete(session_ids, person)
        await self._forget(deleted)
        return deleted

    async def delete_all(self, person: Person = NOBODY) -> int:
        deleted = await self._metadata.sessions.delete_all(person)
        await self._forget(None)
        return deleted

    # --- messages -------------------------------------------------------------------------------

    def exchange(
        self,
        session_id: str,
        question: str,
        owner: str,
        *,
        request_id: str | None = None,
        quote: str = "",
        attachments: Sequence[Values] = (),
        images: Sequence[Values] = (),
        pictures: Sequence[bytes] = (),
        state: Values | None = None,
        title: str | None = None,
    ) -> Exchange:
        """A question with ids for it and its answer, and the title that it gives a session without one."""
        return Exchange(
            session_id=session_id,
            request_id=request_id or self._new_id(),
            question_id=self._new_id(),
            answer_id=self._new_id(),
            content=question,
            owner=owner,
            quote=quote,
            attachments=tuple(attachments),
            images=tuple(images),
            pictures=tuple(pictures),
            title=title_from_question(question) if title is None else title,
            request_state=state,
        )

    async def ask(self, exchange: Exchange, person: Person = NOBODY) -> tuple[StoredMessage, StoredMessage]:
        """Store a question and the place for its answer. Raises NotFound, Forbidden."""
        await self._metadata.sessions.get_owned(exchange.session_id, person)
        return await self._metadata.messages.add(exchange, self._clock())

    async def resend(
        self, message_id: str, exchange: Exchange, person: Person = NOBODY
    ) -> tuple[StoredMessage, StoredMessage]:
        """Ask in the place of an earlier question; what came after it goes. Raises NotFound, Forbidden,
        Conflict."""
        await self._metadata.sessions.get_owned(exchange.session_id, person)
        pair = await self._metadata.messages.resend(message_id, exchange, self._clock())
        await self._forget([exchange.session_id])
        return pair

    async def regenerate(
        self, answer_id: str, owner: str, person: Person = NOBODY
    ) -> tuple[StoredMessage, StoredMessage]:
        """A place for another answer to the same question. Raises NotFound, Forbidden, Conflict."""
        old = await self._metadata.messages.get(answer_id, tenant_id=person.tenant_id)
        await self._metadata.sessions.get_owned(old.session_id, person)
        pair = await self._metadata.messages.regenerate(answer_id, self._new_id(), owner, self._clock())
        await self._forget([old.session_id])
        return pair

    async def messages(
        self,
        session_id: str,
        person: Person = NOBODY,
        *,
        before: str | float | None = None,
        limit: int = 50,
    ) -> MessagePage:
        """Raises NotFound."""
        await self.get(session_id, person)
        return await self._metadata.messages.page(session_id, before=before, limit=limit)

    async def turns(self, session_id: str, rounds: int, *, before: str | None = None) -> Sequence[Turn]:
        """The last ``rounds`` questions with their answers, oldest first, of those before a message."""
        limit = messages_for(rounds)
        if not limit:
            return []
        page = await self._metadata.messages.page(session_id, before=before, limit=limit)
        return last_turns(page.messages, rounds)

    async def message(self, message_id: str, person: Person = NOBODY) -> StoredMessage:
        """Raises NotFound."""
        return await self._metadata.messages.get(message_id, tenant_id=person.tenant_id)

    async def language(self, answer: StoredMessage) -> str:
        """In which the question of ``answer`` was asked."""
        question = await self.question_of(answer)
        return dominant_language(answer.content if question is None else question.content)

    async def question_of(self, answer: StoredMessage) -> StoredMessage | None:
        """None where it was deleted."""
        before = await self._metadata.messages.page(answer.session_id, before=answer.id, limit=1)
        last = before.messages[-1] if before.messages else None
        return last if last is not None and last.request_id == answer.request_id else None

    async def living_bases(self, session: Session, person: Person = NOBODY) -> Sequence[str]:
        """Ids of the bases that ``session`` asks and that are there still; none where it names none, which
        means all. Raises NotFound when all that it names were deleted: it is not about the others."""
        known = {base.id for base in await self._metadata.bases.list(tenant_id=person.tenant_id)}
        living = [id_ for id_ in session.base_ids if id_ in known]
        if session.base_ids and not living:
            raise NotFound(
                "The knowledge bases of this session were deleted.",
                hint="Choose others for it, or name some.",
            )
        return living

    async def owned(self, session_id: str, person: Person = NOBODY) -> Session:
        """A session to change. Raises NotFound, Forbidden."""
        return await self._metadata.sessions.get_owned(session_id, person)

    async def entitle(self, session_id: str, title: str, *, instead_of: str) -> bool:
        """Whether the session took it: a name that a person gave meanwhile stays."""
        return await self._metadata.sessions.entitle(session_id, title, instead_of=instead_of)

    async def pictures(self, question_id: str) -> Sequence[bytes]:
        """Those of a question, in order."""
        return await self._metadata.messages.pictures(question_id)

    async def picture(
        self, session_id: str, message_id: str, number: int, person: Person = NOBODY
    ) -> tuple[str, bytes]:
        """Media type and bytes of a picture of a question, numbered from 0. Raises NotFound."""
        await self.get(session_id, person)
        message = await self.message(message_id, person)
        found = await self.pictures(message_id) if message.session_id == session_id else ()
        if not 0 <= number < len(found):
            raise NotFound("The message has no such picture.", hint="Its `images` are numbered from 0.")
        return picture_type(found[number]), found[number]

    async def delete_message(self, session_id: str, message_id: str, person: Person = NOBODY) -> None:
        """Raises NotFound, Forbidden, Conflict."""
        await self._metadata.sessions.get_owned(session_id, person)
        await self._metadata.messages.delete(session_id, message_id)
        await self._forget([session_id])

    async def search(
        self, text: str, person: Person = NOBODY, *, cursor: str | None = None, limit: int = 20
    ) -> FoundPage:
        """Raises InvalidInput."""
        check_searched(text, LONGEST_QUERY)
        after = None if cursor is None else found_key(cursor)
        return await self._metadata.messages.search(person, text.strip(), after=after, limit=limit)

    async def _base_ids(self, names: Sequence[str], person: Person) -> tuple[str, ...]:
        records = [await self._metadata.bases.get(name, tenant_id=person.tenant_id) for name in names]
        return tuple(dict.fromkeys(record.id for record in records))

    async def _assistant_id(self, name: str | None, person: Person) -> str | None:
        """An id outlives a new name. An empty name takes the assistant away, None leaves it."""
        return (await self._assistants.get(name, tenant_id=person.tenant_id)).id if name else name


def _title(text: str) -> str:
    title = " ".join("".join(letter if is_one_line(letter) else " " for letter in text).split())
    if not title or len(title) > LONGEST_TITLE:
        raise InvalidInput(f"A title has 1 to {LONGEST_TITLE} characters.")
    return title
