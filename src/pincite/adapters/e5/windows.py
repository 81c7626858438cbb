"""Texts longer than the encoder: windows, batches of equal length, and the mean that joins them again."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pincite.core.types import Matrix

BATCH_TOKENS = 512
"""Tokens of one run. More falls out of the processor's cache: 60 passages of 134 tokens took 1.03 s in runs
of 2, 1.08 s of 4, 1.45 s of 8, 1.86 s of 16, 2.73 s of 32 (2 cores, November 2026). It also bounds how long
a question waits for the run before it."""


@dataclass(frozen=True, slots=True)
class Window:
    """A slice of the pieces of text number ``owner``."""

    owner: int
    pieces: tuple[int, ...]


def windows(owner: int, pieces: Sequence[int], size: int) -> list[Window]:
    """Slices of at most ``size`` pieces, none lost, none shared; one empty slice for no pieces."""
    starts = range(0, max(len(pieces), 1), size)
    return [Window(owner, tuple(pieces[start : start + size])) for start in starts]


def batches(items: Iterable[Window], limit: int) -> list[list[Window]]:
    """Group windows of one length, at most ``limit`` and about `BATCH_TOKENS` a group, shortest first.

    Equal lengths need neither padding nor a mask, so a text's vector does not depend on its company.
    """
    by_length: dict[int, list[Window]] = defaultdict(list)
    for item in items:
        by_length[len(item.pieces)].append(item)
    groups: list[list[Window]] = []
    for length in sorted(by_length):
        size = max(1, min(limit, BATCH_TOKENS // (length + 2)))
        same = by_length[length]
        groups.extend(same[start : start + size] for start in range(0, len(same), size))
    return groups


class Mean:
    """The weighted mean of the rows of each text, normalised to length 1."""

    def __init__(self, texts: int, dimension: int) -> None:
        self._sums = np.zeros((texts, dimension), dtype=np.float64)

    def add(self, owners: Sequence[int], weights: Sequence[int], rows: Matrix) -> None:
        """Rows come before normalisation; a weight is the number of pieces that the row stands for."""
        np.add.at(self._sums, list(owners), rows * np.asarray(weights, dtype=np.float64)[:, None])

    def vectors(self) -> Matrix:
        lengths = np.linalg.norm(self._sums, axis=1, keepdims=True)
        rows: Matrix = (self._sums / np.maximum(lengths, 1e-12)).astype(np.float32)
        return rows
