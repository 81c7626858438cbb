"""CHUNK_SEARCH_PARALLEL: the pool of the searched question in the scope of the request, and what its names
lead to."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import anyio.to_thread

from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError, SearchNothing
from pincite.core.settings import RetrievalSettings
from pincite.core.types import Hit, LexicalField
from pincite.faq import QuestionRecall, answerable
from pincite.pipeline.beside import beside_entities
from pincite.pipeline.changed import changed_hits
from pincite.pipeline.events import Event, Next
from pincite.pipeline.named import clause_names, is_lookup, named_clauses
from pincite.pipeline.on_web import beside_web, has_pages
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader
from pincite.retrieval import Retrieval, Retriever, SearchRequest, expansion_plan
from pincite.retrieval.recalled import RecallThresholds
from pincite.retrieval.web import WebRetriever
from pincite.routing import expand_query
from pincite.text.references import find_references


class SearchPlugin:
    events = (Event.CHUNK_SEARCH_PARALLEL,)

    def __init__(
        self,
        retriever: Retriever,
        reader: ChunkReader,
        settings: RetrievalSettings | None = None,
        web: WebRetriever | None = None,
    ) -> None:
        self._retriever = retriever
        self._web = web
        self._reader = reader
        self._settings = settings or RetrievalSettings()

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request, state = chat.request, chat.state
        if state.route is None:
            raise ConfigurationError("The question must be routed before it is searched.")
        if request.top_k <= 0:  # the search API reads 0 as 50; a person who asks for nothing gets nothing
            raise SearchNothing(say("answer.refused_nothing", state.language))
        if state.versions.whole:
            state.hits = await changed_hits(chat, self._retriever, state.route)
            if not state.hits:
                raise SearchNothing(say("answer.nothing_changed", state.language))
            await next()
            return
        asked = SearchRequest(
            question=state.search_query,
            route=state.route,
            base_ids=request.base_ids,
            document_ids=request.document_ids,
            tags=request.tags,
            match_count=request.top_k,
            wordings=tuple(state.wordings),
            exclude_document_ids=tuple(sorted(state.versions.excluded)),
            scopes=request.scopes,
            recall=QuestionRecall(request.query),
            recall_thresholds=not request.explicit_scope,
            thresholds=RecallThresholds.of(request.profile.retrieval(self._settings)),
            explain=chat.context.inspector is not None,
        )
        settings = request.profile.retrieval(self._settings)
        bases = partial(self._found, asked, request.rerank_top_k, settings)
        found = await beside_web(chat, partial(beside_entities, chat, bases), self._web)
        state.hits = answerable(named_by_person(found.hits, request.query), request.query)
        if chat.context.inspector is not None:
            chat.context.inspector.pool = found.entries
        chat.mark_degraded(found.degraded)
        self._tell_missing(chat)
        if not state.hits:
            raise SearchNothing(await self._nothing(chat))
        await next()

    async def _found(self, asked: SearchRequest, rerank_top_k: int, settings: RetrievalSettings) -> Retrieval:
        """The pool; where no vector took part and words find too little, that of other wordings too (rows
        QX-01 to QX-06). With vectors everything in scope is found as soon as fewer than ``top_k`` are."""
        found = await self._retriever.search(asked)
        plan = expansion_plan(len(found.hits), asked.match_count, rerank_top_k, settings.keyword_threshold)
        if plan is None or not found.by_words or not settings.expansion:
            return found
        variants = await anyio.to_thread.run_sync(expand_query, asked.question)
        if not variants:
            return found
        wordings = tuple(dict.fromkeys((*asked.wordings, *variants)))[: plan.at_once]
        more = replace(asked, wordings=wordings, match_count=plan.top_k, relaxed=True, dense=False)
        return replace(await self._retriever.search(more), degraded=found.degraded)

    def _tell_missing(self, chat: ChatState) -> None:
        """Says which of the clauses that were asked for are in no document. Where that is all of them the
        question is refused: the clause beside it is no answer."""
        request, state = chat.request, chat.state
        named = named_clauses(request.query, state.hits)
        if not named.missing or not request.base_ids:
            return
        said = say("answer.no_clause", state.language, clauses=clause_names(named.missing, request.query))
        # Pages of the web hold clauses too, and nobody has read them for that.
        refusable = named.none_there and request.gated and bool(state.hits) and not has_pages(chat)
        if refusable and is_lookup(request.query):
            raise SearchNothing(said)
        if said not in state.notices:
            state.notices.append(said)

    async def _nothing(self, chat: ChatState) -> str:
        """Whether there was nothing to search, or nothing to find."""
        bases = chat.request.base_ids
        counts = await self._reader.term_statistics(bases, LexicalField.MORPHEMES, ()) if bases else None
        empty = counts is None or counts.chunks == 0
        return say("answer.refused_empty" if empty else "answer.refused_nothing", chat.state.language)


def named_by_person(hits: Sequence[Hit], query: str) -> list[Hit]:
    """``hits`` in which only clauses of the person's own ``query`` count as named.

    A rewrite may name a clause that its model made up; that such a clause exists is no evidence.
    """
    named = {reference.key for reference in find_references(query)}
    return [
        hit
        if not hit.exact_reference or named.intersection(hit.chunk.clauses)
        else replace(hit, exact_reference=False)
        for hit in hits
    ]
