"""BM25 in its parts, so that every store scores the same (Robertson and Zaragoza 2009).

k1 and b are the values that the baselines of the retrieval sets were measured with.
"""

from collections.abc import Mapping
from math import log

K1 = 1.2
B = 0.75

AVERAGE_LENGTH: Mapping[str, float] = {"morphemes": 120.0, "bigrams": 350.0}
"""Tokens of a usual 512-character chunk a field. Stored weights need a constant that never moves."""


def idf(total: int, containing: int) -> float:
    """Inverse document frequency, never negative."""
    return log(1.0 + (total - containing + 0.5) / (containing + 0.5))


def saturation(count: float, length: float, average: float) -> float:
    """The document side of one term's score, in [0, K1 + 1)."""
    return count * (K1 + 1) / (count + K1 * (1 - B + B * length / max(average, 1.0)))


def term_weights(counts: Mapping[str, int], field: str) -> dict[str, float]:
    """Document-side weights of a chunk's terms for a lexical ``field`` of the index."""
    length = sum(counts.values())
    average = AVERAGE_LENGTH[field]
    return {term: saturation(count, length, average) for term, count in counts.items()}
