"""Commands run through the real entry point, in this process."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pincite.cli.main import run
from tests.adapters.e5.models import model_data_dir
from tests.libraries import make_library


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output, which must be JSON and nothing else."""
        import json

        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PINCITE_MODELS_DIR", str(model_data_dir()))
    monkeypatch.setenv("PINCITE_DATA_DIR", str(tmp_path / "library"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # the tests read English, wherever they run


@pytest.fixture
def pincite(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object, library: Path | None = None) -> Result:
        words = [str(argument) for argument in arguments]
        if library is not None:
            words = ["--library", str(library), *words]
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run(words)
        printed = capsys.readouterr()
        code = ended.value.code
        return Result(code if isinstance(code, int) else int(bool(code)), printed.out, printed.err)

    return call


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def filled(made: Path) -> Path:
    """A library of three documents that no test changes."""
    return made / "library"


@pytest.fixture
def own(filled: Path, tmp_path: Path) -> Path:
    """A copy of it to change, without the traces of what other tests asked."""
    return copied(filled, tmp_path / "own")


def copied(library: Path, to: Path) -> Path:
    return Path(shutil.copytree(library, to, ignore=shutil.ignore_patterns("trace")))
