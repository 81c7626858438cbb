"""``pincite add`` and ``pincite remove`` over a real library."""

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.libraries import KOREAN, write_documents


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_documents(tmp_path / "내 문서")


def rows(library: Path, table: str) -> int:
    with sqlite3.connect(library / "pincite.db") as connection:
        count = connection.execute(f"select count(*) from {table}").fetchone()[0]
    connection.close()
    return int(count)


def test_a_folder_with_bad_files_is_added_and_said(pincite: Run, folder: Path, tmp_path: Path) -> None:
    added = pincite("add", folder, "--tag", "2026", "--tag", "terms", "--json")
    assert added.code == 6, "some files failed and the others are ready"
    summary = added.json()
    assert (summary["ready"], summary["failed"], summary["unchanged"]) == (3, 2, 0)
    documents = {document["filename"]: document for document in summary["documents"]}
    assert documents["empty.txt"]["error_code"] == "empty_document"
    assert documents["archive.bin"]["error_code"] == "unsupported_format"
    assert all(documents[name]["error_message"] for name in ("empty.txt", "archive.bin"))
    korean = documents["상해보험 약관.md"]
    assert korean["status"] == "ready"
    assert korean["tags"] == ["2026", "terms"]
    assert korean["source"] == str(folder / "하위 폴더" / "상해보험 약관.md")

    again = pincite("add", folder / "pump manual.md", folder / "하위 폴더")
    assert again.code == 0
    assert again.out.strip() == "0 ready · 0 failed · 2 unchanged"

    bad = pincite("add", folder / "archive.bin")
    assert bad.code == 5
    assert "failed  archive.bin" in bad.out
    assert "unsupported_format: " in bad.out
    assert "Save it as PDF" in bad.out, "what to do about it"
    assert "run `pincite add` again" in bad.out, "what to do next"
    assert bad.out.strip().endswith("0 ready · 1 failed · failed for: unsupported_format 1")

    tagged = pincite("search", "입원일당", "--tag", "2026", "--json").json()
    assert tagged["sources"]
    assert not pincite("search", "입원일당", "--tag", "2025", "--json").json()["sources"]


def test_a_changed_file_replaces_its_old_text(pincite: Run, own: Path, made: Path) -> None:
    path = made / "documents" / "하위 폴더" / "상해보험 약관.md"
    try:
        path.write_text(KOREAN.replace("5만원", "9만원"), encoding="utf-8")
        changed = pincite("add", path, library=own)
        assert changed.code == 0
        assert changed.out.startswith("ready   상해보험 약관.md")
    finally:
        path.write_text(KOREAN, encoding="utf-8")
    found = pincite("search", "입원일당은 얼마인가요", "-k", "20", "--json", library=own).json()["sources"]
    text = "\n".join(source["content"] for source in found)
    assert "9만원" in text
    assert "5만원" not in text
    listed = pincite("kb", "show", "documents", "--json", library=own).json()
    assert [row["filename"] for row in listed].count("상해보험 약관.md") == 1


def test_a_path_that_does_not_exist_is_said_and_makes_nothing(pincite: Run, tmp_path: Path) -> None:
    missing = pincite("add", tmp_path / "no such.pdf")
    assert missing.code == 3
    assert missing.out == ""
    assert missing.err.startswith("not_found: There is no file")
    assert "no such.pdf" in missing.err
    envelope = pincite("add", tmp_path / "*.pdf", "--json")
    assert envelope.code == 3
    assert set(envelope.json()) == {"code", "message", "hint"}
    assert not (tmp_path / "library").exists()


def test_a_file_that_is_too_large_does_not_stop_the_others(
    pincite: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_INGEST__MAX_FILE_BYTES", "1000")
    (tmp_path / "a large.md").write_text("# Large\n\n" + "word " * 400, encoding="utf-8")
    (tmp_path / "small.md").write_text("# Small\n\nThe valve opens at 12 bar.", encoding="utf-8")
    added = pincite("add", tmp_path / "a large.md", tmp_path / "small.md", "--json")
    assert added.code == 6
    rows = {row["filename"]: row for row in added.json()["documents"]}
    assert rows["small.md"]["status"] == "ready"
    assert rows["a large.md"]["error_code"] == "document_too_large"
    assert "1,000" in rows["a large.md"]["error_message"]


def test_removed_documents_leave_nothing(
    pincite: Run, own: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = {
        row["filename"]: row for row in pincite("kb", "show", "documents", "--json", library=own).json()
    }
    by_name = pincite("remove", "pump manual.md", library=own)
    assert (by_name.code, by_name.out) == (0, "Removed pump manual.md.\n")
    assert not [
        source
        for source in pincite("search", "pump bearings", "--json", library=own).json()["sources"]
        if source["document"] == listed["pump manual.md"]["title"]
    ]
    monkeypatch.chdir(made / "documents")
    assert pincite("remove", "하위 폴더/상해보험 약관.md", library=own).code == 0
    rest = [row["id"] for name, row in listed.items() if name not in ("pump manual.md", "상해보험 약관.md")]
    removed = pincite("remove", *rest, "--json", library=own)
    assert removed.json() == {"removed": rest}

    assert pincite("kb", "show", "documents", "--json", library=own).json() == []
    assert pincite("search", "연차 3영업일", "--json", library=own).json()["sources"] == []
    assert [rows(own, table) for table in ("documents", "document_versions", "chunks", "jobs")] == [0] * 4
    assert not [path for path in (own / "blobs").rglob("*") if path.is_file()]


def test_an_unknown_name_removes_nothing_at_all(pincite: Run, own: Path) -> None:
    refused = pincite("remove", "pump manual.md", "nobody.md", "--json", library=own)
    assert refused.code == 3
    assert refused.json()["code"] == "not_found"
    assert "nobody.md" in refused.json()["message"]
    names = [row["filename"] for row in pincite("kb", "show", "documents", "--json", library=own).json()]
    assert "pump manual.md" in names


def test_a_name_that_two_documents_have_removes_neither(pincite: Run, own: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    twin = tmp_path / "other" / "pump manual.md"
    twin.write_text("# Another pump\n\nThe valve opens at 12 bar.", encoding="utf-8")
    assert pincite("add", twin, library=own).code == 0
    refused = pincite("remove", "pump manual.md", library=own)
    assert refused.code == 2
    assert str(twin) in refused.err
    assert pincite("remove", twin, library=own).code == 0
