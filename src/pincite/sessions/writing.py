"""One answer, from its first event to what is stored of it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import anyio
import structlog

from pincite.core.errors import Conflict, NotFound, PinciteError
from pincite.pipeline.answer import Answer
from pincite.pipeline.language import failure_in, language_of
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import Cancelled, ChatRequest
from pincite.ports.sessions import AnswerChange, MessageStatus, StoredMessage, Values
from pincite.ports.streams import StreamLog
from pincite.sessions.beating import BEAT_SECONDS, Beats
from pincite.sessions.conversations import Conversations
from pincite.sessions.entitling import PATIENCE, Entitle
from pincite.sessions.kept import change_of, interruption, outcome_of
from pincite.sessions.remembering import Keep, keep_nothing, kept
from pincite.sessions.telling import Teller
from pincite.streaming import events
from pincite.streaming.reading import HEARTBEAT
from pincite.streaming.stopping import GUARD, watch_stop
from pincite.streaming.writer import StreamWriter

_log = structlog.get_logger("pincite.sessions")


@dataclass(frozen=True, slots=True)
class Pace:
    heartbeat: float = HEARTBEAT
    guard: float = GUARD
    beat: float = BEAT_SECONDS


USUAL = Pace()


@dataclass(frozen=True, slots=True)
class Job:
    """An answer that is to be written."""

    message: StoredMessage
    request: ChatRequest
    searched: Sequence[str]
    title: str = ""
    """What the question called the session; a model may find a better one."""
    question: StoredMessage | None = None
    """What came out about it is written back (rows IM-08, CM-07)."""


class AnswerWriter:
    """Writes answers of one process."""

    def __init__(
        self,
        conversations: Conversations,
        questions: Callable[[], QuestionService],
        log: StreamLog,
        pace: Pace,
        entitle: Entitle | None,
        keep: Keep = keep_nothing,
    ) -> None:
        self._keep = keep
        self._conversations = conversations
        self._questions = questions
        self._log = log
        self._pace = pace
        self._entitle = entitle
        self._beats = Beats(conversations.answers, pace.beat)
        self._naming: set[asyncio.Task[None]] = set()

    async def write(self, writer: StreamWriter, job: Job) -> None:
        """To the end, whatever happens; the client is told of what does."""
        message = job.message
        tell = Teller(writer, message.request_id, message.id)
        naming = self._begun_naming(writer, job)
        try:
            async with writer:
                answer = await self._generated(writer, tell, job)
                if naming is not None:  # a late title is stored all the same, and told no more
                    await asyncio.wait([naming], timeout=PATIENCE)
            if answer is not None and job.question is not None:
                await self._conversations.answers.annotate(job.question, rendered=answer.rendered_content)
        except Exception:  # noqa: BLE001 - the client has been told, and nobody waits for this task
            _log.warning("answer_failed", message=message.id, exc_info=True)

    def _begun_naming(self, writer: StreamWriter, job: Job) -> "asyncio.Task[None] | None":
        if not job.title or self._entitle is None or not job.request.query.strip():
            return None
        task = asyncio.create_task(self._named(writer, job, self._entitle))
        self._naming.add(task)
        task.add_done_callback(self._naming.discard)
        return task

    async def _named(self, writer: StreamWriter, job: Job, entitle: Entitle) -> None:
        message = job.message
        better = await entitle(job.request.query)
        if better and await self._conversations.entitle(message.session_id, better, instead_of=job.title):
            await writer.write(events.session_title(message.request_id, message.session_id, better))

    async def _generated(
        self,
        writer: StreamWriter,
        tell: Teller,
        job: Job,
    ) -> Answer | None:
        message = job.message
        answer: Answer | None = None
        status = MessageStatus.INTERRUPTED  # of what is cancelled from outside: the process ends
        details: Values = {}
        stopped = False
        try:
            scope = anyio.CancelScope()

            def stop() -> None:
                nonlocal stopped
                stopped = True
                scope.cancel()

            with scope, self._beats.of(message, writer, stop):

                async def watch() -> None:
                    if await watch_stop(self._log, message.session_id, message.id, guard=self._pace.guard):
                        stop()

                async with anyio.create_task_group() as group:
                    group.start_soon(watch)
                    answer = await self._questions().converse(
                        job.request, job.searched, tell=tell, cancelled=lambda: stopped
                    )
                    group.cancel_scope.cancel()
            status = MessageStatus.STOPPED if stopped else MessageStatus.COMPLETE
        except* Cancelled:
            status = MessageStatus.STOPPED
        except* Exception as failures:  # noqa: BLE001 - the edge of a background task
            error = _first(failures)
            language = language_of(job.request)
            status, details = MessageStatus.FAILED, why(error, language)
            await writer.fail(error, message=details["error"], hint=details["hint"])
            known = isinstance(error, PinciteError)
            _log.warning(
                "answer_failed", message=message.id, error=str(error), exc_info=None if known else error
            )
        finally:
            with anyio.CancelScope(shield=True):
                await tell.settled()
                if answer is not None:
                    writer.citations = [citation.to_json() for citation in answer.citations]
                    writer.outcome = outcome_of(answer)
                if status is MessageStatus.INTERRUPTED:  # else the half would end like a whole
                    await writer.fail(interruption(language_of(job.request)))
                change = change_of(writer.transcript, answer, tell.steps, status, details)
                await self.stored(message, change)
                if answer is not None and job.question is not None:
                    await self._noted(job.question, answer)
                    if status is MessageStatus.COMPLETE and not answer.is_refusal:
                        told = replace(message, content=writer.transcript.text)
                        await kept(self._keep, job.question, told)
        return answer

    async def _noted(self, question: StoredMessage, answer: Answer) -> None:
        """What pictures showed, before the next turn can ask for it. The answer is told and stored already:
        nobody loses it over a note that cannot be kept."""
        if not (answer.image_description and question.images):
            return
        try:
            await self._conversations.answers.annotate(question, caption=answer.image_description)
        except Exception:  # noqa: BLE001 - as a missed beat
            _log.warning("question_not_annotated", message=question.id, exc_info=True)

    async def stored(self, message: StoredMessage, change: AnswerChange) -> bool:
        """Whether there was still something to change."""
        try:
            await self._conversations.answers.change(message.id, change)
        except (NotFound, Conflict):  # its session was deleted meanwhile
            _log.info("answer_not_stored", message=message.id)
            return False
        return True

    async def aclose(self) -> None:
        await self._beats.aclose()
        for task in self._naming:
            task.cancel()
        await asyncio.gather(*self._naming, return_exceptions=True)


def _first(failures: BaseExceptionGroup[BaseException]) -> Exception:
    first = failures.exceptions[0]
    if isinstance(first, BaseExceptionGroup):
        return _first(first)
    return first if isinstance(first, Exception) else PinciteError(str(first))


def why(error: Exception, language: str) -> dict[str, str]:
    """What a message keeps of its failure, in the language of the question."""
    code, message, hint = failure_in(language, error)
    return {"code": code, "error": message, "hint": hint}
