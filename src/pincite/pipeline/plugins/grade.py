"""RETRIEVAL_GRADE: is there evidence? If not quite, ask again in other words (reference 001 part 2)."""

from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError, EmbeddingFailed, SearchNothing
from pincite.core.settings import ChatSettings
from pincite.core.types import GateDecision
from pincite.grading import Thresholds, grade
from pincite.pipeline.attempts import Attempt
from pincite.pipeline.events import Event, Next
from pincite.pipeline.plugins.rerank import RERANKER
from pincite.pipeline.rewriting import next_wording
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel
from pincite.retrieval.hybrid import EMBEDDING
from pincite.text.scores import shown, shown_line

RETRIEVAL = (Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)
"""What a rewritten question runs through again."""


class GradePlugin:
    events = (Event.RETRIEVAL_GRADE,)

    def __init__(
        self,
        thresholds: Thresholds,
        model: ChatModel | None,
        settings: ChatSettings,
        *,
        stand_in: Thresholds | None = None,
    ) -> None:
        """``stand_in`` are the lines for the scores of the bundled ranker where it had to step in."""
        self._thresholds = thresholds
        self._stand_in = stand_in or thresholds
        self._model = model
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        best = self._noted(chat)
        decision = self._decide(chat, best, state.retries)
        while decision is GateDecision.REWRITE:
            if not await self._search_again(chat, best):
                decision = self._decide(chat, best, self._thresholds.max_retries)
                break
            attempt = self._noted(chat)
            best = attempt if attempt.beats(best) else best
            decision = self._decide(chat, best, state.retries)
        best.restore(state)
        if decision is GateDecision.REFUSE:
            state.refusal_reason = self._reason(chat, best.score)
            return
        await next()

    def _lines(self, chat: ChatState) -> Thresholds:
        return self._stand_in if RERANKER in chat.state.degraded else self._thresholds

    def _noted(self, chat: ChatState) -> Attempt:
        attempt = Attempt.of(chat.state)
        chat.state.top_scores.append(attempt.score or 0.0)
        return attempt

    def _decide(self, chat: ChatState, best: Attempt, retries: int) -> GateDecision:
        if best.exact:
            return GateDecision.PASS  # a clause that is named and exists is evidence whatever its words score
        # Who asks for the change means the documents that have versions, as if they had named them.
        explicit = chat.request.explicit_scope or bool(chat.state.versions.compared)
        return grade(best.score, retries, self._lines(chat), explicit_scope=explicit)

    async def _search_again(self, chat: ChatState, best: Attempt) -> bool:
        """Search with the next wording; False when there is none left."""
        trigger = chat.context.trigger
        if trigger is None:
            raise ConfigurationError("The gate needs a run that can trigger the retrieval stages again.")
        state = chat.state
        wording = await next_wording(chat, self._model, self._settings, best.hits)
        chat.stop_if_cancelled()
        if wording is None:
            return False
        state.retries += 1
        state.rewrites.append(wording.text)
        chat.reset_retrieval()
        # A wording with fewer words would earn a better score by what it leaves out, so it only widens the
        # pool; what it finds is judged by the person's own question.
        state.search_query = state.question if wording.reduced else wording.text
        state.wordings = [*state.wordings, wording.text] if wording.reduced else []
        try:
            for event in RETRIEVAL:
                await trigger(event, chat)
                chat.stop_if_cancelled()
        except SearchNothing:
            chat.stop_if_cancelled()  # else this wording found nothing, and the best attempt so far is judged
        except EmbeddingFailed:  # its words found nothing, and nobody knows what its meaning would have found
            chat.mark_degraded([EMBEDDING])
        return True

    def _reason(self, chat: ChatState, score: float | None) -> str:
        state, lines = chat.state, self._lines(chat)
        if score is None:
            return say("answer.refused_nothing", state.language)
        return say(
            "answer.refused_after_rewrite" if state.retries else "answer.refused_no_topic",
            state.language,
            score=shown(score),
            threshold=shown_line(lines.pass_score if score >= lines.abort_score else lines.abort_score),
            retries=state.retries,
        )
