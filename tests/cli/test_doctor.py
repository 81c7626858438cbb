"""``pincite doctor``."""

from pathlib import Path

import pytest

import pincite as api
from tests.cli.conftest import Run
from tests.libraries import FACT, settings_for


def test_what_works_is_told(pincite: Run, filled: Path) -> None:
    told = pincite("doctor", "--json", library=filled)
    assert told.code == 0
    checks = {check["name"]: check for check in told.json()["checks"]}
    assert checks["library"]["state"] == "ok"
    assert "1 base" in checks["library"]["detail"]
    assert checks["encoder and index"]["state"] == "ok"
    assert checks["chat model"]["state"] == "off"
    assert {"OCR", "enrichment", "web search"} <= checks.keys()
    assert checks["enrichment"]["state"] == "off"
    assert "need a chat model" in checks["enrichment"]["detail"]
    assert checks["vision model"]["state"] == "off"
    text = pincite("doctor", library=filled).out
    assert text.splitlines()[0].startswith("ok   library: ")


def test_a_model_server_that_is_not_there_fails(
    pincite: Run, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_CHAT__BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("PINCITE_CHAT__MODEL", "none")
    told = pincite("doctor", "--json", library=filled)
    assert told.code == 10
    checks = {check["name"]: check for check in told.json()["checks"]}
    assert checks["chat model"]["state"] == "fail"
    assert "chat.base_url" in checks["chat model"]["detail"]
    assert checks["enrichment"]["detail"] == "none is asked for summaries, tables (questions off)"


def test_ocr_and_its_languages_are_told(
    pincite: Run, filled: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine = tmp_path / "tesseract"
    engine.write_text("#!/bin/sh\necho List of available languages:\necho eng\necho kor\necho osd\n")
    engine.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = pincite("doctor", "--json", library=filled)
    checks = {check["name"]: check for check in told.json()["checks"]}
    assert checks["OCR"]["state"] == "ok"
    assert checks["OCR"]["detail"] == "tesseract reads kor, eng; not installed: chi_sim"
    engine.unlink()
    monkeypatch.setenv("PINCITE_OCR__ENGINE", "tesseract")
    told = pincite("doctor", "--json", library=filled)
    assert told.code == 10
    assert "tesseract" in told.out
    monkeypatch.setenv("PINCITE_OCR__ENGINE", "off")
    checks = {check["name"]: check for check in pincite("doctor", "--json", library=filled).json()["checks"]}
    assert checks["OCR"]["state"] == "off"
    assert "ocr_needed" in checks["OCR"]["detail"]


def test_a_library_that_another_process_holds_is_told(pincite: Run, own: Path) -> None:
    with api.open(settings=settings_for(own)) as library:
        library.retrieve(FACT)
        told = pincite("doctor", library=own)
        asked = pincite("ask", FACT, "--json", library=own)
    assert told.code == 10
    assert "index_locked" in told.out
    assert asked.code == 11
    assert asked.json()["code"] == "index_locked"
