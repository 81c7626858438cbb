"""A local encoder as an Embedder, run by fastembed."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from pincite.adapters.cosine_range import cosine_range
from pincite.adapters.e5.engines import thread_count
from pincite.adapters.e5.tokens import clean
from pincite.adapters.e5.windows import Mean
from pincite.adapters.e5.worker import Worker
from pincite.adapters.embedding_identity import prefixes
from pincite.adapters.fastembed_models import ModelDirectory, read_directory, read_json, unusable
from pincite.core.errors import EmbeddingFailed
from pincite.core.settings import EmbeddingSettings
from pincite.core.types import CosineRange, Matrix, Vector

BLANK = "."
"""Stands for a text without words."""

_SPECIAL = 8
"""Tokens of a window kept for begin, end, and what a cut in the middle of a word adds."""

_POOLING = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_lasttoken": "last",
    "pooling_mode_mean_tokens": "mean",
}
"""Keys of ``1_Pooling/config.json``, as sentence-transformers writes it."""


class FastembedEmbedder:
    """Raises EmbeddingFailed when the model fails. One thread runs it, questions before documents."""

    def __init__(
        self,
        model: Any,
        tokenizer: Tokenizer,
        directory: ModelDirectory,
        settings: EmbeddingSettings,
        *,
        dimension: int,
        pooling: str,
    ) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._longest = directory.longest
        self._settings = settings
        self._dimension = dimension
        self._worker = Worker("pincite-fastembed")
        self._identity = f"fastembed:{directory.name}/{dimension}/{pooling}{prefixes(settings)}"

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def cosine_range(self) -> CosineRange:
        return cosine_range(self._settings)

    async def embed_query(self, text: str) -> Vector:
        def work() -> Vector:
            items = self._windows([text], self._settings.query_prefix)
            mean = Mean(1, self._dimension)
            for start in range(0, len(items), self._settings.batch_size):
                self._add(mean, items[start : start + self._settings.batch_size])
            vector: Vector = mean.vectors()[0]
            return vector

        return await self._worker.submit(work, urgent=True)

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        prefix, size = self._settings.passage_prefix, self._settings.batch_size
        items = await self._worker.submit(lambda: self._windows(texts, prefix))
        items.sort(key=lambda item: (item[1], item[0]))  # a batch is padded to its longest
        mean = Mean(len(texts), self._dimension)
        for start in range(0, len(items), size):
            batch = items[start : start + size]
            await self._worker.submit(partial(self._add, mean, batch))
        return mean.vectors()

    def count_tokens(self, text: str) -> int:
        return len(self._tokenizer.encode(clean(text), add_special_tokens=False).ids)

    async def aclose(self) -> None:
        await self._worker.aclose()

    def _windows(self, texts: Sequence[str], prefix: str) -> list[tuple[int, int, str]]:
        """Owner, tokens and words of each window; long texts are cut between tokens."""
        room = max(1, self._longest - _SPECIAL - self.count_tokens(prefix))
        items: list[tuple[int, int, str]] = []
        for owner, text in enumerate(texts):
            words = clean(text).strip() or BLANK
            places = self._tokenizer.encode(words, add_special_tokens=False).offsets
            starts = [0, *(places[number][0] for number in range(room, len(places), room)), len(words)]
            for number, (start, end) in enumerate(pairwise(starts)):
                tokens = min(room, len(places) - number * room)
                items.append((owner, max(1, tokens), prefix + words[start:end]))
        return items

    def _add(self, mean: Mean, items: Sequence[tuple[int, int, str]]) -> None:
        rows = np.array(list(self._model.embed([text for _, _, text in items], batch_size=len(items))))
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if rows.shape != (len(items), self._dimension) or not np.isfinite(lengths).all() or not lengths.all():
            raise EmbeddingFailed("The local encoder gave a vector without a direction.")
        mean.add([owner for owner, _, _ in items], [tokens for _, tokens, _ in items], rows / lengths)


def open_fastembed_embedder(settings: EmbeddingSettings) -> FastembedEmbedder:
    """The encoder in the directory ``settings.model``; loading takes seconds.

    Raises:
        ConfigurationError: there is none, or it cannot be loaded.
    """
    directory = read_directory(settings.model, "embedding.model")
    pooling = _pooling(directory) if settings.pooling == "auto" else settings.pooling
    with unusable(directory, "embedding.model"):
        tokenizer = Tokenizer.from_file(str(directory.path / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        model = _load(directory, pooling, thread_count(settings.threads))
        dimension = len(next(iter(model.embed([BLANK]))))
    return FastembedEmbedder(model, tokenizer, directory, settings, dimension=dimension, pooling=pooling)


def _pooling(directory: ModelDirectory) -> str:
    told = read_json(directory.path / "1_Pooling" / "config.json")
    return next((pooling for key, pooling in _POOLING.items() if told.get(key) is True), "mean")


def _load(directory: ModelDirectory, pooling: str, threads: int) -> Any:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    kinds = {"mean": PoolingType.MEAN, "cls": PoolingType.CLS, "last": PoolingType.LAST_TOKEN}
    name = f"pincite/{directory.name}-{pooling}"
    if not any(known["model"] == name for known in TextEmbedding.list_supported_models()):
        # The source is never asked: a directory is given. The size is measured, not told.
        TextEmbedding.add_custom_model(
            name,
            pooling=kinds[pooling],
            normalization=True,
            sources=ModelSource(hf=name),
            dim=1,
            model_file=directory.weights,
        )
    return TextEmbedding(
        name,
        threads=threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(directory.path),
        local_files_only=True,
    )
