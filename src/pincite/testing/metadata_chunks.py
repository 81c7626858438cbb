"""Metadata contract, second part: live chunks, statistics, removal, blobs."""

import random
from collections import Counter

import pytest

from pincite.core.errors import NotFound
from pincite.core.types import Chunk, ChunkType, DocumentStatus, PageSpan
from pincite.ports.records import BaseRecord, JobKind
from pincite.testing.metadata_cases import (
    BASE,
    BIGRAMS,
    LEASE,
    MORPHEMES,
    MetadataCases,
    chunk,
    indexed,
    key,
    uid,
)


class ChunksContract(MetadataCases):
    """What retrieval sees, and what is left when a document goes."""

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
