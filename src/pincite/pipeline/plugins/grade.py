"""RETRIEVAL_GRADE: is there evidence? If not quite, ask again in other words (reference 001 part 2)."""

from dataclasses import replace

from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError, EmbeddingFailed, SearchNothing
from pincite.core.settings import ChatSettings
from pincite.core.types import GateDecision, MatchType
from pincite.grading import Thresholds
from pincite.pipeline.attempts import Attempt
from pincite.pipeline.events import Event, Next
from pincite.pipeline.lines import Lines
from pincite.pipeline.models import Models
from pincite.pipeline.plugins.rerank import RERANKER
from pincite.pipeline.rewriting import Wording, document_wording, next_wording
from pincite.pipeline.second_line import NO_SECOND_LINE, SecondLine, second_line
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader
from pincite.ports.tables import TableFiles
from pincite.retrieval.hybrid import EMBEDDING
from pincite.routing.everyday import EverydayWords, bundled_words
from pincite.text.scores import shown, shown_line

RETRIEVAL = (Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)
"""What a rewritten question runs through again."""


class GradePlugin:
    events = (Event.RETRIEVAL_GRADE,)

    def __init__(
        self,
        lines: Lines,
        models: Models,
        settings: ChatSettings,
        reader: ChunkReader | None = None,
        *,
        stand_in: Lines | None = None,
        files: TableFiles | None = None,
        words: EverydayWords | None = None,
    ) -> None:
        """``reader`` knows what pictures show; ``stand_in`` are the lines for the scores of the bundled
        ranker where it had to step in; ``files`` tells which documents are spreadsheets;
        ``words`` says a question as documents do (ours if None)."""
        self._files = files
        self._words = words or bundled_words()
        self._of_reranker = lines
        self._stand_in = stand_in or lines
        self._models = models
        self._settings = settings
        self._reader = reader

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        best = await self._first(chat)
        second = await self._second(chat, best)
        decision = self._decide(chat, best, second, state.retries)
        while decision is GateDecision.REWRITE:
            if not await self._search_again(chat, best):
                decision = self._decide(chat, best, second, self._of_reranker.usual.max_retries)
                break
            attempt = self._noted(chat)
            found = await self._second(chat, attempt)
            if self._better(chat, attempt, found, best, second):
                best, second = attempt, found
            decision = self._decide(chat, best, second, state.retries)
        best.restore(state)
        if decision is GateDecision.REFUSE:
            state.refusal_reason = self._reason(chat, best, second)
            return
        if second.lacking is not None:
            state.notices.append(second.say(best, state.language))
        await next()

    async def _first(self, chat: ChatState) -> Attempt:
        """What was found, if need be in the words of documents as well: of what people say a statute holds no
        word, so nothing is off topic before it was looked for in the statute's. No rewrite, and no model."""
        attempt = self._noted(chat)
        below = attempt.score is not None and attempt.score < self._lines(chat, attempt).abort_score
        wording = document_wording(chat, self._words) if below and not attempt.exact else None
        if wording is None:
            return attempt
        await self._search(chat, Wording(wording, reduced=False))
        other = self._noted(chat)
        return other if other.beats(attempt) else attempt

    def _lines(self, chat: ChatState, best: Attempt) -> Thresholds:
        lines = self._stand_in if RERANKER in chat.state.degraded else self._of_reranker
        return lines.of(best.base_id, chat.request.profile)

    def _noted(self, chat: ChatState) -> Attempt:
        attempt = Attempt.of(chat.state)
        chat.state.top_scores.append(attempt.score or 0.0)
        return attempt

    async def _second(self, chat: ChatState, attempt: Attempt) -> SecondLine:
        if not self._of_reranker.second or attempt.exact or not attempt.reranked:
            return NO_SECOND_LINE
        found = await second_line(chat, attempt, self._lines(chat, attempt), self._reader)
        if found.lacking is not None and await self._is_unread(chat, attempt):
            return replace(found, lacking=None)
        return found

    async def _is_unread(self, chat: ChatState, attempt: Attempt) -> bool:
        """Whether more is still to be learnt of what was found: pages of the web that will be read, and
        spreadsheets that will be asked. What a snippet or some rows of a table lack tells nothing."""
        request, hits = chat.request, attempt.reranked
        if request.web_fetch and any(hit.match_type is MatchType.WEB for hit in hits):
            return True
        if not request.data_analysis or self._files is None:
            return False
        return bool(await self._files.names({hit.chunk.document_id for hit in hits}))

    def _better(
        self, chat: ChatState, attempt: Attempt, found: SecondLine, best: Attempt, second: SecondLine
    ) -> bool:
        """A higher score; what holds the value asked is not given up for what is as weak without it."""
        lines = self._lines(chat, best)
        enough = attempt.exact or (attempt.score or 0.0) >= lines.pass_score
        if not enough and second.passes(best.score, lines) and not found.passes(attempt.score, lines):
            return False
        return attempt.beats(best)

    def _decide(self, chat: ChatState, best: Attempt, second: SecondLine, retries: int) -> GateDecision:
        if best.exact:
            return GateDecision.PASS  # a clause that is named and exists is evidence whatever its words score
        # Who asks for the change means the documents that have versions, as if they had named them.
        explicit = chat.request.explicit_scope or bool(chat.state.versions.compared)
        return second.decide(best.score, retries, self._lines(chat, best), explicit_scope=explicit)

    async def _search_again(self, chat: ChatState, best: Attempt) -> bool:
        """Search with the next wording; False when there is none left."""
        state = chat.state
        model = self._models.chat(chat.request.profile)
        wording = await next_wording(chat, model, self._settings, best.hits, self._words)
        chat.stop_if_cancelled()
        if wording is None:
            return False
        state.retries += 1
        await self._search(chat, wording)
        return True

    async def _search(self, chat: ChatState, wording: Wording) -> None:
        trigger = chat.context.trigger
        if trigger is None:
            raise ConfigurationError("The gate needs a run that can trigger the retrieval stages again.")
        state = chat.state
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

    def _reason(self, chat: ChatState, best: Attempt, second: SecondLine) -> str:
        state, lines, score = chat.state, self._lines(chat, best), best.score
        if score is None:
            return say("answer.refused_nothing", state.language)
        if second.lacking is not None and (score >= lines.pass_score or second.passes(score, lines)):
            return second.say(best, state.language)
        return say(
            "answer.refused_after_rewrite" if state.retries else "answer.refused_no_topic",
            state.language,
            score=shown(score),
            threshold=shown_line(lines.pass_score if score >= lines.abort_score else lines.abort_score),
            retries=state.retries,
        )
