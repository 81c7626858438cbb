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


@pytest.mark.feature("CH-20")
def test_any_setting_and_every_scenario_can_be_tried(pincite: Run) -> None:
    words = ("chunk", MANUAL, "--preset", "precise", "--config", "child_chunk_size=150")
    precise = pincite(*words, "--json").json()
    assert precise["parents"]
    assert max(chunk["size_chars"] for chunk in precise["chunks"]) <= 150
    assert max(chunk["parent_index"] for chunk in precise["chunks"]) < len(precise["parents"])
    assert "parents, tier" in pincite(*words).out.splitlines()[0]
    for bad in (("--preset", "fast"), ("--config", "chunk_sise=3"), ("--config", "chunk_size")):
        assert pincite("chunk", MANUAL, *bad).code == 2


def test_overlaps_rejections_and_table_headers_are_drawn(pincite: Run, tmp_path: Path) -> None:
    rows = "\n".join(f"| item {n} | {n} bar |" for n in range(40))
    headings = "\n\n".join(f"## S{n}\n\nx" for n in range(12))
    text = f"# A\n\n{headings}\n\n| name | value |\n| --- | --- |\n{rows}\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    words = ("chunk", tmp_path / "a.md", "--size", "120", "--overlap", "40")
    drawn = pincite(*words).out
    assert "⟦" in drawn
    assert drawn.count("| name | value |") > 2
    told = pincite(*words, "--json").json()
    assert 0 < max(chunk["overlap"] for chunk in told["chunks"]) <= 40
    for rejection in told["rejected"]:
        assert f"rejected {rejection['tier']}: {rejection['reason']}" in drawn


def test_two_configurations_side_by_side(pincite: Run) -> None:
    words = ("chunk", MANUAL, "--size", "200", "--diff", "chunk_size=800")
    told = pincite(*words, "--json").json()
    before = pincite("chunk", MANUAL, "--size", "200", "--json").json()["chunks"]
    after = pincite("chunk", MANUAL, "--size", "800", "--json").json()["chunks"]
    assert told["before"]["stats"]["count"] == len(before)
    assert told["after"]["stats"]["count"] == len(after)
    diff = told["diff"]
    assert diff["kept"] + diff["gone"] == len(before)
    assert diff["kept"] + diff["new"] == len(after)
    assert 0 < diff["moved_share"] <= 1
    drawn = pincite(*words).out
    assert f"{diff['kept']} chunks stay" in drawn
    assert "chunk_size=800" in drawn
    same = pincite("chunk", MANUAL, "--diff", "chunk_size=512", "--json").json()["diff"]
    assert (same["gone"], same["new"], same["moved_share"]) == (0, 0, 0)
    scenario = pincite("chunk", MANUAL, "--diff-preset", "prose", "--json").json()
    assert scenario["after"]["stats"]["count"] <= scenario["before"]["stats"]["count"]
