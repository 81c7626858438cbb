"""RETRIEVAL_GRADE: is there evidence? If not quite, ask again in other words (reference 001 part 2)."""

from collections.abc import Sequence

from pincite.composing import rewrite_messages
from pincite.core.catalogue import say
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed, SearchNothing
from pincite.core.settings import ChatSettings
from pincite.core.types import GateDecision, Hit
from pincite.grading import Thresholds, grade
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel
from pincite.routing import expand_query

RETRIEVAL = (Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)
HEADINGS_READ = 20
"""Hits whose headings may lend a synonym to a rewrite without a model."""


class GradePlugin:
    events = (Event.RETRIEVAL_GRADE,)

    def __init__(self, thresholds: Thresholds, model: ChatModel | None, settings: ChatSettings) -> None:
        self._thresholds = thresholds
        self._model = model
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        best = _Best(state.reranked)
        while True:
            top = top_score(state.reranked)
            state.top_scores.append(top if top is not None else 0.0)
            decision = self._decide(chat, best.score)
            if decision is not GateDecision.REWRITE:
                break
            state.retries += 1
            await self._again(chat)
            best.keep(state.reranked)
        state.reranked = best.hits
        if decision is GateDecision.REFUSE:
            state.refusal_reason = self._reason(chat, best.score)
            return
        await next()

    def _decide(self, chat: ChatState, score: float | None) -> GateDecision:
        # A clause that is named and exists is evidence whatever its words score.
        if any(hit.exact_reference for hit in chat.state.reranked):
            return GateDecision.PASS
        return grade(score, chat.state.retries, self._thresholds, explicit_scope=chat.request.explicit_scope)

    async def _again(self, chat: ChatState) -> None:
        state = chat.state
        rewrite = await self._rewrite(chat)
        if rewrite is None:
            return
        state.rewrites.append(rewrite)
        state.search_query = rewrite
        chat.reset_retrieval()
        if chat.context.trigger is None or chat.context.cancelled():
            return
        try:
            for event in RETRIEVAL:
                await chat.context.trigger(event, chat)
        except SearchNothing:
            return  # the attempt found nothing; the best earlier attempt is judged again

    async def _rewrite(self, chat: ChatState) -> str | None:
        """The next wording: the model's where there is one, else the next deterministic variant."""
        state = chat.state
        query = chat.request.query.strip()
        if self._model is not None:
            state.model_calls += 1
            try:
                wording = await self._model.complete(
                    rewrite_messages(query, state.language),
                    temperature=self._settings.temperature,
                    max_tokens=150,
                )
            except (ChatModelUnavailable, ModelCallFailed):
                chat.mark_degraded(["rewrite"])
            else:
                wording = wording.strip().strip("\"'")
                if wording and "\n" not in wording and wording not in (query, *state.rewrites):
                    return wording
        variants = expand_query(query, _headings(state.hits))
        return next((variant for variant in variants if variant not in state.rewrites), None)

    def _reason(self, chat: ChatState, score: float | None) -> str:
        state = chat.state
        if score is None:
            return say("answer.refused_empty", state.language)
        key = "answer.refused_after_rewrite" if state.retries else "answer.refused_no_topic"
        threshold = self._thresholds.pass_score if state.retries else self._thresholds.abort_score
        return say(key, state.language, score=score, threshold=threshold, retries=state.retries)


class _Best:
    """The attempt with the highest score: a rewrite may find less than the question itself did."""

    def __init__(self, hits: list[Hit]) -> None:
        self.hits = hits

    @property
    def score(self) -> float | None:
        return top_score(self.hits)

    def keep(self, hits: list[Hit]) -> None:
        new, old = top_score(hits), self.score
        if new is not None and (old is None or new > old):
            self.hits = hits


def top_score(hits: Sequence[Hit]) -> float | None:
    """The highest raw reranker probability; what the gate reads (DESIGN.md section 13)."""
    return max((hit.rerank_score for hit in hits if hit.rerank_score is not None), default=None)


def _headings(hits: Sequence[Hit]) -> list[str]:
    return [heading for hit in hits[:HEADINGS_READ] for heading in hit.chunk.trail.split(" > ") if heading]
