"""What a model thinks aloud before it answers is no part of the answer.

Qwen3, DeepSeek-R1 and their kin open with ``<think>…</think>`` where the server does not part it from the
content (vLLM without ``--reasoning-parser``, llama.cpp with ``--reasoning-format none``).
"""

OPENS = "<think>"
CLOSES = "</think>"


def without_thinking(text: str) -> str:
    """The answer alone; empty when the model never came to it.

    Some chat templates write the opening tag into the prompt, so that only the closing one is in ``text``.

    >>> without_thinking("<think>Hm.</think>\\n\\n15 days.")
    '15 days.'
    """
    _, closed, answer = text.rpartition(CLOSES)
    if closed:
        return answer.lstrip()
    return "" if text.lstrip().startswith(OPENS) else text


class ThinkingFilter:
    """`without_thinking` for an answer that comes in pieces; it knows thinking by its opening tag."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    def feed(self, piece: str) -> str:
        """What of ``piece``, and of what was held back before it, belongs to the answer."""
        if self._state == "answer":
            return piece
        self._held += piece
        if self._state == "start":
            begun = self._held.lstrip()
            if begun.startswith(OPENS):
                self._state = "thinking"
            elif OPENS.startswith(begun):
                return ""
            else:
                return self._release(self._held)
        if self._state == "thinking":
            _, closed, rest = self._held.partition(CLOSES)
            if not closed:
                return ""
            self._held, self._state = rest, "gap"
        answer = self._held.lstrip()
        return self._release(answer) if answer else ""

    def flush(self) -> str:
        """What was held back and turned out to be answer, at the end of the stream."""
        return self._release(self._held) if self._state == "start" else ""

    def _release(self, text: str) -> str:
        self._held, self._state = "", "answer"
        return text
