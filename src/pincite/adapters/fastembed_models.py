"""A directory with a model in ONNX and its tokenizer, as fastembed and sentence-transformers have them.

Nothing is ever downloaded: the directory is all that is read.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.core.errors import ConfigurationError

_NAMES = (
    "model.onnx",
    "onnx/model.onnx",
    "model_optimized.onnx",
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
    "onnx/model_int8.onnx",
)
"""In the order in which they are taken; else the only ``.onnx`` file there is."""

_NEEDED = ("tokenizer.json", "tokenizer_config.json")

_SAMPLE = 1 << 20
"""Bytes at each end of the weights that the fingerprint reads: models of gigabytes are told apart at once."""


@dataclass(frozen=True, slots=True)
class ModelDirectory:
    path: Path
    weights: str
    """The ONNX file, relative to ``path``."""
    config: Mapping[str, Any]
    """``config.json``; empty without one."""
    fingerprint: str
    """Of the weights and the tokenizer: another model under the same name is another model."""

    @property
    def name(self) -> str:
        return f"{self.path.name}-{self.fingerprint}"

    @property
    def longest(self) -> int:
        """Most tokens that the model reads."""
        told = read_json(self.path / "tokenizer_config.json").get("model_max_length")
        places = self.config.get("max_position_embeddings")
        found = [size for size in (told, places) if type(size) is int and 0 < size < 1 << 20]
        return min(found, default=512)


def read_directory(directory: str, setting: str) -> ModelDirectory:
    """The model in ``directory``, which ``setting`` names (``reranker.model``).

    Raises:
        ConfigurationError: there is none; the message says what is missing.
    """
    path = Path(directory).expanduser()
    if not directory or not path.is_dir():
        raise ConfigurationError(
            f"{setting} is no directory: {directory!r}",
            hint="Set it to a directory that holds a model in ONNX and its tokenizer.json.",
        )
    path = path.resolve()
    missing = [name for name in _NEEDED if not (path / name).is_file()]
    if missing:
        raise ConfigurationError(
            f"{path} holds no {' and no '.join(missing)}.", hint="Export the model with its tokenizer again."
        )
    weights = _weights(path)
    return ModelDirectory(path, weights, read_json(path / "config.json"), _fingerprint(path, weights))


@contextmanager
def unusable(directory: ModelDirectory, setting: str) -> Iterator[None]:
    """What the libraries raise for a model that they cannot load, as a ConfigurationError."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"A local model needs the package {error.name}.", hint='pip install "pincite[fastembed]"'
        ) from error
    except Exception as error:
        reason = " ".join(str(error).split())[:300]
        raise ConfigurationError(
            f"The model in {directory.path} cannot be used: {reason}",
            hint=f"Set {setting} to another directory, or export the model again.",
        ) from error


def _weights(path: Path) -> str:
    for name in _NAMES:
        if (path / name).is_file():
            return name
    found = sorted(file.relative_to(path).as_posix() for file in path.rglob("*.onnx"))
    if len(found) != 1:
        raise ConfigurationError(
            f"{path} holds {len(found)} ONNX files, none of them called model.onnx.",
            hint="Keep the one that is meant, as model.onnx.",
        )
    return found[0]


def _fingerprint(path: Path, weights: str) -> str:
    digest = hashlib.sha256()
    for name in (weights, f"{weights}_data", "tokenizer.json"):
        file = path / name
        if not file.is_file():
            continue
        size = file.stat().st_size
        digest.update(f"{name}:{size}:".encode())
        with file.open("rb") as data:
            digest.update(data.read(_SAMPLE))
            data.seek(max(0, size - _SAMPLE))
            digest.update(data.read(_SAMPLE))
    return digest.hexdigest()[:12]


def read_json(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
