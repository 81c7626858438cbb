"""Settings become adapters in one place, and importing is cheap."""

import subprocess
import sys

import pytest

import pincite
from pincite.wiring import capabilities

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


def test_capabilities_say_what_writes_the_answer() -> None:
    assert "extraction" in capabilities(None)
