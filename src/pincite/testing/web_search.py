"""What every `WebSearch` must do. Subclass `WebSearchContract` in a test and give it a fixture ``engine`` of
which `QUESTION` finds at least three pages."""

from urllib.parse import urldefrag, urlsplit

from pincite.ports.web import WebSearch

QUESTION = "근로기준법 연차 유급휴가"


class WebSearchContract:
    """Each test takes the adapter under test as ``engine`` and leaves it open."""

    async def test_at_most_as_many_as_were_asked_for(self, engine: WebSearch) -> None:
        assert len(await engine.search(QUESTION, 2)) == 2
        assert len(await engine.search(QUESTION, 50, language="ko")) >= 3

    async def test_fewer_are_the_best_of_more(self, engine: WebSearch) -> None:
        assert list(await engine.search(QUESTION, 2)) == list(await engine.search(QUESTION, 3))[:2]

    async def test_each_address_once_and_on_the_web(self, engine: WebSearch) -> None:
        found = [result.url for result in await engine.search(QUESTION, 50)]
        assert len({urldefrag(url).url for url in found}) == len(found)
        assert {urlsplit(url).scheme for url in found} <= {"http", "https"}

    async def test_texts_are_single_lines(self, engine: WebSearch) -> None:
        for result in await engine.search(QUESTION, 50):
            assert result.title
            for text in (result.title, result.snippet):
                assert text == " ".join(text.split())
                assert text.isprintable()
                text.encode()

    async def test_what_is_no_unicode_is_asked_all_the_same(self, engine: WebSearch) -> None:
        await engine.search("half a pair \ud800", 1)
