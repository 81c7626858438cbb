"""Traces are found, covered for good, and removed when they are old."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pincite.core.errors import InvalidInput, NotFound
from pincite.observability.personal_data import COVER
from pincite.observability.traces_lines import dumped, text_hash
from pincite.observability.traces_reading import Selection, moment
from pincite.observability.traces_store import TraceStore

FIRST, SECOND, THIRD = (f"{number}1111111-0000-4000-8000-000000000000" for number in "abc")


def trace(trace_id: str, at: str = "2026-03-01T09:30:00.000+00:00", **more: Any) -> dict[str, Any]:
    return {
        "trace_id": trace_id,
        "at": at,
        "tenant": "default",
        "user": None,
        "session_id": None,
        "language": "ko",
        "route": {"query_type": "simple_fact", "strategy": "hybrid"},
        "retries": 0,
        "is_refusal": False,
        "refusal": None,
        "risk_level": "pass",
        "failure_types": {},
        "settings": {"fingerprint": "abc123"},
        "searched": ["terms"],
        "redacted": None,
        "query": "언제?",
        **more,
    }


def store_of(folder: Path, *traces: dict[str, Any]) -> TraceStore:
    store = TraceStore(folder)
    for one in traces:
        store.files.append(dumped(one), datetime.fromisoformat(one["at"]).date())
    return store


def ids(store: TraceStore, selection: Selection = Selection(), **more: Any) -> list[str]:  # noqa: B008
    return [one["trace_id"] for one in store.list(selection, **more)]


@pytest.fixture
def store(tmp_path: Path) -> TraceStore:
    return store_of(
        tmp_path,
        trace(FIRST, risk_level="hard_fail", failure_types={"retrieval_gap": 1}, retries=1),
        trace(
            SECOND, "2026-03-02T00:00:00.000+00:00", is_refusal=True, refusal="refused_nothing", user="u-1"
        ),
        trace(
            THIRD,
            "2026-03-02T10:00:00.000+00:00",
            tenant="other",
            language="en",
            session_id="s-1",
            route={"query_type": "comparison", "strategy": "dense_heavy"},
            settings={"fingerprint": "def456"},
            searched=["rules"],
        ),
    )


@pytest.mark.parametrize(
    ("meant", "found"),
    [
        ({}, [THIRD, SECOND, FIRST]),
        ({"tenant": "default"}, [SECOND, FIRST]),
        ({"risk": ("hard_fail",)}, [FIRST]),
        ({"refused": True}, [SECOND]),
        ({"refused": False}, [THIRD, FIRST]),
        ({"refusal": "refused_nothing"}, [SECOND]),
        ({"failure": "retrieval_gap"}, [FIRST]),
        ({"retried": True}, [FIRST]),
        ({"query_type": "comparison"}, [THIRD]),
        ({"strategy": "hybrid"}, [SECOND, FIRST]),
        ({"language": "en"}, [THIRD]),
        ({"session": "s-1"}, [THIRD]),
        ({"user": "u-1"}, [SECOND]),
        ({"base": "rules"}, [THIRD]),
        ({"settings": "abc"}, [SECOND, FIRST]),
        ({"since": moment("2026-03-02")}, [THIRD, SECOND]),
        ({"until": moment("2026-03-01", end=True)}, [FIRST]),
        ({"since": moment("2026-03-02T09:00+09:00"), "until": moment("2026-03-02T10:00")}, [SECOND]),
    ],
)
def test_traces_are_chosen(store: TraceStore, meant: dict[str, Any], found: list[str]) -> None:
    assert ids(store, Selection(**meant)) == found
    assert store.summary(Selection(**meant))["answers"] == len(found)


def test_pages_go_on_after_the_last_one_seen(store: TraceStore) -> None:
    assert ids(store, limit=2) == [THIRD, SECOND]
    assert ids(store, limit=2, after=SECOND) == [FIRST]
    assert ids(store, after=FIRST) == []


def test_one_is_found_by_its_id_or_the_beginning_of_it(store: TraceStore) -> None:
    assert store.get(FIRST)["trace_id"] == FIRST
    assert store.get("b1111111")["trace_id"] == SECOND
    for wrong in ("b111", "d1111111", "ä1111111"):
        with pytest.raises(NotFound):
            store.get(wrong)
    with pytest.raises(NotFound):
        store.get(THIRD, tenant="default")
    store.files.append(dumped(trace("b1111111-9")), moment("2026-03-02").date())
    with pytest.raises(InvalidInput, match="Several"):
        store.get("b1111111")


@pytest.mark.parametrize("wrong", ["yesterday", "2026-02-30", "20260301", "2026-03-01T25:00", "9999-12-31"])
def test_a_moment_that_is_none_is_told(wrong: str) -> None:
    with pytest.raises(InvalidInput):
        moment(wrong, end=True)


def test_damaged_lines_are_counted_and_cost_no_other(store: TraceStore) -> None:
    day = moment("2026-03-01").date()
    for line in (b'{"trace_id": "half', b"", b"[]", b"\xff\xfe", b'{"no": "id"}'):
        store.files.append(line, day)
    whole = dumped(trace("e1111111"))
    store.files.append(whole[:-1], day)  # cut off in its texts, its head whole
    found = store.summary()
    assert found["answers"] == 3
    assert found["damaged"] == 5
    assert ids(store) == [THIRD, SECOND, FIRST]


PERSONAL = "제 번호는 010-1234-5678, 메일은 kim@example.com, 주민번호는 900101-1234567입니다."


def personal(trace_id: str, **more: Any) -> dict[str, Any]:
    passage = {"id": "01012345-0000-4000-8000-010123456789", "heading": "명부", "text": PERSONAL}
    return trace(
        trace_id,
        query=PERSONAL,
        answer=f'{PERSONAL} <kb chunk_id="{passage["id"]}"/>',
        claims=[{"text": PERSONAL, "start": 0, "end": len(PERSONAL), "findings": [{"text": PERSONAL}]}],
        supports=[{"claim": PERSONAL, "chunks": [passage["id"]]}],
        request={"turns": [{"question": PERSONAL, "answer": "", "cited": []}]},
        passages=[{**passage, "sha256": text_hash(PERSONAL)}],
        sources=[{"chunk_id": passage["id"], "sha256": text_hash(PERSONAL)}],
        **more,
    )


def on_disk(store: TraceStore) -> str:
    return "".join(
        path.read_text(encoding="utf-8") for path in store.files.directory.rglob("*") if path.is_file()
    )


@pytest.mark.parametrize(
    "named", [{"ids": [FIRST[:8]]}, {"session": "s-1"}, {"user": "u-1"}, {"ids": [FIRST], "user": "u-1"}]
)
def test_personal_data_is_gone_from_every_text_for_good(tmp_path: Path, named: dict[str, Any]) -> None:
    store = store_of(tmp_path, personal(FIRST, session_id="s-1", user="u-1"), trace(SECOND))
    done = store.redact(**named, now=datetime(2026, 3, 5, tzinfo=UTC))
    assert done.traces == [FIRST]
    assert done.covered == 3 * 7
    written = on_disk(store)
    for secret in ("1234-5678", "kim@", "900101", "u-1", text_hash(PERSONAL)):
        assert secret not in written
    covered = store.get(FIRST)
    assert covered["redacted"] == {
        "at": "2026-03-05T00:00:00+00:00",
        "found": {"email": 7, "phone": 7, "resident_id": 7},
    }
    assert len(covered["query"]) == len(PERSONAL)
    assert covered["query"].startswith("제 번호는 " + COVER * 13)
    # What names chunks stays, and so do places in the answer.
    (passage,) = covered["passages"]
    assert passage["id"] in covered["answer"]
    assert passage["sha256"] == text_hash(passage["text"]) == covered["sources"][0]["sha256"]
    assert covered["claims"][0]["end"] == len(PERSONAL)
    assert covered["session_id"] == "s-1"
    assert store.get(SECOND) == trace(SECOND)
    again = store.redact(ids=[FIRST])
    assert again.covered == 0
    assert store.get(FIRST)["redacted"]["found"] == {"email": 7, "phone": 7, "resident_id": 7}


def test_only_kinds_that_are_asked_for_are_covered(tmp_path: Path) -> None:
    store = store_of(tmp_path, personal(FIRST))
    assert store.redact(ids=[FIRST], kinds=["email"]).covered == 7
    assert "kim@" not in on_disk(store)
    assert "010-1234-5678" in on_disk(store)


def test_a_redaction_names_something_that_is_there(tmp_path: Path) -> None:
    store = store_of(tmp_path, personal(FIRST, tenant="other"))
    with pytest.raises(InvalidInput):
        store.redact()
    with pytest.raises(InvalidInput, match="no kind"):
        store.redact(ids=[FIRST], kinds=["names"])
    with pytest.raises(NotFound):
        store.redact(ids=[SECOND])
    with pytest.raises(NotFound):
        store.redact(ids=[FIRST], tenant="default")
    assert store.redact(session="s-9").traces == []


def test_a_damaged_line_that_names_it_goes(tmp_path: Path) -> None:
    store = store_of(tmp_path, personal(FIRST, session_id="s-1"))
    half = dumped(personal(SECOND, session_id="s-1"))[:-40]
    store.files.append(half, moment("2026-03-01").date())
    done = store.redact(session="s-1")
    assert (done.traces, done.removed) == ([FIRST], 1)
    assert "010-1234-5678" not in on_disk(store)


def test_old_days_are_removed(store: TraceStore) -> None:
    now = datetime(2026, 3, 9, 1, tzinfo=UTC)
    assert store.prune(0, now) == []
    assert store.prune(8, now) == []
    assert store.prune(7, now) == ["2026-03-01"]
    assert ids(store) == [THIRD, SECOND]


def test_two_periods_are_compared(store: TraceStore) -> None:
    found = store.compare(
        Selection(until=moment("2026-03-01", end=True)), Selection(since=moment("2026-03-02"))
    )
    assert (found["first"]["answers"], found["second"]["answers"]) == (1, 2)
    assert found["differences"]["refused"]["difference"] == 0.5
    json.dumps(found)
