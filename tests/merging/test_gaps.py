"""The middle of a clause comes with its two ends."""

from dataclasses import replace

from pincite.core.settings import MergingSettings
from pincite.core.types import MatchType
from pincite.evaluation.memory import MemoryReader
from pincite.merging import fill_gap, find_gaps
from pincite.pipeline.events import Event
from pincite.pipeline.plugins.merge import MergePlugin
from pincite.pipeline.state import ChatRequest, ChatState
from tests.builders import chunk, hit

STEPS = [
    chunk(f"c{n}", f"{n}. 단계 {n}은 서면으로 한다.", seq=n, start=40 * n, clauses=("article:61",))
    for n in range(6)
]


def test_steps_between_two_found_ones_come_with_the_weaker_score() -> None:
    ((before, after),) = find_gaps([hit(STEPS[4], 0.2), hit(STEPS[1], 0.7)], 2)
    filled = fill_gap(before, after, STEPS)
    assert [(one.chunk.id, one.score, one.match_type) for one in filled] == [
        ("c2", 0.2, MatchType.NEIGHBOUR),
        ("c3", 0.2, MatchType.NEIGHBOUR),
    ]


def test_neighbours_have_no_gap_and_a_wide_one_stays_open() -> None:
    assert find_gaps([hit(STEPS[0]), hit(STEPS[1])], 2) == []
    assert find_gaps([hit(STEPS[0]), hit(STEPS[4])], 2) == []


def test_what_shares_no_clause_has_no_gap() -> None:
    prose = [replace(one, clauses=()) for one in STEPS]
    assert find_gaps([hit(prose[0]), hit(prose[2])], 2) == []
    other = replace(STEPS[2], clauses=("article:62",))
    assert find_gaps([hit(STEPS[0]), hit(other)], 2) == []
    elsewhere = replace(STEPS[2], version_id="v2")
    assert find_gaps([hit(STEPS[0]), hit(elsewhere)], 2) == []


def test_a_piece_taken_out_by_hand_or_of_another_clause_leaves_the_gap_open() -> None:
    before, after = hit(STEPS[1]), hit(STEPS[3])
    assert fill_gap(before, after, [STEPS[1], STEPS[3]]) == []
    assert fill_gap(before, after, [STEPS[1], replace(STEPS[2], clauses=("article:9",)), STEPS[3]]) == []


async def test_an_enumeration_is_read_with_its_middle() -> None:
    chat = ChatState(ChatRequest("어떤 순서로 하나요", ("base",)))
    chat.state.reranked = [hit(STEPS[1], 0.6), hit(STEPS[3], 0.5)]

    async def inner() -> None:
        return None

    await MergePlugin(MemoryReader(STEPS), MergingSettings(short_passage=0)).on_event(
        Event.CHUNK_MERGE, chat, inner
    )
    (passage,) = chat.state.passages
    assert [member.id for member in passage.members] == ["c1", "c2", "c3"]
    assert "단계 2" in passage.text
