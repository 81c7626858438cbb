"""INTO_CHAT_MESSAGE: passages get handles and, for a model, become the messages of its call."""

from collections.abc import Sequence

from pincite.citations import SourceRegistry, model_view, protocol_prompt
from pincite.composing import answer_messages, approximate_tokens, context_budget, fit_passages
from pincite.composing.window import LEAST_CONTEXT, fit_prompt, prompt_room
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChatSettings
from pincite.core.types import Message, Passage, QueryType
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState


class ComposePlugin:
    events = (Event.INTO_CHAT_MESSAGE,)

    def __init__(self, settings: ChatSettings, *, with_model: bool) -> None:
        self._settings = settings
        self._with_model = with_model

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state, registry = chat.state, chat.context.registry
        if self._with_model:
            state.passages = self._fitting(chat)
            state.messages = _messages(chat, state.passages, registry)
        else:
            model_view(state.passages, registry)
        await next()

    def _fitting(self, chat: ChatState) -> list[Passage]:
        """The passages that the model's window holds. What it does not see is neither cited nor checked."""

        def prompt_tokens(passages: Sequence[Passage]) -> int:
            # A registry of its own: a passage that is dropped again must not take a handle.
            messages = _messages(chat, passages, SourceRegistry())
            return sum(approximate_tokens(message.content) for message in messages)

        window, answer = self._settings.context_tokens, self._settings.max_tokens
        room, fixed = prompt_room(window, answer), prompt_tokens(())
        whole = fit_passages(chat.state.passages, context_budget(window, answer, fixed), approximate_tokens)
        fitting = fit_prompt(whole, room, prompt_tokens) if fixed + LEAST_CONTEXT <= room else []
        if not fitting:
            raise InvalidInput(
                f"The question leaves no room for evidence in the chat model's window of {window} tokens.",
                hint="Shorten the question, or raise `chat.context_tokens` if the model has a larger window.",
            )
        return fitting


def _messages(chat: ChatState, passages: Sequence[Passage], registry: SourceRegistry) -> list[Message]:
    state = chat.state
    return answer_messages(
        query=chat.request.query,
        query_type=state.route.query_type if state.route else QueryType.SIMPLE_FACT,
        language=state.language,
        contexts=model_view(passages, registry, state.versions.label),
        protocol=protocol_prompt(state.language),
        now=chat.context.now,
    )
