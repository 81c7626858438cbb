"""How commands end that do not end well: one envelope, one exit code, no traceback, whatever is sent."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from pincite.cli.main import app
from tests.cli.conftest import Result, Run
from tests.conftest import ROOT

PROGRAM = [sys.executable, "-c", "from pincite.cli.main import run; run()"]
HUGE = "9" * 30
ENDLESS = {"serve", "worker"}
"""They run until they are stopped; `worker` ends with --once."""
MEASURING = {"eval", "calibrate"}
"""They have tests of their own, for they take minutes where the input is good."""
TAKES_ANY_NAME = {"kb create", "faq add", "ask", "search"}
"""A number is a good name or question."""


def commands() -> Iterator[tuple[str, Any]]:
    def walk(words: list[str], command: Any) -> Iterator[tuple[str, Any]]:
        inner = getattr(command, "commands", None)
        if not inner:
            yield " ".join(words), command
            return
        for name, each in inner.items():
            yield from walk([*words, name], each)

    yield from walk([], typer.main.get_command(app))


ALL = dict(commands())
WALKED = [name for name in ALL if name.split()[0] not in MEASURING and name not in ENDLESS]


def words_of(name: str, value: str) -> list[str]:
    """A call with ``value`` for everything that the command needs."""
    words = name.split()
    for param in ALL[name].params:
        if param.param_type_name == "argument":
            words.append(value)
        elif param.required:
            words += [param.opts[0], value]
    if name == "worker":
        words.append("--once")
    return [*words, "--json"]


def assert_envelope(result: Result, *codes: int) -> None:
    assert result.code in codes, result
    envelope = result.json()
    assert set(envelope) == {"code", "message", "hint"}
    assert all(envelope.values())
    assert envelope["code"] != "internal", result
    assert "Traceback" not in result.err


@pytest.mark.parametrize("name", sorted(name for name in ALL if name.split()[0] not in MEASURING))
def test_a_file_is_no_library(pincite: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("x")
    assert_envelope(pincite(*words_of(name, "x"), library=tmp_path / "file"), 2, 3, 10)


@pytest.mark.parametrize("name", sorted(ALL))
def test_broken_settings_are_an_envelope(pincite: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "pincite.toml").write_bytes(b'language = "ko"\n[gate\n\xff')
    assert_envelope(pincite(*words_of(name, "x"), library=tmp_path), 2, 3, 10)


@pytest.mark.parametrize("value", ["", "no such thing", HUGE, "../..", "[bold]x[/]", "‮x"])
@pytest.mark.parametrize("name", sorted(set(WALKED) - TAKES_ANY_NAME))
def test_what_is_not_there_is_an_envelope(
    pincite: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    here = tmp_path / "one" / "two" / "three"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)  # "../.." is a folder of nothing, not all that lies around this clone
    result = pincite(*words_of(name, value))
    if result.code:
        assert_envelope(result, 2, 3, 4)
    else:
        result.json()


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_number_has_a_least_and_a_most(pincite: Run, name: str) -> None:
    numbers = [param for param in ALL[name].params if getattr(param.type, "name", "").startswith("integer")]
    for param in numbers:
        for value in (HUGE, f"-{HUGE}", "-1", "many"):
            words = [*name.split(), f"{param.opts[0]}={value}", "--json"]
            if param.param_type_name == "option" and not (name.startswith("eval") and value != "many"):
                assert_envelope(pincite(*words), 2)


@pytest.mark.parametrize("word", ["caf\udce9.txt", "a\0b"])
@pytest.mark.parametrize("name", ["add", "ask", "kb show", "chunk", "faq import", "document set"])
def test_bytes_that_are_no_text_are_refused_at_the_door(pincite: Run, name: str, word: str) -> None:
    assert_envelope(pincite(*name.split(), word, "--json"), 2)


def test_errors_of_the_call_itself_are_envelopes_too(pincite: Run) -> None:
    for words in (("nonsense",), ("kb", "nonsense"), ("ask",), ("ask", "x", "--nonsense"), ("ask", "-k")):
        assert_envelope(pincite(*words, "--json"), 2)
        said = pincite(*words)
        assert (said.code, said.out) == (2, "")
        assert "--help` shows how it is called" in said.err


def test_a_library_directory_without_a_name_is_refused(pincite: Run) -> None:
    assert_envelope(pincite("--library", "", "kb", "list", "--json"), 2)
    assert_envelope(pincite("kb", "list", "--library", " ", "--json"), 2)


def test_a_fault_of_ours_leaves_its_traceback_in_a_file(
    pincite: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr("pincite.wiring.open_library", broken)
    result = pincite("kb", "list", "--json")
    assert result.code == 1
    envelope = result.json()
    assert envelope["code"] == "internal"
    assert "secret" not in result.out + result.err
    trace = Path(envelope["hint"].rpartition(" ")[2].rstrip("."))
    assert "ZeroDivisionError: secret words" in trace.read_text(encoding="utf-8")
    trace.unlink()


def test_nothing_goes_for_good_without_a_yes(
    pincite: Run, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody is there to answer
    before = pincite("kb", "list", "--json", library=own).json()[0]["documents"]
    for words in (("kb", "delete", "documents"), ("document", "delete", "--folder", "")):
        assert_envelope(pincite(*words, "--json", library=own), 2)
        assert pincite(*words, library=own).code == 2
    assert pincite("kb", "list", "--json", library=own).json()[0]["documents"] == before > 0


def process(*words: str, **variables: str) -> subprocess.Popen[str]:
    environment = {**os.environ, **variables, "PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode")}
    return subprocess.Popen(
        [*PROGRAM, *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
    )


def _hear_ctrl_c() -> None:
    """A shell has its background jobs ignore it, and a test run may be one."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_a_reader_that_goes_away_is_no_fault(filled: Path, extra: tuple[str, ...]) -> None:
    words = ("--library", str(filled), "chunks", "list", "pump manual.md", *extra)
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [*PROGRAM, *words], stdout=writer, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    os.close(writer)
    assert ended.stderr == ""
    assert ended.returncode == 141


def test_ctrl_c_says_so_and_loses_nothing(pincite: Run, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(24):
        text = f"# Valve {number}\n\n" + f"Valve {number} opens at {number} bar. " * 80
        (folder / f"{number:02}.md").write_text(text, encoding="utf-8")
    adding = process("add", str(folder))
    database = tmp_path / "library" / "pincite.db"
    while adding.poll() is None and not _ready(database):
        time.sleep(0.2)
    os.killpg(adding.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    _, err = adding.communicate()
    assert adding.returncode == 130, err
    assert "Traceback" not in err
    assert "Stopped." in err
    assert "What was finished is kept" in err

    again = pincite("add", folder, "--json")
    assert again.code == 0, again
    told = again.json()
    assert told["ready"] + told["unchanged"] == 24
    assert told["unchanged"] >= 1
    assert pincite("kb", "list", "--json").json()[0]["documents"] == 24


def _ready(database: Path) -> int:
    import sqlite3

    if not database.exists():
        return 0
    try:
        with sqlite3.connect(database) as connection:
            return int(
                connection.execute("select count(*) from documents where status = 'ready'").fetchone()[0]
            )
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()


def test_a_stream_of_another_encoding_gets_whole_json(tmp_path: Path) -> None:
    library = str(tmp_path / "library")
    asked = process("--library", library, "kb", "show", "없는 베이스 🧾", "--json", PYTHONIOENCODING="ascii")
    out, err = asked.communicate()
    assert (asked.returncode, err) == (3, "")
    assert "없는 베이스 🧾" in json.loads(out)["message"]
