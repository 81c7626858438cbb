"""The heading tier: sections of a document with Markdown headings (reference 002, tier 1)."""

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.pieces import Piece
from pincite.chunking.profile import dominant_level
from pincite.chunking.recursive import split_recursive
from pincite.chunking.sections import coalesce, cut_section


def split_heading(layout: Layout, size: int, config: ChunkingConfig) -> list[Piece]:
    """Cuts before every Markdown heading at or above the dominant level. With at most one such heading the
    result is that of the recursive splitter (HD-01)."""
    marked = [heading for heading in layout.outline.headings if heading.level]
    primary = dominant_level([heading.level for heading in marked])
    sections = [heading for heading in marked if heading.level <= primary]
    text, overlap = layout.text, min(config.chunk_overlap, size // 2)
    if len(sections) <= 1:
        spans = split_recursive(layout, 0, len(text), size, overlap, config.separators)
        return [Piece(a, b) for a, b in spans]
    bounds = [heading.start for heading in sections]
    pieces: list[Piece] = []
    if text[: bounds[0]].strip():
        pieces += cut_section(layout, 0, bounds[0], layout.outline.at(0), size, config)
    else:
        bounds[0] = 0
    for heading, start, end in zip(sections, bounds, [*bounds[1:], len(text)], strict=True):
        pieces += cut_section(layout, start, end, heading.trail, size, config)
    return coalesce(pieces, size)
