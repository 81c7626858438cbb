"""From sections to pieces: whole where they fit, cut where not, joined where they are tiny."""

import re
from dataclasses import replace
from typing import Final

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.outline import Heading
from pincite.chunking.pieces import Piece
from pincite.chunking.recursive import split_recursive
from pincite.chunking.trail import deepened, is_below, shared_trail

_TRAIL_GAP = 2
"""The blank line between trail and content in the embedding text."""
_TINY_FLOOR = 200
"""Characters; what is shorter than half the budget, and at least this, looks for company (HD-07)."""
_LEAD_REACH = 1000
"""Characters of a section in which titles above it are looked for, the metadata of a file before them."""
_LITTLE = 50
"""Characters; a chunk with less says too little to be found (the validator's limit)."""
_LETTER: Final = re.compile(r"\S")


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
    """One piece if trail and section fit together, else recursive pieces, each with the trail in force where
    its own text begins (HD-05, HD-06). Titles that lead the section carry its ``trail`` too.

    Raises nothing. A section that only its trail makes too long is cut a little below ``size``, because
    the full budget would give it back whole; a document that fits ``size`` is not cut for that.
    """
    length = end - start
    added = _added(layout.text, start, end, trail)
    if added + length <= size or length == len(layout.text) <= size:
        return [Piece(start, end, trail, clause)]
    if length > size:
        spans = _spans(layout, start, end, size, config)
    else:
        for budget in (max(size - added, (size + 1) // 2), max(1, length * 5 // 8)):
            spans = _spans(layout, start, end, budget, config)
            if not _leaves_little(layout.text, spans, size):
                break
        else:
            return [Piece(start, end, trail, clause)]
    return trailed(layout, spans, trail, clause=clause)


def _spans(layout: Layout, start: int, end: int, size: int, config: ChunkingConfig) -> list[tuple[int, int]]:
    overlap = min(config.chunk_overlap, size // 2)
    return split_recursive(layout, start, end, size, overlap, config.separators)


def _added(text: str, start: int, end: int, trail: str) -> int:
    """What a trail adds to a section. Titles that lead it are counted where they stand, in the section; its
    own heading counts in both (HD-05)."""
    above, _, own = trail.rpartition("\n")
    if above:
        lines = {line.strip("# \t") for line in text[start : min(end, start + _LEAD_REACH)].split("\n")}
        above = "\n".join(line for line in above.split("\n") if line.strip("# ") not in lines)
    return len(above) + bool(above) + len(own) + _TRAIL_GAP


def _leaves_little(text: str, spans: list[tuple[int, int]], size: int) -> bool:
    """True when the last span holds hardly more than what it repeats."""
    done = spans[-2][1] if len(spans) > 1 else spans[-1][0]
    return len(text[done : spans[-1][1]].strip()) < min(_LITTLE, size // 4)


def cut_plain(layout: Layout, start: int, end: int, size: int, config: ChunkingConfig) -> list[Piece]:
    """Recursive pieces of ``text[start:end]`` with the trails of the document. One piece that is the whole
    document has none: it holds all that a trail could name."""
    overlap = min(config.chunk_overlap, size // 2)
    spans = split_recursive(layout, start, end, size, overlap, config.separators)
    if spans == [(0, len(layout.text))] or not layout.outline.headings:
        return [Piece(*span) for span in spans]
    return trailed(layout, spans, "")


def trailed(layout: Layout, spans: list[tuple[int, int]], trail: str, *, clause: bool = False) -> list[Piece]:
    """The pieces of the section with ``trail``, each with what is in force where its own text begins, down
    to the paragraph of an article: what it repeats of the piece before names nothing. ``clause`` is true of a
    section that begins a clause."""
    pieces: list[Piece] = []
    for start, end in spans:
        if pieces:
            pieces.append(Piece(start, end, trail_of(layout, _news(layout, pieces[-1].end, end), trail)))
        else:
            pieces.append(Piece(start, end, _first_trail(layout, start, end, trail), clause))
    return pieces


def renewed(layout: Layout, piece: Piece, done: int) -> Piece:
    """The piece with the trail of where it goes on after ``done``, up to where the pieces before it reach."""
    if not piece.start < done < piece.end:
        return piece
    return replace(piece, trail=trail_of(layout, _news(layout, done, piece.end), piece.trail))


def trail_at(layout: Layout, position: int) -> str:
    """The trail in force at a position, down to the paragraph of an article."""
    found = layout.outline.at(position)
    labels = layout.subclauses_at(position)
    return deepened(found, labels) if labels else found


def trail_of(layout: Layout, position: int, trail: str) -> str:
    """The trail of a piece of the section with ``trail``: what is in force at ``position``, or the section's
    own while only titles above it have been passed."""
    found = trail_at(layout, position)
    return trail if is_below(trail, found) else found


def _first_trail(layout: Layout, start: int, end: int, trail: str) -> str:
    """The trail of the first piece of a section. A part of a piece (above the token limit) may begin in what
    that repeats, and then its ``trail`` tells better, unless all of the part is repeated."""
    found = trail_of(layout, _news(layout, start, end), trail)
    if is_below(found, trail) or is_below(trail, found) or trail_at(layout, end - 1) == found:
        return found
    return trail


def _news(layout: Layout, start: int, end: int) -> int:
    """The first letter of ``text[start:end]``, or its start."""
    letter = _LETTER.search(layout.text, start, end)
    return letter.start() if letter else start


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
