"""Passages of the turn before, for a question that follows it (reference 004, CHUNK_MERGE; row MG-03)."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.core.types import Hit, MatchType
from pincite.text.analyzers import analyze

LEAST_SHARE = 0.15
"""Share of the question's content words that a passage must hold (DESIGN.md section 12)."""
KEPT_SCORE = 0.6
"""What is left of a score from one turn to the next."""
MOST_INJECTED = 3


def with_history(hits: Sequence[Hit], before: Sequence[Hit], question: str) -> list[Hit]:
    """``hits``, and of the passages ``before`` (the last turn that had any) those that hold enough words of
    ``question`` and are not there yet: the best three, as hits of their own."""
    terms = frozenset(analyze(question))
    known = {hit.chunk.id for hit in hits}
    shares = [(held_share(terms, hit), hit) for hit in before if hit.chunk.id not in known]
    fitting = [pair for pair in shares if pair[0] >= LEAST_SHARE]
    fitting.sort(key=lambda pair: (-pair[0], -pair[1].score, pair[1].chunk.id))
    taken = [
        replace(hit, score=hit.score * KEPT_SCORE, match_type=MatchType.HISTORY, exact_reference=False)
        for _, hit in fitting[:MOST_INJECTED]
    ]
    return [*hits, *taken]


def held_share(terms: frozenset[str], hit: Hit) -> float:
    """How many of ``terms`` the passage holds, in [0, 1]."""
    held = terms.intersection(analyze(hit.chunk.embedding_text()))
    return len(held) / len(terms) if terms else 0.0
