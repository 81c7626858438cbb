"""Two sizes of one text: children that are found, parents that are read (reference 002, parent and child)."""

from dataclasses import dataclass, replace

from pincite.chunking.config import ChunkingConfig, parent_child_configs
from pincite.chunking.layout import Layout, read_layout
from pincite.chunking.pieces import Piece
from pincite.chunking.sections import renewed
from pincite.chunking.strategy import (
    ShouldStop,
    SplitDiagnostics,
    checking,
    cut_document,
    cut_range,
    to_chunk,
)
from pincite.chunking.tokens import CountTokens
from pincite.chunking.trail import is_below, merge_trails
from pincite.core.types import TextChunk


@dataclass(frozen=True, slots=True)
class ParentChildChunks:
    """``parent_index`` of a child counts in ``parents``; -1 is a child that is all of its parent, which is
    not kept then (PC-03)."""

    parents: list[TextChunk]
    children: list[TextChunk]
    diagnostics: SplitDiagnostics
    """How the parents came about (PV-02); its ``stats`` are of all parents, stored or not."""


def split_parent_child(
    text: str,
    config: ChunkingConfig | None = None,
    *,
    count_tokens: CountTokens | None = None,
    should_stop: ShouldStop | None = None,
) -> ParentChildChunks:
    """Cuts a text into parents and each of them into children. Offsets of both are of the text, children
    are numbered through it, and a child's trail is at least its parent's.

    The children are cut with the structure of the whole text in view, so a child in the middle of an
    article knows its chapter. Raises as `split` does.
    """
    parent_config, child_config = parent_child_configs(config or ChunkingConfig())
    layout = read_layout(text, checking(should_stop))
    pieces, diagnostics = cut_document(layout, parent_config, None)
    parents: list[TextChunk] = []
    children: list[TextChunk] = []
    done = 0
    for piece in pieces:
        _, inner, _, size = cut_range(
            layout, piece.start, piece.end, child_config, diagnostics.tier_chain, count_tokens
        )
        alone = len(inner) == 1 and (inner[0].start, inner[0].end) == (piece.start, piece.end)
        index = -1 if alone else len(parents)
        if not alone:
            parents.append(to_chunk(layout, index, piece, diagnostics.chunk_size))
        for child in inner:
            child = renewed(layout, child, done)
            children.append(_child(layout, len(children), piece, child, size, index))
        done = piece.end
    return ParentChildChunks(parents, children, diagnostics)


def _child(layout: Layout, seq: int, parent: Piece, child: Piece, size: int, index: int) -> TextChunk:
    above = is_below(parent.trail, child.trail)
    trail = parent.trail if above else merge_trails(parent.trail, child.trail)
    return to_chunk(layout, seq, replace(child, trail=trail), size, index)
