"""Asks one question: the retrieve path and the answer path of reference 001."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

from pincite.core.catalogue import say
from pincite.core.settings import Settings
from pincite.pipeline.answer import Answer, Source, answer_sources, nearest_sources
from pincite.pipeline.builder import PRESETS
from pincite.pipeline.citing import citations
from pincite.pipeline.fallback import FALLBACK, fall_back
from pincite.pipeline.manager import EventManager
from pincite.pipeline.orchestrator import run_events
from pincite.pipeline.stages import Services, built_in_plugins
from pincite.pipeline.state import ChatRequest, ChatState, never


class QuestionService:
    """Runs the presets and turns the final state into an `Answer`."""

    def __init__(
        self,
        services: Services,
        settings: Settings,
        *,
        capabilities: Sequence[str] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        clock: Callable[[], float] = time.perf_counter,
        new_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        self._services = services
        self._settings = settings
        self._capabilities = tuple(capabilities)
        self._manager = EventManager(built_in_plugins(services, settings), clock)
        self._now = now
        self._clock = clock
        self._new_id = new_id

    async def retrieve(
        self, request: ChatRequest, searched: Sequence[str] = (), *, cancelled: Callable[[], bool] = never
    ) -> Answer:
        """Passages only: no gate, no model, no answer text. Nothing found is an empty list, no refusal.

        Raises Cancelled when ``cancelled`` came true, and what the index and the readers raise.
        """
        started = self._clock()
        chat = await self._run("retrieve", request, cancelled)
        chat.state.refusal_reason = None
        return self._answer(chat, searched, started)

    async def ask(
        self, request: ChatRequest, searched: Sequence[str] = (), *, cancelled: Callable[[], bool] = never
    ) -> Answer:
        """A checked answer, or a refusal that says why.

        Raises ModelCallFailed and ChatModelUnavailable when the answer itself cannot be written, and as
        `retrieve`.
        """
        started = self._clock()
        # The gate reads the reranker's probability, so an answer always has one.
        chat = await self._run("answer", replace(request, rerank=True), cancelled)
        if chat.state.refusal_reason is not None:
            before = self._clock()
            await fall_back(chat, self._services.chat_model, self._settings.answer, self._settings.chat)
            chat.stop_if_cancelled()
            chat.context.stage_ms[FALLBACK] = (self._clock() - before) * 1000
            await self._look_elsewhere(chat)
        return self._answer(chat, searched, started)

    async def _look_elsewhere(self, chat: ChatState) -> None:
        """Say of a refused question that a version of another time would answer it."""
        versions = chat.state.versions
        named = chat.request.document_ids
        left_out = sorted(versions.excluded.intersection(named) if named else versions.excluded)
        if not left_out:
            return
        request = replace(chat.request, document_ids=tuple(left_out), as_of=None, every_version=True)
        other = await self._run("retrieve", replace(request, rerank=True), chat.context.cancelled)
        found = other.state.reranked
        good = (other.state.top_score or 0.0) >= self._settings.gate.pass_score
        if found and (good or any(hit.exact_reference for hit in found)):
            exact = [hit for hit in found if hit.exact_reference]
            (nearest,) = nearest_sources(exact or found, versions)[:1]
            chat.state.notices.append(
                say(
                    "answer.other_version",
                    chat.state.language,
                    days=str(versions.asked),
                    source=nearest.location,
                )
            )

    async def _run(self, preset: str, request: ChatRequest, cancelled: Callable[[], bool]) -> ChatState:
        chat = ChatState(request)
        chat.context.now = self._now()
        chat.context.cancelled = cancelled
        await run_events(self._manager, PRESETS[preset], chat)
        return chat

    def _answer(self, chat: ChatState, searched: Sequence[str], started: float) -> Answer:
        state = chat.state
        refused = state.refusal_reason is not None
        sources = () if refused else answer_sources(chat)
        return Answer(
            trace_id=self._new_id(),
            query=chat.request.query,
            answer=state.answer,
            language=state.language,
            query_type=state.route.query_type if state.route else None,
            strategy=state.route.strategy if state.route else None,
            sources=sources,
            citations=citations(chat),
            verification=state.report,
            is_refusal=refused,
            refusal_reason=state.refusal_reason,
            nearest=nearest_sources(state.reranked or state.hits, state.versions) if refused else (),
            searched=tuple(searched),
            crag_retries=state.retries,
            rewrites=tuple(state.rewrites),
            top_scores=tuple(state.top_scores),
            degraded=tuple(state.degraded),
            capabilities=self._capabilities,
            ungrounded=state.ungrounded,
            model_calls=state.model_calls,
            elapsed_ms=(self._clock() - started) * 1000,
            stage_ms=dict(chat.context.stage_ms),
            as_of=None if state.versions.asked is None else str(state.versions.asked),
            notices=(*_version_notices(chat, sources), *state.notices),
        )


def _version_notices(chat: ChatState, sources: Sequence[Source]) -> list[str]:
    """That the day was read from the question, and what of the sources is not in force today."""
    versions, language = chat.state.versions, chat.state.language
    notices = []
    if versions.named and chat.request.as_of is None:
        notices.append(say("answer.as_of_read", language, days=str(versions.asked)))
    said = chat.state.answer
    old = {
        source.document_id: source
        for source in sources
        # Without an answer (a search) all that was found counts.
        if not source.in_force and (not said or any(id_ in said for id_ in source.chunk_ids))
    }
    notices += [
        say("answer.not_in_force", language, document=f"{source.document} ({source.validity})")
        for source in old.values()
    ]
    return notices
