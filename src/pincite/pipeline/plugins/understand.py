"""QUERY_UNDERSTAND: the language of the question, what it wants, and how it is first searched.

By rules, and in a conversation by a model where there is one: the question of a second turn may mean nothing
without the first (reference 004, part 3.2).
"""

import unicodedata
from dataclasses import replace

from pincite.citations import SourceRegistry, strip_references
from pincite.composing.messages import understanding_messages
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, InvalidInput, ModelCallFailed
from pincite.core.settings import ChatSettings, UnderstandingSettings
from pincite.pipeline.events import Event, Next
from pincite.pipeline.language import language_of
from pincite.pipeline.models import Models
from pincite.pipeline.profile import INTENTS
from pincite.pipeline.seeing import described, searched_words
from pincite.pipeline.state import ChatRequest, ChatState
from pincite.ports.models import ChatModel, ChatOptions
from pincite.ports.vision import Sight
from pincite.routing import Understanding, needs_retrieval, parse_understanding
from pincite.routing.attached import about_files, about_pictures
from pincite.routing.follow_up import with_subject
from pincite.routing.intents import Intent
from pincite.routing.small_talk import small_talk

LONGEST_QUERY = 4_000
"""Characters; a question that long is a document."""

TOKENS_WITH_IMAGES = 500
"""Longest reply in tokens where a picture is to be described (row QU-10)."""

UNDERSTANDING = "understanding"
"""Named in ``degraded`` when the model failed and rules stood in."""


class UnderstandPlugin:
    events = (Event.QUERY_UNDERSTAND,)

    def __init__(
        self,
        models: Models,
        settings: UnderstandingSettings,
        chat: ChatSettings,
        sight: Sight | None = None,
    ) -> None:
        """Without a model rules alone understand; without ``sight`` a model that sees no pictures is told of
        none."""
        self._models = models
        self._settings = settings
        self._chat = chat
        self._sight = sight

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state, request = chat.state, chat.request
        query = check_query(request.query, beside=bool(request.images or request.attachments))
        state.language = language_of(request)
        # A search shows what it finds, also for "hello".
        state.intent = self._allowed(chat, intent_by_rules(request, query)) if request.gated else ""
        understood = await self._understood(chat, query)
        state.intent = self._allowed(chat, understood.intent)
        state.image_description = understood.image
        state.question = state.search_query = understood.query
        if understood.image and understood.query == query:  # else the model's rewrite says what they show
            self._search_pictures(chat, query)
        if not query and needs_retrieval(state.intent, web=bool(request.web)):
            check_query(query)
        await next()

    async def _understood(self, chat: ChatState, query: str) -> Understanding:
        """By a model where it is asked for and does not fail, else by rules."""
        state, request = chat.state, chat.request
        eyes = self._models.seeing(request.profile, self._chat) if request.images else None
        shown = await described(chat, self._sight) if request.images and eyes is None else ""
        understood = Understanding(self._by_rules(chat, query), state.intent, shown)
        if not state.intent and self._wanted(chat):
            model = eyes or (self._models.reading(request.profile) if state.turns else None)
            if model is not None:
                understood = await self._by_model(chat, query, model, understood, seen=eyes is not None)
                chat.stop_if_cancelled()
        if eyes is not None and not understood.image and not self._answerer_sees(chat):
            return replace(understood, image=await described(chat, self._sight))
        return understood

    def _answerer_sees(self, chat: ChatState) -> bool:
        profile = chat.request.profile
        model = self._models.chat(profile)
        return model is not None and self._models.settings(profile, self._chat).vision

    @staticmethod
    def _search_pictures(chat: ChatState, query: str) -> None:
        """A question that points at its picture is searched with what that shows; for others that only widens
        the pool, for it may be beside the point."""
        state = chat.state
        words = f"{state.search_query} {searched_words(state.image_description)}"
        if about_pictures(query):
            state.search_query = words
        else:
            state.wordings = [*state.wordings, words]

    def _wanted(self, chat: ChatState) -> bool:
        rewrite = chat.request.profile.rewrite
        return self._settings.enabled if rewrite is None else rewrite

    def _allowed(self, chat: ChatState, intent: str) -> str:
        """A search, where the assistant answers nothing of that kind without one, and where a model means a
        picture or a file that is not there, or the web where it is off."""
        request = chat.request
        allowed = request.profile.intents
        refused = allowed is not None and intent in INTENTS and intent not in allowed
        missing = (
            (intent == Intent.DOC_ONLY and not request.attachments)
            or (intent == Intent.IMAGE_ONLY and not request.images)
            or (intent == Intent.WEB_SEARCH and not request.web)
        )
        return Intent.KB_SEARCH if refused or missing else intent

    def _by_rules(self, chat: ChatState, query: str) -> str:
        return with_subject(query, [turn.question for turn in chat.state.turns])

    async def _by_model(
        self, chat: ChatState, query: str, model: ChatModel, by_rules: Understanding, *, seen: bool
    ) -> Understanding:
        """``by_rules`` stands in when the model fails. It is shown the pictures where ``seen``, else told
        what they show."""
        state, request = chat.state, chat.request
        shown = SourceRegistry()  # of this call: no id of a chunk, no address of a picture
        turns = [
            (shown.encode(turn.question), shown.encode(strip_references(turn.answer))) for turn in state.turns
        ]
        images = request.images if seen else ()
        asked = shown.encode(f"{query}\n({by_rules.image})" if by_rules.image else query)
        state.model_calls += 1
        try:
            said = await model.completion(
                understanding_messages(
                    asked, turns, state.language, images, request.profile.prompts, web=bool(request.web)
                ),
                temperature=self._settings.temperature,
                max_tokens=TOKENS_WITH_IMAGES if images else self._settings.max_tokens,
                options=ChatOptions(thinking=False),  # its few tokens are for the reply
            )
        except (ChatModelUnavailable, ModelCallFailed, ConfigurationError):
            chat.mark_degraded([UNDERSTANDING])
            return by_rules
        understood = parse_understanding(shown.resources.decode(said.text), query, Intent.KB_SEARCH)
        if len(understood.query) > LONGEST_QUERY:
            understood = replace(understood, query=query)
        return replace(understood, image=understood.image or by_rules.image)


def intent_by_rules(request: ChatRequest, query: str) -> str:
    """What asks nothing of the bases: small talk, and a question about what lies beside it alone."""
    alone = not query or not (request.base_ids or request.web)
    if request.attachments and (alone or about_files(query) or small_talk(query)):
        return Intent.DOC_ONLY
    if request.images and alone:
        return Intent.IMAGE_ONLY
    return small_talk(query)


def check_query(query: str, *, beside: bool = False) -> str:
    """The trimmed question. Refuses blank ones, unless something lies ``beside`` it, control characters and
    lone surrogates, nothing else (CM-01).

    Raises:
        InvalidInput: as above, or longer than 4,000 characters.
    """
    trimmed = query.strip()
    if not trimmed and not beside:
        raise InvalidInput("The question is empty.", hint="Write a question.")
    if len(trimmed) > LONGEST_QUERY:
        raise InvalidInput(f"The question has {len(trimmed)} characters; {LONGEST_QUERY} are allowed.")
    check_characters(trimmed)
    return trimmed


def check_characters(text: str) -> None:
    """Raises InvalidInput for control characters and lone surrogates. Nothing that looks like a script is
    refused: people ask about scripts, and documents are fenced as data (DESIGN.md section 12)."""
    if any(letter not in "\t\n\r" and unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise InvalidInput("The question holds control characters or broken Unicode.")
