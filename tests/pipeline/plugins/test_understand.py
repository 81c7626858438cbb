import pytest

from pincite.core.errors import InvalidInput
from pincite.pipeline.plugins.understand import LONGEST_QUERY, check_query
from tests.pipeline.standins import World


@pytest.mark.parametrize("query", ["", " \n ", "a\x00b", "\x1b[31m", "연차\ud800", "x" * (LONGEST_QUERY + 1)])
async def test_what_cannot_be_asked(query: str) -> None:
    with pytest.raises(InvalidInput):
        await World().ask(query)
    with pytest.raises(InvalidInput):
        await World().retrieve(query)


@pytest.mark.feature("CM-01")
@pytest.mark.parametrize(
    "query", ["what does `javascript:` do", "<script>alert(1)</script>", "'; DROP TABLE x", "a\tb\nc"]
)
def test_text_that_looks_dangerous_is_only_text(query: str) -> None:
    assert check_query(f"  {query} ") == query


@pytest.mark.parametrize(
    ("query", "language"), [("연차는?", "ko"), ("Annual leave?", "en"), ("年假几天？", "zh")]
)
async def test_the_answer_is_in_the_language_of_the_question(query: str, language: str) -> None:
    assert (await World().ask(query)).language == language
    assert (await World().ask(query, language="en")).language == "en"
