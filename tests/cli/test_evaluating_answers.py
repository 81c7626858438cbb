"""``pincite eval answers`` with models: which one answers, how good it is, and which of two is better."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pincite.observability.traces_store import TraceStore
from tests.cli.conftest import Run
from tests.evaluation.test_reports import read
from tests.libraries import FACT

GOLDEN = [
    {
        "id": "pump",
        "question": FACT,
        "must_contain": ["2,000 operating hours"],
        "answer_facts": ["2,000 operating hours", "6 months"],
        "documents": ["pump manual.md"],
    },
    {"id": "far", "question": "피자 배달이 늦으면 얼마나 보상받나요?", "kind": "unanswerable_far"},
]
SAID = {
    "careful": 'Every 2,000 operating hours or every 6 months. <ref id="c1"/>',
    "careless": 'Every 9,000 operating hours, see Section 99. <ref id="c1"/>',
}
JUDGED = '{"relation": "contradicted", "probability": 0.9}'


class _Chat(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        judging = "response_format" in body
        message = {"role": "assistant", "content": JUDGED if judging else SAID[body["model"]]}
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
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Chat) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/v1"
        running.shutdown()
        thread.join()


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "golden.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in GOLDEN), encoding="utf-8")
    return path


@pytest.fixture
def careful(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model of the settings."""
    monkeypatch.setenv("PINCITE_CHAT__BASE_URL", server)
    monkeypatch.setenv("PINCITE_CHAT__MODEL", "careful")


@pytest.mark.usefixtures("careful")
def test_the_model_that_is_named_answers_and_is_compared_with_an_earlier_run(
    pincite: Run, own: Path, golden: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    told = pincite("eval", "answers", "--golden", golden, "--json", "--report", page, library=own)
    careful = told.json()
    row = careful["cases"][0]
    assert (row["status"], row["risk_level"], row["groundedness"]) == ("answered", "pass", 1.0)
    assert (row["citation_precision"], row["citation_recall"], row["facts_stated"]) == (1.0, 1.0, 1.0)
    assert row["model_calls"] == 1
    assert careful["summary"]["quality"]["unsupported_facts"]["facts"] == 0
    assert careful["summary"]["unanswerable_far"]["refused"] == 1.0
    assert careful["made_with"]["model"] == "careful"
    assert "citation_precision" in read(page.read_text(encoding="utf-8")).text
    before = tmp_path / "before.json"
    before.write_text(told.out, encoding="utf-8")
    words = ("--golden", golden, "--model", "careless", "--compare", before)
    careless = pincite("eval", "answers", *words, "--json", library=own).json()
    assert careless["made_with"]["model"] == "careless"
    assert careless["cases"][0]["risk_level"] == "hard_fail"
    assert len(careless["cases"][0]["unsupported"]) == 2
    compared = careless["comparison"]["mean"]
    assert compared["groundedness"]["difference"] == -1.0
    assert compared["facts_stated"]["difference"] == -1.0
    assert compared["with unsupported facts"]["difference"] == 1.0
    # What is measured is nothing that was asked in operation.
    assert TraceStore(own).list() == []


@pytest.mark.usefixtures("careful")
def test_two_models_are_compared_in_one_run(pincite: Run, own: Path, golden: Path) -> None:
    words = ("--golden", golden, "--model", "careless", "--against", "chat.model=careful")
    shown = pincite("eval", "answers", *words, library=own)
    assert "groundedness" in shown.out
    assert "2 unsupported facts in 1 of 1 answers" in shown.out
    assert "95 % interval" in shown.out


def test_models_of_the_settings_have_names_and_none_needs_no_server(
    pincite: Run, own: Path, golden: Path, server: str
) -> None:
    (own / "pincite.toml").write_text(
        f'[models.good]\nbase_url = "{server}"\nmodel = "careful"\n', encoding="utf-8"
    )
    named = pincite("eval", "answers", "--golden", golden, "--model", "good", "--json", library=own).json()
    assert (named["made_with"]["model"], named["cases"][0]["model_calls"]) == ("careful", 1)
    words = ("--golden", golden, "--model")
    quoted = pincite("eval", "answers", *words, "extractive", "--json", library=own).json()
    assert (quoted["made_with"]["model"], quoted["cases"][0]["model_calls"]) == ("extractive", 0)
    assert quoted["cases"][0]["citation_recall"] == 1.0
    unknown = pincite("eval", "answers", *words, "who", "--json", library=own)
    assert (unknown.code, unknown.json()["code"]) == (10, "configuration")


@pytest.mark.feature("VF-14")
@pytest.mark.usefixtures("careful")
def test_the_judge_is_measured_beside_the_check(pincite: Run, own: Path, golden: Path) -> None:
    words = ("eval", "answers", "--golden", golden, "--judge")
    judged = pincite(*words, "--json", library=own).json()["judge"]
    assert judged["claims"] == 1
    assert judged["verdicts"]["supported"] == {"entailed": 0, "contradicted": 1, "neutral": 0}
    assert "1 claims judged" in pincite(*words, library=own).out
