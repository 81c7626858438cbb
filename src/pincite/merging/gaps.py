"""Pieces of a clause that stand between two found ones.

An enumeration that was cut reads as if it had no middle when its first and its third piece are found and the
second is not: a reader of "in which order" then misses a step.
"""

import dataclasses
from collections.abc import Sequence
from itertools import pairwise

from pincite.core.types import Chunk, Hit, MatchType


def find_gaps(hits: Sequence[Hit], longest: int) -> list[tuple[Hit, Hit]]:
    """Pairs of hits of one clause, in document order, with one to ``longest`` chunks missing between them.

    Prose without clauses has no gaps: its pieces may stand alone.
    """
    in_place = sorted(hits, key=lambda hit: (hit.chunk.version_id, hit.chunk.chunk_type, hit.chunk.seq))
    return [pair for pair in pairwise(in_place) if _gap(pair[0].chunk, pair[1].chunk, longest)]


def fill_gap(before: Hit, after: Hit, around: Sequence[Chunk]) -> list[Hit]:
    """The chunks between the two as hits with the lower of their scores; none if one is of another clause.

    ``around`` holds the live chunks of the version near ``before``. One that was taken out by hand is not
    among them: then the gap stays open, as a person wanted it.
    """
    between = [chunk for chunk in around if before.chunk.seq < chunk.seq < after.chunk.seq]
    if len(between) != after.chunk.seq - before.chunk.seq - 1:
        return []
    shared = set(before.chunk.clauses) & set(after.chunk.clauses)
    if not all(shared & set(chunk.clauses) for chunk in between):
        return []
    weaker = min(before, after, key=lambda hit: hit.score)
    return [dataclasses.replace(weaker, chunk=chunk, match_type=MatchType.NEIGHBOUR) for chunk in between]


def _gap(before: Chunk, after: Chunk, longest: int) -> bool:
    return (
        before.version_id == after.version_id
        and before.chunk_type == after.chunk_type
        and 1 < after.seq - before.seq <= longest + 1
        and before.section == after.section
        and bool(set(before.clauses) & set(after.clauses))
    )
