from pincite.core.types import MatchType
from pincite.retrieval.web import web_result_to_hit


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
