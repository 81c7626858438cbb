"""Metadata contract, first part: bases, documents, jobs."""

import pytest

from pincite.core.errors import Conflict, NotFound
from pincite.core.types import DocumentStatus
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseRecord, DocumentRecord, JobKind
from pincite.testing.metadata_cases import BASE, LEASE, MORPHEMES, MetadataCases, indexed, key, uid


class QueueContract(MetadataCases):
    """What is wanted, and who works on it."""

    # --- bases ------------------------------------------------------------------------------------

    async def test_a_base_is_found_by_name_and_by_id(self) -> None:
        async with self.metadata(base=False) as metadata:
            base = BaseRecord(
                id=BASE, name="약관", chunking={"chunk_size": 300}, vector=False, created_at=5.0
            )
            await metadata.bases.create(base)
            assert await metadata.bases.get("약관") == base
            assert await metadata.bases.get(BASE) == base
            assert list(await metadata.bases.list()) == [base]
            with pytest.raises(NotFound):
                await metadata.bases.get("other")

    async def test_a_name_is_used_once_until_its_base_is_deleted(self) -> None:
        async with self.metadata() as metadata:
            with pytest.raises(Conflict):
                await metadata.bases.create(BaseRecord(id=uid(2), name="terms"))
            await metadata.bases.request_delete(BASE, 10.0)
            await metadata.bases.create(BaseRecord(id=uid(2), name="terms"))
            assert (await metadata.bases.get("terms")).id == uid(2)

    async def test_a_deleted_base_hides_its_documents_and_takes_no_more(self) -> None:
        async with self.metadata() as metadata:
            document = await self.live(metadata, 10, "보험금 지급")
            await metadata.bases.request_delete(BASE, 10.0)
            with pytest.raises(NotFound):
                await metadata.bases.get(BASE)
            with pytest.raises(NotFound):
                await metadata.documents.get(document.id)
            with pytest.raises(NotFound):
                await self.submit(metadata, 20, source="b.md")
            with pytest.raises(NotFound):
                await metadata.bases.request_delete(BASE, 11.0)
            assert await metadata.chunks.chunks([uid(11000)]) == {}
            job = await self.claim(metadata)
            assert job.kind is JobKind.DELETE_BASE
            assert await metadata.bases.drop(BASE) == {key("a"), key("f")}
            assert await metadata.bases.drop(BASE) == set()
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금"])
            assert (statistics.chunks, statistics.document_frequency) == (0, {})

    # --- documents and jobs -----------------------------------------------------------------------

    async def test_a_new_document_is_pending_with_one_job(self) -> None:
        async with self.metadata() as metadata:
            document, work = await self.submit(metadata, 10, tags=("법", "2026"))
            assert work
            assert document.status is DocumentStatus.PENDING
            assert document.tags == ("법", "2026")
            assert document == await metadata.documents.get(uid(10))
            assert document == await metadata.documents.find(BASE, "a.md")
            assert list(await metadata.documents.list(BASE)) == [document]
            job = await self.claim(metadata)
            assert (job.kind, job.document_id, job.version_id) == (JobKind.INGEST, uid(10), uid(11))
            assert await metadata.jobs.claim("you", 200.0, LEASE) is None
            version = await metadata.versions.get(uid(11))
            assert (version.file_key, version.markdown_key, version.chunks) == (key("a"), None, 0)

    async def test_the_same_file_twice_is_no_work(self) -> None:
        async with self.metadata() as metadata:
            first, _ = await self.submit(metadata, 10)
            again, work = await self.submit(metadata, 20, now=150.0)
            assert not work
            assert again == first
            live = await self._make_live(metadata, "보험금")
            again, work = await self.submit(metadata, 30, now=400.0)
            assert not work
            assert again == live

    async def _make_live(self, metadata: Metadata, *texts: str) -> DocumentRecord:
        job = await self.claim(metadata)
        assert await metadata.versions.activate(job, indexed(uid(10), uid(11), *texts), 300.0)
        return await metadata.documents.get(uid(10))

    @pytest.mark.parametrize(
        "changes",
        [{"file_key": key("b")}, {"chunking": {"chunk_size": 200}}, {"tags": ("neu",)}, {"force": True}],
    )
    async def test_a_change_is_a_new_version_of_the_same_document(self, changes: dict[str, object]) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금")
            # Each case changes another field, so that their common type is object.
            document, work = await self.submit(metadata, 20, **changes)  # type: ignore[arg-type]
            assert work
            assert document.id == uid(10)
            assert (document.active_version_id, document.pending_version_id) == (uid(11), uid(21))
            assert document.status is DocumentStatus.PENDING

    async def test_one_file_under_two_sources_is_two_documents(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금")
            await self.live(metadata, 20, "보험금", source="b.md")
            assert {document.id for document in await metadata.documents.list(BASE)} == {uid(10), uid(20)}

    async def test_a_failed_document_is_tried_again_when_it_is_added_again(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            job = await self.claim(metadata)
            await metadata.jobs.fail(job, "ocr_needed", "It is a scan.", 210.0)
            failed = await metadata.documents.get(uid(10))
            assert (failed.status, failed.error_code, failed.error_message) == (
                DocumentStatus.FAILED,
                "ocr_needed",
                "It is a scan.",
            )
            document, work = await self.submit(metadata, 20)
            assert work
            assert (document.id, document.status, document.error_code) == (
                uid(10),
                DocumentStatus.PENDING,
                None,
            )

    async def test_a_version_that_was_never_live_is_cleaned_up_when_a_newer_comes(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, file_key=key("a"))
            await self.submit(metadata, 20, file_key=key("b"))
            kinds = {(await self.claim(metadata)).kind}
            assert await metadata.jobs.claim("me", 200.0, LEASE) is None, "one job of a document at a time"
            assert await metadata.versions.drop(uid(11)) == {key("a")}
            assert kinds == {JobKind.CLEANUP}

    async def test_a_stage_is_noted_only_for_the_wanted_version(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10)
            job = await self.claim(metadata)
            await metadata.documents.set_status(job, DocumentStatus.CHUNKING, 201.0)
            assert (await metadata.documents.get(uid(10))).status is DocumentStatus.CHUNKING
            await self.submit(metadata, 20, file_key=key("b"))
            await metadata.documents.set_status(job, DocumentStatus.INDEXING, 202.0)
            assert (await metadata.documents.get(uid(10))).status is DocumentStatus.PENDING
            assert await metadata.jobs.beat(job, 203.0, LEASE) is True, "the old job was asked to stop"

    async def test_an_expired_lease_is_taken_over_and_counts_as_a_crash(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            first = await self.claim(metadata, "me", now=200.0)
            assert await metadata.jobs.beat(first, 220.0, LEASE) is False
            assert await metadata.jobs.claim("you", 249.0, LEASE) is None
            second = await self.claim(metadata, "you", now=251.0)
            assert (second.id, second.crashes, second.attempts) == (first.id, 1, 0)
            assert await metadata.jobs.beat(first, 252.0, LEASE) is None
            assert not await metadata.versions.activate(first, indexed(uid(10), uid(11), "보험금"), 253.0)
            await metadata.jobs.fail(first, "code", "message", 254.0)
            assert (await metadata.documents.get(uid(10))).status is DocumentStatus.PENDING

    async def test_leases_of_dead_owners_are_taken_back_at_once(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            await self.claim(metadata, "dead")
            assert await metadata.jobs.owners() == {"dead"}
            assert await metadata.jobs.abandon(["other"], 201.0) == 0
            assert await metadata.jobs.abandon(["dead"], 201.0) == 1
            assert (await self.claim(metadata, "you", now=202.0)).crashes == 1

    async def test_jobs_that_crashed_wait_behind_the_others(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, source="a.md")
            await self.submit(metadata, 20, source="b.md")
            await self.claim(metadata, "dead")
            await metadata.jobs.abandon(["dead"], 201.0)
            order = [(await self.claim(metadata, now=202.0)).document_id for _ in range(2)]
            assert order == [uid(20), uid(10)]

    async def test_a_retry_waits_for_its_time_and_counts(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            assert await metadata.jobs.next_due() == 100.0
            job = await self.claim(metadata)
            assert await metadata.jobs.next_due() is None
            await metadata.jobs.retry(job, "the index is away", 260.0)
            assert await metadata.jobs.next_due() == 260.0
            assert await metadata.jobs.claim("me", 259.0, LEASE) is None
            job = await self.claim(metadata, now=260.0)
            assert (job.attempts, job.crashes) == (1, 0)
            await metadata.jobs.release(job, 261.0)
            job = await self.claim(metadata, now=262.0)
            assert (job.attempts, job.crashes) == (1, 0)

    async def test_cancelling(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, source="a.md")
            await metadata.documents.request_cancel(uid(10), 110.0)
            assert (await metadata.documents.get(uid(10))).status is DocumentStatus.CANCELLED
            assert await metadata.jobs.next_due() is None
            with pytest.raises(Conflict):
                await metadata.documents.request_cancel(uid(10), 111.0)
            await self.submit(metadata, 20, source="b.md")
            job = await self.claim(metadata)
            await metadata.documents.request_cancel(uid(20), 210.0)
            assert await metadata.jobs.beat(job, 211.0, LEASE) is True
            assert not await metadata.versions.activate(job, indexed(uid(20), uid(21), "보험금"), 212.0)
            await metadata.jobs.cancel(job, 213.0)
            assert (await metadata.documents.get(uid(20))).status is DocumentStatus.CANCELLED

    async def test_the_same_job_waits_once(self) -> None:
        async with self.metadata() as metadata:
            document = await self.live(metadata, 10, "보험금")
            for _ in range(2):
                await metadata.jobs.enqueue(JobKind.REINDEX, BASE, document.id, uid(11), 310.0)
            await metadata.jobs.finish(await self.claim(metadata, now=320.0))
            assert await metadata.jobs.next_due() is None

    async def test_a_lost_job_is_made_again(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, source="a.md")
            assert await metadata.jobs.enqueue_missing(150.0) == 0
            await metadata.jobs.finish(await self.claim(metadata))
            assert await metadata.jobs.enqueue_missing(210.0) == 1
            job = await self.claim(metadata, now=220.0)
            assert (job.kind, job.version_id) == (JobKind.INGEST, uid(11))
            assert await metadata.jobs.enqueue_missing(230.0) == 0

    async def test_a_document_without_a_cleanup_job_for_its_old_version_gets_one(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금")
            await self.live(metadata, 20, "면책", file_key=key("b"))
            await metadata.jobs.finish(await self.claim(metadata, now=310.0))
            assert await metadata.jobs.enqueue_missing(320.0) == 1
            job = await self.claim(metadata, now=330.0)
            assert (job.kind, job.version_id) == (JobKind.CLEANUP, uid(11))
