"""Settings become adapters in one place, and importing is cheap."""

import subprocess
import sys

import pytest

import pincite
from pincite.core.settings import ChunkingSettings, ParserEngineRule, Settings
from pincite.wiring import capabilities
from pincite.wiring_parsing import parse_options

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
    assert "enrichment" not in capabilities(None)


@pytest.mark.feature("CH-10")
def test_how_files_are_read_is_set_with_how_they_are_cut() -> None:
    rule = ParserEngineRule(file_types=("xlsx", ".CSV"), xlsx_first_row_as_header=True)
    settings = Settings(chunking=ChunkingSettings(parser_engine_rules=(rule,)))
    options = parse_options(settings, {})
    assert not options.first_row_as_header
    assert options.names_first_row("a.XLSX")
    assert options.names_first_row("a.csv")
    assert not options.names_first_row("a.ods")
    base = {
        "xlsx_first_row_as_header": True,
        "parser_engine_rules": [{"file_types": ["json"], "engine": "text"}],
    }
    options = parse_options(settings, base)
    assert options.first_row_as_header
    assert options.engines == {"json": "text"}
