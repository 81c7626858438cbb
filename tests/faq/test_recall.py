import pytest

from pincite.core.types import ChunkType
from pincite.faq import FaqEntry, IndexMode, chunk_details
from pincite.faq.recall import answerable, recall_plan
from tests.builders import chunk, hit


@pytest.mark.feature("FAQ-06")
@pytest.mark.parametrize(
    ("match_count", "limits"),
    [
        (10, [30, 60, 120, 240, 480]),
        (1, [3, 6, 12, 24, 48]),
        (50, [150, 300, 500]),
        (0, [150, 300, 500]),
        (-3, [150, 300, 500]),
        (100_000, [500]),
    ],
)
def test_pulls_grow_to_the_largest_pool_and_stop(match_count: int, limits: list[int]) -> None:
    assert recall_plan(match_count, unique=0, pulled=50, asked=50) == limits


def test_no_further_pull_where_there_is_enough_or_no_more() -> None:
    assert recall_plan(10, unique=10, pulled=50, asked=50) == []
    assert recall_plan(10, unique=4, pulled=49, asked=50) == []


@pytest.mark.feature("FAQ-08")
def test_an_entry_comes_once_and_never_for_a_question_that_it_must_not_answer() -> None:
    def faq(id_: str, document: str, negative: tuple[str, ...] = ()):  # type: ignore[no-untyped-def]
        entry = FaqEntry("Q", negative=negative, answers=("A",))
        details = chunk_details(entry, entry, IndexMode.QUESTION_ONLY)
        return hit(chunk(id_, document_id=document, chunk_type=ChunkType.FAQ, details=details))

    text = hit(chunk("c-9", document_id="d-9"))
    other = hit(chunk("c-8", document_id="d-9"))
    hits = [text, faq("c-1", "d-1", ("refund",)), faq("c-2", "d-2"), faq("c-3", "d-2"), other]
    assert [one.chunk.id for one in answerable(hits, "Refund?")] == ["c-9", "c-2", "c-8"]
    assert [one.chunk.id for one in answerable(hits, "Returns?")] == ["c-9", "c-1", "c-2", "c-8"]
