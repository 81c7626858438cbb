"""``pincite traces`` over the answers of a real library."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pincite.observability.traces_lines import dumped
from pincite.observability.traces_store import TraceStore
from tests.cli.conftest import Run, copied
from tests.libraries import CLAUSE, FACT, FAR

YESTERDAY = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()


@pytest.fixture(scope="module")
def answered(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that was asked three questions; read only."""
    import pincite
    from tests.libraries import settings_for

    directory = copied(made / "library", tmp_path_factory.mktemp("answered") / "library")
    with pincite.open(settings=settings_for(directory)) as library:
        for question in (CLAUSE, FACT, FAR):
            library.ask(question)
    return directory


@pytest.fixture
def changing(answered: Path, tmp_path: Path) -> Path:
    """The traces alone, to be changed."""
    import shutil

    shutil.copytree(answered / "trace", tmp_path / "own" / "trace")
    return tmp_path / "own"


def traces_of(directory: Path) -> list[dict[str, Any]]:
    return TraceStore(directory).list()


@pytest.mark.feature("TR-04")
@pytest.mark.feature("RT-10")
def test_what_was_answered_is_summed_up(pincite: Run, answered: Path, tmp_path: Path) -> None:
    shown = pincite("traces", library=answered)
    assert shown.code == 0
    for word in ("3 answers", "structured_lookup", "refused_no_topic", "hard_fail", "answer_verify", "p95"):
        assert word in shown.out
    found = pincite("traces", "--json", library=answered).json()
    assert (found["answers"], found["damaged"]) == (3, 0)
    assert found["answerability"]["refused"] == 1
    assert pincite("traces", "--risk", "hard_fail", "--json", library=answered).json()["answers"] == 0
    assert (
        pincite("traces", "--until", "2020-01-01", library=answered).out
        == "No answer was traced that fits.\n"
    )
    korean = pincite("--language", "ko", "traces", library=answered).out
    assert "질문 유형" in korean and "답변 3개" in korean
    behind = pincite("traces", "--library", answered, "--language", "zh").out
    assert "问题类型" in behind
    golden = tmp_path / "golden.jsonl"
    golden.write_text(json.dumps({"question": CLAUSE}, ensure_ascii=False) + "\n", encoding="utf-8")
    against = pincite("traces", "--golden", golden, "--json", library=answered).json()["golden"]
    assert against["types"] == {"structured_lookup": {"answers": 1, "share": 1.0}}
    assert against["distance"] == pytest.approx(2 / 3, abs=1e-3)
    assert "66.7 %" in pincite("traces", "--golden", golden, library=answered).out


def test_two_periods_or_configurations_are_compared(pincite: Run, answered: Path) -> None:
    shown = pincite("traces", "--compare", "2020-01-01..2020-12-31", f"{YESTERDAY}..", library=answered)
    assert shown.code == 0
    assert "crag_retry_rate" in shown.out and "95 % interval" in shown.out
    fingerprint = traces_of(answered)[0]["settings"]["fingerprint"]
    found = pincite("traces", "--compare", fingerprint, f"{YESTERDAY}..", "--json", library=answered).json()
    assert found["first"]["answers"] == found["second"]["answers"] == 3
    assert found["differences"]["refused"]["difference"] == 0.0


def test_answers_are_listed_and_shown(pincite: Run, answered: Path) -> None:
    listed = pincite("traces", "list", library=answered)
    assert [line.rsplit("  ", 1)[1] for line in listed.out.splitlines()] == [FAR, FACT, CLAUSE]
    only = pincite("traces", "list", "--refused", "--json", library=answered).json()
    assert [one["query"] for one in only] == [FAR]
    assert len(pincite("traces", "list", "--limit", "2", "--json", library=answered).json()) == 2
    id_ = traces_of(answered)[1]["trace_id"]
    shown = pincite("traces", "show", id_[:8], library=answered)
    assert FACT in shown.out and "2,000 operating hours" in shown.out and "answer_verify" in shown.out
    assert pincite("traces", "show", id_, "--json", library=answered).json()["trace_id"] == id_
    refused = pincite("traces", "show", traces_of(answered)[0]["trace_id"], library=answered)
    assert "Nearest passages" in refused.out
    unknown = pincite("traces", "show", "00000000", "--json", library=answered)
    assert (unknown.code, unknown.json()["code"]) == (3, "not_found")


def test_a_trace_is_made_again(pincite: Run, answered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far, fact, clause = (one["trace_id"] for one in traces_of(answered))
    assert pincite("traces", "replay", fact, library=answered).out == "The same.\n"
    only = pincite("traces", "replay", clause, "--verify-only", library=answered)
    assert only.out == "The same verdicts.\n"
    assert pincite("traces", "replay", far, "--verify-only", library=answered).code == 2
    monkeypatch.setenv("PINCITE_GATE__PASS_SCORE", "1")
    monkeypatch.setenv("PINCITE_GATE__SECOND_LINE", "false")
    strict = pincite("traces", "replay", fact, library=answered)
    assert "is_refusal" in strict.out and "gate.pass_score: None → 1.0" in strict.out
    found = pincite("traces", "replay", fact, "--json", library=answered).json()
    assert found["differences"]["is_refusal"] == {"then": False, "now": True}
    assert len(traces_of(answered)) == 3


def test_personal_data_is_covered_when_it_is_asked_for(pincite: Run, changing: Path) -> None:
    store = TraceStore(changing)
    trace = {**store.list()[1], "trace_id": "77777777-x", "session_id": "s-1", "query": "저는 010-1234-5678"}
    store.files.append(dumped(trace), datetime.now(UTC).date())
    asked = pincite("traces", "redact", "77777777", "--json", library=changing)
    assert (asked.code, asked.json()["hint"]) == (2, "Answer y, or pass --yes.")
    assert store.get("77777777")["redacted"] is None
    done = pincite("traces", "redact", "--session", "s-1", "--yes", library=changing)
    assert done.out == "Covered 1 places of personal data in 1 traces.\n"
    again = pincite("traces", "redact", "77777777", "--kind", "phone", "--yes", "--json", library=changing)
    assert again.json() == {"traces": ["77777777-x"], "covered": 0, "removed": 0}
    assert "1234-5678" not in json.dumps(store.list())
    shown = pincite("traces", "show", "77777777", library=changing)
    assert "Personal data was covered" in shown.out
    assert pincite("traces", "redact", "--yes", library=changing).code == 2
    assert (
        pincite("traces", "redact", "--session", "x", "--kind", "name", "--yes", library=changing).code == 2
    )


def test_old_traces_are_removed(pincite: Run, changing: Path) -> None:
    store = TraceStore(changing)
    for days in (10, 400):
        store.files.append(b"{}", (datetime.now(UTC) - timedelta(days=days)).date())
    assert pincite("traces", "prune", "--json", library=changing).code == 2
    done = pincite("traces", "prune", "--yes", library=changing)
    assert done.out == "Removed the traces of 1 days.\n"
    by_days = pincite("traces", "prune", "--days", "5", "--yes", "--json", library=changing).json()
    assert len(by_days["removed"]) == 1
    assert len(store.list()) == 3


@pytest.mark.parametrize(
    "words",
    [
        ("--since", "yesterday"),
        ("--risk", "bad"),
        ("--compare", "2026-01-01..x", "2026-01-01.."),
        ("--golden", "none.jsonl"),
        ("--golden", "none.jsonl", "--compare", "a", "b"),
        ("list", "--limit", "0"),
        ("prune", "--days", "0"),
    ],
)
def test_slips_are_told(pincite: Run, answered: Path, words: tuple[str, ...]) -> None:
    assert pincite("traces", *words, library=answered).code == 2


def test_a_library_without_answers_says_so(pincite: Run, tmp_path: Path) -> None:
    assert pincite("traces", library=tmp_path).out == "No answer was traced that fits.\n"
    assert pincite("traces", "list", library=tmp_path).out == "No answer was traced that fits.\n"
    assert not (tmp_path / "trace").exists()


def test_damaged_lines_are_told(pincite: Run, changing: Path) -> None:
    TraceStore(changing).files.append(b'{"trace_id": "half', datetime.now(UTC).date())
    shown = pincite("traces", library=changing)
    assert "3 answers" in shown.out and "1 damaged lines" in shown.out
