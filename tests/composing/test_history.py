import pytest

from pincite.composing.history import Said, history_messages, history_pairs

TALK = [
    Said("2", "assistant", "a2", 4),
    Said("1", "user", "q1", 1),
    Said("2", "user", "q2", 3),
    Said("1", "assistant", "<think>hm</think>\na1", 2),
    Said("3", "user", "q3", 5),
]


@pytest.mark.feature("LH-01")
@pytest.mark.feature("LH-03")
@pytest.mark.parametrize(
    ("rounds", "pairs"),
    [
        (0, []),
        (-1, []),
        (1, [("q2", "a2")]),
        (2, [("q1", "a1"), ("q2", "a2")]),
        (9, [("q1", "a1"), ("q2", "a2")]),
    ],
)
def test_the_last_whole_turns_oldest_first(rounds: int, pairs: list[tuple[str, str]]) -> None:
    assert history_pairs(TALK, rounds) == pairs


def test_as_messages_of_a_call() -> None:
    assert [(m.role, m.content) for m in history_messages([("q", "a")])] == [
        ("user", "q"),
        ("assistant", "a"),
    ]
