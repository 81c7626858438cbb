"""Spans as a real collector gets them: what stages they name, what holds what, and how they end."""

import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Status

import pincite
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed
from pincite.core.settings import ObservabilitySettings, load_settings
from pincite.observability.tracing import OtlpTracer
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import Cancelled
from pincite.pipeline.telling import Kind, Told
from pincite.wiring import open_library
from tests.conftest import ROOT
from tests.libraries import MANUAL, settings_for
from tests.observability.collector import Collector, attributes, collecting
from tests.pipeline.standins import NOW, ScriptedModel, ScriptedReranker, World
from tests.sessions.chat_world import SlowModel

QUESTION = "보험금은 언제 지급하나요?"
STAGES = (
    "query_understand",
    "query_route",
    "chunk_search_parallel",
    "chunk_rerank",
    "retrieval_grade",
    "chunk_merge",
    "filter_top_k",
    "into_chat_message",
    "chat_completion_stream",
    "answer_verify",
)


@asynccontextmanager
async def traced(collector: Collector, world: World) -> AsyncIterator[QuestionService]:
    """The questions of ``world``; when the block ends its spans are with the collector."""
    await world.start()
    tracer = OtlpTracer(ObservabilitySettings(otlp_url=collector.url))
    ids = iter(f"trace-{number}" for number in range(100))
    try:
        yield QuestionService(
            world.services, world.settings, now=lambda: NOW, new_id=lambda: next(ids), tracer=tracer
        )
    finally:
        await tracer.aclose()


async def ignore(_: Told) -> None:
    return None


@pytest.mark.feature("OR-01")
async def test_every_stage_is_a_span_and_that_of_the_stream_covers_the_last_token() -> None:
    told: list[int] = []

    async def tell(one: Told) -> None:
        if one.kind is Kind.ANSWER and one.content:
            told.append(time.time_ns())

    with collecting() as collector:
        async with traced(collector, World(model=SlowModel(pause=0.005))) as questions:  # type: ignore[arg-type]
            answer = await questions.converse(World.request(QUESTION), tell=tell)
    names = [span.name for span in sorted(collector.spans, key=lambda span: span.start_time_unix_nano)]
    assert names == ["pincite.chat", *(f"pipeline.{stage}" for stage in STAGES)]
    stream = collector.one("pipeline.chat_completion_stream")
    assert stream.start_time_unix_nano <= told[0] < told[-1] <= stream.end_time_unix_nano
    assert len(told) == 20
    whole = collector.one("pincite.chat")
    assert {span.trace_id for span in collector.spans} == {whole.trace_id}
    assert {span.parent_span_id for span in collector.spans if span is not whole} == {whole.span_id}
    assert whole.parent_span_id == b""
    assert {attributes(span)["pincite.trace_id"] for span in collector.spans} == {answer.trace_id}
    assert collector.services == {"pincite"}


@pytest.mark.feature("OR-01")
async def test_what_is_searched_again_lies_within_the_gate() -> None:
    with collecting() as collector:
        world = World(
            model=ScriptedModel("부활 청약", "답 <ref id='c1'/>"), reranker=ScriptedReranker(0.2, 0.9)
        )
        async with traced(collector, world) as questions:
            answer = await questions.ask(World.request("다시 살리려면?"))
    assert answer.crag_retries == 1
    gate = collector.one("pipeline.retrieval_grade")
    for stage in ("query_route", "chunk_search_parallel", "chunk_rerank"):
        first, again = sorted(
            collector.named(f"pipeline.{stage}"), key=lambda span: span.start_time_unix_nano
        )
        assert first.parent_span_id != gate.span_id
        assert again.parent_span_id == gate.span_id
    told = attributes(collector.one("pincite.answer"))
    assert told["pincite.attempts"] == 2
    assert told["pincite.query_type"] == answer.query_type
    assert told["pincite.refused"] is False


@pytest.mark.feature("OR-01")
async def test_questions_at_once_are_traces_of_their_own() -> None:
    with collecting() as collector:
        world = World(model=ScriptedModel("답"))
        async with traced(collector, world) as questions, anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(questions.ask, World.request(QUESTION))
    by_trace: dict[bytes, set[object]] = {}
    for span in collector.spans:
        by_trace.setdefault(span.trace_id, set()).add(attributes(span)["pincite.trace_id"])
    assert len(by_trace) == 5
    assert sorted(map(len, by_trace.values())) == [1] * 5


async def test_an_error_is_told_by_its_code_and_no_words_leave_the_machine() -> None:
    with collecting() as collector:
        world = World(model=ScriptedModel(ChatModelUnavailable("the secret host is down")))
        async with traced(collector, world) as questions:
            with pytest.raises(ChatModelUnavailable):
                await questions.ask(World.request("보험금의 비밀 질문은 언제 지급하나요?"))
    failed = collector.one("pipeline.chat_completion")
    assert failed.status.code == Status.STATUS_CODE_ERROR
    assert attributes(failed)["error.type"] == ChatModelUnavailable.code
    assert collector.one("pincite.answer").status.code == Status.STATUS_CODE_ERROR
    assert collector.one("pipeline.chunk_rerank").status.code == Status.STATUS_CODE_UNSET
    for words in ("secret host", "비밀", "보험약관", "영업일"):
        assert words.encode() not in collector.raw


async def test_finding_nothing_and_a_stop_are_no_errors() -> None:
    with collecting() as collector:
        async with traced(collector, World(chunks=())) as questions:
            assert (await questions.ask(World.request(QUESTION))).is_refusal
            with pytest.raises(Cancelled):
                await questions.ask(World.request(QUESTION), cancelled=lambda: True)
    assert attributes(collector.one("pipeline.chunk_search_parallel"))["pincite.found_nothing"] is True
    refused, stopped = collector.named("pincite.answer")
    assert attributes(refused)["pincite.refused"] is True
    assert attributes(stopped)["pincite.cancelled"] is True
    assert {span.status.code for span in collector.spans} == {Status.STATUS_CODE_UNSET}


async def test_a_stream_that_breaks_or_is_left_ends_its_span() -> None:
    with collecting() as collector:
        async with traced(collector, World(model=SlowModel(fails_after=2))) as questions:  # type: ignore[arg-type]
            with pytest.raises(ModelCallFailed):
                await questions.converse(World.request(QUESTION), tell=ignore)
        waiting = SlowModel(gate=anyio.Event())
        async with traced(collector, World(model=waiting)) as questions:  # type: ignore[arg-type]
            with anyio.CancelScope() as scope:

                async def leave(_: Told) -> None:
                    if waiting.said == 3:
                        scope.cancel()

                await questions.converse(World.request(QUESTION), tell=leave)
            assert scope.cancelled_caught
    broken, left = collector.named("pipeline.chat_completion_stream")
    assert attributes(broken)["error.type"] == ModelCallFailed.code
    assert attributes(left)["pincite.cancelled"] is True


@pytest.mark.feature("OR-01")
async def test_a_library_hands_its_spans_over_when_it_closes(tmp_path: Path) -> None:
    with collecting() as collector:
        told = ObservabilitySettings(
            otlp_url=collector.url, otlp_headers={"Authorization": "Basic eHl6"}, service="terms-desk"
        )
        settings = settings_for(tmp_path / "library", observability=told)
        async with await open_library(settings=settings) as library:
            await (await library.knowledge_base()).add(MANUAL)
            answer = await library.ask("How often are the pump bearings greased?")
    assert attributes(collector.one("pincite.answer"))["pincite.trace_id"] == answer.trace_id
    assert collector.one("pipeline.chat_completion")
    assert collector.services == {"terms-desk"}
    assert {headers["authorization"] for headers in collector.headers} == {"Basic eHl6"}
    assert "eHl6" not in repr(settings)


async def test_a_collector_that_is_gone_disturbs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.observability.tracing.EXPORT_SECONDS", 0.2)
    with collecting() as collector:
        pass
    async with traced(collector, World(model=ScriptedModel("답"))) as questions:
        assert (await questions.ask(World.request(QUESTION))).answer == "답"


@pytest.mark.feature("OR-01")
def test_without_a_collector_nothing_of_it_is_loaded() -> None:
    program = (
        "import asyncio, sys\n"
        "from pincite import wiring\n"
        "from tests.pipeline.standins import ScriptedModel, World\n"
        "assert wiring._tracer(wiring.Settings()) is None\n"
        "asyncio.run(World(model=ScriptedModel('x')).ask('보험금은 언제 지급하나요?'))\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "pincite" in loaded
    assert "opentelemetry" not in loaded
    assert "requests" not in loaded


def test_a_library_that_wants_spans_without_the_package_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "pincite.observability.tracing")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    told = ObservabilitySettings(otlp_url="http://127.0.0.1:4318/v1/traces")
    with (
        pincite.open(settings=settings_for(tmp_path, observability=told)) as library,
        pytest.raises(ConfigurationError) as caught,
    ):
        library.ask("Anything?")
    assert "pincite[otel]" in caught.value.hint


@pytest.mark.parametrize("url", ["127.0.0.1:4318", "ftp://collector", "http://a b"])
def test_an_address_that_is_none_is_refused(url: str, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text(f'[observability]\notlp_url = "{url}"\n')
    with pytest.raises(ConfigurationError, match="otlp_url"):
        load_settings(tmp_path)
