"""The heading tier: sections of a document with Markdown headings (reference 002, tier 1)."""

from typing import Final

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.pieces import Piece
from pincite.chunking.profile import dominant_level
from pincite.chunking.sections import coalesce, cut_plain, cut_section, leads, trail_at

_TITLES_SHARE: Final = 4
"""Titles above a section take at most a quarter of its first chunk; longer ones (with the metadata of the
file) say enough to stand alone."""


def split_heading(layout: Layout, start: int, end: int, size: int, config: ChunkingConfig) -> list[Piece]:
    """Cuts ``text[start:end]`` before every Markdown heading at or above the dominant level. With at most
    one such heading the result is that of the recursive splitter (HD-01). Short headings without text lead
    the section after them where it is cut anyhow; `coalesce` joins them to one that fits."""
    marked = [heading for heading in layout.outline.within(start, end) if heading.level]
    primary = dominant_level([heading.level for heading in marked])
    sections = [heading for heading in marked if heading.level <= primary]
    if len(sections) <= 1:
        return cut_plain(layout, start, end, size, config)
    text = layout.text
    bounds = [heading.start for heading in sections]
    pieces: list[Piece] = []
    if text[start : bounds[0]].strip():
        pieces += cut_section(layout, start, bounds[0], trail_at(layout, start), size, config)
    else:
        bounds[0] = start
    led: list[tuple[int, int, str]] = []
    for heading, first, last, following in zip(
        sections, bounds, [*bounds[1:], end], [*sections[1:], None], strict=True
    ):
        layout.check()
        led.append((first, last, heading.trail))
        if following and leads(text, heading, following):
            continue
        begin = led[0][0]
        if last - first > size and first - begin <= size // _TITLES_SHARE:
            led = [(begin, last, heading.trail)]
        for part in led:
            pieces += cut_section(layout, *part, size, config)
        led = []
    return coalesce(pieces, size)
