import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TABLE = "질문,유사질문,부정질문,답변\n환불은 언제까지 되나요?,결제 취소 기한,교환은 언제까지 되나요?,구매일부터 7일 이내에 환불됩니다.\n배송은 얼마나 걸리나요?,,,2일 걸립니다.\n배송은 얼마나 걸리나요,,,중복\n"
MANUAL = "# Pump manual\n\n## Greasing\n\nThe pump bearings are greased every 2,000 hours of operation.\n"


@pytest.mark.feature("FAQ-04", "FAQ-14")
def test_a_table_goes_in_answers_and_comes_out_again(pincite: Run, tmp_path: Path) -> None:
    file = tmp_path / "faq.csv"
    file.write_bytes(TABLE.encode("cp949"))
    dry = pincite("faq", "import", file, "--dry-run", "--json")
    assert dry.code == 6 and dry.json()["added"] == 2
    assert dry.json()["errors"] == [
        {"row": 4, "question": "배송은 얼마나 걸리나요", "reason": "같은 질문이 3행에 이미 있습니다."}
    ]
    assert pincite("kb", "list", "--json").json() == [], "a dry run makes no base"

    done = pincite("faq", "import", file)
    assert done.code == 6, "a row failed and the others are there"
    assert "2 added" in done.out and "1 failed" in done.out and "row 4" in done.out
    again = pincite("faq", "import", file, "--json").json()
    assert (again["added"], again["unchanged"]) == (0, 2)

    asked = pincite("ask", "환불은 언제까지 되나요")
    assert "구매일부터 7일 이내에 환불됩니다. ✓ [1]" in asked.out
    assert "[1] 환불은 언제까지 되나요?" in asked.out and "checked: pass" in asked.out
    told = pincite("ask", "교환은 언제까지 되나요", "--json").json()
    assert told["is_refusal"], "a negative question is not answered"

    for kind in ("csv", "xlsx", "json"):
        out = tmp_path / f"out.{kind}"
        assert pincite("faq", "export", out).code == 0
        replaced = pincite("faq", "import", out, "--mode", "replace", "--json").json()
        assert (replaced["unchanged"], replaced["added"], replaced["removed"]) == (2, 0, 0)


def test_an_entry_is_added_shown_changed_listed_and_removed(pincite: Run) -> None:
    words = ("faq", "add", "Where are you?", "In Seoul.", "-s", "Your address", "-t", "place", "--json")
    entry = pincite(*words).json()
    assert (entry["status"], entry["similar_questions"], entry["tags"]) == (
        "ready",
        ["Your address"],
        ["place"],
    )
    same = pincite("faq", "add", "your ADDRESS?", "Elsewhere.")
    assert same.code == 4 and "asks" in same.err
    changed = pincite(
        "faq", "edit", entry["id"], "-a", "In Busan.", "--clear", "tags", "--disabled", "--json"
    ).json()
    assert (changed["answers"], changed["tags"], changed["enabled"]) == (["In Busan."], [], False)
    assert "Busan" in pincite("faq", "show", entry["id"]).out
    listed = pincite("faq", "list", "--search", "ADDRESS")
    assert "disabled" in listed.out and "1 of 1" in listed.out
    assert pincite("faq", "edit", entry["id"]).code == 2
    assert pincite("faq", "remove", entry["id"]).code == 0
    assert pincite("faq", "show", entry["id"], "--json").json()["code"] == "not_found"


@pytest.mark.feature("FAQ-03")
def test_a_base_says_how_it_indexes_its_entries(pincite: Run) -> None:
    assert pincite("kb", "create", "q", "--kind", "faq", "--faq", "question_mode=separate").code == 0
    shown = pincite("kb", "config", "q", "--faq", "index_mode=question_only", "--json").json()
    assert shown["faq"] == {"index_mode": "question_only", "question_mode": "separate"}
    assert pincite("kb", "config", "q", "--faq", "index_mode=answers").code == 2
    assert pincite("kb", "create", "x", "--kind", "wiki").code == 2


def test_entries_and_documents_are_asked_together(pincite: Run, tmp_path: Path) -> None:
    manual = tmp_path / "manual.md"
    manual.write_text(MANUAL, encoding="utf-8")
    assert pincite("add", manual).code == 0
    faq = tmp_path / "faq.json"
    faq.write_text(json.dumps([{"question": "Who repairs the pump?", "answer": "Kim of the workshop."}]))
    assert pincite("faq", "import", faq).code == 0
    repaired = pincite("ask", "Who repairs the pump?", "--json").json()
    assert "Kim of the workshop." in repaired["answer"] and repaired["sources"][0]["chunk_type"] == "faq"
    greased = pincite("ask", "How often are the pump bearings greased?", "--json").json()
    assert "2,000 hours" in greased["answer"] and greased["sources"][0]["chunk_type"] == "text"
    assert greased["verification"]["risk_level"] == "pass"


def test_bad_files_are_refused_with_a_reason(pincite: Run, tmp_path: Path) -> None:
    file = tmp_path / "faq.csv"
    file.write_text("name,price\na,1\n")
    refused = pincite("faq", "import", file)
    assert refused.code == 2 and "질문" in refused.err
    file.write_text("question,answer\nQ,\n")
    none = pincite("faq", "import", file)
    assert none.code == 5 and "It has no answer." in none.out
    assert pincite("faq", "import", tmp_path / "missing.csv").code == 2
    assert pincite("faq", "import", file, "--mode", "merge").code == 2
