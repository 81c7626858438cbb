"""A chat model that says what a test wants."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from pincite.core.types import Message

Said = str | Exception


@dataclass
class ScriptedModel:
    """`ChatModel`: ``says`` gives the reply to the messages of a call; an exception is raised."""

    says: Callable[[Sequence[Message]], Said]
    calls: list[Sequence[Message]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    identity: str = "scripted"
    before: Callable[[], object] | None = None

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        self.calls.append(messages)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.before is not None:
                waited = self.before()
                if hasattr(waited, "__await__"):
                    await waited
            said = self.says(messages)
            if isinstance(said, Exception):
                raise said
            return said
        finally:
            self.at_once -= 1

    async def stream(
        self, messages: Sequence[Message], *, temperature: float, max_tokens: int
    ) -> AsyncIterator[str]:
        yield await self.complete(messages, temperature=temperature, max_tokens=max_tokens)

    @property
    def texts(self) -> list[str]:
        """All that was said to it, a string a call."""
        return ["\n".join(message.content for message in call) for call in self.calls]


def always(said: Said) -> Callable[[Sequence[Message]], Said]:
    return lambda _messages: said


def in_turn(*said: Said) -> Callable[[Sequence[Message]], Said]:
    """The last one for all calls that follow."""
    left = list(said)
    return lambda _messages: left.pop(0) if len(left) > 1 else left[0]


async def no_sleep(_seconds: float) -> None:
    return None
