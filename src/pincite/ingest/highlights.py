"""Offsets of the stored Markdown to places on the pages of the file. On demand; nothing of it is stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.core.errors import InvalidInput
from pincite.core.types import PageSpan
from pincite.ingest.tools import FindBoxes, Stores
from pincite.ports.pages import Box
from pincite.ports.records import VersionRecord

LONGEST = 20_000
"""Characters highlighted at once: twice the longest passage that an answer shows."""


@dataclass(frozen=True, slots=True)
class PageHighlight:
    """A page that the passage touches; no boxes where its letters have no place: no PDF, or a scan that
    nobody reads."""

    page: int
    boxes: tuple[Box, ...] = ()


def passages_on(pages: Sequence[PageSpan], markdown: str, start: int, end: int) -> list[tuple[int, str]]:
    """Number and text of each page that ``[start, end)`` touches."""
    return [
        (page.number, markdown[max(start, page.start) : min(end, page.end)])
        for page in pages
        if page.start < end and start < page.end
    ]


async def highlights(
    stores: Stores, version: VersionRecord, media_type: str, start: int, end: int, find: FindBoxes | None
) -> list[PageHighlight]:
    """Pages of ``[start, end)`` with the boxes of its lines; empty for a file without pages.

    Raises:
        InvalidInput: no such range. NotFound: the file is gone. DocumentError, TemporaryFailure: as ``find``.
    """
    if not 0 <= start < end:
        raise InvalidInput(f"There is no text from {start} to {end}.", hint="Send 0 <= start < end.")
    if end - start > LONGEST:
        raise InvalidInput(f"At most {LONGEST:,} characters are highlighted at once.")
    markdown = (await stores.blobs.get(version.markdown_key or "")).decode()
    if start >= len(markdown):
        raise InvalidInput(f"The document has {len(markdown):,} characters; {start} lies behind them.")
    pages = [page for page in version.pages if page.start < end and start < page.end]
    if find is None or media_type != "application/pdf":
        return [PageHighlight(page.number) for page in pages]
    if not pages:
        return []
    data = await stores.blobs.get(version.file_key)
    passages = passages_on(pages, markdown, start, end)
    found = await find(data, passages)
    return [PageHighlight(page.number, tuple(boxes)) for page, boxes in zip(pages, found, strict=True)]
