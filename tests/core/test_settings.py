"""One table of defaults; environment over file over defaults; every mistake names its key."""

import re
from pathlib import Path

import pytest

from pincite.chunker import Chunker
from pincite.chunking import ChunkingConfig
from pincite.core.errors import ConfigurationError
from pincite.core.settings import CONFIG_FILE, Settings, load_settings
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in [name for name in os.environ if name.startswith("PINCITE_")]:
        monkeypatch.delenv(name)


def configure(directory: Path, text: str) -> Path:
    (directory / CONFIG_FILE).write_text(text, encoding="utf-8")
    return directory


def test_environment_over_file_over_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(tmp_path, "[gate]\npass_score = 0.4\nabort_score = 0.2\n")
    monkeypatch.setenv("PINCITE_GATE__PASS_SCORE", "0.5")
    gate = load_settings(tmp_path).gate
    assert (gate.pass_score, gate.abort_score, gate.max_retries) == (0.5, 0.2, 2)


def test_the_library_directory_is_argument_then_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_DATA_DIR", str(tmp_path / "from environment"))
    assert load_settings().data_dir == tmp_path / "from environment"
    assert load_settings(tmp_path).data_dir == tmp_path


def test_the_file_of_the_named_library_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_DATA_DIR", str(configure(tmp_path, "[retrieval]\ntop_k = 3\n")))
    assert load_settings().retrieval.top_k == 3


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[gate]\npass_scor = 0.4\n", "gate.pass_scor"),
        ("[gates]\n", "gates"),
        ("[gate]\npass_score = 1.5\n", "gate.pass_score"),
        ('[chunking]\nstrategy = "clever"\n', "chunking.strategy"),
        ("[chunking]\nchunk_size = 0\n", "chunking.chunk_size"),
        ("[gate\n", CONFIG_FILE),
    ],
)
def test_a_mistake_in_the_file_names_its_key(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(configure(tmp_path, text))
    assert named in caught.value.message


def test_a_mistake_in_the_environment_names_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_RETRIEVAL__TOP_K", "many")
    with pytest.raises(ConfigurationError, match=r"retrieval\.top_k"):
        load_settings(tmp_path)


@pytest.mark.parametrize("name", ["PINCITE_GATE__PASS_SCOR", "PINCITE_GATES__PASS_SCORE"])
def test_an_unknown_variable_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "0.4")
    with pytest.raises(ConfigurationError, match=name.split("_")[-1].lower() + "|" + name):
        load_settings(tmp_path)


def test_keys_do_not_show(tmp_path: Path) -> None:
    settings = Settings(chat={"api_key": "sk-1"}, server={"api_key": "sk-2"})  # type: ignore[arg-type]
    assert "sk-" not in repr(settings)
    configure(tmp_path, '[chat]\napi_key = ["sk-3"]\n')
    with pytest.raises(ConfigurationError) as caught:
        load_settings(tmp_path)
    assert "sk-3" not in caught.value.message


@pytest.mark.feature("CH-14")
def test_chunk_size_and_overlap_have_one_source() -> None:
    assert Chunker(Settings().chunking).config({}) == ChunkingConfig()
    defined = [
        (path.relative_to(ROOT).as_posix(), match.group())
        for path in sorted((ROOT / "src").rglob("*.py"))
        for match in re.finditer(
            r"(?:chunk_size|chunk_overlap|CHUNK_SIZE|CHUNK_OVERLAP)\b[^=\n]{0,40}= ?(?:Field\()?(?:512|80)\b",
            path.read_text(encoding="utf-8"),
        )
    ]
    assert [place for place, _ in defined if place != "src/pincite/core/settings/documents.py"] == []
    assert len(defined) == 2
