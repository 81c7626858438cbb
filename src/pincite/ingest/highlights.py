"""Offsets of the stored Markdown to places on the pages of the file. On demand; nothing of it is stored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from anyio import to_thread

from pincite.core.errors import InvalidInput
from pincite.core.types import PageSpan
from pincite.ingest.tools import Stores
from pincite.ports.records import VersionRecord

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points, y upward, in the page's own coordinates."""
FindBoxes = Callable[[bytes, int, str], Sequence[Box]]
"""PDF, page number from 1, text. Raises DocumentError."""

LONGEST = 20_000
"""Characters highlighted at once: twice the longest passage that an answer shows."""


@dataclass(frozen=True, slots=True)
class PageHighlight:
    """A page that the passage touches; no boxes where its letters have no place (a scan, no PDF)."""

    page: int
    boxes: tuple[Box, ...] = ()


async def highlights(
    stores: Stores, version: VersionRecord, media_type: str, start: int, end: int, find: FindBoxes | None
) -> list[PageHighlight]:
    """Pages of ``[start, end)`` with the boxes of its lines; empty for a file without pages.

    Raises:
        InvalidInput: no such range. NotFound: the file is gone.
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
    data = await stores.blobs.get(version.file_key)
    return await to_thread.run_sync(_found, data, markdown, pages, start, end, find)


def _found(
    data: bytes, markdown: str, pages: Sequence[PageSpan], start: int, end: int, find: FindBoxes
) -> list[PageHighlight]:
    found = []
    for page in pages:
        text = markdown[max(start, page.start) : min(end, page.end)]
        found.append(PageHighlight(page.number, tuple(find(data, page.number, text))))
    return found
