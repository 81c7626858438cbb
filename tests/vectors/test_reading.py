"""A vector that cannot be run is a failure."""

import json
from pathlib import Path

import pytest

from tests.vectors import reading
from tests.vectors.listed import check_reasons


@pytest.mark.parametrize(
    ("vector", "words"),
    [
        ({"id": "x-1", "kind": "mystery", "expect": {"a": 1}}, "unknown kind"),
        ({"id": "x-2", "kind": "check", "expect": {}}, "expects nothing"),
    ],
)
def test_a_vector_that_asserts_nothing_is_refused(
    vector: dict[str, object], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faq.json").write_text(json.dumps({"vectors": [vector]}), encoding="utf-8")
    monkeypatch.setattr(reading, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=words):
        reading.read_checks("faq.json")


def test_facts_are_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fact = {"id": "x-1", "kind": "fact", "expect": {}}
    check = {"id": "x-2", "kind": "check", "expect": {"a": 1}}
    (tmp_path / "faq.json").write_text(json.dumps({"vectors": [fact, check]}), encoding="utf-8")
    monkeypatch.setattr(reading, "FOLDER", tmp_path)
    assert reading.read_checks("faq.json") == [check]


@pytest.mark.parametrize("folder", ["missing", "."])
def test_a_folder_without_vectors_is_refused(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "FOLDER", tmp_path / folder)
    with pytest.raises(ValueError, match="no vectors"):
        reading.read_checks("chunker_*.json")


def test_nothing_to_run_and_a_reason_without_the_design_fail() -> None:
    with pytest.raises(AssertionError, match="nothing of this kind"):
        check_reasons([], {}, {})
    with pytest.raises(AssertionError):
        check_reasons([{"id": "x-1"}], {"x-1": "HU-03: a date is no section"}, {})
    check_reasons([{"id": "x-1"}], {"x-1": "DESIGN.md section 5: a date is no section"}, {})
