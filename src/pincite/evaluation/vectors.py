"""An encoder that remembers: vectors on disk, so that the second run of a measurement is quick."""

import hashlib
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from pincite.core.types import CosineRange, Matrix, Vector
from pincite.ports.models import Embedder

BLOCK = 256
"""Passages embedded between two saves: an interrupted run loses less than half a minute."""


class RememberingEmbedder:
    """`Embedder` that asks ``inner`` once a text. One file an encoder identity in ``directory``."""

    def __init__(self, inner: Embedder, directory: Path) -> None:
        self._inner = inner
        name = re.sub(r"[^A-Za-z0-9._-]+", "_", inner.identity)
        self._path = directory / f"{name}.npz"
        self._known = _read(self._path)
        self._saved = len(self._known)

    @property
    def identity(self) -> str:
        return self._inner.identity

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    @property
    def cosine_range(self) -> CosineRange:
        return self._inner.cosine_range

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    async def embed_query(self, text: str) -> Vector:
        key = _key("query", text)
        if key not in self._known:
            self._known[key] = await self._inner.embed_query(text)
        return self._known[key]

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        missing = [text for text in dict.fromkeys(texts) if _key("passage", text) not in self._known]
        for start in range(0, len(missing), BLOCK):
            block = missing[start : start + BLOCK]
            vectors = await self._inner.embed_passages(block)
            self._known.update(zip((_key("passage", text) for text in block), vectors, strict=True))
            self.save()
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([self._known[_key("passage", text)] for text in texts])

    def save(self) -> None:
        """Write what is new."""
        if len(self._known) == self._saved:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_suffix(".partial.npz")
        np.savez(partial, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))
        partial.replace(self._path)
        self._saved = len(self._known)

    async def aclose(self) -> None:
        self.save()
        await self._inner.aclose()


def _read(path: Path) -> dict[str, Vector]:
    if not path.is_file():
        return {}
    try:
        with np.load(path) as stored:
            return dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))
    except (ValueError, KeyError, OSError, EOFError, BadZipFile):
        return {}  # a memory that cannot be read costs time, nothing else


def _key(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}\0{text}".encode()).hexdigest()[:32]


@asynccontextmanager
async def remembering(embedder: Embedder, directory: Path | None) -> AsyncIterator[Embedder]:
    """``embedder`` with a memory in ``directory``, written at the end; as it is without a directory."""
    if directory is None:
        yield embedder
        return
    encoder = RememberingEmbedder(embedder, directory)
    try:
        yield encoder
    finally:
        encoder.save()
