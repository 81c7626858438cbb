"""One order of hits on every engine: score descending, then id."""

from collections.abc import Sequence

SCORE_DIGITS = 5
"""Decimals of a score. Engines sum float32 in different orders and differ by about 1e-7 of a cosine and 4e-6
of a BM25 sum of 50; what differs less than 1e-5 is a tie, and ties go by id."""

GROWTH = 4
"""How much more is asked each time that a tie runs past the end of a list."""

ScoredId = tuple[str, float]


def in_order(hits: Sequence[ScoredId]) -> list[ScoredId]:
    """Rounded scores, highest first, ties by id."""
    return sorted(
        ((id_, round(score, SCORE_DIGITS)) for id_, score in hits), key=lambda hit: (-hit[1], hit[0])
    )


def first_fetch(limit: int) -> int:
    """How many hits to ask of the store at first: one more than wanted shows whether a tie is cut."""
    return limit + 1


def next_fetch(ordered: Sequence[ScoredId], limit: int, asked: int) -> int | None:
    """How many to ask next because the store may have cut a tie at ``limit`` as it pleased, else None."""
    if len(ordered) < asked or ordered[-1][1] < ordered[limit - 1][1]:
        return None
    return asked * GROWTH
