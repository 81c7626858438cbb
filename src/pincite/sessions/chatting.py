"""Turns of a conversation: started here, written in the background, read and stopped from anywhere.

Generation never writes to a client. It writes to the stream log; whoever wants to read follows the log, as
often as they like (DESIGN.md section 10). What is generated goes on without any client.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, replace

from pincite.core.errors import Forbidden, NotFound, PinciteError, StreamGone
from pincite.core.translating import translated
from pincite.pipeline.language import language_of
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import ChatRequest
from pincite.ports.sessions import (
    NOBODY,
    AnswerChange,
    Exchange,
    MessageRole,
    MessageStatus,
    Person,
    StoredMessage,
    Values,
)
from pincite.ports.streams import StreamLog
from pincite.sessions.beside import KEPT, attachment_values, image_values, kept_beside, pictures
from pincite.sessions.conversations import Conversations
from pincite.sessions.entitling import Entitle
from pincite.sessions.following import follow_answer
from pincite.sessions.kept import FIRST_REPLAYED, replayed
from pincite.sessions.recovering import Recovery
from pincite.sessions.remembering import Keep, keep_nothing
from pincite.sessions.titles import title_of
from pincite.sessions.writing import USUAL, AnswerWriter, Job, Pace, why
from pincite.streaming import events
from pincite.streaming.reading import Arrival
from pincite.streaming.stopping import request_stop
from pincite.streaming.writer import StreamWriter


@dataclass(frozen=True, slots=True)
class Turn:
    """A question that was stored, and its answer, which is being written."""

    question: StoredMessage
    answer: StoredMessage


class Chats:
    """Of one process. Belongs to one event loop."""

    def __init__(
        self,
        conversations: Conversations,
        questions: Callable[[], QuestionService],
        log: StreamLog,
        owner: str,
        *,
        pace: Pace = USUAL,
        entitle: Entitle | None = None,
        keep: Keep = keep_nothing,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``owner`` names this process among those that write answers."""
        self._conversations = conversations
        self._questions = questions
        self._log = log
        self.owner = owner
        self._pace = pace
        self._writer = AnswerWriter(conversations, questions, log, pace, entitle, keep)
        self._recovery = Recovery(conversations, log, self._writer, clock)
        self._recovering = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()

    # --- asking -----------------------------------------------------------------------------------

    async def ask(
        self,
        session_id: str,
        request: ChatRequest,
        searched: Sequence[str] = (),
        person: Person = NOBODY,
        *,
        state: Values | None = None,
    ) -> Turn:
        """Store the question, with what lies beside it, and begin to answer it.

        Raises:
            InvalidInput: it cannot be asked, so nothing is stored. NotFound, Forbidden: the session.
        """
        self._questions().check(request)
        exchange = self._exchange(session_id, request, state)
        pair = await self._conversations.ask(exchange, person)
        return await self._begun(Turn(*pair), _by(request, person), searched)

    async def resend(
        self, message_id: str, session_id: str, request: ChatRequest, searched: Sequence[str] = (),
        person: Person = NOBODY, *, state: Values | None = None, keep: Collection[str] = (),
    ) -> Turn:  # fmt: skip
        """Ask otherwise in the place of an earlier question; what came after it goes. Of ``images``,
        ``attachments`` and ``quote`` those of that question stay which ``keep`` names. Raises as `ask`, and
        Conflict."""
        if keep:
            question = await self._question(session_id, message_id, person)
            found = await self._conversations.pictures(question.id)
            request = kept_beside(request, question, found, keep)
        self._questions().check(request)
        exchange = self._exchange(session_id, request, state)
        pair = await self._conversations.resend(message_id, exchange, person)
        return await self._begun(Turn(*pair), _by(request, person), searched)

    async def regenerate(
        self, answer_id: str, request: ChatRequest, searched: Sequence[str] = (), person: Person = NOBODY
    ) -> Turn:
        """Answer the same question again. Raises NotFound, Forbidden, Conflict; InvalidInput where
        ``request`` wants what is not set up."""
        self._questions().check_reach(request)
        question, answer = await self._conversations.regenerate(answer_id, self.owner, person)
        found = await self._conversations.pictures(question.id)
        asked = kept_beside(replace(request, query=question.content), question, found, KEPT)
        return await self._begun(Turn(question, answer), _by(asked, person), searched)

    def _exchange(self, session_id: str, request: ChatRequest, state: Values | None) -> Exchange:
        found = pictures(request)
        return self._conversations.exchange(
            session_id,
            request.query,
            self.owner,
            quote=request.quote,
            images=image_values(found),
            pictures=found,
            attachments=attachment_values(request),
            state=state,
            title=title_of(request),
        )

    async def _begun(self, turn: Turn, request: ChatRequest, searched: Sequence[str]) -> Turn:
        answer = turn.answer
        writer = StreamWriter(self._log, answer.session_id, answer.id, answer.request_id)
        request = replace(request, session_id=answer.session_id, before=turn.question.id, answer_id=answer.id)
        title = ""
        if turn.question.position == 0:
            held = (await self._conversations.get(answer.session_id)).title
            title = held if held == title_of(request) else ""  # else a person gave it
        try:
            await writer.begin()
            if title:
                await writer.write(events.session_title(answer.request_id, answer.session_id, title))
        except PinciteError as error:
            await self._writer.stored(
                answer, AnswerChange(MessageStatus.FAILED, details=why(error, language_of(request)))
            )
            raise
        task = asyncio.create_task(
            self._writer.write(writer, Job(answer, request, searched, title, turn.question))
        )
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return turn

    # --- reading ----------------------------------------------------------------------------------

    async def follow(
        self, session_id: str, message_id: str, from_offset: int = 0, person: Person = NOBODY
    ) -> AsyncIterator[Arrival | None]:
        """Events of an answer from ``from_offset`` to its end, from any process; None as a sign of life. Of
        an answer that the log has forgotten the stored message is told.

        Raises:
            NotFound: the session, the message, or a stream of it.
        """
        message = await self.answer(session_id, message_id, person)

        async def checked() -> StoredMessage:
            return await self._looked_after(session_id, message_id, person)

        arrivals = follow_answer(
            self._log, message, from_offset, checked=checked, heartbeat=self._pace.heartbeat
        )
        try:
            async for arrival in arrivals:
                yield arrival
        except StreamGone as gone:
            message = await checked()
            if not message.is_completed:
                raise NotFound("No stream events found.", hint="Ask again.") from gone
            language = await self._conversations.language(message)
            for offset, event in enumerate(replayed(message, language), FIRST_REPLAYED):
                # An offset of the stream that is forgotten says nothing of this one, which begins anew.
                if from_offset < FIRST_REPLAYED or offset >= from_offset:
                    yield Arrival(offset, event)

    async def _question(self, session_id: str, message_id: str, person: Person) -> StoredMessage:
        """One that may be asked otherwise. Raises NotFound."""
        await self._conversations.get(session_id, person)
        message = await self._conversations.message(message_id, person)
        if message.session_id != session_id or message.role is not MessageRole.USER:
            raise NotFound(f"{message_id!r} is no question.", hint="Regenerate an answer instead.")
        return message

    async def answer(self, session_id: str, message_id: str, person: Person = NOBODY) -> StoredMessage:
        """Raises NotFound; Forbidden for a message of another session."""
        await self._conversations.get(session_id, person)
        message = await self._conversations.message(message_id, person)
        if message.session_id != session_id:
            raise Forbidden("Message does not belong to this session")
        if message.role is not MessageRole.ASSISTANT:
            raise NotFound("Message not found", hint="Name the answer, not the question.")
        return message

    async def _looked_after(self, session_id: str, message_id: str, person: Person) -> StoredMessage:
        """As `answer`; one whose process died is interrupted, though nobody has started since. Of many who
        wait for answers of one process the first recovers all of them."""
        message = await self.answer(session_id, message_id, person)
        if not self._recovery.is_lost(message):
            return message
        async with self._recovering:
            message = await self.answer(session_id, message_id, person)
            if not self._recovery.is_lost(message):
                return message
            await self.recover_dead()
        return await self.answer(session_id, message_id, person)

    # --- stopping ---------------------------------------------------------------------------------

    async def stop(self, session_id: str, message_id: str, person: Person = NOBODY) -> bool:
        """Whether there was anything to stop. From any process, with or without a client. Raises NotFound,
        Forbidden."""
        await self._conversations.owned(session_id, person)
        message = await self.answer(session_id, message_id, person)
        if message.is_completed:
            return False
        said = translated(events.STOPPED, await self._conversations.language(message))
        await request_stop(self._log, session_id, message_id, message.request_id, content=said)
        return True

    async def recover(self, owners: Sequence[str] = (), silent_seconds: float | None = None) -> int:
        """As `Recovery.recover`."""
        return await self._recovery.recover(owners, silent_seconds)

    async def recover_dead(self) -> int:
        """As `Recovery.recover_dead`."""
        return await self._recovery.recover_dead()

    async def aclose(self) -> None:
        """Interrupt what is being written; the partial texts are stored."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._writer.aclose()


def _by(request: ChatRequest, person: Person) -> ChatRequest:
    return replace(request, tenant_id=person.tenant_id, user=person.user)
