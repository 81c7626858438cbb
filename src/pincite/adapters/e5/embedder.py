"""The bundled encoder behind the `Embedder` port."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from pincite.adapters.e5.engines import PASSAGE, QUERY, Engine, embed
from pincite.adapters.e5.languages import LanguageMeans, without_language
from pincite.adapters.e5.tokens import E5Tokenizer
from pincite.adapters.e5.windows import Mean
from pincite.adapters.e5.worker import Worker
from pincite.core.types import CosineRange, Matrix, Vector

WITH_LANGUAGE = CosineRange(0.75, 0.95)
"""Measured on 13 retrieval sets (data README, baselines)."""

WITHOUT_LANGUAGE = CosineRange(0.0, 0.7)
"""Best Recall@1 of the base score on five sets; right passages of golden questions have 0.23 to 0.59 (5 and
95 of 100), the best passage of questions without one 0.18 to 0.55; ADR 0013."""

_SLICE = 128
"""Texts tokenised at once, about 50 ms: a question may come between two slices."""

_IN_FLIGHT = 2
"""Runs queued at once: the encoder never idles while the event loop is busy, and documents take turns."""


class E5Embedder:
    """multilingual-e5-small, 384 numbers a text, over either engine.

    ``backend`` is the engine's name; ``fallback_reason`` says why it is not the faster one, if so. With
    ``means``, vectors come without what their language alone says.
    """

    def __init__(
        self,
        engine: Engine,
        tokenizer: E5Tokenizer,
        *,
        identity: str,
        dimension: int,
        batch_size: int,
        means: LanguageMeans | None = None,
        fallback_reason: str | None = None,
    ) -> None:
        self._engine = engine
        self._tokenizer = tokenizer
        self._identity = identity
        self._dimension = dimension
        self._batch_size = batch_size
        self._means = means
        self._worker = Worker("pincite-e5")
        self.backend = engine.name
        self.fallback_reason = fallback_reason

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def cosine_range(self) -> CosineRange:
        return WITH_LANGUAGE if self._means is None else WITHOUT_LANGUAGE

    async def embed_query(self, text: str) -> Vector:
        def work() -> Vector:
            rows = embed(self._engine, [text], QUERY, self._dimension)
            if self._means is not None:
                rows = without_language(rows, [text], self._means.queries)
            vector: Vector = rows[0]
            return vector

        return await self._worker.submit(work, urgent=True)

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        slices = [texts[start : start + _SLICE] for start in range(0, len(texts), _SLICE)]
        parts = [await self._embed_slice(part) for part in slices]
        return np.concatenate([np.zeros((0, self._dimension), dtype=np.float32), *parts])

    async def _embed_slice(self, texts: Sequence[str]) -> Matrix:
        plan = await self._worker.submit(lambda: self._engine.plan(texts, PASSAGE, self._batch_size))
        mean = Mean(len(texts), self._dimension)
        waiting = deque((batch, self._worker.submit(batch.compute)) for batch in plan[:_IN_FLIGHT])
        upcoming = iter(plan[_IN_FLIGHT:])
        try:
            while waiting:
                batch, rows = waiting[0]
                mean.add(batch.owners, batch.weights, await rows)
                waiting.popleft()
                if (following := next(upcoming, None)) is not None:
                    waiting.append((following, self._worker.submit(following.compute)))
        finally:
            for _, rows in waiting:
                rows.cancel()
        vectors = mean.vectors()
        return vectors if self._means is None else without_language(vectors, texts, self._means.passages)

    def count_tokens(self, text: str) -> int:
        return self._tokenizer.count(text)

    async def aclose(self) -> None:
        await self._worker.aclose()
