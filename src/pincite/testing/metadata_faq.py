"""Metadata contract: the entries of an FAQ base, and how the base indexes them."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pincite.core.errors import NotFound
from pincite.core.types import ChunkType, DocumentStatus
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseKind, BaseRecord
from pincite.testing.metadata_cases import BASE, MetadataCases, indexed, key, uid


class FaqContract(MetadataCases):
    """What `pincite.ingest.faq` reads."""

    async def entry(self, metadata: Metadata, number: int, details: Mapping[str, object], file: str) -> None:
        """Entry ``number``, or its next version, made live with two chunks."""
        source = f"faq:{number}"
        document, _ = await self.submit(metadata, number, source=source, file_key=key(file), tags=("t",))
        job = await self.claim(metadata)
        version = indexed(document.id, uid(number + 1), "one", "two")
        chunks = [replace(each, chunk_type=ChunkType.FAQ, details=details) for each in version.chunks]
        assert await metadata.versions.activate(job, replace(version, chunks=chunks), 300.0)

    async def test_an_entry_is_read_from_its_live_chunk_or_from_the_file_that_is_on_its_way(self) -> None:
        async with self.metadata() as metadata:
            said = {"faq": {"answers": ["예", 1, None]}}
            await self.entry(metadata, 10, said, "a")
            row = await metadata.faq.get(BASE, uid(10))
            assert (row.id, row.status, row.tags) == (uid(10), DocumentStatus.READY, ("t",))
            assert (row.details, row.file_key) == (said, key("a"))
            await self.submit(metadata, 20, source="faq:10", file_key=key("b"), now=400.0)
            row = await metadata.faq.get(BASE, uid(10))
            assert (row.status, row.details, row.file_key) == (DocumentStatus.PENDING, None, key("b"))
            job = await self.claim(metadata, now=500.0)
            await metadata.jobs.fail(job, "embedding_failed", "It is away.", 510.0)
            row = await metadata.faq.get(BASE, uid(10))
            assert (row.status, row.error_message) == (DocumentStatus.FAILED, "It is away.")
            assert (row.details, row.file_key) == (None, key("b"))

    async def test_entries_come_by_age_in_pages_and_without_those_being_deleted(self) -> None:
        async with self.metadata() as metadata:
            for place, number in enumerate((30, 10, 20)):
                await self.submit(metadata, number, source=f"faq:{number}", now=100.0 + place)
            rows, total = await metadata.faq.list(BASE)
            assert ([row.id for row in rows], total) == ([uid(30), uid(10), uid(20)], 3)
            rows, total = await metadata.faq.list(BASE, offset=1, limit=1)
            assert ([row.id for row in rows], total) == ([uid(10)], 3)
            await metadata.documents.request_delete(uid(10), 200.0)
            rows, total = await metadata.faq.list(BASE, offset=1)
            assert ([row.id for row in rows], total) == ([uid(20)], 2)
            assert await metadata.faq.list(uid(99)) == ([], 0)
            for base, entry in ((BASE, uid(10)), (uid(99), uid(20)), (BASE, "nobody")):
                with pytest.raises(NotFound):
                    await metadata.faq.get(base, entry)

    async def test_a_base_keeps_how_it_indexes_its_entries(self) -> None:
        async with self.metadata(base=False) as metadata:
            base = BaseRecord(id=BASE, name="faq", kind=BaseKind.FAQ, faq={"question_mode": "separate"})
            await metadata.bases.create(base)
            assert await metadata.bases.get("faq") == base
            changed = replace(base, faq={"index_mode": "question_only"})
            await metadata.bases.configure(changed)
            assert await metadata.bases.get("faq") == changed
