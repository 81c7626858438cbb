"""Every command is called the same way: shared options under one name, help with an example that works."""

import re
import shlex
from pathlib import Path

import pytest

from pincite.cli.context import Options
from tests.cli.conftest import Run
from tests.cli.test_failing import ALL

SHARED = {"--base": "-b", "--json": None, "--library": None, "--language": None, "--yes": "-y"}
MEASURING = ("eval", "calibrate")


@pytest.mark.parametrize("name", sorted(ALL))
def test_options_that_commands_share_have_one_name(name: str) -> None:
    given = {option: param.opts for param in ALL[name].params for option in param.opts}
    for option, short in SHARED.items():
        if option in given and short is not None:
            assert short in given[option]
    assert {"--library", "--language"} <= set(given)
    assert "--json" in given or name == "eval review", "a person is asked there"
    assert not {"--kb", "--knowledge-base", "--lang", "--dir"} & set(given)


@pytest.mark.parametrize("name", sorted(name for name in ALL if not name.startswith(MEASURING)))
def test_help_says_what_for_in_a_line_and_gives_an_example(name: str) -> None:
    text = ALL[name].help
    purpose = re.split(r"\n\n", text)[0]
    assert purpose.endswith(".")
    example = re.search(r"Example: `pincite (.+?)`", text)
    assert example is not None
    words = shlex.split(example[1])
    assert " ".join(words).startswith(name)
    # Parsed by the command itself; nothing runs.
    command = ALL[name]
    rest = words[len(name.split()) :]
    with command.make_context(name, rest, resilient_parsing=False, obj=Options()):
        pass


def test_help_names_the_exit_codes(pincite: Run) -> None:
    told = pincite("--help").out
    for code in (0, 1, 2, 3, 4, 5, 6, 10, 11, 20, 130, 141):
        assert re.search(rf"\b{code}\b", told), code


def test_nothing_moves_where_nobody_looks(pincite: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# A\n\nThe valve opens at 12 bar.", encoding="utf-8")
    added = pincite("add", file, "--json")
    assert added.code == 0
    assert added.err == ""
    added.json()
    assert "\x1b" not in pincite("add", file).err
