"""``pincite document``, folders kept by ``add``, and ``--as-of``."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import ROOT

SAMPLES = ROOT / "samples" / "versions"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for place, text in (
        ("a.md", "# A\n\nThe valve opens at 12 bar."),
        ("규정/b.md", "# B\n\n연차는 15일입니다."),
        ("규정/옛/c.md", "# C\n\nThe pump stops at 3 bar."),
    ):
        (tmp_path / "tree" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / place).write_text(text, encoding="utf-8")
    return tmp_path / "tree"


def places(pincite: Run, *options: str) -> list[str]:
    listed = pincite("document", "list", "--json", *options)
    assert listed.code == 0, listed.err
    return [f"{row['folder']}/{row['filename']}" for row in listed.json()["documents"]]


def test_a_tree_is_kept_listed_and_changed_by_folder_and_tag(pincite: Run, tree: Path) -> None:
    assert pincite("add", tree, "--tag", "x", "--custom", "level=3").code == 0
    assert places(pincite) == ["/a.md", "규정/b.md", "규정/옛/c.md"]
    assert places(pincite, "--folder", "규정") == ["규정/b.md", "규정/옛/c.md"]
    assert places(pincite, "--folder", "규정", "--here") == ["규정/b.md"]
    assert places(pincite, "--where", "level=3", "--name", "C.md") == ["규정/옛/c.md"]

    moved = pincite("document", "set", "--folder", "규정/옛", "--move-to", "보관", "--rename-tag", "x=old")
    assert moved.code == 0
    assert "1 changed" in moved.out
    assert places(pincite, "--tag", "old") == ["보관/c.md"]
    found = pincite("search", "pump", "--tag", "old", "--json").json()["sources"]
    assert [source["document"] for source in found] == ["C"]

    shown = pincite("document", "folders", "--json").json()
    assert shown == {"folders": {"": 1, "규정": 1, "보관": 1}, "tags": {"old": 1, "x": 2}}
    again = pincite("add", tree)
    assert again.out.strip() == "0 ready · 0 failed · 3 unchanged"
    assert places(pincite, "--folder", "보관") == ["보관/c.md"], (
        "a known document stays where it was moved to"
    )

    assert "1 parsed again" in pincite("document", "reparse", "--folder", "보관").out
    assert pincite("document", "delete", "--tag", "old", "--yes").code == 0
    assert places(pincite) == ["/a.md", "규정/b.md"]
    nothing = pincite("document", "delete", "--yes")
    assert nothing.code == 2
    assert len(places(pincite)) == 2


def test_the_same_content_under_another_name_is_told(pincite: Run, tree: Path) -> None:
    (tree / "copy.md").write_bytes((tree / "a.md").read_bytes())
    added = pincite("add", tree)
    assert "duplicate_of: it has the same content as" in added.out
    (group,) = pincite("document", "duplicates", "--json").json()
    assert {row["filename"] for row in group} == {"a.md", "copy.md"}


def test_as_of_and_the_change_on_the_command_line(pincite: Run) -> None:
    old, new = SAMPLES / "늘봄 상해보험 약관 2022.md", SAMPLES / "늘봄 상해보험 약관 2024.md"
    assert pincite("add", old).code == 0
    assert pincite("add", new, "--supersedes", old.name).code == 0
    assert "5만원" in pincite("ask", "입원일당은 얼마인가요?").out
    before = pincite("ask", "입원일당은 얼마인가요?", "--as-of", "2023-05-01").out
    assert "3만원" in before
    assert "(2022-01-01 – 2023-12-31), 제1장 보험금의 지급 > 제5조(입원일당) — 현재 시행 중 아님" in before
    change = pincite("ask", "입원일당은 어떻게 바뀌었나요?").out
    assert "3만원" in change
    assert "5만원" in change
    wrong = pincite("ask", "입원일당은?", "--as-of", "yesterday")
    assert wrong.code == 2
    assert "no day" in wrong.err

    reopened = pincite("document", "set", new.name, "--supersedes", "", "--json").json()
    assert reopened["results"][0]["supersedes"] is None
    (row,) = pincite("document", "list", "--name", "2022", "--json").json()["documents"]
    assert (row["effective_from"], row["effective_to"]) == ("2022-01-01", None)
    contradicting = pincite("document", "set", old.name, "--effective-to", "2021-01-01")
    assert contradicting.code == 2
    assert "before it begins" in contradicting.out


def test_days_are_checked_before_a_base_is_made(pincite: Run, tree: Path, tmp_path: Path) -> None:
    assert pincite("add", tree, "--effective-from", "soon").code == 2
    assert not (tmp_path / "library").exists()
    refused = pincite("add", tree / "a.md", "--effective-from", "2024-02-01", "--effective-to", "2024-01-01")
    assert refused.code == 2
    assert pincite("add", tree, "--folder", "../x").code == 2
    assert places(pincite) == []


def test_cancelling_what_is_settled_says_so(pincite: Run, tree: Path) -> None:
    assert pincite("add", tree / "a.md").code == 0
    settled = pincite("document", "cancel", "a.md")
    assert settled.code == 4
    assert "nothing to cancel" in settled.err
    assert pincite("document", "cancel", "no.md").code == 3


def test_work_that_waits_is_cancelled_from_the_command_line(pincite: Run, tree: Path) -> None:
    assert pincite("add", tree / "a.md").code == 0
    assert pincite("kb", "pause", "documents").code == 0
    (tree / "a.md").write_text("# A\n\nThe valve opens at 15 bar.", encoding="utf-8")
    assert pincite("add", tree / "a.md").code == 0
    assert pincite("document", "cancel", "a.md", "--json").json()["status"] == "cancelled"
    assert pincite("kb", "resume", "documents").code == 0
    found = pincite("search", "valve", "--json").json()["sources"]
    assert "12 bar" in found[0]["content"], "the version that was live answers on"


def test_a_name_that_means_nothing_does_not_keep_the_others_from_it(pincite: Run, tree: Path) -> None:
    assert pincite("add", tree).code == 0
    result = pincite("document", "set", "missing.md", "a.md", "--add-tag", "seen")
    assert result.code == 6
    assert "failed  missing.md" in result.out
    assert "1 changed · 1 failed" in result.out
    assert places(pincite, "--tag", "seen") == ["/a.md"]
    assert pincite("document", "set", "missing.md", "--add-tag", "seen").code == 3


def test_a_file_with_a_line_end_in_its_name_is_told_and_the_others_are_added(
    pincite: Run, tree: Path
) -> None:
    (tree / "bad\nname.md").write_text("# Bad", encoding="utf-8")
    added = pincite("add", tree)
    assert added.code == 6
    assert "cannot be filed" in added.out
    assert places(pincite) == ["/a.md", "규정/b.md", "규정/옛/c.md"]
