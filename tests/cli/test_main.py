"""The door: help, exit codes, errors as text and as JSON, and a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import ROOT

COMMANDS = ("add", "remove", "ask", "search", "kb", "chunk", "serve", "doctor", "eval")


def test_every_command_has_help(pincite: Run) -> None:
    overview = pincite("--help")
    assert overview.code == 0
    for command in COMMANDS:
        assert f" {command} " in overview.out
        assert pincite(command, "--help").code == 0


@pytest.mark.parametrize("words", [("nonsense",), ("ask",), ("add",), ("ask", "x", "--nonsense")])
def test_a_wrong_call_is_said_on_standard_error(pincite: Run, words: tuple[str, ...]) -> None:
    refused = pincite(*words)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err


def test_a_mistake_in_the_settings_is_an_envelope(pincite: Run, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text("[gate]\npass_scor = 0.5\n", encoding="utf-8")
    for words in (("kb", "list"), ("doctor",), ("ask", "x"), ("chunk", __file__), ("eval", "gate")):
        refused = pincite(*words, "--json", library=tmp_path)
        assert refused.code == 10, words
        assert refused.json()["code"] == "configuration"
        assert "gate.pass_scor" in refused.json()["message"]
    text = pincite("kb", "list", library=tmp_path)
    assert text.out == ""
    assert text.err.startswith("configuration: ")
    assert "docs/reference/settings.md" in text.err


def test_a_library_that_cannot_be_made_is_said(pincite: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    refused = pincite("kb", "list", library=tmp_path / "file" / "library")
    assert refused.code == 10
    assert "cannot be made" in refused.err


def test_markup_in_names_is_text(pincite: Run) -> None:
    refused = pincite("kb", "show", "[bold]x[/]")
    assert refused.code == 3
    assert "[bold]x[/]" in refused.err


def test_a_process_prints_json_alone_and_leaves_the_exit_code(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PINCITE_DATA_DIR": str(tmp_path),
        "PINCITE_LOG_LEVEL": "debug",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode"),
    }
    program = [sys.executable, "-c", "from pincite.cli.main import run; run()"]
    listed = subprocess.run(
        [*program, "kb", "list", "--json"], env=environment, capture_output=True, text=True
    )
    assert (listed.returncode, listed.stdout) == (0, "[]\n")
    refused = subprocess.run(
        [*program, "kb", "show", "없음"], env=environment, capture_output=True, text=True
    )
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "'없음'" in refused.stderr
