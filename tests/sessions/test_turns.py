"""History is made of turns that have both sides."""

from dataclasses import replace

import pytest

from pincite.ports.sessions import MessageRole, MessageStatus, StoredMessage
from pincite.sessions.turns import last_turns, messages_for

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT


def said(position: int, role: MessageRole, content: str, turn: str = "") -> StoredMessage:
    turn = turn or f"r{position // 2}"
    return StoredMessage(str(position), "s", turn, role, content, MessageStatus.COMPLETE, position)


TALK = [said(at, USER if at % 2 == 0 else ASSISTANT, f"m{at}") for at in range(6)]


def pairs(messages: list[StoredMessage], rounds: int) -> list[tuple[str, str]]:
    return [(turn.question.content, turn.answer.content) for turn in last_turns(messages, rounds)]


@pytest.mark.feature("LH-01")
@pytest.mark.feature("LH-02")
def test_no_rounds_are_no_history() -> None:
    assert messages_for(0) == messages_for(-1) == 0
    assert messages_for(5) == 20
    assert pairs(TALK, 0) == pairs(TALK, -1) == []


@pytest.mark.feature("LH-03")
def test_the_newest_turns_come_oldest_first() -> None:
    assert pairs(TALK, 2) == [("m2", "m3"), ("m4", "m5")]
    assert pairs(TALK[::-1], 9) == [("m0", "m1"), ("m2", "m3"), ("m4", "m5")]


@pytest.mark.feature("LH-03")
def test_a_side_without_the_other_is_left_out() -> None:
    assert pairs([TALK[0], *TALK[2:5]], 9) == [("m2", "m3")]
    assert pairs([TALK[1], *TALK[2:]], 1) == [("m4", "m5")]


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({"status": MessageStatus.STOPPED}, True),
        ({"status": MessageStatus.INTERRUPTED}, True),
        ({"status": MessageStatus.FAILED}, False),
        ({"status": MessageStatus.STREAMING}, False),
        ({"content": " \n"}, False),
    ],
)
def test_an_answer_counts_when_a_person_could_read_it(change: dict[str, object], counts: bool) -> None:
    talk = [*TALK[:5], replace(TALK[5], **change)]  # type: ignore[arg-type]
    assert (len(last_turns(talk, 9)) == 3) is counts
