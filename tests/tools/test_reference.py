"""The reference pages are those of the code."""

from pathlib import Path

import pytest

from pincite.core.errors import ERROR_TABLE
from tests.conftest import ROOT
from tools import features, reference

MARK = '@pytest.mark.{}("{{}}")\n'.format("feature")
"""Composed, so that the ledger tool does not take this file's examples for marks."""


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_pages_are_fresh(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["reference", "--check"])
    assert reference.main() == 0, capsys.readouterr().out


def test_a_stale_page_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(reference, "DOCS", tmp_path)
    monkeypatch.setattr("sys.argv", ["reference"])
    assert reference.main() == 0
    monkeypatch.setattr("sys.argv", ["reference", "--check"])
    assert reference.main() == 0
    (tmp_path / "errors.md").write_text("old", encoding="utf-8")
    assert reference.main() == 1
    assert "errors.md" in capsys.readouterr().out


def test_what_only_a_request_can_meet_has_a_row() -> None:
    page = reference.errors_page()
    for code, status in (("unauthorized", "401"), ("method_not_allowed", "405"), ("http_error", "any other")):
        assert f"| `{code}` | {status} |" in page


def test_every_setting_and_error_has_a_row() -> None:
    settings = reference.settings_page()
    assert "| `gate.pass_score` | `PINCITE_GATE__PASS_SCORE` | `0.3` |" in settings
    assert "| `models_dir` |" in settings
    assert all(f"| `{code}` |" in reference.errors_page() for code in ERROR_TABLE)
    assert not [line for line in settings.splitlines() if line.endswith("|  |")]


def test_the_ledger_tool_names_what_no_test_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ledger = tmp_path / "FEATURES.md"
    ledger.write_text("| TR-01 | a line a day | x |\n| XX-99 | nothing shows this | x |\n", encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(MARK.format("TR-01"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["features", str(ledger)])
    assert features.main() == 0
    printed = capsys.readouterr().out
    assert "XX-99" in printed
    assert "TR-01 " not in printed
    assert "1 of 2 rows" in printed
    (tmp_path / "tests" / "test_b.py").write_text(MARK.format("ZZ-01"), encoding="utf-8")
    assert features.main() == 1
    monkeypatch.setattr("sys.argv", ["features", str(tmp_path / "missing.md")])
    assert features.main() == 2
