"""Paths of a command line."""

import os
from pathlib import Path

import pytest

from pincite.core.errors import NotFound
from pincite.ingest import expand_paths


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "b.md",
        "a.pdf",
        ".hidden.md",
        "deep/er/c.md",
        "deep/.git/config",
        "odd[1].md",
        "약관.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    return tmp_path


def names(paths: list[Path], folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in paths]


def test_a_folder_stands_for_the_files_below_it_without_the_hidden_ones(folder: Path) -> None:
    assert names(expand_paths([folder]), folder) == ["a.pdf", "b.md", "deep/er/c.md", "odd[1].md", "약관.md"]


def test_files_keep_the_order_of_the_arguments_and_come_once(folder: Path) -> None:
    found = expand_paths([folder / "b.md", str(folder / "a.pdf"), folder / "deep/../b.md", folder])
    assert names(found, folder)[:2] == ["b.md", "a.pdf"]
    assert len(found) == 5


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.md", ["b.md", "odd[1].md", "약관.md"]),
        ("**/*.md", ["b.md", "deep/er/c.md", "odd[1].md", "약관.md"]),
        ("de*", ["deep/er/c.md"]),
        ("odd[1].md", ["odd[1].md"]),
    ],
)
def test_patterns(folder: Path, pattern: str, expected: list[str]) -> None:
    assert names(expand_paths([folder / pattern]), folder) == expected


def test_a_hidden_file_that_is_named_is_meant(folder: Path) -> None:
    assert names(expand_paths([folder / ".hidden.md"]), folder) == [".hidden.md"]


@pytest.mark.parametrize("name", ["nothing.md", "*.hwp"])
def test_what_names_nothing_is_said(folder: Path, name: str) -> None:
    with pytest.raises(NotFound, match="There is no file"):
        expand_paths([folder / name])


def test_a_folder_that_links_to_its_parent_ends(folder: Path) -> None:
    os.symlink(folder, folder / "deep" / "up")
    assert len(expand_paths([folder])) == 5


def test_home_is_understood(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    assert names(expand_paths(["~/b.md"]), folder) == ["b.md"]
