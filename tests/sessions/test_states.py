"""Answers move forward and are finished once."""

import pytest

from pincite.core.errors import Conflict
from pincite.ports.sessions import MessageStatus
from pincite.sessions.states import FINISHED, QUOTED, RUNNING, next_status

PENDING, STREAMING = MessageStatus.PENDING, MessageStatus.STREAMING


def test_a_running_answer_goes_on_or_ends_in_any_way() -> None:
    for present in RUNNING:
        assert next_status(present, None) is present
        assert next_status(present, STREAMING) is STREAMING
        assert {next_status(present, end) for end in FINISHED} == FINISHED
    assert next_status(PENDING, PENDING) is PENDING
    with pytest.raises(Conflict):
        next_status(STREAMING, PENDING)


@pytest.mark.parametrize("present", sorted(FINISHED))
@pytest.mark.parametrize("asked", [None, *MessageStatus])
def test_nothing_follows_the_end(present: MessageStatus, asked: MessageStatus | None) -> None:
    with pytest.raises(Conflict, match=present.value):
        next_status(present, asked)


def test_what_a_person_read_is_quoted_later_and_a_failure_is_not() -> None:
    assert MessageStatus.FAILED not in QUOTED
    assert not QUOTED & RUNNING
