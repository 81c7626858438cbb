"""``pincite kb``."""

from pathlib import Path

from tests.cli.conftest import Run


def test_the_life_of_a_base(pincite: Run) -> None:
    assert pincite("kb", "list").out.startswith("No base yet.")
    made = pincite("kb", "create", "규정 모음", "--json")
    assert made.code == 0
    assert made.json()["name"] == "규정 모음"
    assert pincite("kb", "list").out == "규정 모음  (document, 0 documents)\n"

    taken = pincite("kb", "create", "규정 모음", "--json")
    assert taken.code == 4
    assert taken.json()["code"] == "conflict"
    assert pincite("kb", "create", "  ").code == 2

    assert pincite("kb", "delete", "규정 모음", "--yes", "--json").json() == {"removed": "규정 모음"}
    assert pincite("kb", "list", "--json").json() == []
    assert pincite("kb", "delete", "규정 모음", "--yes").code == 3


def test_show_tells_state_and_reason(pincite: Run, filled: Path) -> None:
    shown = pincite("kb", "show", "documents", library=filled)
    assert shown.code == 0
    assert "상해보험 약관.md" in shown.out
    rows = {
        row["filename"]: row for row in pincite("kb", "show", "documents", "--json", library=filled).json()
    }
    assert rows["pump manual.md"]["status"] == "ready"
    assert rows["pump manual.md"]["chunks"] > 0
    assert rows["archive.bin"]["error_code"] == "unsupported_format"
    assert rows["archive.bin"]["error_message"] in shown.out.replace("\n", " ")
    assert pincite("kb", "list", "--json", library=filled).json()[0]["documents"] == len(rows)


def test_an_unknown_base_is_said(pincite: Run, filled: Path) -> None:
    refused = pincite("kb", "show", "nope", "--json", library=filled)
    assert refused.code == 3
    assert refused.json()["code"] == "not_found"
    assert "nope" in refused.json()["message"]


def test_what_the_model_is_asked_for_is_a_setting_of_the_base(pincite: Run) -> None:
    made = pincite("kb", "create", "rates", "--enrich", "questions=on", "--json")
    assert made.code == 0
    changed = pincite(
        "kb",
        "config",
        "rates",
        "--enrich",
        "tables=off",
        "--set",
        "table_metadata_instructions=In won.",
        "--json",
    ).json()
    asked = {"questions": True, "summaries": True, "tables": False, "index_questions": False}
    assert changed["enrichment"] == asked
    assert changed["chunking"]["table_metadata_instructions"] == "In won."
    assert "asks the chat model for: questions, summaries\n" in pincite("kb", "config", "rates").out
    back = pincite("kb", "config", "rates", "--enrich", "questions=default tables=default", "--json").json()
    assert back["enrichment"] == {**asked, "questions": False, "tables": True}
    assert pincite("kb", "config", "rates", "--enrich", "captions=on").code == 2
