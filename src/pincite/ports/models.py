"""Encoders, rerankers and chat models."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from pincite.core.types import Hit, Matrix, Message, Vector


class Embedder(Protocol):
    """Texts to L2-normalised vectors. Never cuts a text: longer ones are embedded in windows."""

    @property
    def identity(self) -> str:
        """Name and version; two equal identities share one vector space."""

    @property
    def dimension(self) -> int: ...

    async def embed_query(self, text: str) -> Vector:
        """Shape ``(dimension,)``. Raises EmbeddingFailed."""

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Shape ``(len(texts), dimension)``, rows in the order of ``texts``. Raises EmbeddingFailed."""

    def count_tokens(self, text: str) -> int:
        """Tokens of the encoder, special tokens not counted."""

    async def aclose(self) -> None: ...


class Reranker(Protocol):
    """Probability in [0, 1] that a passage answers the question."""

    @property
    def identity(self) -> str: ...

    async def rerank(self, query: str, hits: Sequence[Hit]) -> list[float]:
        """One probability a hit, in the order of ``hits``; callers sort. Raises RerankFailed."""


class ChatModel(Protocol):
    """A generative model."""

    @property
    def identity(self) -> str: ...

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        """The whole answer. Raises ChatModelUnavailable or ModelCallFailed."""

    def stream(
        self, messages: Sequence[Message], *, temperature: float, max_tokens: int
    ) -> AsyncIterator[str]:
        """The answer in pieces as they come. Raises as `complete`."""
