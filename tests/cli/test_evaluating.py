"""``pincite eval`` on a real library and a small set, with the real encoder."""

import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.evaluation.test_reports import read
from tests.evaluation.test_runs import write_set
from tests.libraries import FACT

GOLDEN = [
    {
        "id": "pump",
        "question": FACT,
        "must_contain": ["2,000 operating hours"],
        "documents": ["pump manual.md"],
    },
    {"id": "claim", "question": "서류를 받고 며칠 안에 보험금을 지급하나요?", "must_contain": ["3영업일"]},
    {"id": "elsewhere", "question": "What is the tax rate?", "documents": ["tax.pdf"], "must_contain": ["x"]},
    {"id": "far", "question": "피자 배달이 늦으면 얼마나 보상받나요?", "kind": "unanswerable_far"},
    {"id": "made", "question": "Made?", "reviewed": False, "must_contain": ["x"]},
]


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "golden.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in GOLDEN), encoding="utf-8")
    return path


def test_golden_questions_to_a_library(pincite: Run, filled: Path, golden: Path, tmp_path: Path) -> None:
    found = pincite("eval", "retrieval", "--golden", golden, "--json", library=filled).json()
    assert set(found["sets"]["golden"]) == {
        "queries",
        "recall@1",
        "recall@5",
        "recall@10",
        "mrr@10",
        "ndcg@10",
    }
    assert found["sets"]["golden"]["queries"] == 2
    assert found["sets"]["golden"]["recall@5"] == 1.0
    assert found["made_with"]["encoder"] == "bundled"

    gate = pincite("eval", "gate", "--golden", golden, "--json", library=filled).json()
    assert set(gate["sets"]["golden"]) == {"answerable", "far"}
    far = gate["sets"]["golden"]["far"]
    assert far["pass"] == 0
    assert far["rewrite"] + far["refuse"] == 1

    page = tmp_path / "answers.html"
    told = pincite("eval", "answers", "--golden", golden, "--json", "--report", page, library=filled)
    answers = told.json()
    assert [(row["id"], row["status"]) for row in answers["cases"]][2:] == [
        ("elsewhere", "missing"),
        ("far", "refused"),
    ]
    row = answers["cases"][0]
    assert {"id", "status", "evidence_in_top5", "evidence_cited", "refused", "risk_level"} <= set(row)
    assert answers["summary"]["asked"] == 3
    read(page.read_text(encoding="utf-8"))

    before = tmp_path / "before.json"
    before.write_text(told.out, encoding="utf-8")
    shown = pincite("eval", "answers", "--golden", golden, "--compare", before, library=filled)
    assert shown.code == 0
    assert "evidence_cited" in shown.out
    assert "95 % interval" in shown.out
    wrong = pincite("eval", "gate", "--golden", golden, "--compare", before, "--json", library=filled)
    assert (wrong.code, wrong.json()["code"]) == (2, "invalid_input")
    other = pincite(
        "eval", "answers", "--golden", golden, "--against", "gate.pass_score=1", "--json", library=filled
    ).json()
    assert other["comparison"]["mean"]["answerable refused"]["difference"] >= 0


@pytest.mark.feature("CR-06")
def test_a_set_of_ones_own(pincite: Run, tmp_path: Path) -> None:
    write_set(tmp_path / "data" / "mine")
    page = tmp_path / "page.html"
    told = pincite("eval", "retrieval", "--data", tmp_path / "data", "--json", "--report", page)
    found = told.json()
    assert found["sets"]["mine"]["queries"] == 10
    low, high = found["intervals"]["mine"]["recall@5"]
    assert low <= found["sets"]["mine"]["recall@5"] <= high
    read(page.read_text(encoding="utf-8"))
    shown = pincite(
        "eval", "retrieval", "--data", tmp_path / "data", "--against", "retrieval.dense_weight=0.1"
    )
    assert shown.code == 0
    assert "recall@1" in shown.out
    gate = pincite("eval", "gate", "--data", tmp_path / "data", "--json").json()
    assert set(gate["sets"]["mine"]) == {"answerable", "near", "far"}


@pytest.mark.parametrize(
    "words",
    [
        ["retrieval", "--data", "{tmp}/none"],
        ["retrieval", "--golden", "{tmp}/none.jsonl"],
        ["answers", "--golden", "{golden}", "--report", "{tmp}/none/page.html"],
        ["answers", "--golden", "{golden}", "--compare", "{tmp}/none.json"],
        ["answers", "--golden", "{golden}", "--compare", "{golden}"],
        ["answers", "--golden", "{golden}", "--against", "gate.passing=1"],
        ["answers", "--golden", "{golden}", "--against", "gate.pass_score=high"],
        ["answers", "--golden", "{golden}", "--against", "data_dir=/x"],
        ["answers", "--golden", "{golden}", "--base", "nowhere"],
        ["chunking", "--golden", "{golden}", "--documents", "{tmp}/none"],
    ],
)
def test_slips_are_told_before_the_work(
    pincite: Run, filled: Path, golden: Path, tmp_path: Path, words: list[str]
) -> None:
    words = [word.format(tmp=tmp_path, golden=golden) for word in words]
    told = pincite("eval", *words, "--json", library=filled)
    assert told.code in (2, 3), told.out
    assert told.json()["hint"]


def test_questions_need_a_model(pincite: Run, filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    told = pincite("eval", "questions", "-b", "documents", "--out", out, "--json", library=filled)
    assert (told.code, told.json()["code"]) == (10, "configuration")
    assert "chat.base_url" in told.json()["hint"]
    assert not out.exists()
    out.write_text("mine", encoding="utf-8")
    kept = pincite("eval", "questions", "--out", out, "--json", library=filled)
    assert (kept.code, kept.json()["code"]) == (4, "conflict")
    assert out.read_text(encoding="utf-8") == "mine"


class _Chat(BaseHTTPRequestHandler):
    """Asks about the longest line that it is shown, and quotes from it."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        shown = body["messages"][-1]["content"].split("\n<data-", 1)[1]
        line = max(shown.splitlines(), key=len).strip()
        row = {"question": f"Which rule says {line[:12]}?", "quote": line[:40], "answer": line[:5]}
        message = {"role": "assistant", "content": json.dumps({"questions": [row]})}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        data = json.dumps(
            {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name of the parent
        return


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Chat) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("PINCITE_CHAT__BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        monkeypatch.setenv("PINCITE_CHAT__MODEL", "m")
        yield
        server.shutdown()
        thread.join()


@pytest.mark.usefixtures("chat")
def test_questions_are_made_with_the_model_of_the_settings(
    pincite: Run, filled: Path, tmp_path: Path
) -> None:
    out = tmp_path / "made.jsonl"
    told = pincite("eval", "questions", "-b", "documents", "--out", out, "-n", "3", "--json", library=filled)
    assert told.code == 0, told.out
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert rows == told.json()["questions"]
    assert len(rows) == 3
    assert len({row["documents"][0] for row in rows}) >= 2
    for row in rows:
        assert row["reviewed"] is False
        assert row["must_contain"][0][:10] in row["evidence"]
    skipped = pincite("eval", "retrieval", "--golden", out, "--json", library=filled)
    assert (skipped.code, "wait for review" in skipped.json()["message"]) == (2, True)
    asked = pincite("eval", "retrieval", "--golden", out, "--unreviewed", "--json", library=filled)
    assert asked.json()["sets"]["golden"]["queries"] == 3


def test_questions_are_reviewed_one_by_one(
    pincite: Run, golden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("x\nk\n"))
    told = pincite("eval", "review", golden)
    assert told.code == 0, told.out + told.err
    assert "Made?" in told.out
    assert "0 to review" in told.out
    assert '"reviewed": true' in golden.read_text(encoding="utf-8")
