"""What an OpenAI-compatible server sent, whatever its shape.

The client library checks no shapes, and servers differ: thinking comes as ``reasoning_content`` (DeepSeek,
vLLM, llama.cpp), as ``reasoning`` (OpenRouter, Ollama, newer vLLM) or in parts of the content (Mistral).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pincite.adapters.thinking import Parted, ThinkingSplitter, part_thinking
from pincite.core.errors import ModelCallFailed
from pincite.ports.models import StreamEnd, StreamPart, Usage

_THINKING_FIELDS = ("reasoning_content", "reasoning")
_THINKING_PARTS = ("thinking", "reasoning")
_BROKEN_OFF = "error"
"""A finish reason with which routers end the answer of a provider that failed."""


class Reading:
    """The chunks of one stream as parts; the end is told once, however often the server says it."""

    def __init__(self) -> None:
        self._splitter = ThinkingSplitter()
        self._usage: Usage | None = None
        self._finish = ""
        self.begun = False
        """The server answered: what fails from now on broke off."""
        self.events = 0

    @property
    def finished(self) -> bool:
        """The server said that the answer is whole; what follows is counting."""
        return bool(self._finish)

    def take(self, chunk: Any) -> list[StreamPart]:
        """Raises ModelCallFailed where the chunk says that the answer failed."""
        self.events += 1
        self._usage = usage_of(chunk) or self._usage
        choice = first_choice(chunk)
        if choice is None:
            return []  # the usage at the end has none
        delta = getattr(choice, "delta", None)
        thinking = thinking_of(delta)
        if thinking:
            self._splitter.thought_elsewhere()
        more, answer = self._splitter.feed("".join(_texts(getattr(delta, "content", None))))
        self._finish = self._finish or finish_of(choice)
        if self._finish == _BROKEN_OFF:
            raise ModelCallFailed("The chat model broke its answer off: its provider failed.")
        return list(_parts(Parted(thinking + more, answer)))

    def rest(self) -> list[StreamPart]:
        """What was held back, at the end."""
        return list(_parts(self._splitter.flush()))

    def end(self, answered_by: str) -> StreamPart:
        return StreamPart(end=StreamEnd(self._finish, self._usage, answered_by))


def _parts(parted: Parted) -> Iterator[StreamPart]:
    if parted.thinking:
        yield StreamPart(thinking=parted.thinking)
    if parted.answer:
        yield StreamPart(answer=parted.answer)


def whole_answer(response: Any, content: str) -> Parted:
    """Thinking and answer of a whole response whose text is ``content``."""
    elsewhere = thinking_of(getattr(first_choice(response), "message", None))
    within, answer = part_thinking(content)
    return Parted(elsewhere + within, answer.lstrip() if elsewhere else answer)


def first_choice(response: Any) -> Any:
    choices = getattr(response, "choices", None)
    return choices[0] if isinstance(choices, list) and choices else None


def finish_of(choice: Any) -> str:
    reason = getattr(choice, "finish_reason", None)
    return reason if isinstance(reason, str) else ""


def usage_of(response: Any) -> Usage | None:
    usage = getattr(response, "usage", None)
    counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    if not all(isinstance(count, int) for count in counts):
        return None
    return Usage(*counts)  # type: ignore[arg-type]


def thinking_of(message: Any) -> str:
    """What a message or a delta thinks beside its content; who fills both fields says the same twice."""
    for name in _THINKING_FIELDS:
        said = getattr(message, name, None)
        if isinstance(said, str) and said:
            return said
    return "".join(
        text
        for part in _mappings(getattr(message, "content", None))
        if part.get("type") in _THINKING_PARTS
        for text in _texts(part.get("thinking") or part.get("text"))
    )


def text_of(content: Any) -> str | None:
    """The text of a content, which may come in parts; None where there is no text in it."""
    texts = list(_texts(content))
    return "".join(texts) if texts else None


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for part in _mappings(content):
        text = part.get("text")
        if part.get("type") == "text" and isinstance(text, str):
            yield text


def _mappings(content: Any) -> Iterator[Mapping[str, Any]]:
    """The parts of a content that is a list of them."""
    for part in content if isinstance(content, list) else []:
        if isinstance(part, Mapping):
            yield part
