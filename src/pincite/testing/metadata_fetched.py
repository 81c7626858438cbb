"""Metadata contract: versions whose file is fetched by the job."""

from dataclasses import replace

from pincite.core.types import DocumentStatus
from pincite.ports.fetching import FetchedBlob, FetchOutcome, is_unfetched, unfetched_key
from pincite.ports.metadata import Metadata
from pincite.ports.records import StageNote
from pincite.testing.metadata_cases import MetadataCases, indexed, key, uid

URL = "https://example.com/terms"
NOTE = StageNote("fetch", "done", 12.34, {"url": URL})


def blob(letter: str = "a", **changes: object) -> FetchedBlob:
    held = FetchedBlob("terms.html", 70, key(letter), uid(500), NOTE, {"fetched_at": "2026-01-02T03:04:05Z"})
    return replace(held, **changes)  # type: ignore[arg-type]  # any of its fields


class FetchedContract(MetadataCases):
    """What was fetched for a version."""

    async def fetched(self, metadata: Metadata, number: int = 10, letter: str = "a") -> FetchOutcome:
        await self.submit(metadata, number, source=URL, file_key=unfetched_key(URL))
        job = await self.claim(metadata)
        outcome = await metadata.fetched.store(job, blob(letter), 210.0)
        if outcome is FetchOutcome.STORED:
            version = indexed(job.document_id or "", uid(number + 1), "text")
            assert await metadata.versions.activate(job, version, 300.0)
        return outcome

    async def test_a_version_gets_the_file_that_was_fetched_for_it(self) -> None:
        async with self.metadata() as metadata:
            document, work = await self.submit(metadata, 10, source=URL, file_key=unfetched_key(URL))
            assert work
            assert is_unfetched((await metadata.versions.get(uid(11))).file_key)
            await metadata.holds.take(key("a"), uid(500), "me", 1_000.0)
            job = await self.claim(metadata)
            assert await metadata.fetched.store(job, blob(), 210.0) is FetchOutcome.STORED
            version = await metadata.versions.get(uid(11))
            assert (version.file_key, version.filename) == (key("a"), "terms.html")
            stored = await metadata.documents.get(document.id)
            assert (stored.filename, stored.size, stored.content_hash) == ("terms.html", 70, key("a"))
            assert stored.custom == {"fetched_at": "2026-01-02T03:04:05Z"}
            assert stored.pending_version_id == uid(11)
            assert [(e.stage, e.details) for e in await metadata.timeline.of(document.id)] == [
                ("queued", {}),
                ("fetch", {"url": URL}),
            ]
            assert await metadata.holds.owners() == set()

            async def remove(_key: str) -> None:
                raise AssertionError("the blob has a row")

            assert await metadata.holds.collect({key("a")}, remove, 400.0) == 0

    async def test_the_same_bytes_as_those_that_are_live_end_the_job(self) -> None:
        async with self.metadata() as metadata:
            assert await self.fetched(metadata) is FetchOutcome.STORED
            assert await self.fetched(metadata, 20) is FetchOutcome.UNCHANGED
            (document,) = await metadata.documents.list((await metadata.bases.list())[0].id)
            assert (document.status, document.active_version_id) == (DocumentStatus.READY, uid(11))
            assert (document.pending_version_id, document.content_hash) == (None, key("a"))
            assert await metadata.jobs.claim("me", 900.0, 30.0) is None
            last = (await metadata.timeline.of(document.id))[-1]
            assert (last.stage, last.details) == ("ready", {"unchanged": True})
            assert await metadata.jobs.enqueue_missing(900.0) == 0
            assert await self.fetched(metadata, 30, "b") is FetchOutcome.STORED
            assert (await metadata.documents.get(document.id)).active_version_id == uid(31)

    async def test_other_settings_make_a_new_version_of_the_same_bytes(self) -> None:
        async with self.metadata() as metadata:
            await self.fetched(metadata)
            chunking = {"chunk_size": 99}
            await self.submit(metadata, 20, source=URL, file_key=unfetched_key(URL), chunking=chunking)
            assert await metadata.fetched.store(await self.claim(metadata), blob(), 410.0) is (
                FetchOutcome.STORED
            )

    async def test_what_nobody_wants_any_more_is_not_stored(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, source=URL, file_key=unfetched_key(URL))
            job = await self.claim(metadata)
            await metadata.documents.request_cancel(uid(10), 205.0)
            assert await metadata.fetched.store(job, blob(), 210.0) is FetchOutcome.UNWANTED
            assert is_unfetched((await metadata.versions.get(uid(11))).file_key)
            assert (await metadata.documents.get(uid(10))).custom == {}

    async def test_values_of_a_person_are_not_pushed_out(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, source=URL, file_key=unfetched_key(URL))
            many = {f"fetched_{number}": number for number in range(60)}
            job = await self.claim(metadata)
            assert await metadata.fetched.store(job, blob(custom=many), 210.0) is FetchOutcome.STORED
            assert (await metadata.documents.get(uid(10))).custom == {}
