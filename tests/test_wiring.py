"""Settings become adapters in one place, and importing is cheap."""

import subprocess
import sys

import pytest

import pincite
from pincite.chunking import split
from pincite.core.errors import InvalidInput
from pincite.core.settings import Settings
from pincite.wiring import capabilities, chunking_config, split_document

HEAVY = ("numpy", "sqlalchemy", "alembic", "openai", "fastapi", "uvicorn", "onnxruntime", "kiwipiepy")


def loaded_by(statement: str) -> set[str]:
    program = f"import sys; {statement}; print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in printed.stdout.split()}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import pincite").isdisjoint((*HEAVY, "pydantic", "typer", "anyio"))


def test_the_command_line_loads_no_room_before_it_needs_one() -> None:
    assert loaded_by("import pincite.cli.main").isdisjoint(HEAVY)


def test_a_library_loads_neither_the_model_client_nor_the_server() -> None:
    assert loaded_by("import pincite.wiring").isdisjoint(("openai", "fastapi", "uvicorn", "kiwipiepy"))


def test_every_public_name_resolves() -> None:
    assert len(pincite.__all__) <= 20
    for name in pincite.__all__:
        assert getattr(pincite, name) is not None
    with pytest.raises(AttributeError):
        _ = pincite.nothing


@pytest.mark.feature("CH-15")
def test_ingest_and_preview_cut_alike() -> None:
    settings = Settings(chunking={"chunk_size": 60, "chunk_overlap": 10})  # type: ignore[arg-type]
    text = "# A\n\n" + "The valve opens at 12 bar. " * 20
    assert split_document(settings, text, {}) == split(text, chunking_config(settings, {}))
    smaller = split_document(settings, text, {"chunk_size": 30})
    assert max(piece.end - piece.start for piece in smaller) <= 30


def test_an_override_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidInput, match="chunk_sizes"):
        chunking_config(Settings(), {"chunk_sizes": 3})


def test_capabilities_say_what_writes_the_answer() -> None:
    assert "extraction" in capabilities(None)
