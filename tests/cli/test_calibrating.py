"""``pincite calibrate`` on a real library, and what follows from it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run
from tests.evaluation.test_reports import read
from tests.libraries import CLAUSE, FACT

ANSWERABLE = [
    FACT,
    "What oil do the pumps take?",
    "입원하면 하루에 얼마를 지급하나요?",
    "고의로 자신을 해치면 보험금을 받나요?",
    "서류를 받고 며칠 안에 보험금을 지급하나요?",
    "보험금을 청구할 때 무엇을 내야 하나요?",
    CLAUSE,
]
FAR = [
    "피자 배달이 늦으면 얼마나 보상받나요?",
    "Who won the cup final in 1998?",
    "How do I bake sourdough bread?",
    "明天的天气怎么样？",
    "주차장은 어디에 있나요?",
]


def golden(path: Path) -> Path:
    rows = [{"question": question} for question in ANSWERABLE]
    rows += [{"question": question, "kind": "unanswerable_far"} for question in FAR]
    rows.append({"question": "What does the tax form say?", "documents": ["tax.pdf"]})
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


@pytest.mark.feature("CG-08", "CG-10")
def test_lines_are_proposed_applied_and_outgrown(pincite: Run, own: Path, tmp_path: Path) -> None:
    file, page = golden(tmp_path / "mine.jsonl"), tmp_path / "page.html"
    told = pincite("calibrate", "--golden", file, "--report", page, "--json", library=own)
    assert told.code == 0, told.out
    found = told.json()
    assert found["applied"] is False
    assert found["questions"]["missing"] == 1
    assert found["questions"]["by_rule"] == ["line-7"]  # the clause that is named passes whatever it scores
    assert len(found["scores"]) == 11
    assert {"answerable", "far"} == set(found["distributions"])
    proposal = found["proposal"]
    assert 0 <= proposal["abort_score"] <= proposal["pass_score"] <= 1
    assert proposal["unanswerable_above"]["share"] <= found["in_force"]["unanswerable_above"]["share"]
    assert len(found["warnings"]) >= 2  # 6 and 5 questions are few
    assert "95 %" in found["warnings"][0]
    assert "pass from" in read(page.read_text(encoding="utf-8")).text
    assert not (own / "calibration.json").exists()

    picture = tmp_path / "picture.svg"
    shown = pincite("calibrate", "--golden", file, "--apply", "--report", picture, library=own)
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8").partition("\n")[2]).tag.endswith("svg")
    assert shown.code == 0
    assert "unanswerable  score  answerable" in shown.out
    assert "These lines are in force now." in shown.out
    kept = json.loads((own / "calibration.json").read_text(encoding="utf-8"))["calibrations"]
    assert [row["base"] for row in kept] == ["documents"]
    assert kept[0]["data"] == found["data"]
    assert kept[0]["reranker"] == found["reranker"]
    asked = pincite("ask", FACT, "--json", library=own).json()
    assert "calibrated" in asked["capabilities"]
    assert "calibration_outgrown" not in asked["capabilities"]
    again = pincite("calibrate", "--golden", file, "--json", library=own).json()
    assert again["in_force"]["pass_score"] == proposal["pass_score"]
    assert any("Since the last time" in warning for warning in again["warnings"])

    kept[0]["chunks"] = kept[0]["chunks"] // 2
    (own / "calibration.json").write_text(json.dumps({"calibrations": kept}), encoding="utf-8")
    assert "calibration_outgrown" in pincite("ask", FACT, "--json", library=own).json()["capabilities"]
    checks = {check["name"]: check for check in pincite("doctor", "--json", library=own).json()["checks"]}
    assert checks["gate"]["state"] == "off"
    assert "pincite calibrate" in checks["gate"]["detail"]


def test_the_gate_reads_the_lines_that_are_kept(pincite: Run, own: Path, tmp_path: Path) -> None:
    pincite("calibrate", "--golden", golden(tmp_path / "mine.jsonl"), "--apply", library=own)
    path = own / "calibration.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["calibrations"][0] |= {"pass_score": 1.0, "abort_score": 1.0}
    path.write_text(json.dumps(kept), encoding="utf-8")
    refused = pincite("ask", FACT, "--json", library=own).json()
    assert refused["is_refusal"] is True
    named = pincite("ask", CLAUSE, "--json", library=own).json()
    assert named["is_refusal"] is False
    path.write_text("{", encoding="utf-8")
    broken = pincite("ask", FACT, "--json", library=own)
    assert (broken.code, broken.json()["code"]) == (10, "configuration")


def test_what_cannot_be_calibrated_is_told(pincite: Run, filled: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text('{"question": "How often?"}\n{"question": "Why?", "answerable": false}', encoding="utf-8")
    told = pincite("calibrate", "--golden", few, "--json", library=filled)
    assert told.code == 2
    assert "1 answerable questions are too few" in told.json()["message"]
    assert pincite("calibrate", "--golden", tmp_path / "none.jsonl", library=filled).code == 2
    file = golden(tmp_path / "mine.jsonl")
    assert pincite("calibrate", "--golden", file, "-b", "nowhere", library=filled).code == 3
    assert pincite("calibrate", "--golden", file, "--cost", "0", library=filled).code == 2
    assert pincite("calibrate", "--golden", file, "--report", tmp_path, library=filled).code == 2
    assert pincite("calibrate", "--golden", file, "--report", file, library=filled).code == 2
    assert pincite("calibrate", "--golden", file, library=tmp_path / "empty").code == 2
