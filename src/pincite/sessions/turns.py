"""Questions with their answers, from stored messages (reference 004, stage LOAD_HISTORY)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.ports.sessions import MessageRole, StoredMessage
from pincite.sessions.states import QUOTED

SPARE_MESSAGES = 10
"""Read beyond two a round: questions without an answer take places too (reference 004)."""


@dataclass(frozen=True, slots=True)
class Turn:
    question: StoredMessage
    answer: StoredMessage


def messages_for(rounds: int) -> int:
    """How many of the newest messages to read for so many rounds; none for 0, which turns history off."""
    return rounds * 2 + SPARE_MESSAGES if rounds > 0 else 0


def last_turns(messages: Sequence[StoredMessage], rounds: int) -> list[Turn]:
    """The last ``rounds`` turns that have a question and an answer with text, oldest first.

    An answer that failed or is still being written is none.
    """
    if rounds <= 0:
        return []
    questions = {
        message.request_id: message
        for message in messages
        if message.role is MessageRole.USER and message.content.strip()
    }
    turns = [
        Turn(questions[message.request_id], message)
        for message in sorted(messages, key=lambda message: message.position)
        if message.role is MessageRole.ASSISTANT
        and message.status in QUOTED
        and message.content.strip()
        and message.request_id in questions
    ]
    return turns[-rounds:]
