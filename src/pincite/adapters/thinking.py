"""What a model thinks aloud before it answers is no part of the answer.

Qwen3, DeepSeek-R1 and their kin open with ``<think>…</think>`` where the server does not part it from the
content (vLLM without ``--reasoning-parser``, llama.cpp with ``--reasoning-format none``).
"""

from typing import NamedTuple

OPENS = "<think>"
CLOSES = "</think>"


class Parted(NamedTuple):
    thinking: str
    answer: str


def part_thinking(text: str) -> Parted:
    """A whole text as thinking and answer; no answer when the model never came to it.

    Some chat templates write the opening tag into the prompt, so that only the closing one is in ``text``.

    >>> part_thinking("<think>Hm.</think>\\n\\n15 days.")
    Parted(thinking='Hm.', answer='15 days.')
    """
    if text.lstrip().startswith(OPENS) or OPENS in text.partition(CLOSES)[0]:
        splitter = ThinkingSplitter()
        (thinking, answer), rest = splitter.feed(text), splitter.flush()
        return Parted(thinking + rest.thinking, answer + rest.answer)
    thinking, closed, answer = text.rpartition(CLOSES)
    return Parted(thinking.lstrip(), answer.lstrip()) if closed else Parted("", text)


def without_thinking(text: str) -> str:
    """The answer of `part_thinking` alone."""
    return part_thinking(text).answer


class ThinkingSplitter:
    """`part_thinking` for a text that comes in pieces; it knows thinking by its opening tag."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    def feed(self, piece: str) -> Parted:
        """What of ``piece``, and of what was held back before it, is thinking, and what answer."""
        if self._state == "answer":
            return Parted("", piece)
        self._held += piece
        if self._state == "start":
            begun = self._held.lstrip()
            if begun != OPENS and OPENS.startswith(begun):
                return Parted("", "")  # nothing yet, or the first characters of the tag
            if not begun.startswith(OPENS):
                return Parted("", self._release("answer"))
            self._held, self._state = begun.removeprefix(OPENS), "opened"
        if self._state == "opened":
            self._held = self._held.lstrip()
            if not self._held:
                return Parted("", "")
            self._state = "thinking"
        thinking = ""
        if self._state == "thinking":
            thought, closed, rest = self._held.partition(CLOSES)
            if not closed:
                kept = _begun_tag(self._held)
                thinking, self._held = (
                    self._held[: len(self._held) - kept],
                    self._held[-kept:] if kept else "",
                )
                return Parted(thinking, "")
            thinking, self._held, self._state = thought, rest, "gap"
        self._held = self._held.lstrip()
        return Parted(thinking, self._release("answer") if self._held else "")

    def thought_elsewhere(self) -> None:
        """The server parts the thinking itself: blanks before the answer are the gap, as after a tag."""
        if self._state == "start" and not self._held.strip():
            self._held, self._state = "", "gap"

    def flush(self) -> Parted:
        """What was held back, at the end of the stream."""
        state = self._state
        held = self._release("answer")
        if state == "start":
            return Parted("", held)
        return Parted(held, "") if state == "thinking" else Parted("", "")

    def _release(self, state: str) -> str:
        held, self._held, self._state = self._held, "", state
        return held


def _begun_tag(text: str) -> int:
    """Characters at the end of ``text`` that may be the beginning of the closing tag."""
    return next((size for size in range(len(CLOSES) - 1, 0, -1) if text.endswith(CLOSES[:size])), 0)
