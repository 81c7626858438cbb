"""The clause tier: statutes, terms, contracts and rule books, cut so that an article is a chunk.

Every article begins a chunk of its own, or two and more when it is long, and its trail names chapter and
article. Headings without text of their own (a chapter title before its first article) lead the section
that follows them. Articles are never joined, not even short ones: HD-07 would leave the shared trail only,
and a citation could not name the article.
"""

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.pieces import Piece
from pincite.chunking.sections import coalesce, cut_section, leads, trail_at

_TITLE_LIMIT = 50
"""Characters; a shorter text before the first mark is a title and leads the first section, for alone it
would be a chunk too tiny to be found (the validator's limit)."""


def split_clause(layout: Layout, start: int, end: int, size: int, config: ChunkingConfig) -> list[Piece]:
    """Cuts ``text[start:end]`` before every clause mark, and before every Markdown heading that is not part
    of an article."""
    text = layout.text
    headings = [heading for heading in layout.outline.within(start, end) if not heading.within_article]
    if not headings:
        return cut_section(layout, start, end, trail_at(layout, start), size, config)
    pieces: list[Piece] = []
    first = headings[0].start
    preface = text[start:first].strip()
    if len(preface) > _TITLE_LIMIT or (preface and start):
        pieces += cut_section(layout, start, first, trail_at(layout, start), size, config)
        start = first
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        stop = following.start if following else end
        if following and leads(text, heading, following):
            continue
        cited = heading.rank > 0 and bool(text[heading.body : stop].strip())
        pieces += cut_section(layout, start, stop, heading.trail, size, config, clause=cited)
        start = stop
    return coalesce(pieces, size)
