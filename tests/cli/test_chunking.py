"""``pincite chunk``: what ingest would do, without doing it."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.libraries import MANUAL


def test_chunks_are_slices_with_their_trail(pincite: Run, tmp_path: Path) -> None:
    cut = pincite("chunk", MANUAL, "--size", "200", "--overlap", "0", "--json")
    assert cut.code == 0
    result = cut.json()
    assert result["title"] == "Harrow P-40 Pump Maintenance Manual"
    assert [chunk["seq"] for chunk in result["chunks"]] == list(range(len(result["chunks"])))
    assert all(chunk["size_chars"] == len(chunk["content"]) for chunk in result["chunks"])
    assert max(chunk["size_chars"] for chunk in result["chunks"]) <= 200
    assert any("Section 2.2" in chunk["context_header"] + chunk["content"] for chunk in result["chunks"])
    assert not (tmp_path / "library").exists()


def test_text_shows_place_and_size(pincite: Run) -> None:
    shown = pincite("chunk", MANUAL)
    assert shown.code == 0
    assert "chunks, tier " in shown.out.splitlines()[0]
    assert "#0 [" in shown.out


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("no such.md",), 3, "not_found"),
        ((MANUAL, "--strategy", "clever"), 2, "invalid_input"),
        ((MANUAL, "--size", "0"), 2, "invalid_input"),
        ((MANUAL, "--overlap", "-1"), 2, "invalid_input"),
    ],
)
def test_what_cannot_be_is_said(pincite: Run, words: tuple[object, ...], code: int, error: str) -> None:
    refused = pincite("chunk", *words, "--json")
    assert refused.code == code
    assert refused.json()["code"] == error


def test_a_file_that_cannot_be_read_is_said(pincite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.xyz").write_bytes(bytes(range(256)))
    refused = pincite("chunk", tmp_path / "a.xyz", "--json")
    assert refused.code == 5
    assert refused.json()["code"] == "unsupported_format"
