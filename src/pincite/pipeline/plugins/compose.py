"""INTO_CHAT_MESSAGE: passages get handles and, for a model, become the messages of its call."""

from pincite.citations import model_view, protocol_prompt
from pincite.composing import answer_messages, approximate_tokens, context_budget, fit_passages
from pincite.core.settings import ChatSettings
from pincite.core.types import QueryType
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState


class ComposePlugin:
    events = (Event.INTO_CHAT_MESSAGE,)

    def __init__(self, settings: ChatSettings, *, with_model: bool) -> None:
        self._settings = settings
        self._with_model = with_model

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        if self._with_model:
            fixed = approximate_tokens(state.search_query + protocol_prompt(state.language)) + 300
            budget = context_budget(self._settings.context_tokens, self._settings.max_tokens, fixed)
            state.passages = fit_passages(state.passages, budget, approximate_tokens)
        view = model_view(state.passages, chat.context.registry)
        if self._with_model and chat.context.now is not None:
            state.messages = answer_messages(
                query=chat.request.query,
                query_type=state.route.query_type if state.route else QueryType.SIMPLE_FACT,
                language=state.language,
                contexts=view,
                protocol=protocol_prompt(state.language),
                now=chat.context.now,
            )
        await next()
