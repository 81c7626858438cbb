"""`PageReader` over stored files: pages from the page map of a version, boxes from a look into its file."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import structlog

from pincite.core.errors import NotFound, PinciteError
from pincite.ingest.highlights import LONGEST, passages_on
from pincite.ingest.tools import FindBoxes
from pincite.ports.metadata import Metadata
from pincite.ports.pages import Box, PagePlace, TextRange
from pincite.ports.records import VersionRecord
from pincite.ports.storage import BlobStore

_Boxes = Sequence[Sequence[Box]]

_log = structlog.get_logger(__name__)


class StoredPages:
    """Looks for boxes ``patience`` seconds; with 0 it tells pages alone.

    A look that takes longer goes on without anybody: what was read on a scan is kept where it was read, so
    the next answer has it. Of one version there is one look at a time.
    """

    def __init__(
        self,
        metadata: Metadata,
        blobs: BlobStore,
        find: FindBoxes | None,
        patience: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._metadata = metadata
        self._blobs = blobs
        self._find = find
        self._patience = patience
        self._clock = clock
        self._looking: dict[str, asyncio.Task[_Boxes]] = {}

    async def places(self, ranges: Sequence[TextRange]) -> Sequence[tuple[PagePlace, ...]]:
        until = self._clock() + self._patience
        by_version: dict[str, list[int]] = {}
        for number, one in enumerate(ranges):
            by_version.setdefault(one.version_id, []).append(number)
        found = await asyncio.gather(
            *(self._of_version([ranges[number] for number in own], until) for own in by_version.values())
        )
        placed: list[tuple[PagePlace, ...]] = [()] * len(ranges)
        for own, places in zip(by_version.values(), found, strict=True):
            for number, place in zip(own, places, strict=True):
                placed[number] = place
        return placed

    async def aclose(self) -> None:
        """End the looks that nobody waits for."""
        looks = list(self._looking.values())
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)

    async def _of_version(self, ranges: Sequence[TextRange], until: float) -> list[tuple[PagePlace, ...]]:
        try:
            version = await self._metadata.versions.get(ranges[0].version_id)
        except NotFound:
            return [()] * len(ranges)
        touched = [
            tuple(
                PagePlace(page.number)
                for page in version.pages
                if page.start < one.end and one.start < page.end
            )
            for one in ranges
        ]
        wanted = any(touched) and await self._is_pdf(version.document_id)
        boxes = await self._boxes(version, ranges, until) if wanted else None
        if boxes is None:
            return touched
        left = iter(boxes)
        return [
            tuple(replace(page, boxes=tuple(next(left, ()))) for page in pages)
            if one.end - one.start <= LONGEST
            else pages
            for one, pages in zip(ranges, touched, strict=True)
        ]

    async def _is_pdf(self, document_id: str) -> bool:
        try:
            return (await self._metadata.documents.get(document_id)).media_type == "application/pdf"
        except NotFound:
            return False

    async def _boxes(
        self, version: VersionRecord, ranges: Sequence[TextRange], until: float
    ) -> _Boxes | None:
        """One list of boxes a page of each range that is not too long; None where they were not found, or not
        in time."""
        if self._find is None or self._patience <= 0:
            return None
        while (before := self._looking.get(version.id)) is not None:
            if not await self._waited(before, until):
                return None
        look = asyncio.create_task(self._look(self._find, version, ranges))
        self._looking[version.id] = look
        look.add_done_callback(partial(self._ended, version.id))
        if not await self._waited(look, until):
            return None
        error = look.exception()
        if error is None:
            return look.result()
        if not isinstance(error, PinciteError):
            raise error
        _log.info("no_boxes", document=version.document_id, code=error.code)
        return None

    def _ended(self, version_id: str, look: "asyncio.Task[_Boxes]") -> None:
        del self._looking[version_id]
        if not look.cancelled():
            look.exception()  # Nobody may be left to ask for it.

    async def _waited(self, look: "asyncio.Task[_Boxes]", until: float) -> bool:
        done, _ = await asyncio.wait([look], timeout=max(0.0, until - self._clock()))
        return bool(done)

    async def _look(self, find: FindBoxes, version: VersionRecord, ranges: Sequence[TextRange]) -> _Boxes:
        markdown = (await self._blobs.get(version.markdown_key or "")).decode()
        data = await self._blobs.get(version.file_key)
        passages = [
            passage
            for one in ranges
            if one.end - one.start <= LONGEST
            for passage in passages_on(version.pages, markdown, one.start, one.end)
        ]
        return await find(data, passages)
