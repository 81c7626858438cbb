"""Encoders, rerankers and chat models."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from pincite.core.types import CosineRange, Hit, Matrix, Message, Vector


class Embedder(Protocol):
    """Texts to L2-normalised vectors. Never cuts a text: longer ones are embedded in windows."""

    @property
    def identity(self) -> str:
        """Name and version; two equal identities share one vector space."""

    @property
    def dimension(self) -> int: ...

    @property
    def cosine_range(self) -> CosineRange:
        """Where the cosines of this encoder lie, so that scores of one encoder mean what another's do."""

    async def embed_query(self, text: str) -> Vector:
        """Shape ``(dimension,)``. Raises EmbeddingFailed."""

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Shape ``(len(texts), dimension)``, rows in the order of ``texts``. Raises EmbeddingFailed."""

    def count_tokens(self, text: str) -> int:
        """Tokens of the encoder, special tokens not counted."""

    async def aclose(self) -> None: ...


@runtime_checkable
class Measured(Protocol):
    """An encoder behind a name, which may be given another model."""

    async def measure(self) -> None:
        """Find out anew how many numbers its vectors have; `dimension` and `identity` follow. Raises
        EmbeddingFailed."""


class Reranker(Protocol):
    """Probability in [0, 1] that a passage answers the question."""

    @property
    def identity(self) -> str: ...

    async def rerank(self, query: str, hits: Sequence[Hit]) -> list[float]:
        """One probability a hit, in the order of ``hits``; callers sort. Raises RerankFailed."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the server counted them."""

    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """What a call may ask for besides; what is None is left to the server."""

    top_p: float | None = None
    seed: int | None = None
    thinking: bool | None = None
    reply: Mapping[str, Any] | None = None
    """JSON schema of the reply. A server that knows none is asked without, so the reply may be anything."""


PLAIN = ChatOptions()


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """What is known when an answer is over."""

    finish_reason: str = ""
    """``stop``, ``length``, or what else the server said; empty where it said nothing."""
    usage: Usage | None = None
    """None where the server does not count."""
    answered_by: str = ""
    """The identity of the model; of two that stand in for each other the one that answered."""


@dataclass(frozen=True, slots=True)
class StreamPart:
    """One of three: a piece of the answer, a piece of what the model thinks aloud, or, once and last, the
    end."""

    answer: str = ""
    thinking: str = ""
    end: StreamEnd | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer: what the parts of a stream come to."""

    text: str
    thinking: str = ""
    end: StreamEnd = StreamEnd()


class ChatModel(Protocol):
    """A generative model. All calls raise ChatModelUnavailable or ModelCallFailed, and ConfigurationError for
    messages with images where the model sees none."""

    @property
    def identity(self) -> str: ...

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        """The text of `completion`."""

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        """The whole answer, with what is known of it. A server may write on when it is cancelled (llama.cpp
        does, October 2026): what must be stoppable is a `stream`."""

    def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        """The same in parts as they come. Closing it, or being cancelled while waiting for a part, stops the
        model at once; whoever may leave early holds it in `contextlib.aclosing`."""
