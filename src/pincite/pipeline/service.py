"""Asks one question: the retrieve path and the answer path of reference 001."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from uuid import uuid4

from pincite.composing import fallback_messages
from pincite.core.catalogue import say
from pincite.core.settings import Settings
from pincite.pipeline.answer import Answer, Citation, answer_sources, nearest_sources
from pincite.pipeline.builder import PRESETS
from pincite.pipeline.manager import EventManager
from pincite.pipeline.orchestrator import run_events
from pincite.pipeline.stages import Services, built_in_plugins
from pincite.pipeline.state import ChatRequest, ChatState


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

    async def retrieve(self, request: ChatRequest, searched: Sequence[str] = ()) -> Answer:
        """Passages only: no gate, no model, no answer text. Nothing found is an empty list."""
        chat, elapsed = await self._run("retrieve", request)
        return self._answer(chat, searched, elapsed, text="")

    async def ask(self, request: ChatRequest, searched: Sequence[str] = ()) -> Answer:
        """A checked answer, or a refusal that says why. Raises ModelCallFailed, ChatModelUnavailable."""
        chat, elapsed = await self._run("answer", request)
        if chat.state.refusal_reason is not None:
            await self._fall_back(chat)
        return self._answer(chat, searched, elapsed, text=chat.state.answer)

    async def _run(self, preset: str, request: ChatRequest) -> tuple[ChatState, float]:
        chat = ChatState(request)
        chat.context.now = self._now()
        started = self._clock()
        await run_events(self._manager, PRESETS[preset], chat)
        return chat, (self._clock() - started) * 1000

    async def _fall_back(self, chat: ChatState) -> None:
        """What stands in for an answer without evidence, by the setting ``answer.fallback``."""
        state, settings = chat.state, self._settings.answer
        model = self._services.chat_model
        if settings.fallback == "model" and model is not None:
            state.model_calls += 1
            state.answer = await model.complete(
                fallback_messages(chat.request.query, state.language),
                temperature=self._settings.chat.temperature,
                max_tokens=self._settings.chat.max_tokens,
            )
            state.ungrounded = True
        elif settings.fallback == "fixed" and settings.fixed_response:
            state.answer = settings.fixed_response
        else:
            state.answer = say("answer.not_found", state.language)

    def _answer(self, chat: ChatState, searched: Sequence[str], elapsed: float, text: str) -> Answer:
        state = chat.state
        refused = state.refusal_reason is not None
        return Answer(
            trace_id=self._new_id(),
            query=chat.request.query,
            answer=text,
            language=state.language,
            query_type=state.route.query_type if state.route else None,
            strategy=state.route.strategy if state.route else None,
            sources=() if refused else answer_sources(chat),
            citations=_citations(chat),
            verification=state.report,
            is_refusal=refused,
            refusal_reason=state.refusal_reason,
            nearest=nearest_sources(state.reranked or state.hits) if refused else (),
            searched=tuple(searched),
            crag_retries=state.retries,
            rewrites=tuple(state.rewrites),
            top_scores=tuple(state.top_scores),
            degraded=tuple(state.degraded),
            capabilities=self._capabilities,
            ungrounded=state.ungrounded,
            model_calls=state.model_calls,
            elapsed_ms=elapsed,
            stage_ms=dict(chat.context.stage_ms),
        )


def _citations(chat: ChatState) -> tuple[Citation, ...]:
    """A citation a claim that has support; the ids are chunk ids of the sources (row CI-09)."""
    report = chat.state.report
    if report is None:
        return ()
    return tuple(
        Citation(claim=claim.text, refs=tuple(claim.refs), supported_by_chunks=tuple(claim.supported_by))
        for claim in report.claims
        if claim.supported_by
    )
