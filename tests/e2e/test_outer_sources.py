"""A library with a search engine and spreadsheets beside its documents, as a person sets it up."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

import pincite
from pincite.adapters.tables.engine import is_installed
from pincite.api.app import create_app
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChatSettings, EnrichmentSettings, FetchSettings, WebSettings
from pincite.core.types import MatchType
from pincite.library import AsyncLibrary
from pincite.wiring_sources import check_web_search
from tests.adapters.chat_server import ChatServer, Exchange, chat_server, completion
from tests.adapters.search_server import found, searxng
from tests.fetching.servers import serving
from tests.libraries import settings_for

SALES = "지점,월,매출(원)\n서울,1,1200\n부산,1,800\n서울,2,1500\n부산,2,700\n대구,2,300\n"
QUESTION = "서울 지점의 매출(원) 합계는 얼마인가요?"
SUM = 'SELECT SUM("매출(원)") AS "서울 매출 합계(원)" FROM t1 WHERE "지점" = \'서울\''


def model(answer: Callable[[str], str]) -> Any:
    """A chat model that writes a query where it is asked for one."""

    async def script(exchange: Exchange) -> None:
        asked = exchange.body["messages"][-1]["content"]
        query = json.dumps({"needed": True, "sql": SUM}, ensure_ascii=False)
        await exchange.send(completion(query if "<tables" in asked else answer(asked)))

    return script


@asynccontextmanager
async def library_of(folder: Path, chat: ChatServer, **more: Any) -> AsyncIterator[AsyncLibrary]:
    settings = settings_for(
        folder / "library",
        chat=ChatSettings(base_url=chat.base_url, model="scripted"),
        enrichment=EnrichmentSettings(summaries=False, tables=False),
        **more,
    )
    async with await pincite.aopen(settings=settings) as library:
        base = await library.knowledge_base("numbers")
        file = folder / "2026 매출.csv"
        file.write_text(SALES, encoding="utf-8")
        summary = await base.add(file)
        assert not summary.failed, summary
        yield library


@pytest.mark.skipif(not is_installed(), reason="needs the extra data")
@pytest.mark.feature("DA-04")
async def test_a_sum_over_a_stored_file_is_asked_by_python_and_http(tmp_path: Path) -> None:
    def answer(asked: str) -> str:
        computed = "2700" in asked
        return f'서울 매출 합계는 {"2,700" if computed else "1,200"}원입니다. <ref id="c1"/>'

    async with chat_server(model(answer)) as chat, library_of(tmp_path, chat) as library:
        plain = await library.ask(QUESTION)
        assert MatchType.DATA_ANALYSIS not in {source.match_type for source in plain.sources}
        computed = await library.ask(QUESTION, data_analysis=True)
        assert computed.degraded == ()
        source = computed.sources[0]
        assert (source.match_type, source.sql) == (MatchType.DATA_ANALYSIS, SUM)
        assert source.location == "2026 매출, 계산 결과: 2026 매출.csv"
        assert "2,700원" in computed.answer
        assert computed.risk_level == "pass"
        transport = httpx2.ASGITransport(app=create_app(library))
        async with httpx2.AsyncClient(transport=transport, base_url="http://test/api/v1") as http:
            sent = {"query": QUESTION, "data_analysis": True}
            body = (await http.post("/answer", json=sent)).json()
            assert body["sources"][0]["chunk_id"] == source.chunk_id
            assert body["sources"][0]["sql"] == SUM
            found = (await http.post("/retrieve", json=sent)).json()
            assert found["sources"][0]["match_type"] == "data_analysis"
            refused = await http.post("/answer", json={"query": QUESTION, "web": True})
            assert refused.status_code == 400
            assert "web.url" in refused.json()["hint"]
        with pytest.raises(InvalidInput):
            await library.ask(QUESTION, web=True)


@pytest.mark.feature("WF-01")
@pytest.mark.feature("WF-03")
async def test_a_search_engine_of_ones_own_and_pages_that_lie_inside(tmp_path: Path) -> None:
    """What documents may be fetched from (``fetch.allow_private``) opens nothing to what an engine names."""
    said = "도쿄 지점의 매출 합계는 9,000원입니다."
    async with serving() as site, chat_server(model(lambda _: f'{said} <ref id="w1"/>')) as chat:
        site.show("/tokyo", f"<html><body><p>{said} 이 페이지는 사내망에 있습니다. " + "비밀. " * 200)
        result = found(site.url("/tokyo"), "도쿄 지점 매출 합계", said)
        async with (
            chat_server(searxng(result)) as engine,
            library_of(
                tmp_path,
                chat,
                web=WebSettings(url=engine.base_url),
                fetch=FetchSettings(allow_private=True, ports=()),
            ) as library,
        ):
            assert "1 results" in await check_web_search(library.settings)
            answer = await library.ask("도쿄 지점의 매출 합계는 얼마인가요?", web=True)
            conversation = await library.conversations.create()
            transport = httpx2.ASGITransport(app=create_app(library))
            async with httpx2.AsyncClient(transport=transport, base_url="http://test/api/v1") as http:
                asked = {"query": "도쿄 지점의 매출 합계는 얼마인가요?", "web": True, "web_fetch": True}
                stream = await http.post(f"/sessions/{conversation.id}/knowledge-qa", json=asked)
    assert site.requests == []
    assert answer.degraded == ()
    (source,) = [one for one in answer.sources if one.match_type is MatchType.WEB]
    assert (source.url, source.handle) == (site.url("/tokyo"), "w1")
    assert said in source.content
    assert "비밀" not in source.content
    assert f'<web url="{site.url("/tokyo")}"' in answer.answer
    assert answer.risk_level == "pass"
    events = [json.loads(line[5:]) for line in stream.text.splitlines() if line.startswith("data:")]
    windows = [one["data"] for one in events if one["response_type"] == "tool_result"]
    assert [one["web_count"] for one in windows if "web_count" in one] == [1]
    assert any(site.url("/tokyo") in json.dumps(one.get("knowledge_references")) for one in events)
