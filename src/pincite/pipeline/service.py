"""Asks one question: the retrieve path and the answer path of reference 001."""

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import anyio

from pincite.citations import expand_references
from pincite.core.catalogue import say
from pincite.core.errors import SearchNothing
from pincite.core.settings import Settings
from pincite.core.types import GateDecision
from pincite.pipeline.answer import (
    Answer,
    Source,
    answer_sources,
    nearest_passages,
    nearest_sources,
)
from pincite.pipeline.attached import files_may_answer, turn_to_files
from pincite.pipeline.attempts import Attempt
from pincite.pipeline.broken_off import told_so_far, verify_broken_off
from pincite.pipeline.builder import PRESETS, chat_stages, with_options
from pincite.pipeline.calls import calls_in
from pincite.pipeline.citing import citations
from pincite.pipeline.events import Event
from pincite.pipeline.explaining import Explanation, Inspector, explained
from pincite.pipeline.fallback import FALLBACK, fall_back
from pincite.pipeline.graph_view import graph_json
from pincite.pipeline.lines import count_chunks
from pincite.pipeline.manager import EventManager
from pincite.pipeline.named import is_lookup
from pincite.pipeline.orchestrator import run_events
from pincite.pipeline.pages import on_pages
from pincite.pipeline.plugging import all_plugins
from pincite.pipeline.plugins.understand import check_query
from pincite.pipeline.probing import Probe, probe_of
from pincite.pipeline.spans import question_span
from pincite.pipeline.stages import Services, lines_of
from pincite.pipeline.state import ChatRequest, ChatState, never
from pincite.pipeline.switches import switched
from pincite.pipeline.telling import Held, Kind, Marks, Tell, Told
from pincite.ports.pages import NoPages, PageReader
from pincite.ports.tracing import Tracer

Record = Callable[[Answer, ChatState], Awaitable[None]]
"""Keeps a line about an answer; never raises for a line that cannot be kept."""


async def record_nothing(_answer: Answer, _chat: ChatState) -> None:
    """The service whose answers leave no line."""


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
        record: Record = record_nothing,
        tracer: Tracer | None = None,
        pages: PageReader | None = None,
    ) -> None:
        self._services = services
        self._settings = settings
        self._capabilities = tuple(capabilities)
        self._tracer = tracer
        self._pages = pages or NoPages()
        self._manager = EventManager(all_plugins(services, settings), clock, tracer)
        self.lines = lines_of(services, settings, services.reranker)
        """Of the gate, for the scores of the reranker of the settings."""
        self._now = now
        self._clock = clock
        self._new_id = new_id
        self._record = record
        self.identities = services.identities
        """Role to identity of its models."""

    def check(self, request: ChatRequest) -> None:
        """Raises InvalidInput for a question that no stage would take: before it is stored, or a status is
        told. And as `check_reach`."""
        check_query(request.query, beside=bool(request.images or request.attachments))
        self.check_reach(request)

    def check_reach(self, request: ChatRequest) -> None:
        """Raises InvalidInput for a request that wants what is not set up."""
        switched(request, self._settings, self._services.reach(request.profile))

    async def retrieve(
        self, request: ChatRequest, searched: Sequence[str] = (), *, cancelled: Callable[[], bool] = never
    ) -> Answer:
        """Passages only: no gate, no model, no answer text. Nothing found is an empty list, no refusal.

        Raises Cancelled when ``cancelled`` came true, and what the index and the readers raise.
        """
        started = self._clock()
        chat = self._chat(request, cancelled)
        with question_span(self._tracer, "retrieve", chat):
            await self._run("retrieve", chat)
            chat.state.refusal_reason = None
            return self._answer(chat, searched, started)

    async def probe(self, request: ChatRequest) -> Probe:
        """What the gate would read of the first retrieval, for measuring. Raises as `retrieve`."""
        started = self._clock()
        own = replace(request, rerank=True, gated=True, web=False, data_analysis=False)
        chat = self._chat(own, never)
        await self._run("retrieve", chat)
        return probe_of(chat, self._answer(chat, (), started), self.lines)

    async def count_chunks(self, base_id: str) -> int:
        """Chunks of a base that can be found."""
        return await count_chunks(self._services.reader, base_id)

    async def ask(
        self, request: ChatRequest, searched: Sequence[str] = (), *, cancelled: Callable[[], bool] = never
    ) -> Answer:
        """A checked answer, or a refusal that says why.

        Raises ModelCallFailed and ChatModelUnavailable when the answer itself cannot be written, and as
        `retrieve`.
        """
        started = self._clock()
        # The gate reads the reranker's probability, so an answer always has one.
        chat = self._chat(replace(request, rerank=True, gated=True), cancelled)
        with question_span(self._tracer, "answer", chat):
            await self._run("answer", chat)
            await self._from_files(chat, Event.CHAT_COMPLETION)
            if chat.state.refusal_reason is not None:
                await self._fall_back(chat)
            gate = await self.lines.capabilities(request.base_ids, self._services.reader)
            return await self._kept(self._answer(chat, searched, started, gate), chat, started)

    async def converse(
        self,
        request: ChatRequest,
        searched: Sequence[str] = (),
        *,
        tell: Tell,
        cancelled: Callable[[], bool] = never,
    ) -> Answer:
        """One turn of a conversation, told while it goes on; the answer as `ask` gives it.

        A refusal is told as an answer too. With ``request.held`` the text is told when it is checked.
        Raises as `ask`.
        """
        started = self._clock()
        chat = self._chat(replace(request, rerank=True, gated=True), cancelled)
        with question_span(self._tracer, "chat", chat):
            return await self._conversed(chat, searched, tell, started)

    async def _conversed(
        self, chat: ChatState, searched: Sequence[str], tell: Tell, started: float
    ) -> Answer:
        request = chat.request
        held = Held(tell) if request.held else None
        chat.context.tell = held or tell
        chat.context.released = held is None
        marks = Marks(tell)
        try:
            await self._told(chat)
            if held is not None:
                await held.release(chat.state.answer)
            gate = await self.lines.capabilities(request.base_ids, self._services.reader)
            answer = self._answer(chat, searched, started, gate)
            await marks.tell(answer.verified)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await self._break_off(chat, held, marks)
            raise
        return await self._kept(answer, chat, started)

    async def _told(self, chat: ChatState) -> None:
        request = chat.request
        history = request.rounds > 0 and bool(request.session_id or request.turns)
        stages = chat_stages(
            bases=bool(request.base_ids),
            history=history,
            web=bool(request.web),
            data_analysis=bool(request.data_analysis),
            attached=bool(request.attachments),
        )
        await run_events(self._manager, stages, chat)
        await self._know_rivals(chat)
        await self._from_files(chat, Event.CHAT_COMPLETION_STREAM)
        if chat.state.refusal_reason is not None:
            await self._fall_back(chat)
            await chat.context.tell(Told(Kind.ANSWER, chat.state.answer))
            await chat.context.tell(Told(Kind.ANSWER, done=True))

    async def _from_files(self, chat: ChatState, writing: Event) -> None:
        """What the bases refuse is answered from the files beside the question, where a model reads them."""
        if files_may_answer(chat) and self._services.choice.chat(chat.request.profile) is not None:
            turn_to_files(chat)
            await run_events(self._manager, (Event.INTO_CHAT_MESSAGE, writing, Event.ANSWER_VERIFY), chat)

    async def _break_off(self, chat: ChatState, held: Held | None, marks: Marks) -> None:
        """What was written when a stop or a failure came is checked, and shown if it was held back."""
        if not chat.state.raw_answer:
            return
        settings = self._services.choice.settings(chat.request.profile, self._settings.chat)
        said = told_so_far(chat, citations=settings.citations)
        verified = await verify_broken_off(chat, said)
        if held is not None and said:
            await held.release(said)
        await marks.tell(verified)

    async def _kept(self, answer: Answer, chat: ChatState, started: float) -> Answer:
        """With the pages of its citations, which nobody waits for who reads its text already."""
        if answer.citations:
            cited = await on_pages(answer.citations, chat.state.passages, self._pages)
            answer = replace(answer, citations=cited, elapsed_ms=(self._clock() - started) * 1000)
        if chat.request.traced:
            await self._record(answer, chat)
        return answer

    async def _fall_back(self, chat: ChatState) -> None:
        before = self._clock()
        if chat.state.reranked and not chat.state.passages:
            # What came close is shown as an answer would show it: the whole passage around what was found.
            with suppress(SearchNothing):
                await self._manager.trigger(Event.CHUNK_MERGE, chat)
        with calls_in(FALLBACK, chat.context.calls):
            await fall_back(chat, self._services.choice, self._settings.answer, self._settings.chat)
        chat.stop_if_cancelled()
        chat.context.stage_ms[FALLBACK] = (self._clock() - before) * 1000
        await self._look_elsewhere(chat)

    async def _look_elsewhere(self, chat: ChatState) -> None:
        """Say of a refused question that a version of another time would answer it."""
        versions = chat.state.versions
        named = chat.request.document_ids
        left_out = sorted(versions.excluded.intersection(named) if named else versions.excluded)
        if not left_out:
            return
        request = replace(
            chat.request,
            document_ids=tuple(left_out),
            as_of=None,
            every_version=True,
            rerank=True,
            web=False,
            data_analysis=False,
        )
        other = self._chat(request, chat.context.cancelled, chat.context.trace_id)
        await self._run("retrieve", other)
        found = other.state.reranked
        best = Attempt.of(other.state)
        good = (best.score or 0.0) >= self.lines.of(best.base_id, request.profile).pass_score
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

    async def _run(self, preset: str, chat: ChatState) -> None:
        web, data_analysis = bool(chat.request.web), bool(chat.request.data_analysis)
        stages = with_options(PRESETS[preset], web=web, data_analysis=data_analysis)
        await run_events(self._manager, stages, chat)
        await self._know_rivals(chat)

    def _chat(self, request: ChatRequest, cancelled: Callable[[], bool], trace_id: str = "") -> ChatState:
        request, lacking = switched(request, self._settings, self._services.reach(request.profile))
        chat = ChatState(request)
        chat.mark_degraded(lacking)
        chat.context.trace_id = trace_id or self._new_id()
        chat.context.now = self._now()
        chat.context.cancelled = cancelled
        chat.context.inspector = Inspector() if request.explain else None
        return chat

    async def _know_rivals(self, chat: ChatState) -> None:
        request = chat.request
        found = {hit.chunk.document_id for hit in chat.state.reranked or chat.state.hits}
        if found and not request.every_version:
            chat.state.versions = await chat.state.versions.knowing_rivals(self._services.editions, found)

    def _answer(
        self, chat: ChatState, searched: Sequence[str], started: float, gate: Sequence[str] = ()
    ) -> Answer:
        state = chat.state
        refused = state.refusal_reason is not None
        sources = () if refused else answer_sources(chat)
        return Answer(
            trace_id=chat.context.trace_id,
            query=chat.request.query,
            answer=state.answer,
            language=state.language,
            query_type=state.route.query_type if state.route else None,
            strategy=state.route.strategy if state.route else None,
            sources=sources,
            citations=citations(chat),
            verification=state.report,
            verified=state.verified,
            is_refusal=refused,
            refusal_reason=state.refusal_reason,
            nearest=self._nearest(chat) if refused else (),
            searched=tuple(searched),
            crag_retries=state.retries,
            rewrites=tuple(state.rewrites),
            top_scores=tuple(state.top_scores),
            degraded=tuple(state.degraded),
            capabilities=(*self._capabilities, *gate),
            ungrounded=state.ungrounded,
            model_calls=state.model_calls,
            usage=state.usage,
            finish_reason=state.finish_reason,
            elapsed_ms=(self._clock() - started) * 1000,
            stage_ms=dict(chat.context.stage_ms),
            as_of=None if state.versions.asked is None else str(state.versions.asked),
            notices=(*_version_notices(chat, sources), *_cut_off(chat), *state.notices),
            image_description=state.image_description,
            rendered_content=state.messages[-1].content if state.messages else "",
            explanation=self._explained(chat, refused=refused),
        )

    @staticmethod
    def _nearest(chat: ChatState) -> tuple[Source, ...]:
        state = chat.state
        if state.passages:
            return nearest_passages(state.passages, state.versions)
        return nearest_sources(state.reranked or state.hits, state.versions)

    def _explained(self, chat: ChatState, *, refused: bool) -> Explanation | None:
        inspector, state = chat.context.inspector, chat.state
        if inspector is None:
            return None
        gate: dict[str, object] | None = None
        if chat.request.gated:
            lines = self.lines.of(Attempt.of(state).base_id, chat.request.profile)
            gate = {
                "pass_score": lines.pass_score,
                "abort_score": lines.abort_score,
                "max_retries": lines.max_retries,
                "scores": [round(score, 6) for score in state.top_scores],
                "decision": (GateDecision.REFUSE if refused else GateDecision.PASS).value,
                "reason": state.refusal_reason,
            }
        return explained(
            inspector,
            hits=state.hits,
            refused=refused,
            lookup=chat.request.gated and is_lookup(chat.request.query),
            gate=gate,
            stage_ms=chat.context.stage_ms,
            graph=graph_json(state.entities, state.graph),
        )


def _cut_off(chat: ChatState) -> list[str]:
    """That the model stopped at its limit: half an answer looks like a whole one."""
    cut = chat.state.finish_reason == "length"
    return [say("answer.cut_off", chat.state.language)] if cut else []


def _version_notices(chat: ChatState, sources: Sequence[Source]) -> list[str]:
    """That the day was read from the question, and what of the sources is not in force today."""
    versions, language = chat.state.versions, chat.state.language
    notices = []
    if versions.named and chat.request.as_of is None:
        notices.append(say("answer.as_of_read", language, days=str(versions.asked)))
    # With its tags, whether or not the reader is shown them.
    said = expand_references(chat.state.raw_answer, chat.context.registry)
    if not any(id_ in said for source in sources for id_ in source.chunk_ids):
        said = ""
    old = {
        source.document_id: source
        for source in sources
        # Without an answer (a search), or where it cites nothing, all that was found counts.
        if not source.in_force and (not said or any(id_ in said for id_ in source.chunk_ids))
    }
    notices += [
        say("answer.not_in_force", language, document=f"{source.document} ({source.validity})")
        for source in old.values()
    ]
    cited = [
        source.document_id for source in sources if not said or any(id_ in said for id_ in source.chunk_ids)
    ]
    notices += [
        say("answer.both_in_force", language, older=older, newer=newer)
        for older, newer in versions.beside(cited)
    ]
    return notices
