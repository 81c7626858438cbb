"""One more try for an answer that states its sources wrongly (reference 001 part 4'; rows CR-01 to CR-04).

Off by default: all six answers that the reference's check condemned were right, and writing them again made
them worse. Only errors of the writing are written again, once, with a hint; what the search missed and what
says the opposite go to a person.
"""

from contextlib import aclosing
from typing import Final

from pincite.citations import strip_references
from pincite.composing import approximate_tokens
from pincite.composing.window import longest_answer
from pincite.core.catalogue import say
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import ChatSettings
from pincite.core.types import Message
from pincite.pipeline.models import Models
from pincite.pipeline.profile import chat_options
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel
from pincite.verification import Claim, FailureType, VerificationReport
from pincite.verification.summary import ESCALATED, SEVERITY

REGENERATED: Final = frozenset({FailureType.GENERATION_ERROR, FailureType.UNIT_ERROR})
"""Causes that lie in the writing."""

NONE, FLAGGED, ESCALATION = "none", "flagged", "escalated"
REPLACED, DISCARDED, FAILED = "regenerated", "regeneration_discarded", "regeneration_failed"
"""What was done about an answer: nothing was wrong; its faults are shown; a person is asked for; the second
answer stands; the second was no better; there was none."""

CRITIC: Final = "critic"
"""Named in ``degraded`` when the model failed and the first answer stands."""

LEAST_ANSWER: Final = 128
"""Tokens that must be left for a second answer."""


class Critic:
    def __init__(self, models: Models, settings: ChatSettings, *, enabled: bool) -> None:
        self._models = models
        self._settings = settings
        self._enabled = enabled

    def action(self, chat: ChatState, report: VerificationReport) -> str:
        """What is to be done; `REPLACED` where a second answer is to be asked for."""
        failure = report.failure_type
        if failure is None:
            return NONE
        if failure in ESCALATED:
            return ESCALATION
        writes = self._enabled and failure in REGENERATED
        return REPLACED if writes and self._models.chat(chat.request.profile) is not None else FLAGGED

    async def second(self, chat: ChatState, report: VerificationReport) -> str | None:
        """Another answer with its handles; None where the model gives none or its window has no room."""
        model = self._models.chat(chat.request.profile)
        settings = self._models.settings(chat.request.profile, self._settings)
        messages = [
            *chat.state.messages,
            Message("assistant", chat.state.raw_answer),
            Message("user", hint(report, chat.state.language)),
        ]
        used = sum(approximate_tokens(message.content) for message in messages)
        room = min(
            longest_answer(settings.context_tokens, settings.max_tokens), settings.context_tokens - used
        )
        if model is None or room < LEAST_ANSWER:
            return None
        chat.state.model_calls += 1
        try:
            written = await _written(chat, model, messages, settings, room)
        except (ChatModelUnavailable, ModelCallFailed):
            chat.mark_degraded([CRITIC])
            return None
        return written if strip_references(written).strip() else None


def hint(report: VerificationReport, language: str) -> str:
    """What the model is told of its faults, in the language of the answer."""
    faults = list(report.warnings)
    if report.failure_type is FailureType.UNIT_ERROR:
        faults.append(say("critic.unit", language))
    return say("critic.hint", language, faults="\n".join(f"- {fault}" for fault in faults))


def improves(first: VerificationReport, second: VerificationReport) -> bool:
    """Whether the second answer has a lesser fault, or fewer of the same, and still says something that
    stands where the first did. An answer that was emptied of its statements is no better one."""
    if any(map(_stands, first.claims)) and not any(map(_stands, second.claims)):
        return False
    before, after = SEVERITY.index(first.risk_level), SEVERITY.index(second.risk_level)
    return after < before or (after == before and _faults(second) < _faults(first))


def _stands(claim: Claim) -> bool:
    return claim.verdict == "supported"


def _faults(report: VerificationReport) -> int:
    return sum(len(claim.findings) for claim in report.claims)


async def _written(
    chat: ChatState, model: ChatModel, messages: list[Message], settings: ChatSettings, room: int
) -> str:
    """Streamed, because what streams can be stopped."""
    written = ""
    parts = model.stream(
        messages, temperature=settings.temperature, max_tokens=room, options=chat_options(settings)
    )
    async with aclosing(parts):
        async for part in parts:
            written += part.answer
            chat.stop_if_cancelled()
    return written
