"""From sections to pieces: whole where they fit, cut where not, joined where they are tiny."""

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.outline import Heading
from pincite.chunking.pieces import Piece
from pincite.chunking.recursive import split_recursive
from pincite.chunking.trail import deepened, shared_trail

_TRAIL_GAP = 2
"""The blank line between trail and content in the embedding text."""
_TINY_FLOOR = 200
"""Characters; what is shorter than half the budget, and at least this, looks for company (HD-07)."""


def cut_section(
    layout: Layout,
    start: int,
    end: int,
    trail: str,
    size: int,
    config: ChunkingConfig,
    *,
    clause: bool = False,
) -> list[Piece]:
    """One piece if trail and section fit together, else recursive pieces, each with the trail in force at
    its own start (HD-05, HD-06). Titles that lead the section carry its ``trail`` too.

    Raises nothing. A section that only its trail makes too long is cut a little below ``size``, because
    the full budget would give it back whole.
    """
    if len(trail) + _TRAIL_GAP + end - start <= size:
        return [Piece(start, end, trail, clause)]
    budget = size
    if end - start <= size:
        budget = max(size - len(trail) - _TRAIL_GAP, (size + 1) // 2)
    overlap = min(config.chunk_overlap, budget // 2)
    spans = split_recursive(layout, start, end, budget, overlap, config.separators)
    return trailed(layout, spans, trail, clause=clause)


def trailed(layout: Layout, spans: list[tuple[int, int]], trail: str, *, clause: bool = False) -> list[Piece]:
    """The pieces of the section with ``trail``, each with what is in force at its own start, down to the
    paragraph of an article. ``clause`` is true of a section that begins a clause."""
    return [
        Piece(start, end, trail_of(layout, start, trail), clause and index == 0)
        for index, (start, end) in enumerate(spans)
    ]


def trail_of(layout: Layout, start: int, trail: str) -> str:
    """The trail of a piece of the section with ``trail``: what is in force at its start, or the section's
    own while only titles above it have been passed."""
    found = layout.outline.at(start)
    if labels := layout.subclauses_at(start):
        return deepened(found, labels)
    return trail if trail.startswith(found) else found


def leads(text: str, heading: Heading, following: Heading) -> bool:
    """True when ``heading`` has no text before ``following``, which lies below it: then it belongs to the
    same section, for a chunk that is a heading alone answers nothing."""
    below = following.trail.startswith(heading.trail + "\n")
    return below and not text[heading.body : following.start].strip()


def coalesce(pieces: list[Piece], size: int) -> list[Piece]:
    """Joins tiny neighbours that touch and share at least the first line of their trails (HD-07).

    Pieces marked as clauses stay alone: a joined piece keeps only the shared trail, and then no pin cite
    could tell which article it holds.
    """
    tiny = max(size // 2, _TINY_FLOOR)
    joined: list[Piece] = []
    for piece in pieces:
        if joined and not piece.clause and not joined[-1].clause:
            last = joined[-1]
            shared = shared_trail(last.trail, piece.trail)
            if (
                shared
                and last.end == piece.start
                and last.end - last.start < tiny
                and piece.end - last.start <= size
            ):
                joined[-1] = Piece(last.start, piece.end, shared)
                continue
        joined.append(piece)
    return joined
