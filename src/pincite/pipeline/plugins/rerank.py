"""CHUNK_RERANK: probabilities, the composite score, and a diverse choice."""

from collections.abc import Sequence
from dataclasses import replace

import anyio.to_thread

from pincite.core.catalogue import say
from pincite.core.errors import RerankFailed, SearchNothing
from pincite.core.settings import RankingSettings
from pincite.core.types import Hit
from pincite.merging.pictures import read_with_pictures
from pincite.pipeline.entries import asked_floors, whole_entries
from pincite.pipeline.events import Event, Next
from pincite.pipeline.named import is_lookup
from pincite.pipeline.pictures import pictures_of
from pincite.pipeline.state import ChatState
from pincite.ports.models import Reranker
from pincite.ports.storage import ChunkReader
from pincite.ranking import above_threshold, boosted, composed, has_wiki, select_diverse

RERANKER = "reranker"


class RerankPlugin:
    events = (Event.CHUNK_RERANK,)

    def __init__(
        self,
        reranker: Reranker,
        bundled: Reranker,
        settings: RankingSettings,
        reader: ChunkReader | None = None,
    ) -> None:
        self._reranker = reranker
        self._bundled = bundled
        self._settings = settings
        self._reader = reader

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state, settings = chat.state, chat.request.profile.ranking(self._settings)
        wanted = max(chat.request.rerank_top_k, 0)
        hits = [hit for hit in state.hits if hit.chunk.display_text.strip()] if wanted else []
        hits = state.versions.focused(hits)
        if hits and chat.request.rerank:
            whole = await self._with_pictures(await anyio.to_thread.run_sync(whole_entries, hits))
            floors = await anyio.to_thread.run_sync(asked_floors, chat.request.query, hits)
            probabilities = [*map(max, await self._probabilities(chat, whole), floors)]
            state.top_score = max(probabilities)
            ranked = boosted(composed(hits, probabilities, settings), settings, wiki=has_wiki(hits))
            wanted = max(wanted, self._named(chat, ranked))
            good = self._good(chat, ranked)
            if chat.context.inspector is not None:
                chat.context.inspector.ranked = tuple(ranked)
                chat.context.inspector.good = frozenset(hit.chunk.id for hit in good)
            state.reranked = self._chosen(chat, good, wanted)
        else:
            state.reranked = hits[:wanted]
        if not state.reranked:
            raise SearchNothing(say("answer.refused_nothing", state.language))
        await next()

    def _named(self, chat: ChatState, ranked: Sequence[Hit]) -> int:
        """How many hits are of clauses that the question asks for: an answer has them all."""
        if not chat.request.gated or not is_lookup(chat.request.query):
            return 0
        return sum(hit.exact_reference for hit in ranked)

    async def _with_pictures(self, hits: list[Hit]) -> list[Hit]:
        """What the pictures of a passage show is read with it (row IM-05)."""
        if self._reader is None:
            return hits
        pictures = await pictures_of(self._reader, (hit.chunk for hit in hits))
        return [replace(hit, chunk=read_with_pictures(hit.chunk, pictures)) for hit in hits]

    def _good(self, chat: ChatState, ranked: list[Hit]) -> list[Hit]:
        """Those that reach the threshold, and clauses that were named. The gate alone says "nothing found"
        (DESIGN.md section 13), so where it follows it gets the best one at least."""
        request = chat.request
        line = request.profile.ranking(self._settings).rerank_threshold
        line = line if request.rerank_threshold is None else request.rerank_threshold
        scores = [hit.rerank_score or 0.0 for hit in ranked]
        kept = set(above_threshold(scores, line, explicit_scope=request.explicit_scope))
        kept |= {place for place, hit in enumerate(ranked) if hit.exact_reference}
        if not kept and request.gated:
            kept = {max(range(len(ranked)), key=lambda place: (scores[place], -place))}
        return [hit for place, hit in enumerate(ranked) if place in kept]

    def _chosen(self, chat: ChatState, ranked: Sequence[Hit], wanted: int) -> list[Hit]:
        """The best and diverse. Where versions are compared each has its share: for diversity the one would
        be a copy of the other."""
        parts = chat.state.versions.sides(ranked)
        chosen: list[Hit] = []
        for number, part in enumerate(parts):
            share = -(-(wanted - len(chosen)) // (len(parts) - number))
            chosen += select_diverse(part, share, self._settings.mmr_lambda)
        return sorted(chosen, key=ranked.index)

    async def _probabilities(self, chat: ChatState, hits: Sequence[Hit]) -> list[float]:
        """The reranker is asked with the rewritten question; when it fails the bundled one steps in."""
        query = chat.state.search_query
        if RERANKER in chat.state.degraded:  # once a question: its attempts are compared by one scale
            return await _asked(self._bundled, query, hits)
        try:
            return await _asked(self._reranker, query, hits)
        except RerankFailed:
            if self._bundled is self._reranker:
                raise
            chat.mark_degraded([RERANKER])
            return await _asked(self._bundled, query, hits)


async def _asked(reranker: Reranker, query: str, hits: Sequence[Hit]) -> list[float]:
    """One probability a hit, or RerankFailed: no gate can read a score that is none."""
    probabilities = await reranker.rerank(query, hits)
    if len(probabilities) != len(hits) or not all(0 <= value <= 1 for value in probabilities):
        raise RerankFailed(f"The reranker {reranker.identity} gave no probability for each passage.")
    return probabilities
