"""What stands in for an answer without evidence, by the assistant or the setting ``answer.fallback``."""

from pincite.citations import strip_references
from pincite.composing import fallback_messages
from pincite.composing.window import longest_answer
from pincite.core.catalogue import say
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import AnswerSettings, ChatSettings
from pincite.pipeline.models import Models
from pincite.pipeline.profile import chat_options
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel

FALLBACK = "fallback"
"""Named in ``degraded`` when the model failed and the refusal was given instead."""


async def fall_back(chat: ChatState, models: Models, answer: AnswerSettings, settings: ChatSettings) -> None:
    """Write the answer of a refused question. A model's is marked ungrounded and cites nothing."""
    state, profile = chat.state, chat.request.profile
    answer = profile.answer(answer)
    state.raw_answer = ""
    model = models.chat(profile) if answer.fallback == "model" else None
    if model is not None:
        state.answer = await _from_model(chat, model, models.settings(profile, settings))
        state.ungrounded = bool(state.answer)
    if answer.fallback != "refuse":
        state.answer = state.answer or answer.fixed_response.strip()
    state.answer = state.answer or say("answer.not_found", state.language)


async def _from_model(chat: ChatState, model: ChatModel, settings: ChatSettings) -> str:
    """What the model says without documents; empty when it fails, for a refusal needs no model, and where
    its prompt is empty (row OR-07)."""
    messages = fallback_messages(chat.request.query, chat.state.language, chat.request.profile.prompts)
    if not messages:
        return ""
    chat.state.model_calls += 1
    try:
        said = await model.completion(
            messages,
            temperature=settings.temperature,
            max_tokens=longest_answer(settings.context_tokens, settings.max_tokens),
            options=chat_options(settings),
        )
    except (ChatModelUnavailable, ModelCallFailed):
        chat.mark_degraded([FALLBACK])
        return ""
    chat.state.usage, chat.state.finish_reason = said.end.usage, said.end.finish_reason
    return strip_references(said.text).strip()
