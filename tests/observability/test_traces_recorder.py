"""An answer is given whatever becomes of its line, and the log hears of risk."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
import structlog

from pincite.core.settings import Settings, TraceSettings
from pincite.observability.personal_data import KINDS
from pincite.observability.traces_pruning import keep_pruned
from pincite.observability.traces_settings import Configuration
from pincite.observability.traces_store import TraceStore
from pincite.pipeline.calls import WatchedChat
from pincite.pipeline.profile import PLAIN_PROFILE, Profile
from tests.observability.test_traces_store import store_of, trace
from tests.observability.traced import Traced
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World


def with_model(said: str) -> World:
    return World(model=WatchedChat(ScriptedModel(said)), reranker=ScriptedReranker(0.9))


async def until(seen: Callable[[], bool]) -> None:
    for _ in range(6_000):
        if seen():
            return
        await anyio.sleep(0.01)
    pytest.fail("it never came")


@pytest.mark.feature("TR-03")
async def test_risk_is_logged_without_words_and_a_pass_is_not(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logged:
        await Traced(tmp_path, with_model('3영업일 이내입니다. <ref id="c1"/>')).ask()
        assert logged == []
        answer = await Traced(
            tmp_path, with_model('제99조에 따라 지급합니다. <ref id="c1"/>'), enabled=False
        ).ask()
    (entry,) = logged
    assert (entry["log_level"], entry["risk_level"]) == ("warning", "hard_fail")
    assert entry["trace_id"] == answer.trace_id
    assert entry["unsupported"] == 1
    assert "제99조" not in str(entry)


async def test_no_answer_is_lost_with_its_trace(tmp_path: Path) -> None:
    (tmp_path / "trace").write_text("no folder")
    traced = Traced(tmp_path)
    with structlog.testing.capture_logs() as logged:
        answer = await traced.ask()
    assert answer.answer
    assert [(entry["event"], entry["trace_id"]) for entry in logged] == [
        ("trace not written", answer.trace_id)
    ]


async def test_nor_with_a_line_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.observability.traces_recorder.dumped", lambda _: 1 / 0)
    traced = Traced(tmp_path)
    with structlog.testing.capture_logs() as logged:
        assert (await traced.ask()).answer
    assert [(entry["event"], entry["exc_info"]) for entry in logged] == [("trace not written", True)]


async def test_what_is_to_be_covered_never_reaches_the_disk(tmp_path: Path) -> None:
    traced = Traced(tmp_path, redact=("phone", "email"))
    await traced.ask("저는 010-1234-5678, kim@example.com인데 보험금은 언제 지급하나요?", user="u-1")
    await traced.ask("보험금은 언제 지급하나요?", user="u-1")
    written = (tmp_path / "trace" / "20260301" / "traces.jsonl").read_text(encoding="utf-8")
    assert "1234-5678" not in written and "kim@" not in written
    first, second = traced.lines()
    assert first["redacted"]["found"] == {"phone": 1, "email": 1}
    assert second["redacted"] is None
    assert first["user"] == second["user"] == "u-1"


def test_every_kind_is_a_setting() -> None:
    assert TraceSettings(redact=KINDS).redact == KINDS


def test_a_fingerprint_knows_what_changes_answers_and_tells_no_secret() -> None:
    def told(profile: Profile = PLAIN_PROFILE, **settings: Any) -> dict[str, Any]:
        return Configuration(Settings(**settings), {"chat": "qwen"}).of(profile)

    plain = told()
    assert plain["values"] == {}
    assert told(server={"port": 1}, storage={"qdrant_url": "http://q"}, language="ko") == plain
    other = told(gate={"pass_score": 0.4})
    assert other["fingerprint"] != plain["fingerprint"]
    assert other["values"] == {"gate": {"pass_score": 0.4}}
    assert told(Profile(temperature=1.0))["fingerprint"] != plain["fingerprint"]
    secret = told(chat={"base_url": "https://me:pass@host/v1", "api_key": "sk-secret", "model": "m"})
    assert secret["values"]["chat"] == {"base_url": "https://host/v1", "model": "m"}
    assert secret["chat"] == "qwen"


async def test_a_worker_removes_old_days_and_tries_again(tmp_path: Path) -> None:
    old = datetime.now(UTC) - timedelta(days=30)
    store = store_of(tmp_path, trace("old", old.isoformat()), trace("new", datetime.now(UTC).isoformat()))
    task = asyncio.create_task(keep_pruned(store, 7, every=0.01))
    await until(lambda: len(store.files.days()) == 1)
    task.cancel()
    assert [one["trace_id"] for one in store.list()] == ["new"]
    await keep_pruned(store, 0)  # keeps all, and is done


async def test_a_worker_goes_on_where_nothing_can_be_removed(tmp_path: Path) -> None:
    (tmp_path / "trace").write_text("no folder")
    with structlog.testing.capture_logs() as logged:
        task = asyncio.create_task(keep_pruned(TraceStore(tmp_path), 7, every=0.01))
        await until(lambda: len(logged) > 1)
        task.cancel()
    assert {entry["event"] for entry in logged} == {"traces not pruned"}
