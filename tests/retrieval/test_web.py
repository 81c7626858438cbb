from collections.abc import Sequence
from datetime import date

from pincite.core.types import MatchType
from pincite.ports.web import WebResult
from pincite.retrieval.web import WebRetriever, snippet_of, web_result_to_hit, with_page
from tests.pipeline.standins import HashEmbedder


def test_a_web_result_is_a_hit_under_its_address() -> None:
    found = web_result_to_hit("Title", "https://e.com/a", "Snippet", "", 3)
    assert found.chunk.content == "Title\n\nSnippet"
    assert (found.chunk.id, found.match_type) == ("https://e.com/a", MatchType.WEB)
    assert found.chunk.content == found.chunk.content[: found.chunk.end]


def test_results_without_an_address_are_told_apart_by_position() -> None:
    assert [web_result_to_hit("T", "", "", "", n).chunk.id for n in (0, 1)] == [
        "web_search_0",
        "web_search_1",
    ]


class Engine:
    """`WebSearch` that says what it is told."""

    def __init__(self, *results: WebResult) -> None:
        self._results = results

    async def search(self, query: str, count: int, *, language: str = "") -> Sequence[WebResult]:
        return self._results[:count]

    async def aclose(self) -> None:
        return None


RESULTS = (
    WebResult("근로기준법", "https://law.example/60", "연차 유급휴가는 15일이다.", date(2026, 3, 1)),
    WebResult("Weather", "https://weather.example/", "Sunny."),
)


async def test_results_are_read_by_words_and_by_meaning_in_the_engines_order() -> None:
    found = await WebRetriever(Engine(*RESULTS), HashEmbedder(), 5).search("연차 유급휴가는 며칠?", "ko")
    law, weather = found.hits
    assert [law.chunk.id, weather.chunk.id] == ["https://law.example/60", "https://weather.example/"]
    assert law.lexical["morphemes"] > weather.lexical["morphemes"] == 0.0
    assert "유급휴가" in law.chunk.morphemes or "유급" in law.chunk.morphemes
    assert (law.chunk.language, weather.chunk.language) == ("ko", "en")
    assert law.cosine is not None
    assert law.nearness == HashEmbedder().cosine_range.nearness(law.cosine)
    assert law.chunk.details == {"date": "2026-03-01"}
    assert (law.score, law.base_score, found.degraded) == (0.6, 0.6, ())


async def test_without_an_encoder_the_words_are_left() -> None:
    found = await WebRetriever(Engine(*RESULTS), HashEmbedder(works=0), 1).search("연차?", "ko")
    assert len(found.hits) == 1
    assert (found.degraded, found.by_words, found.hits[0].nearness) == (("embedding",), True, None)


async def test_an_engine_that_finds_nothing_is_no_failure() -> None:
    assert (await WebRetriever(Engine(), HashEmbedder(works=0), 5).search("q", "en")).hits == ()


def test_the_text_of_a_page_takes_the_place_of_its_snippet() -> None:
    hit = web_result_to_hit("Title", "https://e.com/a", "Snippet", "", 0)
    assert snippet_of(hit) == "Snippet"
    read = with_page(hit, "The whole page.")
    assert (read.chunk.content, read.chunk.id, read.score) == (
        "Title\n\nThe whole page.",
        hit.chunk.id,
        hit.score,
    )
    assert with_page(web_result_to_hit("", "https://e.com/a", "S", "", 0), "Page.").chunk.content == "Page."
