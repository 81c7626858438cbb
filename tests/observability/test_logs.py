"""Logs go to standard error and tell no local variables."""

import pytest
import structlog

from pincite.observability.logs import LEVEL_VARIABLE, configure_logs


def fail() -> None:
    document = "words of a document"
    raise ValueError(len(document))


def test_errors_go_to_standard_error_without_local_variables(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs()
    log = structlog.get_logger("test")
    log.info("not shown")
    try:
        fail()
    except ValueError:
        log.exception("request failed", request_id="r-1")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "request failed" in printed.err
    assert "r-1" in printed.err
    assert "ValueError: 19" in printed.err
    assert "not shown" not in printed.err
    assert "document = " not in printed.err.replace('document = "words of a document"', "")


def test_the_level_is_a_variable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LEVEL_VARIABLE, "info")
    configure_logs()
    structlog.get_logger("test").info("shown")
    assert "shown" in capsys.readouterr().err


def test_a_host_keeps_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    structlog.configure(processors=[structlog.processors.JSONRenderer()])
    configure_logs()
    structlog.get_logger("test").error("as the host likes")
    assert capsys.readouterr().out == '{"event": "as the host likes"}\n'
