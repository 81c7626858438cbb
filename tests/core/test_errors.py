"""Codes are public and stable; one table gives status and exit code."""

import pytest

from pincite.core.errors import ERROR_TABLE, PinciteError, _tree
from tests.conftest import ROOT


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [error.code for error in _tree(PinciteError)]
    assert len(codes) == len(set(codes)) == len(ERROR_TABLE)


@pytest.mark.parametrize("code", sorted(ERROR_TABLE))
def test_every_error_says_what_to_do(code: str) -> None:
    error = ERROR_TABLE[code]
    assert error.hint.endswith(".")
    assert (error.__doc__ or "").split()[0] in ("Raise", "Base")
    assert 200 <= error.status < 600
    assert 0 <= error.exit_code < 126
    assert error("What is wrong.").message == "What is wrong."
    assert error("x", hint="Do this.").hint == "Do this."
    assert code.replace("_", "").islower()


def test_published_codes_stay() -> None:
    """A code that leaves this list, or changes its numbers, breaks the programs of others."""
    published = {
        "invalid_input": (400, 2),
        "not_found": (404, 3),
        "conflict": (409, 4),
        "unsupported_format": (415, 5),
        "empty_document": (422, 5),
        "password_protected": (422, 5),
        "ocr_needed": (422, 5),
        "garbled_text": (422, 5),
        "corrupt_document": (422, 5),
        "document_too_large": (413, 5),
        "configuration": (500, 10),
        "index_locked": (409, 11),
        "internal": (500, 1),
        "model_call_failed": (502, 20),
        "search_timeout": (504, 20),
    }
    for code, numbers in published.items():
        assert (ERROR_TABLE[code].status, ERROR_TABLE[code].exit_code) == numbers


def test_errors_are_raised_by_name_nowhere_else() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        if path.name != "errors.py":
            assert "(PinciteError):" not in path.read_text(encoding="utf-8"), path
