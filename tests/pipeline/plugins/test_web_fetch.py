"""The web beside the documents, over a real engine's wire and real pages."""

import asyncio
from typing import Any

import pytest

from pincite.core.errors import InvalidInput, WebSearchFailed
from pincite.core.settings import ChatSettings, WebSettings
from pincite.core.types import Hit, MatchType
from pincite.pipeline.profile import Profile
from pincite.pipeline.telling import Kind, Told
from pincite.ports.history import PastTurn
from pincite.ranking import FeatureRanker
from tests.adapters.chat_server import fails
from tests.pipeline.outer_sources import HOST, OuterWorld, on_web, page
from tests.pipeline.standins import HashEmbedder, ScriptedModel, ScriptedReranker

QUESTION = "무면허운전 사고도 보장되나요?"
PARAGRAPH = "면책 조항은 무면허운전 사고를 보장하지 않는다고 정한다. "


def html(text: str) -> str:
    return f"<html><body><nav><a href=/>home</a></nav><main><h1>Cars</h1><p>{text}</p></main></body></html>"


def by_source(web: float, own: float) -> ScriptedReranker:
    """Earlier pages are a little better."""

    def score(_query: str, hit: Hit) -> float:
        if hit.match_type is not MatchType.WEB:
            return own
        return web - 0.01 * int(hit.chunk.id.rpartition("/")[2])

    return ScriptedReranker(score)


def prompt(world: OuterWorld) -> str:
    assert isinstance(world.model, ScriptedModel)
    return world.model.calls[-1][-1].content


@pytest.mark.feature("SR-06")
@pytest.mark.feature("WF-01")
@pytest.mark.feature("WF-02")
@pytest.mark.feature("CX-09")
async def test_the_web_is_searched_beside_the_bases_and_only_when_it_is_on() -> None:
    async with on_web(page(1, "무면허운전은 보장하지 않는다.")) as web:
        off = await web.world(reranker=by_source(0.8, 0.9)).retrieve(QUESTION)
        assert web.asked == []
        assert MatchType.WEB not in {source.match_type for source in off.sources}
        on = await web.world(reranker=by_source(0.8, 0.9)).retrieve(QUESTION, web=True, web_fetch=False)
    assert web.asked == [QUESTION]
    assert web.fetched == []
    (found,) = [source for source in on.sources if source.match_type is MatchType.WEB]
    assert (found.chunk_id, found.document, found.url) == (f"{HOST}/1", "Page 1", f"{HOST}/1")
    assert found.to_json()["match_type"] == "web"
    assert any(source.base_id and source.url == "" for source in on.sources)


@pytest.mark.feature("WF-03")
async def test_the_best_three_pages_are_read_in_the_place_of_their_snippets() -> None:
    async with on_web(*(page(number) for number in range(1, 6))) as web:
        for number in range(1, 6):
            web.site.show(f"/{number}", html(f"Read {number}. {PARAGRAPH * 300}"))
        world = web.world(reranker=by_source(0.9, 0.2))
        found = await world.retrieve(QUESTION, web=True, top_k=20, rerank_top_k=20)
    assert sorted(web.fetched) == ["/1", "/2", "/3"]
    pages = {source.chunk_id[-1]: source for source in found.sources if source.match_type is MatchType.WEB}
    for number in "123":
        body = pages[number].content.removeprefix(f"Page {number}\n\n")
        assert body.startswith(f"# Cars\n\nRead {number}.")
        assert len(body) == 8_000
        assert "Snippet" not in body
        assert "home" not in body
    assert pages["4"].content == "Page 4\n\nSnippet of page 4."


@pytest.mark.feature("WF-04")
async def test_what_was_read_reaches_the_model() -> None:
    far = "The deductible is 30 EUR."
    text = ("Cars are insured by law. " * 200)[:2_990] + far
    async with on_web(page(1)) as web:
        web.site.show("/1", html(text))
        world = web.world(reranker=by_source(0.9, 0.2), model=ScriptedModel('30 EUR. <ref id="w1"/>'))
        answer = await world.ask("What is the deductible?", web=True)
    assert text.index(far) > 2_900
    assert far in prompt(world)
    assert f'<web url="{HOST}/1" title="Page 1" />' in answer.answer
    assert answer.verification is not None
    assert answer.risk_level == "pass"
    assert [citation.supported_by_chunks for citation in answer.citations] == [(f"{HOST}/1",)]


async def test_long_pages_leave_room_for_each_other_and_for_documents() -> None:
    async with on_web(page(1), page(2)) as web:
        for number in (1, 2):
            web.site.show(f"/{number}", html(f"Begin {number}. " + PARAGRAPH * 300))
        world = web.world(reranker=by_source(0.9, 0.5), model=ScriptedModel('답. <ref id="c1"/>'))
        answer = await world.ask(QUESTION, web=True)
    sources = {source.chunk_id[-1]: source for source in answer.sources}
    assert {"1", "2"} <= set(sources)
    assert any(source.match_type is not MatchType.WEB for source in answer.sources)
    assert len(sources["1"].content) < 8_000
    assert all(source.content.split("\n")[-1].rstrip()[-20:] in prompt(world) for source in answer.sources)


@pytest.mark.feature("WF-05")
async def test_an_error_page_is_never_content_and_its_snippet_stays() -> None:
    async with on_web(*(page(number) for number in range(1, 5)), fetch_top=4) as web:
        web.site.pages["/2"] = (500, {"content-type": "text/html"}, b"<p>Server down. " + b"sorry " * 99)
        web.site.show("/3", html("Enable JS."))
        web.site.show("/4", b"\x00\x01" * 500, "application/pdf")
        world = web.world(reranker=by_source(0.9, 0.2), model=ScriptedModel('그렇습니다. <ref id="w1"/>'))
        answer = await world.ask(QUESTION, web=True)
    assert len(web.fetched) == 4
    said = prompt(world)
    for words in ("Not found", "Server down", "Enable JS"):
        assert words not in said
    for number in range(1, 5):
        assert f"Snippet of page {number}." in said
    assert f'<web url="{HOST}/1" title="Page 1" />' in answer.answer


@pytest.mark.feature("WF-05")
async def test_a_slow_page_costs_no_answer() -> None:
    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with on_web(page(1), fetch_seconds=0.3) as web:
        web.site.raw = never
        found = await web.world(reranker=by_source(0.9, 0.2)).retrieve(QUESTION, web=True)
    assert f"{HOST}/1" in {source.chunk_id for source in found.sources}


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/1", "http://localhost/1", "http://[::1]/1", "http://169.254.169.254/1",
        "http://10.0.0.7/1", "http://inner.example/1", "http://both.example/1", "http://2130706433/1",
        "http://metadata.google.internal/1", "http://intranet/1",
    ],
)  # fmt: skip
async def test_no_private_address_is_fetched_whatever_an_engine_says(url: str) -> None:
    async with on_web(page(1) | {"url": url}) as web:
        web.site.show("/1", html("Secret of the network. " * 40))
        found = await web.world(reranker=by_source(0.9, 0.2)).retrieve(QUESTION, web=True)
    assert web.site.requests == []
    assert all("Secret" not in source.content for source in found.sources)


async def test_no_redirect_leads_inside() -> None:
    async with on_web(page(1), page(2)) as web:
        web.site.redirect("/1", "http://127.0.0.1/secret")
        web.site.redirect("/2", "http://inner.example/secret")
        web.site.show("/secret", html("Secret of the network. " * 40))
        found = await web.world(reranker=by_source(0.9, 0.2)).retrieve(QUESTION, web=True)
    assert sorted(web.fetched) == ["/1", "/2"]
    assert all("Secret" not in source.content for source in found.sources)


async def test_pages_count_for_the_gate_only_when_the_question_went_to_the_web() -> None:
    async with on_web(page(1)) as web:
        worlds = [web.world(reranker=by_source(0.9, 0.02)) for _ in range(2)]
        off = await worlds[0].ask(QUESTION, web=False)
        on = await worlds[1].ask(QUESTION, web=True, web_fetch=False)
    assert off.is_refusal
    assert not on.is_refusal
    assert on.top_scores == pytest.approx((0.89,))


async def test_what_a_snippet_lacks_is_no_reason_to_refuse_a_page_that_will_be_read() -> None:
    """The second line of the gate: a phone number is asked for, and the snippet has none."""
    async with on_web(page(1, "고객센터 안내")) as web:
        web.site.show("/1", html("고객센터 전화번호는 02-1234-5678입니다. " * 5))
        read = await web.world(reranker=by_source(0.9, 0.02)).ask("고객센터 전화번호 알려줘", web=True)
        unread = await web.world(reranker=by_source(0.9, 0.02)).ask(
            "고객센터 전화번호 알려줘", web=True, web_fetch=False
        )
    assert "02-1234-5678" in read.answer
    assert unread.is_refusal


async def test_a_clause_that_no_document_holds_may_stand_on_the_web() -> None:
    async with on_web(page(1)) as web:
        web.site.show(
            "/1",
            html("상법 제638조(보험계약의 의의) 보험계약은 당사자 일방이 약정한 보험료를 지급한다. " * 3),
        )
        answer = await web.world(reranker=by_source(0.9, 0.1)).ask("제638조 내용 알려줘", web=True)
        without = await web.world(reranker=by_source(0.9, 0.1)).ask("제638조 내용 알려줘")
    assert "보험료를 지급한다" in answer.answer
    assert answer.notices  # that no document holds it is said all the same
    assert without.is_refusal


@pytest.mark.feature("QU-06")
async def test_a_question_that_wants_the_web_needs_its_switch() -> None:
    turns = (PastTurn("무면허운전은?", "보장하지 않습니다."),)
    wants = '{"rewrite_query": "무면허운전 최근 판례", "intent": "web_search"}'
    async with on_web(page(1)) as web:
        on = web.world(reranker=by_source(0.9, 0.8), model=ScriptedModel(wants, '답 <ref id="w1"/>'))
        found = await converse(on, "최근 판례는?", turns=turns, rounds=3, web=True, web_fetch=False)
        off = web.world(reranker=by_source(0.9, 0.8), model=ScriptedModel(wants, '답 <ref id="c1"/>'))
        own = await converse(off, "최근 판례는?", turns=turns, rounds=3)
    assert web.asked == ["무면허운전 최근 판례"]
    assert {source.match_type for source in found.sources} == {MatchType.WEB}
    assert own.sources
    assert all(source.base_id for source in own.sources)
    assert isinstance(on.model, ScriptedModel)
    assert isinstance(off.model, ScriptedModel)
    assert "web_search" in on.model.calls[0][0].content
    assert "web_search" not in off.model.calls[0][0].content


async def converse(world: OuterWorld, query: str, told: list[Told] | None = None, **more: Any) -> Any:
    async def tell(one: Told) -> None:
        if told is not None:
            told.append(one)

    await world.start()
    return await world.questions.converse(world.request(query, **more), ["terms"], tell=tell)


@pytest.mark.feature("OR-02")
async def test_the_web_is_part_of_the_one_window_onto_the_search() -> None:
    told: list[Told] = []
    async with on_web(page(1), page(2)) as web:
        world = web.world(reranker=by_source(0.9, 0.8), model=ScriptedModel('답 <ref id="w1"/>'))
        await converse(world, QUESTION, told, web=True)
    calls = [one.data["tool_name"] for one in told if one.kind is Kind.TOOL_CALL]
    assert calls == ["query_understand", "knowledge_search"]
    (counts,) = [one.data for one in told if one.kind is Kind.TOOL_RESULT and "web_count" in one.data]
    assert (counts["web_count"], counts["search_source"], counts["doc_count"]) == (2, "mixed", 1)


async def test_an_engine_that_fails_costs_the_answer_only_the_web() -> None:
    async with on_web(fails(500)) as web:
        answer = await web.world(reranker=by_source(0.9, 0.8)).ask(QUESTION, web=True)
    assert not answer.is_refusal
    assert answer.degraded == ("web",)
    turns = (PastTurn("무면허운전은?", "보장하지 않습니다."),)
    wants = ScriptedModel('{"rewrite_query": "최근 판례", "intent": "web_search"}')
    async with on_web(fails(500)) as web:
        with pytest.raises(WebSearchFailed):
            await converse(web.world(model=wants), "최근 판례는?", turns=turns, rounds=3, web=True)


async def test_pages_are_found_while_the_documents_cannot_be_searched() -> None:
    async with on_web(page(1)) as web:
        world = web.world(reranker=by_source(0.9, 0.8), embedder=HashEmbedder(works=0))
        found = await world.retrieve(QUESTION, web=True, web_fetch=False)
    assert f"{HOST}/1" in {source.chunk_id for source in found.sources}
    assert "embedding" in found.degraded


async def test_a_rewrite_asks_the_web_again_and_each_wording_once() -> None:
    async with on_web(page(1)) as web:
        world = web.world(
            reranker=ScriptedReranker(0.2), model=ScriptedModel("운전면허 없는 사고", "면책 사고")
        )
        await world.ask(QUESTION, web=True, web_fetch=False)
    assert web.asked == [QUESTION, "운전면허 없는 사고", "면책 사고"]


async def test_a_question_as_long_as_a_page_is_asked_by_its_beginning() -> None:
    long = "무면허운전 사고의 면책을 " * 200
    async with on_web(page(1)) as web:
        await web.world(reranker=by_source(0.9, 0.8)).retrieve(long, web=True, web_fetch=False)
    assert web.asked == [long[:300]]


async def test_an_assistant_turns_it_on_and_the_question_off() -> None:
    async with on_web(page(1)) as web:
        world = web.world(reranker=by_source(0.9, 0.8))
        await world.ask(QUESTION, profile=Profile(web=True, web_fetch=False))
        assert len(web.asked) == 1
        await web.world(reranker=by_source(0.9, 0.8)).ask(QUESTION, profile=Profile(web=True), web=False)
        assert len(web.asked) == 1
    alone = OuterWorld(sections={"web": WebSettings()})
    assert (await alone.ask(QUESTION, profile=Profile(web=True))).degraded == ("web",)
    with pytest.raises(InvalidInput):
        await alone.ask(QUESTION, web=True)


async def test_the_bundled_ranker_judges_pages_by_their_words() -> None:
    """No encoder works here, so nothing but the words of a page can lift it."""
    results = (
        page(1, "오늘의 날씨는 맑고 기온은 20도입니다."),
        page(2, "무면허운전 사고는 자동차보험에서 보장되지 않습니다. 무면허운전 사고는 면책입니다."),
    )
    async with on_web(*results) as web:
        world = web.world(reranker=FeatureRanker(), embedder=HashEmbedder(works=0))
        found = await world.retrieve(QUESTION, web=True, web_fetch=False, rerank_top_k=20)
    scores = {source.url[-1]: source.rerank_score or 0.0 for source in found.sources if source.url}
    assert scores["2"] > 0.3
    assert scores["2"] > scores.get("1", 0.0)


async def test_a_small_window_still_answers() -> None:
    async with on_web(page(1)) as web:
        web.site.show("/1", html(PARAGRAPH * 300))
        world = web.world(
            reranker=by_source(0.9, 0.1),
            model=ScriptedModel('답 <ref id="w1"/>'),
            chat=ChatSettings(context_tokens=2048, max_tokens=512),
        )
        answer = await world.ask(QUESTION, web=True)
    assert not answer.is_refusal
