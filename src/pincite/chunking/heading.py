"""The heading tier: sections of a document with Markdown headings (reference 002, tier 1)."""

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.pieces import Piece
from pincite.chunking.profile import dominant_level
from pincite.chunking.recursive import split_recursive
from pincite.chunking.sections import coalesce, cut_section


def split_heading(layout: Layout, start: int, end: int, size: int, config: ChunkingConfig) -> list[Piece]:
    """Cuts ``text[start:end]`` before every Markdown heading at or above the dominant level. With at most
    one such heading the result is that of the recursive splitter (HD-01), with the trails of the document
    where it is only a part of one."""
    marked = [heading for heading in layout.outline.within(start, end) if heading.level]
    primary = dominant_level([heading.level for heading in marked])
    sections = [heading for heading in marked if heading.level <= primary]
    text, overlap = layout.text, min(config.chunk_overlap, size // 2)
    if len(sections) <= 1:
        spans = split_recursive(layout, start, end, size, overlap, config.separators)
        whole = start == 0 and end == len(text)
        return [Piece(a, b, "" if whole else layout.outline.at(a)) for a, b in spans]
    bounds = [heading.start for heading in sections]
    pieces: list[Piece] = []
    if text[start : bounds[0]].strip():
        pieces += cut_section(layout, start, bounds[0], layout.outline.at(start), size, config)
    else:
        bounds[0] = start
    for heading, first, last in zip(sections, bounds, [*bounds[1:], end], strict=True):
        pieces += cut_section(layout, first, last, heading.trail, size, config)
    return coalesce(pieces, size)
