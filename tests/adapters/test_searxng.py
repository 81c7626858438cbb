"""A person's own search engine over real HTTP, and every way in which it may fail."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

import pytest

from pincite.adapters.searxng import SearxngSearch
from pincite.core.errors import WebSearchFailed
from pincite.core.settings import WebSettings
from pincite.ports.web import WebResult
from tests.adapters.chat_server import ChatServer, Exchange, Script, chat_server, fails, sends
from tests.adapters.search_server import answer, asked_of, found, searxng


@asynccontextmanager
async def talking_to(*scripts: Script, **settings: Any) -> AsyncIterator[tuple[SearxngSearch, ChatServer]]:
    async with chat_server(*scripts) as server:
        engine = SearxngSearch(WebSettings(**{"url": server.base_url, **settings}))
        try:
            yield engine, server
        finally:
            await engine.aclose()


@pytest.mark.feature("WF-01")
async def test_a_search_in_the_form_of_searxng() -> None:
    page = found("https://law.go.kr/1", "근로기준법", "연차 유급휴가", publishedDate="2026-03-01T09:00:00")
    async with talking_to(searxng(page, found("https://b.org/")), api_key="secret") as (engine, server):
        results = await engine.search("연차는 며칠? & more", 10, language="ko")
    assert results[0] == WebResult("근로기준법", "https://law.go.kr/1", "연차 유급휴가", date(2026, 3, 1))
    assert results[1].day is None
    (asked,) = server.requests
    assert asked["path"].startswith("/v1/search?")
    assert asked_of(asked["path"]) == {"q": "연차는 며칠? & more", "format": "json", "language": "ko"}
    assert server.headers[0]["authorization"] == "Bearer secret"
    assert server.headers[0]["user-agent"].startswith("pincite/")


@pytest.mark.parametrize("ending", ["", "/", "/search", "/search/"])
async def test_the_address_may_be_written_in_any_usual_way(ending: str) -> None:
    async with chat_server(searxng(found("https://a.org/"))) as server:
        engine = SearxngSearch(WebSettings(url=server.base_url + ending))
        assert len(await engine.search("q", 1)) == 1
        await engine.aclose()
    assert server.requests[0]["path"].startswith("/v1/search?")


async def test_what_is_no_result_is_passed_over() -> None:
    odd: list[Any] = [
        None, "text", {"title": "no address"}, found("ftp://a.org/x"), found("http://"), {"url": "http://[bad", "title": "x"},
        found("https://a.org/" + "x" * 3_000), {"url": 7, "title": "x"}, found("javascript:alert(1)"),
    ]  # fmt: skip
    strange = found("https://a.org/", title="\ud800 T", content=None, publishedDate="yesterday")
    async with talking_to(sends(answer("q", [*odd, strange]))) as (engine, _):
        assert await engine.search("q", 10) == [WebResult("? T", "https://a.org/")]


async def test_texts_of_strangers_are_cut() -> None:
    async with talking_to(searxng(found("https://a.org/", "t" * 9_000, "s" * 9_000))) as (engine, _):
        (result,) = await engine.search("q", 10)
    assert (len(result.title), len(result.snippet)) == (300, 2_000)


async def _breaks_off(exchange: Exchange) -> None:
    await exchange.cut()


async def _never_answers(exchange: Exchange) -> None:
    await exchange.wait_for_hangup()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (fails(500), "status 500"),
        (fails(302), "status 302"),
        (sends("<html>", content_type="text/html"), "no JSON"),
        (sends("[" * 100_000), "no JSON"),
        (sends({"results": None}), "holds no results"),
        (sends("[]"), "holds no results"),
        (sends(" " * 6_000_000), "does not end"),
        (_breaks_off, "does not answer"),
        (_never_answers, "within 0.3 s"),
    ],
)
async def test_an_engine_that_fails(script: Script, words: str) -> None:
    async with talking_to(script, timeout=0.3 if words.startswith("within") else 30.0) as (engine, _):
        with pytest.raises(WebSearchFailed, match=words):
            await engine.search("q", 3)


async def test_one_that_was_not_told_to_give_json_says_what_to_do() -> None:
    async with talking_to(fails(403)) as (engine, _):
        with pytest.raises(WebSearchFailed) as failure:
            await engine.search("q", 3)
    assert "search.formats" in failure.value.hint


async def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    engine = SearxngSearch(WebSettings(url=f"http://127.0.0.1:{port}"))
    with pytest.raises(WebSearchFailed, match="ConnectError"):
        await engine.search("q", 3)
    await engine.aclose()
