"""Any OpenAI-compatible ``/embeddings`` server as an Embedder (vLLM, TEI, Ollama, llama.cpp, hosted)."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import openai
from openai import AsyncOpenAI

from pincite.adapters.cosine_range import cosine_range
from pincite.adapters.e5.tokens import clean
from pincite.adapters.e5.windows import Mean
from pincite.adapters.embedding_identity import prefixes, remember_size, remembered_size
from pincite.adapters.openai_client import CONNECT_SECONDS, Limit, checked_address, failure, short
from pincite.adapters.retrying import ATTEMPTS, Sleep, in_parallel, retry_after, tried
from pincite.adapters.token_estimate import estimated_tokens, estimated_windows
from pincite.core.errors import ConfigurationError, EmbeddingFailed, EmbeddingSizeChanged, EmbeddingThrottled
from pincite.core.settings import EmbeddingSettings
from pincite.core.types import CosineRange, Matrix, Vector

QUESTION_PATIENCE = 5.0
"""Seconds that a question waits between tries: a person waits for it, and its words find something too."""

DOCUMENT_ATTEMPTS = 12
"""Tries of a batch of a document; ``settings.patience`` ends them before."""

BLANK = "."
"""Stands for a text without words, which some servers refuse."""

_WHO, _SECTION = "embedding model", "embedding"
_TOO_LONG = (400, 413, 422)
"""What servers say of texts that are too long, among other things."""


class OpenAIEmbedder:
    """Raises EmbeddingThrottled where the provider limits the rate, EmbeddingSizeChanged where its vectors
    are not of ``dimension`` numbers, EmbeddingFailed for all else.

    ``settings.timeout`` bounds each try of a call; ``limit`` measures it, ``sleep`` waits between two.
    ``data_dir`` remembers what `measure` finds.
    """

    def __init__(
        self,
        settings: EmbeddingSettings,
        dimension: int,
        *,
        data_dir: Path | None = None,
        limit: Limit = anyio.fail_after,
        sleep: Sleep = anyio.sleep,
    ) -> None:
        self._settings = settings
        self._dimension = dimension
        self._data_dir = data_dir
        self._limit = limit
        self._sleep = sleep
        self._client = _client(settings)

    @property
    def identity(self) -> str:
        return f"openai:{self._settings.model}/{self._dimension}{prefixes(self._settings)}"

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def cosine_range(self) -> CosineRange:
        return cosine_range(self._settings)

    async def embed_query(self, text: str) -> Vector:
        vector: Vector = (await self._embedded([text], self._settings.query_prefix, QUESTION_PATIENCE))[0]
        return vector

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        settings = self._settings
        return await self._embedded(texts, settings.passage_prefix, settings.patience, DOCUMENT_ATTEMPTS)

    async def measure(self) -> None:
        """As `pincite.ports.models.Measured`; a size that the settings name stays."""
        if self._settings.dimensions:
            return
        sample = await _call(
            self._client, self._settings, [BLANK], QUESTION_PATIENCE, limit=self._limit, sleep=self._sleep
        )
        self._dimension = sample.shape[1]
        remember_size(self._data_dir, self._settings.model, self._dimension)

    def count_tokens(self, text: str) -> int:
        """An estimate on the safe side."""
        return estimated_tokens(text)

    async def aclose(self) -> None:
        await self._client.close()

    async def _embedded(
        self, texts: Sequence[str], prefix: str, patience: float, attempts: int = ATTEMPTS
    ) -> Matrix:
        size, room = self._settings.batch_size, self._settings.max_tokens - estimated_tokens(prefix)
        items = [
            (owner, window)
            for owner, text in enumerate(texts)
            for window in estimated_windows(clean(text).strip() or BLANK, room)
        ]
        batches = [items[start : start + size] for start in range(0, len(items), size)]
        calls = [
            partial(self._rows, [prefix + window for _, window in batch], patience, attempts)
            for batch in batches
        ]
        mean = Mean(len(texts), self._dimension)
        rows = await in_parallel(calls, self._settings.parallelism)
        for batch, matrix in zip(batches, rows, strict=True):
            # A blank window weighs something too, or its text would have no vector.
            weights = [max(1, estimated_tokens(window)) for _, window in batch]
            mean.add([owner for owner, _ in batch], weights, matrix)
        return mean.vectors()

    async def _rows(self, texts: list[str], patience: float, attempts: int) -> Matrix:
        settings = self._settings
        matrix = await _call(
            self._client, settings, texts, patience, attempts=attempts, limit=self._limit, sleep=self._sleep
        )
        if matrix.shape[1] != self._dimension:
            raise EmbeddingSizeChanged(
                f"The embedding model {settings.model} gives vectors of {matrix.shape[1]} numbers, "
                f"but the index holds vectors of {self._dimension}.",
                hint="Set the model back. Or, if the new size is wanted, run `pincite reindex`"
                + (" after embedding.dimensions is set to it." if settings.dimensions else "."),
            )
        return matrix


async def open_openai_embedder(settings: EmbeddingSettings, data_dir: Path | None = None) -> OpenAIEmbedder:
    """The embedder that the settings name.

    The size of its vectors is ``settings.dimensions``, else what ``data_dir`` remembers of this model, else
    what the server gives now, which is then remembered: later starts work while the server is down.

    Raises:
        ConfigurationError: there is no address or no model. EmbeddingFailed: the size is not known yet, and
            the server does not tell it.
    """
    client = _client(settings)
    try:
        known = settings.dimensions or remembered_size(data_dir, settings.model)
        if not known:
            sample = await _call(client, settings, [BLANK], QUESTION_PATIENCE)
            known = sample.shape[1]
            remember_size(data_dir, settings.model, known)
    finally:
        await client.close()
    return OpenAIEmbedder(settings, known, data_dir=data_dir)


def _client(settings: EmbeddingSettings) -> AsyncOpenAI:
    if not settings.model:
        raise ConfigurationError("embedding.model is not set.", hint="Set it to the name of a model there.")
    return AsyncOpenAI(
        base_url=checked_address(settings.base_url, _SECTION),
        api_key=settings.api_key or "none",
        timeout=openai.Timeout(None, connect=CONNECT_SECONDS),
        max_retries=0,  # `tried` knows how long one waits for a question, and how long for a document
    )


async def _call(
    client: AsyncOpenAI,
    settings: EmbeddingSettings,
    texts: list[str],
    patience: float,
    *,
    attempts: int = ATTEMPTS,
    limit: Limit = anyio.fail_after,
    sleep: Sleep = anyio.sleep,
) -> Matrix:
    """Shape ``(len(texts), size)``, rows of length 1 in the order of ``texts``."""
    create = partial(
        client.embeddings.create,
        model=settings.model,
        input=texts,
        encoding_format="float",
        dimensions=settings.dimensions or openai.omit,
    )
    try:
        response = await tried(
            create, timeout=settings.timeout, patience=patience, attempts=attempts, limit=limit, sleep=sleep
        )
        return _read(response, len(texts))
    except TimeoutError as error:
        raise EmbeddingFailed(
            f"The {_WHO} did not answer within {settings.timeout:g} s.",
            hint="Raise `embedding.timeout`, or try again.",
        ) from error
    except openai.RateLimitError as error:
        told = retry_after(error)
        raise EmbeddingThrottled(
            f"The {_WHO} limits the rate: {short(error.message)}"
            + ("" if told is None else f" It asks to wait {told:.0f} s."),
            retry_after=told,
        ) from error
    except openai.OpenAIError as error:
        ours = failure(error, who=_WHO, section=_SECTION, address=settings.base_url)
        hint = ours.hint
        if isinstance(error, openai.APIStatusError) and error.status_code in _TOO_LONG:
            hint = "`embedding.max_tokens` may be more than it reads, or it has no choice of `dimensions`."
        raise EmbeddingFailed(ours.message, hint=hint) from error
    except (ValueError, TypeError) as error:  # JSON and UTF-8 errors, which the client lets through
        raise EmbeddingFailed(f"The {_WHO}'s answer cannot be read: {short(error)}") from error


def _read(response: Any, count: int) -> Matrix:
    """The vectors in the order of their ``index``; without one, as they come."""
    data = getattr(response, "data", None)
    if not isinstance(data, list) or len(data) != count:
        reason = getattr(response, "error", None)  # a failure sent as 200, as some routers do
        raise EmbeddingFailed(
            f"The {_WHO} gave {len(data) if isinstance(data, list) else 'no'} vectors for {count} texts"
            + (f": {short(reason)}" if reason else ".")
        )
    rows = _ordered([(getattr(item, "index", None), getattr(item, "embedding", None)) for item in data])
    if not all(isinstance(row, list) and row and len(row) == len(rows[0]) for row in rows):
        raise EmbeddingFailed(f"The {_WHO} gave vectors of different sizes, or something else than numbers.")
    matrix = np.array(rows, dtype=np.float64)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if matrix.ndim != 2 or not np.isfinite(lengths).all() or not lengths.all():
        raise EmbeddingFailed(
            f"The {_WHO} gave a vector without a direction (zeros, or numbers that are none)."
        )
    unit: Matrix = (matrix / lengths).astype(np.float32)
    return unit


def _ordered(found: list[tuple[Any, Any]]) -> list[Any]:
    if all(place is None for place, _ in found):
        return [row for _, row in found]
    rows = {place: row for place, row in found if type(place) is int}
    if sorted(rows) != list(range(len(found))):
        raise EmbeddingFailed(f"The {_WHO} does not say which vector belongs to which text.")
    return [rows[place] for place in range(len(found))]
