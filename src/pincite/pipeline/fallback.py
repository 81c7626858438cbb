"""What stands in for an answer without evidence, by the setting ``answer.fallback``."""

from pincite.citations import strip_references
from pincite.composing import fallback_messages
from pincite.composing.window import longest_answer
from pincite.core.catalogue import say
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import AnswerSettings, ChatSettings
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel

FALLBACK = "fallback"
"""Named in ``degraded`` when the model failed and the refusal was given instead."""


async def fall_back(
    chat: ChatState, model: ChatModel | None, answer: AnswerSettings, settings: ChatSettings
) -> None:
    """Write the answer of a refused question. A model's is marked ungrounded and cites nothing."""
    state = chat.state
    state.raw_answer = ""
    if answer.fallback == "model" and model is not None:
        state.answer = await _from_model(chat, model, settings)
        state.ungrounded = bool(state.answer)
    elif answer.fallback == "fixed":
        state.answer = answer.fixed_response.strip()
    state.answer = state.answer or say("answer.not_found", state.language)


async def _from_model(chat: ChatState, model: ChatModel, settings: ChatSettings) -> str:
    """What the model says without documents; empty when it fails, for a refusal needs no model."""
    chat.state.model_calls += 1
    try:
        written = await model.complete(
            fallback_messages(chat.request.query, chat.state.language),
            temperature=settings.temperature,
            max_tokens=longest_answer(settings.context_tokens, settings.max_tokens),
        )
    except (ChatModelUnavailable, ModelCallFailed):
        chat.mark_degraded([FALLBACK])
        return ""
    return strip_references(written).strip()
