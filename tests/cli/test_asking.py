"""``pincite ask`` and ``pincite search``: text for people, JSON for programs."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.libraries import CLAUSE, FACT, FAR


@pytest.mark.feature("API-03", "API-05")
def test_an_answer_as_json(pincite: Run, filled: Path) -> None:
    asked = pincite("ask", CLAUSE, "--json", library=filled)
    assert asked.code == 0
    answer = asked.json()
    assert answer["trace_id"]
    assert answer["query"] == CLAUSE
    assert answer["is_refusal"] is False
    assert answer["route"] == {"strategy": "bm25_heavy", "query_type": "structured_lookup"}
    assert "3영업일" in answer["answer"]
    cited = re.findall(r'chunk_id="([^"]+)"', answer["answer"])
    assert set(cited) <= {id_ for source in answer["sources"] for id_ in source["chunk_ids"]}
    assert answer["verification"]["risk_level"] == "pass"
    assert answer["elapsed_ms"] > 0


def test_an_answer_as_text_numbers_its_sources(pincite: Run, filled: Path) -> None:
    asked = pincite("ask", CLAUSE, library=filled)
    assert asked.code == 0
    assert "<kb" not in asked.out
    listed = dict(re.findall(r"^\[(\d+)\] (.+)$", asked.out, re.MULTILINE))
    marks = set(re.findall(r"(?<!^)\[(\d+)\]", asked.out, re.MULTILINE))
    assert marks == set(listed) == {"1"}
    assert "제43조(보험금의 청구)" in listed["1"]
    assert "checked: pass" in asked.out


def test_one_document_can_be_asked(pincite: Run, filled: Path) -> None:
    for name in ("pump manual.md", "Harrow P-40 Pump Maintenance Manual"):
        answer = pincite("ask", FACT, "--document", name, "--json", library=filled).json()
        assert {source["document"] for source in answer["sources"]} == {"Harrow P-40 Pump Maintenance Manual"}
        assert "2,000 operating hours" in answer["answer"]


@pytest.mark.feature("CG-06")
def test_a_refusal_is_an_answer(pincite: Run, filled: Path) -> None:
    refused = pincite("ask", FAR, "--json", library=filled)
    assert refused.code == 0
    answer = refused.json()
    assert answer["is_refusal"] is True
    assert answer["refusal_reason"]
    assert answer["searched"] == ["documents"]
    assert answer["sources"] == []
    assert answer["model_calls"] == 0
    text = pincite("ask", FAR, library=filled)
    assert text.code == 0
    assert answer["refusal_reason"] in text.out
    assert "Searched: documents" in text.out
    in_reason = re.findall(r"\d\.\d\d", answer["refusal_reason"])[0]
    assert in_reason == re.findall(r"nearest (\S+)", text.out)[0]


def test_an_answer_in_a_language_that_is_none_of_ours_is_refused(pincite: Run, filled: Path) -> None:
    refused = pincite("ask", FACT, "--language", "fr", "--json", library=filled)
    assert refused.code == 2
    assert refused.json()["code"] == "invalid_input"
    assert "'fr'" in refused.json()["message"]
    assert pincite("ask", FACT, "--language", "ko", "--json", library=filled).code == 0


@pytest.mark.parametrize("question", ["", "   ", "\n"])
def test_an_empty_question_is_refused_at_the_door(pincite: Run, filled: Path, question: str) -> None:
    asked = pincite("ask", question, "--json", library=filled)
    assert asked.code == 2
    assert asked.json()["code"] == "invalid_input"


@pytest.mark.parametrize("command", ["ask", "search"])
@pytest.mark.parametrize("option", ["--base", "--document"])
def test_what_does_not_exist_cannot_be_asked(pincite: Run, filled: Path, command: str, option: str) -> None:
    asked = pincite(command, FACT, option, "nope", "--json", library=filled)
    assert asked.code == 3
    assert set(asked.json()) == {"code", "message", "hint"}
    assert asked.json()["code"] == "not_found"
    assert "nope" in asked.json()["message"]


def test_search_shows_places_and_scores(pincite: Run, filled: Path) -> None:
    found = pincite("search", CLAUSE, "--top-k", "2", library=filled)
    assert found.code == 0
    first = found.out.splitlines()[0]
    assert re.match(r" 1 0\.\d{3}  ", first)
    assert "제43조(보험금의 청구)" in first
    plain = pincite("search", CLAUSE, "-k", "2", "--no-rerank", "--json", library=filled).json()
    assert len(plain["sources"]) <= 2
    assert all(source["rerank_score"] is None for source in plain["sources"])


def test_no_passages_were_asked_for(pincite: Run, filled: Path) -> None:
    assert pincite("search", CLAUSE, "-k", "0", library=filled).out == "Nothing found.\n"
    assert pincite("search", CLAUSE, "-k", "-1", library=filled).code == 2


def test_an_empty_library_refuses(pincite: Run) -> None:
    answer = pincite("ask", FACT, "--json").json()
    assert answer["is_refusal"] is True
    assert pincite("search", FACT).out == "Nothing found.\n"


def test_a_file_beside_a_question_answers_it_and_comes_into_no_base(
    pincite: Run, filled: Path, tmp_path: Path
) -> None:
    contract = tmp_path / "계약서.md"
    contract.write_text("# 용역 계약서\n\n## 제2조(기간)\n계약 기간은 14개월입니다.\n", encoding="utf-8")
    before = pincite("kb", "list", "--json", library=filled).json()
    asked = pincite("ask", "첨부한 계약서의 계약 기간은?", "--attach", contract, "--json", library=filled)
    answered = asked.json()
    assert "14개월" in answered["answer"] and not answered["is_refusal"]
    assert [(source["document"], source["match_type"]) for source in answered["sources"]] == [
        ("계약서.md", "attachment")
    ]
    assert answered["verification"]["risk_level"] == "pass"
    assert pincite("kb", "list", "--json", library=filled).json() == before
    shown = pincite("ask", "첨부한 계약서의 계약 기간은?", "--attach", contract, library=filled).out
    assert "[1] 계약서.md" in shown


@pytest.mark.feature("IM-11")
def test_what_cannot_lie_beside_a_question_is_refused(pincite: Run, filled: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("x", encoding="utf-8")
    no_picture = pincite("ask", FACT, "--image", text, "--json", library=filled)
    assert (no_picture.code, no_picture.json()["code"]) == (2, "picture_refused")
    many = pincite("ask", FACT, *["--attach", text] * 6, "--json", library=filled)
    assert (many.code, many.json()["code"]) == (2, "too_many_attachments")
    missing = pincite("ask", FACT, "--attach", tmp_path / "none.md", "--language", "ko", library=filled)
    assert missing.code == 2 and "none.md" in missing.err
