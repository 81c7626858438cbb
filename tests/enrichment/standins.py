"""A chat model that says what a test wants."""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field

from pincite.core.types import Message
from pincite.ports.models import PLAIN, ChatOptions, Completion, StreamEnd, StreamPart

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

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        said = await self.complete(messages, temperature=temperature, max_tokens=max_tokens)
        return Completion(said, end=StreamEnd("stop", answered_by=self.identity))

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        said = await self.complete(messages, temperature=temperature, max_tokens=max_tokens)
        if said:
            yield StreamPart(answer=said)
        yield StreamPart(end=StreamEnd("stop", answered_by=self.identity))

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
