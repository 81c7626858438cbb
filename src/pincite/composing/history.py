"""Earlier turns of a conversation, as a model is told them (reference 004, stage LOAD_HISTORY)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pincite.core.types import Message

_THOUGHT = re.compile(r"<think>.*?</think>\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Said:
    """A stored message; question and answer of one turn share ``turn``."""

    turn: str
    role: str
    content: str
    at: float


def history_pairs(said: Iterable[Said], rounds: int) -> list[tuple[str, str]]:
    """Question and answer of the last ``rounds`` turns that have both, oldest first, without what a model
    thought aloud; 0 rounds are none.

    >>> history_pairs([Said("1", "user", "q", 1), Said("1", "assistant", "a", 2)], 5)
    [('q', 'a')]
    """
    turns: dict[str, dict[str, str]] = {}
    for message in sorted(said, key=lambda message: message.at):
        turns.setdefault(message.turn, {})[message.role] = _THOUGHT.sub("", message.content)
    pairs = [
        (turn["user"], turn["assistant"])
        for turn in turns.values()
        if turn.get("user", "").strip() and turn.get("assistant", "").strip()
    ]
    return pairs[-rounds:] if rounds > 0 else []


def without_thoughts(said: str) -> str:
    """An answer without what a model thought aloud.

    >>> without_thoughts("<think>hm</think> Yes.")
    'Yes.'
    """
    return _THOUGHT.sub("", said)


def history_messages(pairs: Iterable[tuple[str, str]]) -> list[Message]:
    """``pairs`` as messages of a model call."""
    return [
        Message(role, content)
        for pair in pairs
        for role, content in zip(("user", "assistant"), pair, strict=True)
    ]
