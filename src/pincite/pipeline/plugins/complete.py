"""CHAT_COMPLETION: the answer, by the configured model or in the documents' own words."""

from collections.abc import Sequence
from dataclasses import replace

import anyio.to_thread

from pincite.citations import exact_entry, expand_references, strip_references, without_tags
from pincite.composing import (
    changes_table,
    collect_evidence,
    extract_answer,
    is_unchanged,
    likeliest_evidence,
    score_evidence,
)
from pincite.composing.window import longest_answer
from pincite.core.catalogue import say
from pincite.core.errors import EmbeddingFailed, ModelCallFailed, SearchNothing
from pincite.core.settings import ChatSettings, RankingSettings
from pincite.core.types import Passage, QueryType
from pincite.pipeline.checking import reading
from pincite.pipeline.entries import answers_alone, quoted_entry
from pincite.pipeline.events import Event, Next
from pincite.pipeline.models import Models
from pincite.pipeline.plugins.converse import canned_reply, is_talk
from pincite.pipeline.profile import chat_options
from pincite.pipeline.state import ChatState
from pincite.pipeline.surroundings import evidence
from pincite.ports.models import ChatModel, Embedder
from pincite.text.analyzers import analyze
from pincite.text.sentences import split_sentences

EMBEDDING = "embedding"

QUOTED_PASSAGES = 4
"""Passages whose sentences compete for the quote. The sides of a comparison may stand far apart in the list,
so there all passages compete."""

MOST_UNITS = 48
"""Sentences embedded for one answer, which bounds its time."""


class CompletePlugin:
    events = (Event.CHAT_COMPLETION,)

    def __init__(
        self,
        models: Models,
        embedder: Embedder,
        settings: ChatSettings,
        ranking: RankingSettings,
    ) -> None:
        self._models = models
        self._embedder = embedder
        self._settings = settings
        self._ranking = ranking

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        await self.write(chat)
        await next()

    async def write(self, chat: ChatState) -> None:
        """The answer, with handles and with public tags, into the state."""
        state = chat.state
        model = self._models.chat(chat.request.profile)
        if model is not None:
            state.raw_answer = await self._written(chat, model)
        elif is_talk(chat) and not state.passages:
            state.raw_answer = canned_reply(chat)
        else:
            state.raw_answer = await self._quote(chat)
            if not state.raw_answer:  # headings alone, with nothing under them
                raise SearchNothing(say("answer.refused_nothing", state.language))
        citations = self._models.settings(chat.request.profile, self._settings).citations
        said = expand_references(state.raw_answer, chat.context.registry, citations=citations)
        state.answer = said.strip()

    async def _written(self, chat: ChatState, model: ChatModel) -> str:
        settings = self._models.settings(chat.request.profile, self._settings)
        chat.state.model_calls += 1
        async with reading(evidence(chat)):
            said = await model.completion(
                chat.state.messages,
                temperature=settings.temperature,
                max_tokens=longest_answer(settings.context_tokens, settings.max_tokens),
                options=chat_options(settings),
            )
        chat.state.usage, chat.state.finish_reason = said.end.usage, said.end.finish_reason
        written = said.text
        if not strip_references(written).strip():
            raise ModelCallFailed(
                "The chat model gave an empty answer.",
                hint="A model that thinks long may need a larger `chat.max_tokens`.",
            )
        return written

    async def _quote(self, chat: ChatState) -> str:
        state = chat.state
        registry = chat.context.registry
        named = [(registry.register(passage), passage) for passage in state.passages]
        exact = exact_entry(state.passages, chat.request.profile.direct_score(self._ranking))
        if exact is None or state.passages[0].hit.exact_reference:  # a clause that is named comes before all
            best = named[:1]
        else:
            best = [(registry.register(exact), exact)]
        if best and (entry := quoted_entry(*best[0])):
            return entry
        named = [(handle, _untagged(answers_alone(passage))) for handle, passage in named]
        query_type = state.route.query_type if state.route else QueryType.SIMPLE_FACT
        sides = _sides(chat)
        many = query_type is QueryType.COMPARISON or sides
        passages = named if many else named[:QUOTED_PASSAGES]
        units = collect_evidence(passages, _sentences)
        if len(units) > MOST_UNITS:  # by words alone: the row that is asked for may be the last of a table
            units = await anyio.to_thread.run_sync(
                likeliest_evidence, state.search_query, units, analyze, MOST_UNITS
            )
        nearness = await self._nearness(chat, [unit.text for unit in units])
        ranked = await anyio.to_thread.run_sync(score_evidence, state.search_query, units, analyze, nearness)
        if table := changes_table(ranked, sides, whole=state.versions.whole):
            if is_unchanged(ranked, list(sides)):
                chat.state.notices.append(say("answer.versions_alike", state.language))
            return table
        return extract_answer(chat.request.query, query_type, ranked, _best_first(named), analyze)

    async def _nearness(self, chat: ChatState, texts: Sequence[str]) -> list[float] | None:
        """Nearness of each text to the question, or None when words alone must decide."""
        if not texts:
            return None
        try:
            vector = await self._embedder.embed_query(chat.state.search_query)
            matrix = await self._embedder.embed_passages(texts)
        except EmbeddingFailed:
            chat.mark_degraded([EMBEDDING])
            return None
        scale = self._embedder.cosine_range
        return [scale.nearness(float(cosine)) for cosine in matrix @ vector]


def _untagged(passage: Passage) -> Passage:
    """A tag that stands in a document is no citation of its quote."""
    return replace(passage, text=without_tags(passage.text))


def _sides(chat: ChatState) -> dict[str, str]:
    """The versions that are compared, older first, with the head of their column."""
    versions = chat.state.versions
    titles = {passage.chunk.document_id: passage.chunk.document_title for passage in chat.state.passages}
    for ids in versions.compared:
        sides = {id_: f"{titles[id_]} ({versions.label(id_)})" for id_ in ids if id_ in titles}
        if len(sides) > 1:
            return sides
    return {}


def _sentences(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


def _best_first(named: list[tuple[str, Passage]]) -> list[tuple[str, Passage]]:
    """Clauses that were named first, those of the best document before others, each in its order."""
    best: dict[str, float] = {}
    for _, passage in named:
        document = passage.chunk.document_id
        best[document] = max(best.get(document, 0.0), passage.score)
    return sorted(
        named,
        key=lambda pair: (
            not pair[1].hit.exact_reference,
            -best[pair[1].chunk.document_id],
            pair[1].chunk.document_id,
            pair[1].chunk.seq,
        ),
    )
