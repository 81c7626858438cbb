"""``pincite ask`` with the web and with spreadsheets."""

from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from rich.console import Console

from pincite.cli.context import Options
from pincite.cli.rendering import numbered, print_answer
from pincite.core.types import MatchType
from pincite.pipeline.answer import Answer, Source
from tests.adapters.chat_server import chat_server
from tests.adapters.search_server import found, searxng
from tests.cli.conftest import Run
from tests.libraries import FACT

URL = "https://law.example/60?a=1&b=2"
PAGE = Source(
    handle="w1",
    chunk_id=URL,
    chunk_ids=(URL,),
    document_id=URL,
    document="근로기준법",
    base_id="",
    place="",
    page_range=None,
    content="연차 유급휴가는 15일이다.",
    chunk_type="text",
    match_type=MatchType.WEB,
    score=0.9,
    rrf_score=0.0,
    base_score=0.6,
    rerank_score=0.9,
    url=URL,
)


def test_a_source_of_the_web_is_numbered_and_shown_with_its_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tag = '<web url="https://law.example/60?a=1&amp;b=2" title="근로기준법" />'
    answer = Answer("t", "q", f"15일입니다. {tag}", "ko", None, None, sources=(PAGE,))
    text, cited = numbered(answer)
    assert (text, cited) == ("15일입니다. [1]", [PAGE])
    print_answer(Console(width=200), Options(language="ko"), answer)
    assert f"[1] 근로기준법, {URL}" in capsys.readouterr().out


def test_what_is_asked_for_and_not_set_up_is_told(pincite: Run, filled: Path) -> None:
    told = pincite("ask", FACT, "--web", library=filled)
    assert told.code == 2
    assert "web.url" in told.err
    told = pincite("ask", FACT, "--data-analysis", "--language", "ko", library=filled)
    assert told.code == 2
    assert "스프레드시트" in told.err
    assert pincite("ask", FACT, "--no-web", "--no-data-analysis", library=filled).code == 0


def test_doctor_asks_the_engine(pincite: Run, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    off = {check["name"]: check for check in pincite("doctor", "--json", library=filled).json()["checks"]}
    assert off["web search"]["state"] == off["questions to spreadsheets"]["state"] == "off"
    engine = chat_server(searxng(found("https://a.org/")))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(engine) as server:
        monkeypatch.setenv("PINCITE_WEB__URL", server.base_url)
        told = pincite("doctor", "--json", library=filled)
    checks = {check["name"]: check for check in told.json()["checks"]}
    assert checks["web search"]["state"] == "ok"
    assert "1 results" in checks["web search"]["detail"]
