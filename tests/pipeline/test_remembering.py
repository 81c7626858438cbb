"""Passages of the turn before."""

import pytest

from pincite.core.types import MatchType
from pincite.evaluation.memory import MemoryReader
from pincite.merging.history import KEPT_SCORE
from pincite.pipeline.remembering import remembered
from pincite.pipeline.state import ChatState
from pincite.ports.history import PastTurn
from tests.pipeline.standins import BASE, World, terms_chunks

CHUNKS = terms_chunks()
PAYS, ENDS = CHUNKS[1], CHUNKS[-1]


def following(question: str, *turns: PastTurn, **scope: object) -> ChatState:
    chat = ChatState(World.request(question, **scope))
    chat.state.question = question
    chat.state.turns = list(turns)
    return chat


@pytest.mark.feature("MG-03")
@pytest.mark.feature("LH-06")
async def test_what_the_last_answer_stood_on_comes_back_where_it_fits_the_question() -> None:
    words = " ".join(PAYS.morphemes.split()[:3])
    cited = ((PAYS.id, 0.9), (ENDS.id, 0.8), ("gone", 0.7))
    turns = (PastTurn("q1", "a1", ((ENDS.id, 0.9),)), PastTurn("q2", "a2", cited), PastTurn("hi", "hello"))
    (hit,) = await remembered(following(f"{words} 서류", *turns), [], MemoryReader(CHUNKS))
    assert (hit.chunk.id, hit.match_type) == (PAYS.id, MatchType.HISTORY)
    assert hit.score == pytest.approx(0.9 * KEPT_SCORE)


@pytest.mark.parametrize(
    "scope",
    [{"document_ids": ("other",)}, {"base_ids": ("other",)}, {"tags": ("t",)}, {"scopes": {BASE: ("t",)}}],
)
async def test_nothing_comes_back_from_outside_the_scope(scope: dict[str, object]) -> None:
    turn = PastTurn("q", "a", ((PAYS.id, 0.9),))
    assert await remembered(following(PAYS.morphemes, turn, **scope), [], MemoryReader(CHUNKS)) == []


async def test_another_subject_brings_nothing_back() -> None:
    turn = PastTurn("q", "a", ((PAYS.id, 0.9),))
    assert await remembered(following("오리 알 부화 온도", turn), [], MemoryReader(CHUNKS)) == []
