"""``pincite chunks``, ``kb config`` and ``reparse``: settings and chunks by hand."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.libraries import FACT


def greasing(pincite: Run, library: Path) -> dict[str, object]:
    listed = pincite("chunks", "list", "pump manual.md", "--json", library=library).json()
    found: dict[str, object] = next(
        chunk for chunk in listed["chunks"] if "Grease both bearings" in chunk["content"]
    )
    return found


def test_chunks_are_listed(pincite: Run, filled: Path) -> None:
    words = ("chunks", "list", "pump manual.md")
    page = pincite(*words, "--offset", "2", "--limit", "3", "--json", library=filled).json()
    assert [chunk["seq"] for chunk in page["chunks"]] == [2, 3, 4]
    assert page["total"] > 4
    text = pincite(*words, library=filled).out
    assert page["chunks"][0]["id"] in text
    assert text.splitlines()[-1] == f"{page['total']} of {page['total']} chunks"
    shown = pincite("chunks", "show", page["chunks"][0]["id"], "--json", library=filled).json()
    assert shown == page["chunks"][0]


@pytest.mark.feature("CX-07")
def test_an_edit_is_what_the_answer_quotes(pincite: Run, own: Path, tmp_path: Path) -> None:
    chunk = greasing(pincite, own)
    words = str(chunk["content"]).replace("2,000", "1,500")
    (tmp_path / "new.txt").write_text(words, encoding="utf-8")
    edited = pincite("chunks", "edit", chunk["id"], "--file", tmp_path / "new.txt", "--json", library=own)
    assert edited.code == 0
    told = edited.json()
    assert (told["content"], told["edited"], told["revision"], told["indexing"]) == (words, True, 1, False)
    answer = pincite("ask", FACT, "--json", library=own).json()
    assert "1,500" in answer["answer"]
    assert "2,000" not in answer["answer"]
    assert chunk["id"] in answer["citations"][0]["supported_by_chunks"]
    assert "* #" in pincite("chunks", "list", "pump manual.md", library=own).out

    history = pincite("chunks", "history", chunk["id"], "--json", library=own).json()
    assert [(one["number"], one["action"]) for one in history["revisions"]] == [(0, "cut"), (1, "edit")]
    assert "1 edit" in pincite("chunks", "history", chunk["id"], library=own).out
    back = pincite("chunks", "rollback", chunk["id"], 0, "--json", library=own).json()
    assert (back["content"], back["edited"], back["revision"]) == (chunk["content"], False, 2)
    assert "2,000" in pincite("ask", FACT, "--json", library=own).json()["answer"]


@pytest.mark.feature("CX-08")
def test_a_disabled_chunk_answers_nothing(pincite: Run, own: Path) -> None:
    chunk = greasing(pincite, own)
    assert "disabled" in pincite("chunks", "disable", chunk["id"], library=own).out
    found = pincite("search", FACT, "--json", library=own).json()
    assert not any(chunk["id"] in source["chunk_ids"] for source in found["sources"])
    enabled = pincite("chunks", "enable", chunk["id"], "--json", library=own).json()
    assert enabled["disabled"] is False
    found = pincite("search", FACT, "--json", library=own).json()
    assert any(chunk["id"] in source["chunk_ids"] for source in found["sources"])


def test_what_cannot_be_changed(pincite: Run, filled: Path) -> None:
    chunk = greasing(pincite, filled)
    for words, code in (
        (("edit", chunk["id"]), 2),
        (("edit", chunk["id"], "--text", "a", "--file", "b"), 2),
        (("edit", chunk["id"], "--file", "no such file"), 2),
        (("edit", chunk["id"], "--text", "a", "--revision", 3), 4),
        (("rollback", chunk["id"], 9), 3),
        (("show", "none"), 3),
        (("history", "none"), 3),
        (("list", "none"), 3),
    ):
        refused = pincite("chunks", *words, "--json", library=filled)
        assert refused.code == code, words
        assert set(refused.json()) == {"code", "message", "hint"}


@pytest.mark.feature("CH-12")
@pytest.mark.feature("CH-13")
def test_a_base_is_configured_and_its_documents_follow(pincite: Run, own: Path) -> None:
    def count() -> int:
        rows = pincite("kb", "show", "documents", "--json", library=own).json()
        return int(next(row["chunks"] for row in rows if row["filename"] == "pump manual.md"))

    def config(*words: str) -> object:
        told = pincite("kb", "config", "documents", *words, "--json", library=own)
        return told.json() if told.code == 0 else told.code

    before = count()
    told = config("--set", "chunk_size=150", "--set", "chunk_overlap=0")
    assert isinstance(told, dict)
    assert told["set"] == {"chunk_size": 150, "chunk_overlap": 0}
    assert told["chunking"]["chunk_size"] == 150
    assert count() == before
    parsed = pincite("reparse", "pump manual.md", "--json", library=own)
    assert [row["filename"] for row in parsed.json()["documents"]] == ["pump manual.md"]
    assert count() > before
    shown = pincite("kb", "config", "documents", library=own).out
    assert "chunk_size = 150  (of this base)" in shown
    assert "indexes: vector, keyword" in shown
    whole = pincite("reparse", "pump manual.md", "--set", "chunk_size=5000", "--json", library=own)
    assert whole.json()["documents"][0]["chunks"] <= before
    reset = config("--unset", "chunk_size", "--unset", "chunk_overlap")
    assert isinstance(reset, dict)
    assert reset["set"] == {}
    for words in (("--set", "chunk_sise=3"), ("--unset", "chunk_size"), ("--preset", "x")):
        assert config(*words) == 2, words
    assert pincite("reparse", "nowhere.md", library=own).code == 3
