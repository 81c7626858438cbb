"""Every search engine fulfils the contract of the `WebSearch` port, over real HTTP."""

from collections.abc import AsyncIterator

import pytest

from pincite.adapters.searxng import SearxngSearch
from pincite.core.settings import WebSettings
from pincite.testing.web_search import WebSearchContract
from tests.adapters.chat_server import chat_server
from tests.adapters.search_server import found, searxng

RESULTS = (
    found("https://law.go.kr/lsc/1#J60", "근로기준법\n제60조", "연차 유급휴가\t15일"),
    found("https://law.go.kr/lsc/1#J61", "다시"),
    found("magnet:?xt=urn:btih:1", "a file"),
    found("https://moel.go.kr/x", "", "\x1b[31m연차"),
    found("http://example.com/a", "Annual leave", ""),
)


class TestSearxng(WebSearchContract):
    @pytest.fixture
    async def engine(self, anyio_backend: str) -> AsyncIterator[SearxngSearch]:
        async with chat_server(searxng(*RESULTS)) as server:
            engine = SearxngSearch(WebSettings(url=server.base_url))
            yield engine
            await engine.aclose()
