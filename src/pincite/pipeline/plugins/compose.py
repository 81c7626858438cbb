"""INTO_CHAT_MESSAGE: passages get handles and, for a model, become the messages of its call."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.citations import SourceRegistry, model_view, protocol_prompt, strip_references
from pincite.citations.view import attachment_view, is_attached
from pincite.composing import answer_messages, approximate_tokens, context_budget, fit_passages
from pincite.composing.history import history_messages
from pincite.composing.window import LEAST_CONTEXT, fit_prompt, prompt_room
from pincite.core.catalogue import say
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChatSettings, RankingSettings
from pincite.core.types import Message, Passage, QueryType
from pincite.pipeline.attached import ATTACHED_SHARE, attached_passages, within
from pincite.pipeline.events import Event, Next
from pincite.pipeline.models import Models
from pincite.pipeline.plugins.converse import is_talk, talk_messages
from pincite.pipeline.state import ChatState

HISTORY_SHARE = 0.25
"""Of the model's window, at most: the evidence of this question matters more than what was said before."""


PROTOCOL_TOKENS = 400
"""What the citation protocol and the tags of files take at most; 250 tokens in Korean."""


class ComposePlugin:
    events = (Event.INTO_CHAT_MESSAGE,)

    def __init__(self, models: Models, settings: ChatSettings, ranking: RankingSettings) -> None:
        self._models = models
        self._settings = settings
        self._ranking = ranking

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state, registry = chat.state, chat.context.registry
        with_model = self._models.chat(chat.request.profile) is not None
        if is_talk(chat):
            self._talk(chat, with_model=with_model)
        elif with_model:
            state.passages = self._fitting(chat)
            state.messages = self._messages(chat, state.passages, registry)
        else:
            if chat.request.attachments:
                state.notices.append(say("answer.attachments_unread", state.language))
            model_view(state.passages, registry, direct=chat.request.profile.direct_score(self._ranking))
        await next()

    def _talk(self, chat: ChatState, *, with_model: bool) -> None:
        """The bases have no part in it; files beside the question have."""
        state, registry = chat.state, chat.context.registry
        state.passages = attached_passages(chat.request.attachments)
        if not with_model:
            attachment_view(state.passages, registry)
            return
        settings = self._models.settings(chat.request.profile, self._settings)

        def messages(files: Sequence[Passage], registry: SourceRegistry) -> list[Message]:
            shown = attachment_view(files, registry)
            protocol = protocol_prompt(state.language) if files and settings.citations else ""
            history = self._history(chat, registry)
            asked = _as_shown(chat, registry)
            return talk_messages(asked, history, shown, protocol, vision=settings.vision)

        room = prompt_room(settings.context_tokens, settings.max_tokens)
        fixed = sum(approximate_tokens(message.content) for message in messages((), SourceRegistry()))
        state.passages = within(chat, state.passages, room - fixed - PROTOCOL_TOKENS)
        state.messages = messages(state.passages, registry)

    def _fitting(self, chat: ChatState) -> list[Passage]:
        """The passages that the model's window holds. What it does not see is neither cited nor checked."""

        def prompt_tokens(passages: Sequence[Passage]) -> int:
            # A registry of its own: a passage that is dropped again must not take a handle.
            messages = self._messages(chat, [*passages, *files], SourceRegistry())
            return sum(approximate_tokens(message.content) for message in messages)

        files: list[Passage] = []
        settings = self._models.settings(chat.request.profile, self._settings)
        window, answer = settings.context_tokens, settings.max_tokens
        room, fixed = prompt_room(window, answer), prompt_tokens(())
        attached = attached_passages(chat.request.attachments)
        if attached:
            files = within(chat, attached, int((room - fixed) * ATTACHED_SHARE))
            fixed = prompt_tokens(())
        whole = fit_passages(chat.state.passages, context_budget(window, answer, fixed), approximate_tokens)
        fitting = fit_prompt(whole, room, prompt_tokens) if fixed + LEAST_CONTEXT <= room else []
        if not fitting:
            raise InvalidInput(
                f"The question leaves no room for evidence in the chat model's window of {window} tokens.",
                hint="Shorten the question, or raise `chat.context_tokens` if the model has a larger window.",
            )
        return [*fitting, *files]

    def _messages(
        self, chat: ChatState, passages: Sequence[Passage], registry: SourceRegistry
    ) -> list[Message]:
        state = chat.state
        settings = self._models.settings(chat.request.profile, self._settings)
        direct = chat.request.profile.direct_score(self._ranking)
        found = [passage for passage in passages if not is_attached(passage)]
        contexts = model_view(found, registry, state.versions.label, direct)
        attachments = attachment_view(list(filter(is_attached, passages)), registry)
        asked = _as_shown(chat, registry)  # once the registry knows what is shown
        return answer_messages(
            query=asked.request.query,
            query_type=state.route.query_type if state.route else QueryType.SIMPLE_FACT,
            language=state.language,
            contexts=contexts,
            protocol=protocol_prompt(state.language) if settings.citations else "",
            now=chat.context.now,
            history=self._history(chat, registry),
            quote=asked.request.quote,
            image_description=asked.state.image_description,
            images=chat.request.images if settings.vision else (),
            attachments=attachments,
            prompts=chat.request.profile.prompts,
        )

    def _history(self, chat: ChatState, registry: SourceRegistry) -> list[Message]:
        """The turns before, the oldest left out where they would take more than their share of the window.
        Their citations are of other answers, and say nothing here."""
        pairs = [
            (registry.encode(turn.question), registry.encode(strip_references(turn.answer)))
            for turn in chat.state.turns
        ]
        settings = self._models.settings(chat.request.profile, self._settings)
        room = int(settings.context_tokens * HISTORY_SHARE)
        kept: list[tuple[str, str]] = []
        for pair in reversed(pairs):
            room -= sum(map(approximate_tokens, pair))
            if room < 0:
                break
            kept.insert(0, pair)
        return history_messages(kept)


def _as_shown(chat: ChatState, registry: SourceRegistry) -> ChatState:
    """``chat`` with the words of its person as a model may see them: a tag of a source that stands in a
    question or a quoted text must not become a citation of this answer."""
    request, state, encode = chat.request, chat.state, registry.encode
    return ChatState(
        replace(request, query=encode(request.query), quote=encode(request.quote)),
        replace(state, image_description=encode(state.image_description)),
        chat.context,
    )
