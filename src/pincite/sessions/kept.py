"""What a message keeps of its stream, and the stream that a message can be told as once the log forgot it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pincite.core.errors import PinciteError
from pincite.core.translating import said, translated
from pincite.pipeline.answer import Answer
from pincite.ports.sessions import AnswerChange, MessageStatus, StoredMessage, Values
from pincite.ports.streams import StreamEvent
from pincite.streaming import events
from pincite.streaming.transcript import Transcript


def change_of(
    transcript: Transcript,
    answer: Answer | None,
    steps: Sequence[Mapping[str, Any]],
    status: MessageStatus,
    details: Values,
) -> AnswerChange:
    """The end of an answer: the text, the references and the verdicts as they were told, so that a reload
    shows what was seen; of one that was stopped too."""
    more: dict[str, Any] = dict(details)
    if transcript.thinking:
        more["thinking"] = transcript.thinking
    if answer is not None:
        more |= outcome_of(answer) | {
            "citations": [citation.to_json() for citation in answer.citations],
        }
        if answer.is_refusal:
            more["nearest"] = [source.to_json() for source in answer.nearest]
    return AnswerChange(
        status=status,
        content=transcript.text,
        references=tuple(transcript.references),
        verification=transcript.verification,
        steps=tuple(steps),
        details=more,
    )


FIRST_REPLAYED = 1_000_000_000
"""Offset of the first event of a message that is told as a stream: beyond those of any log, so that a client
who was in the middle of the stream that was forgotten is not taken for one in the middle of this one."""


def outcome_of(answer: Answer) -> dict[str, Any]:
    """What a reader must know of an answer besides its words, at the end of its stream and on a reload."""
    return {
        "is_refusal": answer.is_refusal,
        "refusal_reason": answer.refusal_reason,
        "searched": list(answer.searched),
        "ungrounded": answer.ungrounded,
        "notices": list(answer.notices),
        "degraded": list(answer.degraded),
        "finish_reason": answer.finish_reason,
        "trace_id": answer.trace_id,
    }


_OUTCOME = (
    "is_refusal",
    "refusal_reason",
    "searched",
    "ungrounded",
    "notices",
    "degraded",
    "finish_reason",
    "trace_id",
)


def interruption(language: str) -> PinciteError:
    """What readers are told of an answer whose process ended."""
    error = PinciteError("The answer was interrupted.", hint="Regenerate it, or ask again.")
    message, hint = said(error, language)
    return PinciteError(message, hint=hint)


def replayed(message: StoredMessage, language: str) -> list[StreamEvent]:
    """A finished message as a stream; ``language`` is that of its question."""
    request = message.request_id
    told = [events.agent_query(request, message.session_id, message.id)]
    if message.references:
        told.append(events.references(request, message.references))
    if message.content:
        told.append(events.answer(request, message.content, segment=message.id))
    if message.verification:
        told.append(events.verification(request, message.verification))
    if message.status is MessageStatus.FAILED:
        details = message.details
        told.append(
            events.failed(
                request,
                str(details.get("error", "")),
                code=str(details.get("code", "")),
                hint=str(details.get("hint", "")),
            )
        )
    if message.status is MessageStatus.INTERRUPTED:
        error = interruption(language)
        told.append(events.failed(request, error.message, code=error.code, hint=error.hint))
    if message.status is MessageStatus.STOPPED:
        told.append(events.stop(request, translated(events.STOPPED, language)))
    return [*told, ending(message)]


def ending(message: StoredMessage) -> StreamEvent:
    """The last event of a finished message."""
    outcome = {name: message.details[name] for name in _OUTCOME if name in message.details}
    citations = message.details.get("citations", ())
    return events.complete(message.request_id, citations=citations, outcome=outcome)
