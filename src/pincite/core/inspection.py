"""What a search can tell of the places that a candidate had before it was a hit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LegPlace:
    """Rank from 1 and raw score in one leg: ``dense``, ``morphemes``, ``bigrams`` or ``clause``."""

    leg: str
    rank: int
    score: float
    wording: int = 0
    """0 is the question itself, 1 and on are its other wordings."""


@dataclass(frozen=True, slots=True)
class PoolEntry:
    """A candidate that some leg found."""

    chunk_id: str
    rrf: float
    """0 for what only the clause leg found."""
    legs: tuple[LegPlace, ...]
    in_pool: bool
    """Among the first that are scored; the others leave here."""
