"""What every `Metadata` must do. Subclass the suite, say how a database is made, and run it with pytest.

class TestMyMetadata(MetadataContract):
    async def make_metadata(self):
        return await open_my_metadata()
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

import pytest

from pincite.core.errors import Conflict, NotFound
from pincite.core.types import Chunk, ChunkType, DocumentStatus, LexicalField, PageSpan
from pincite.ports.metadata import BaseRecord, DocumentRecord, IndexedVersion, Job, JobKind, Metadata, Upload

MORPHEMES, BIGRAMS = LexicalField.MORPHEMES, LexicalField.BIGRAMS
LEASE = 30.0


def uid(number: int) -> str:
    return str(UUID(int=number))


def key(letter: str) -> str:
    """A blob key."""
    return letter * 64


BASE = uid(1)


def chunk(document: str, version: str, seq: int, words: str, clauses: Sequence[str] = ()) -> Chunk:
    """A chunk whose morphemes are its words."""
    return Chunk(
        id=uid(int(UUID(version)) * 1000 + seq),
        base_id=BASE,
        document_id=document,
        version_id=version,
        document_title="약관",
        seq=seq,
        start=seq * 100,
        end=seq * 100 + len(words),
        content=words,
        context_header="## 제2장\n### 제43조(보험금의 지급)",
        table_header="| a |\n| - |" if seq == 1 else "",
        page_range=(seq + 1, seq + 2) if seq else None,
        clauses=tuple(clauses),
        morphemes=words,
        language="ko",
    )


def indexed(document: str, version: str, *texts: str, clauses: Sequence[str] = ()) -> IndexedVersion:
    """A version of one chunk a text, each holding ``clauses``; its bigrams are its letters."""
    chunks = [chunk(document, version, seq, text, clauses) for seq, text in enumerate(texts)]
    counts = {
        MORPHEMES: Counter(word for text in texts for word in set(text.split())),
        BIGRAMS: Counter(letter for text in texts for letter in set(text)),
    }
    return IndexedVersion(
        version_id=version,
        title="약관",
        media_type="text/markdown",
        markdown_key=key("f"),
        hold=uid(9999),
        pages=(PageSpan(1, 0, 40), PageSpan(2, 40, 90)),
        warnings=("a page is empty",),
        chunks=chunks,
        lengths=[{MORPHEMES: len(text.split()), BIGRAMS: len(text)} for text in texts],
        chunks_with_term=counts,
        embedding_identity="toy-1",
    )


class MetadataContract(ABC):
    @abstractmethod
    async def make_metadata(self) -> Metadata:
        """An empty database."""

    @asynccontextmanager
    async def metadata(self, *, base: bool = True) -> AsyncIterator[Metadata]:
        metadata = await self.make_metadata()
        try:
            if base:
                await metadata.bases.create(BaseRecord(id=BASE, name="terms", created_at=5.0))
            yield metadata
        finally:
            await metadata.aclose()

    async def submit(
        self,
        metadata: Metadata,
        number: int = 10,
        *,
        source: str = "a.md",
        file_key: str = key("a"),
        now: float = 100.0,
        **changes: object,
    ) -> tuple[DocumentRecord, bool]:
        """Document ``number``, version ``number + 1``."""
        upload = Upload(
            document_id=uid(number),
            version_id=uid(number + 1),
            base_id=BASE,
            source=source,
            filename=source,
            size=7,
            file_key=file_key,
            hold=uid(number + 2),
            **changes,  # type: ignore[arg-type]
        )
        return await metadata.documents.submit(upload, now)

    async def claim(self, metadata: Metadata, owner: str = "me", now: float = 200.0) -> Job:
        job = await metadata.jobs.claim(owner, now, LEASE)
        assert job is not None
        return job

    async def live(
        self,
        metadata: Metadata,
        number: int,
        *texts: str,
        clauses: Sequence[str] = (),
        source: str = "a.md",
        file_key: str = key("a"),
    ) -> DocumentRecord:
        """A document (or its next version) made live with a chunk a text."""
        document, work = await self.submit(metadata, number, source=source, file_key=file_key)
        assert work
        job = await self.claim(metadata)
        version = indexed(document.id, uid(number + 1), *texts, clauses=clauses)
        assert await metadata.versions.activate(job, version, 300.0)
        return await metadata.documents.get(document.id)

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

    # --- live chunks ------------------------------------------------------------------------------

    async def test_a_live_version_shows_everything_it_was_given(self) -> None:
        async with self.metadata() as metadata:
            document = await self.live(metadata, 10, "보험금 지급", "면책 사유", clauses=["article:43"])
            assert (document.status, document.chunks, document.title) == (DocumentStatus.READY, 2, "약관")
            assert (document.media_type, document.warnings) == ("text/markdown", ("a page is empty",))
            assert (document.active_version_id, document.pending_version_id) == (uid(11), None)
            version = await metadata.versions.get(uid(11))
            assert version.pages == (PageSpan(1, 0, 40), PageSpan(2, 40, 90))
            assert version.markdown_key == key("f")
            expected = [
                chunk(uid(10), uid(11), seq, text, ["article:43"])
                for seq, text in enumerate(["보험금 지급", "면책 사유"])
            ]
            assert list(await metadata.versions.chunks(uid(11))) == expected
            ids = [item.id for item in expected]
            assert await metadata.chunks.chunks([*ids, uid(77), ids[0]]) == dict(
                zip(ids, expected, strict=True)
            )
            assert (await metadata.bases.get(BASE)).embedding_identity == "toy-1"
            assert await metadata.versions.live() == {BASE: {uid(11): 2}}
            assert await metadata.versions.in_use() == {uid(11)}

    async def test_a_version_is_invisible_before_it_is_live(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            assert await metadata.versions.live() == {}
            assert await metadata.versions.in_use() == {uid(11)}, "its job may write points"

    async def test_a_new_version_takes_the_place_of_the_old_one_at_once(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금 지급", "면책", clauses=["article:43"])
            await self.submit(metadata, 20, file_key=key("b"))
            old = [item.id for item in await metadata.chunks.clause_chunks([BASE], "article:43")]
            assert len(old) == 2, "the old version answers until the new one is live"
            for version, found in ((uid(11), old), (uid(21), [])):
                holders = await metadata.chunks.clause_chunks([BASE], "article:43", version_ids=[version])
                assert [item.id for item in holders] == found
            job = await self.claim(metadata)
            renewed = indexed(uid(10), uid(21), "보험금 청구", clauses=["article:44"])
            assert await metadata.versions.activate(job, renewed, 300.0)
            assert await metadata.chunks.chunks(old) == {}
            assert await metadata.chunks.clause_chunks([BASE], "article:43") == []
            (new,) = await metadata.chunks.clause_chunks([BASE], "article:44")
            assert new.version_id == uid(21)
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금", "지급", "청구"])
            assert (statistics.chunks, statistics.average_length) == (1, 2.0)
            assert statistics.document_frequency == {"보험금": 1, "청구": 1}
            cleanup = await self.claim(metadata, now=310.0)
            assert (cleanup.kind, cleanup.version_id) == (JobKind.CLEANUP, uid(11))
            assert await metadata.versions.drop(uid(11)) == {key("a"), key("f")}
            assert await metadata.versions.drop(uid(11)) == set()

    async def test_a_live_version_cannot_be_dropped(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금")
            assert await metadata.versions.drop(uid(11)) == set()
            assert len(await metadata.versions.chunks(uid(11))) == 1

    async def test_a_version_is_made_live_once(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            job = await self.claim(metadata)
            version = indexed(uid(10), uid(11), "보험금")
            assert await metadata.versions.activate(job, version, 300.0)
            assert not await metadata.versions.activate(job, version, 301.0)
            statistics = await metadata.chunks.term_statistics([BASE], BIGRAMS, ["금"])
            assert (statistics.chunks, statistics.document_frequency) == (1, {"금": 1})

    async def test_neighbours_are_near_text_chunks_of_the_same_version(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, *"abcdef")
            await self.live(metadata, 20, *"abcdef", source="b.md")
            middle = (await metadata.versions.chunks(uid(11)))[4]
            near = await metadata.chunks.neighbours(middle, 2)
            assert [item.content for item in near] == ["c", "d", "e", "f"]
            assert {item.version_id for item in near} == {uid(11)}
            assert {item.chunk_type for item in near} == {ChunkType.TEXT}

    async def test_statistics_are_scoped_to_the_bases_asked(self) -> None:
        async with self.metadata() as metadata:
            await metadata.bases.create(BaseRecord(id=uid(2), name="other"))
            await self.live(metadata, 10, "보험금 지급", "보험금")
            await self.live(metadata, 20, "보험금", source="b.md")
            here = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금", "지급", "없음"])
            assert (here.chunks, here.document_frequency) == (3, {"보험금": 3, "지급": 1})
            assert here.average_length == pytest.approx(4 / 3)
            there = await metadata.chunks.term_statistics([uid(2)], MORPHEMES, ["보험금"])
            assert (there.chunks, there.average_length, there.document_frequency) == (0, 0.0, {})
            both = await metadata.chunks.term_statistics([BASE, uid(2)], MORPHEMES, ["보험금"])
            assert both.document_frequency == {"보험금": 3}
            assert await metadata.chunks.term_statistics([], MORPHEMES, ["보험금"]) == both

    @pytest.mark.parametrize("seed", range(3))
    async def test_statistics_are_those_of_the_live_chunks_whatever_happened(self, seed: int) -> None:
        """Documents come, change and go in random order; then the counts are taken again from the chunks."""
        chance = random.Random(seed)
        words = ["보험금", "지급", "면책", "사유", "청구", "기간"]
        async with self.metadata() as metadata:
            for step in range(1, 13):
                source = f"{chance.randrange(3)}.md"
                known = await metadata.documents.find(BASE, source)
                if known is not None and chance.random() < 0.3:
                    await metadata.documents.request_delete(known.id, 400.0)
                else:
                    texts = [" ".join(chance.choices(words, k=4)) for _ in range(chance.randrange(1, 4))]
                    await self.submit(metadata, step * 10, source=source, file_key=f"{step:064d}")
                    while (job := await self.claim(metadata)).kind is not JobKind.INGEST:
                        await metadata.jobs.finish(job)
                    version = indexed(job.document_id or "", job.version_id or "", *texts)
                    assert await metadata.versions.activate(job, version, 300.0)
            live: list[Chunk] = []
            for versions in (await metadata.versions.live()).values():
                for version_id in versions:
                    live += await metadata.versions.chunks(version_id)
            expected = Counter(word for item in live for word in set(item.morphemes.split()))
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, words)
            assert statistics.chunks == len(live) > 0
            assert statistics.document_frequency == expected
            assert statistics.average_length == 4.0

    async def test_thousands_of_ids_and_terms_at_once(self) -> None:
        async with self.metadata() as metadata:
            words = [f"w{number}" for number in range(5_000)]
            await self.live(metadata, 10, " ".join(words))
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, words)
            assert len(statistics.document_frequency) == 5_000
            ids = [uid(number) for number in range(1_000_000, 1_005_000)]
            assert list(await metadata.chunks.chunks([*ids, uid(11_000)])) == [uid(11_000)]

    # --- removal and blobs ------------------------------------------------------------------------

    async def test_a_document_being_deleted_is_gone_for_everybody(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금 지급", clauses=["article:43"])
            await self.live(metadata, 20, "보험금", source="b.md")
            await metadata.documents.request_delete(uid(10), 400.0)
            with pytest.raises(NotFound):
                await metadata.documents.get(uid(10))
            with pytest.raises(NotFound):
                await metadata.documents.request_delete(uid(10), 401.0)
            assert [item.id for item in await metadata.documents.list(BASE)] == [uid(20)]
            assert await metadata.chunks.clause_chunks([BASE], "article:43") == []
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금", "지급"])
            assert (statistics.chunks, statistics.document_frequency) == (1, {"보험금": 1})
            assert await metadata.versions.in_use() == {uid(21)}
            job = await self.claim(metadata, now=410.0)
            assert (job.kind, job.document_id) == (JobKind.DELETE_DOCUMENT, uid(10))
            assert await metadata.documents.drop(uid(10)) == {key("a"), key("f")}
            assert await metadata.documents.drop(uid(10)) == set()
            with pytest.raises(NotFound):
                await metadata.versions.get(uid(11))

    async def test_the_removal_waits_for_the_ingest_that_it_stops(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            ingest = await self.claim(metadata)
            await metadata.documents.request_delete(uid(10), 210.0)
            assert await metadata.jobs.claim("you", 211.0, LEASE) is None
            assert await metadata.jobs.beat(ingest, 212.0, LEASE) is True
            assert not await metadata.versions.activate(ingest, indexed(uid(10), uid(11), "x"), 213.0)
            await metadata.jobs.cancel(ingest, 214.0)
            assert (await self.claim(metadata, "you", now=215.0)).kind is JobKind.DELETE_DOCUMENT

    async def test_a_file_can_be_added_again_while_its_old_document_is_being_deleted(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금")
            await metadata.documents.request_delete(uid(10), 400.0)
            document, work = await self.submit(metadata, 20)
            assert work
            assert document.id == uid(20)

    async def test_only_blobs_that_nobody_needs_are_collected(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금", file_key=key("a"))
            await metadata.holds.take(key("c"), uid(500), "me", 1_000.0)
            assert await metadata.holds.owners() == {"me"}
            removed: list[str] = []

            async def remove(blob: str) -> None:
                removed.append(blob)

            keys = {key(letter) for letter in "abcf"}
            assert await metadata.holds.collect(keys, remove, 500.0) == 1
            assert removed == [key("b")]
            await metadata.holds.drop(uid(500))
            assert await metadata.holds.collect(keys, remove, 500.0) == 2

    async def test_holds_end_with_their_time_their_owner_and_their_upload(self) -> None:
        async with self.metadata() as metadata:
            removed: list[str] = []

            async def remove(blob: str) -> None:
                removed.append(blob)

            await metadata.holds.take(key("b"), uid(500), "dead", 1_000.0)
            await metadata.holds.take(key("c"), uid(501), "me", 1_000.0)
            await metadata.holds.take(key("d"), uid(12), "me", 1_000.0)
            await metadata.holds.abandon(["dead"])
            await metadata.holds.collect({key("b"), key("c")}, remove, 500.0)
            assert removed == [key("b")]
            await metadata.holds.collect({key("c")}, remove, 1_001.0)
            assert removed == [key("b"), key("c")]
            await self.submit(metadata, 10, file_key=key("d"))  # gives up uid(12)
            await metadata.documents.request_delete(uid(10), 400.0)
            assert await metadata.documents.drop(uid(10)) == {key("d")}
            await metadata.holds.collect({key("d")}, remove, 500.0)
            assert removed == [key("b"), key("c"), key("d")]
