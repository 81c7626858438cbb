"""Metadata contract, third part: chunks changed by hand, parents, settings of a base."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from pincite.core.errors import Conflict, NotFound
from pincite.core.types import Chunk, ChunkType
from pincite.ports.edits import ChunkChange, ChunkRecord, KeptEdit, RevisionAction
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseRecord, JobKind, StageNote
from pincite.testing.metadata_cases import BASE, BIGRAMS, LEASE, MORPHEMES, MetadataCases, indexed, key, uid


def change_of(
    seen: ChunkRecord,
    words: str | None = None,
    *,
    disabled: bool | None = None,
    clauses: tuple[str, ...] | None = None,
    action: RevisionAction | None = RevisionAction.EDIT,
) -> ChunkChange:
    """What ingest makes of an edit, with `metadata_cases.chunk`'s analysis: words and letters."""
    chunk = seen.chunk
    if words is not None:
        chunk = replace(chunk, content=words, morphemes=words, edited=words != seen.original)
    if clauses is not None:
        chunk = replace(chunk, clauses=clauses)
    if disabled is not None:
        chunk = replace(chunk, disabled=disabled)
    return ChunkChange(
        chunk=chunk,
        original=seen.original,
        seen=seen,
        action=action if words is not None else None,
        restored=None,
        lengths={MORPHEMES: len(chunk.content.split()), BIGRAMS: len(chunk.content)},
        counted_out={MORPHEMES: seen.chunk.content.split(), BIGRAMS: tuple(seen.chunk.content)},
        counted_in={MORPHEMES: chunk.content.split(), BIGRAMS: tuple(chunk.content)},
    )


class EditsContract(MetadataCases):
    """What a person does to chunks."""

    async def _first(self, metadata: Metadata, document_id: str) -> ChunkRecord:
        found, _ = await metadata.edits.list(document_id, limit=1)
        return found[0]

    async def test_chunks_are_listed_by_page_with_their_links(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, *"abcde")
            everything, total = await metadata.edits.list(uid(10))
            assert ([item.chunk.content for item in everything], total) == (list("abcde"), 5)
            page, total = await metadata.edits.list(uid(10), offset=1, limit=2)
            assert ([item.chunk.content for item in page], total) == (["b", "c"], 5)
            ids = [item.chunk.id for item in everything]
            assert [item.next_id for item in everything] == [*ids[1:], None]
            assert [item.previous_id for item in everything] == [None, *ids[:-1]]
            assert {(item.revision, item.indexing) for item in everything} == {(0, False)}
            assert await metadata.edits.get(ids[2]) == everything[2]
            with pytest.raises(NotFound):
                await metadata.edits.get(uid(77))

    async def test_an_edit_is_what_everybody_reads_and_the_slice_stays(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금 지급", "면책 사유", clauses=["article:43"])
            seen = await self._first(metadata, uid(10))
            edited = await metadata.edits.apply(
                change_of(seen, "보험금 청구 기한", clauses=("article:44",)), 400.0
            )
            assert (edited.chunk.content, edited.original) == ("보험금 청구 기한", "보험금 지급")
            assert (edited.chunk.edited, edited.revision, edited.indexing) == (True, 1, True)
            assert (edited.chunk.start, edited.chunk.end) == (seen.chunk.start, seen.chunk.end)
            assert await metadata.chunks.chunks([seen.chunk.id]) == {seen.chunk.id: edited.chunk}
            assert (await metadata.versions.chunks(uid(11)))[0] == edited.chunk
            assert await metadata.chunks.clause_chunks([BASE], "article:44") == [edited.chunk]
            assert len(await metadata.chunks.clause_chunks([BASE], "article:43")) == 1
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금", "지급", "청구"])
            assert statistics.document_frequency == {"보험금": 1, "청구": 1}
            assert (statistics.chunks, statistics.average_length) == (2, 2.5)
            job = await self.claim(metadata, now=500.0)
            assert (job.kind, job.chunk_id, job.document_id) == (
                JobKind.REINDEX_CHUNK,
                seen.chunk.id,
                uid(10),
            )
            await metadata.jobs.finish(job)
            assert not (await metadata.edits.get(seen.chunk.id)).indexing

    async def test_every_text_of_a_chunk_is_kept(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "a b")
            seen = await self._first(metadata, uid(10))
            for number, words in enumerate(("c", "d", "a b"), start=1):
                seen = await metadata.edits.apply(change_of(seen, words), 400.0 + number)
            assert (seen.revision, seen.chunk.edited, seen.chunk.content) == (3, False, "a b")
            history = await metadata.edits.history(seen.chunk.id)
            assert [(item.number, item.content, item.created_at) for item in history] == [
                (1, "c", 401.0),
                (2, "d", 402.0),
                (3, None, 403.0),
            ]
            job = await self.claim(metadata, now=500.0)
            await metadata.jobs.finish(job)
            assert await metadata.jobs.claim("me", 501.0, LEASE) is None, "three edits wait as one job"

    async def test_a_disabled_chunk_is_out_of_search_and_statistics_until_it_is_enabled(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금 지급", "면책", clauses=["article:43"])
            seen = await self._first(metadata, uid(10))
            off = await metadata.edits.apply(change_of(seen, disabled=True), 400.0)
            assert (off.chunk.disabled, off.revision) == (True, 0)
            assert await metadata.chunks.chunks([seen.chunk.id]) == {}
            assert len(await metadata.chunks.clause_chunks([BASE], "article:43")) == 1
            (rest,) = await metadata.chunks.neighbours(seen.chunk, 2)
            assert rest.content == "면책"
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금", "면책"])
            assert (statistics.chunks, statistics.document_frequency) == (1, {"면책": 1})
            assert statistics.average_length == 1.0
            assert (await metadata.edits.list(uid(10)))[1] == 2, "its editor still sees it"
            assert await metadata.versions.live() == {BASE: {uid(11): 2}}
            await metadata.edits.apply(change_of(off, disabled=False), 401.0)
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["보험금", "면책"])
            assert (statistics.chunks, statistics.document_frequency) == (2, {"보험금": 1, "면책": 1})

    async def test_two_people_cannot_change_the_same_text(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "a", "b")
            seen = await self._first(metadata, uid(10))
            await metadata.edits.apply(change_of(seen, "c"), 400.0)
            with pytest.raises(Conflict):
                await metadata.edits.apply(change_of(seen, "d"), 401.0)
            assert (await metadata.edits.get(seen.chunk.id)).chunk.content == "c"
            assert len(await metadata.edits.history(seen.chunk.id)) == 1

    async def test_no_edit_while_the_document_is_parsed_or_gone(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "a")
            seen = await self._first(metadata, uid(10))
            await self.submit(metadata, 20, file_key=key("b"))
            with pytest.raises(Conflict):
                await metadata.edits.apply(change_of(seen, "c"), 400.0)
            await metadata.documents.request_cancel(uid(10), 410.0)
            await metadata.edits.apply(change_of(seen, "c"), 420.0)
            await metadata.documents.request_delete(uid(10), 430.0)
            with pytest.raises(NotFound):
                await metadata.edits.apply(change_of(seen, "d"), 440.0)
            with pytest.raises(NotFound):
                await metadata.edits.history(seen.chunk.id)

    @pytest.mark.parametrize("seed", range(3))
    async def test_statistics_follow_every_change(self, seed: int) -> None:
        chance = random.Random(seed)
        words = ["보험금", "지급", "면책", "사유", "청구", "기간"]
        async with self.metadata() as metadata:
            for number in (10, 20):
                texts = [" ".join(chance.choices(words, k=3)) for _ in range(3)]
                await self.live(metadata, number, *texts, source=f"{number}.md")
            for step in range(20):
                found, _ = await metadata.edits.list(uid(chance.choice((10, 20))))
                seen = chance.choice(found)
                text = " ".join(chance.choices(words, k=chance.randrange(1, 6)))
                change = (
                    change_of(seen, disabled=not seen.chunk.disabled)
                    if chance.random() < 0.3
                    else change_of(seen, text)
                )
                await metadata.edits.apply(change, 400.0 + step)
            enabled: list[Chunk] = []
            for number in (10, 20):
                records, _ = await metadata.edits.list(uid(number))
                enabled += [item.chunk for item in records if not item.chunk.disabled]
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, words)
            expected = Counter(word for item in enabled for word in set(item.content.split()))
            assert statistics.document_frequency == expected
            assert statistics.chunks == len(enabled)
            if enabled:
                total = sum(len(item.content.split()) for item in enabled)
                assert statistics.average_length == pytest.approx(total / len(enabled))
            for number in (10, 20):
                await metadata.documents.request_delete(uid(number), 500.0)
            for field in (MORPHEMES, BIGRAMS):
                rest = await metadata.chunks.term_statistics([BASE], field, [*words, *"".join(words)])
                assert (rest.chunks, rest.document_frequency, rest.average_length) == (0, {}, 0.0)

    async def test_parents_are_stored_and_neither_listed_nor_counted(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10)
            job = await self.claim(metadata)
            version = indexed(uid(10), uid(11), "a b", "c")
            parents = [
                replace(
                    version.chunks[0],
                    id=uid(900 + number),
                    chunk_type=ChunkType.PARENT_TEXT,
                    seq=number,
                    content=words,
                    clauses=(),
                )
                for number, words in enumerate(("a b c", "d"))
            ]
            children = [replace(item, parent_id=uid(900)) for item in version.chunks]
            version = replace(version, chunks=[*children, *parents], lengths=[*version.lengths, {}, {}])
            assert await metadata.versions.activate(job, version, 300.0)
            assert (await metadata.documents.get(uid(10))).chunks == 2
            assert await metadata.versions.live() == {BASE: {uid(11): 2}}
            assert list(await metadata.versions.chunks(uid(11))) == [*children, *parents]
            assert [item.chunk for item in (await metadata.edits.list(uid(10)))[0]] == children
            assert await metadata.chunks.children([uid(900), uid(901)]) == children
            assert await metadata.chunks.chunks([uid(900)]) == {uid(900): parents[0]}
            assert await metadata.chunks.neighbours(children[0], 3) == children
            first, second = [await metadata.edits.get(uid(900 + number)) for number in (0, 1)]
            assert (first.previous_id, first.next_id) == (None, uid(901))
            assert (second.previous_id, second.next_id) == (uid(900), None)
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["d"])
            assert (statistics.chunks, statistics.document_frequency) == (2, {})
            await metadata.documents.request_delete(uid(10), 400.0)
            statistics = await metadata.chunks.term_statistics([BASE], MORPHEMES, ["a"])
            assert (statistics.chunks, statistics.average_length) == (0, 0.0)

    async def test_a_version_without_an_index_is_stored_and_not_counted(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10)
            version = replace(indexed(uid(10), uid(11), "a b"), chunks_with_term=None)
            assert await metadata.versions.activate(await self.claim(metadata), version, 300.0)
            assert (await metadata.documents.get(uid(10))).chunks == 1
            assert await metadata.versions.live() == {}
            seen = await self._first(metadata, uid(10))
            edited = await metadata.edits.apply(change_of(seen, "c"), 400.0)
            assert (edited.chunk.content, edited.indexing) == ("c", False)
            assert (await metadata.chunks.term_statistics([BASE], MORPHEMES, ["a", "c"])).chunks == 0
            await metadata.documents.request_delete(uid(10), 500.0)
            assert (await metadata.chunks.term_statistics([BASE], MORPHEMES, ["a"])).chunks == 0

    async def test_an_edit_kept_by_a_new_version_brings_its_history(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "a", "b")
            seen = await self._first(metadata, uid(10))
            seen = await metadata.edits.apply(change_of(seen, "c"), 400.0)
            assert await metadata.edits.changed(uid(11)) == [seen]
            await metadata.jobs.finish(await self.claim(metadata, now=410.0))
            await self.submit(metadata, 20, force=True)
            version = indexed(uid(10), uid(21), "c", "b")
            chunks = [replace(version.chunks[0], edited=True), version.chunks[1]]
            kept = {chunks[0].id: KeptEdit(seen.chunk.id, "a")}
            job = await self.claim(metadata, now=420.0)
            version = replace(version, chunks=chunks, kept=kept, stages=(StageNote("chunk", "done", 1.5),))
            assert await metadata.versions.activate(job, version, 430.0)
            new = await self._first(metadata, uid(10))
            assert (new.chunk, new.original, new.revision) == (chunks[0], "a", 2)
            history = await metadata.edits.history(new.chunk.id)
            assert [(item.number, item.action, item.content) for item in history] == [
                (1, RevisionAction.EDIT, "c"),
                (2, RevisionAction.CARRY, "c"),
            ]
            assert (await metadata.documents.get(uid(10))).stages == (StageNote("chunk", "done", 1.5),)
            await metadata.versions.drop(uid(11))
            with pytest.raises(NotFound):
                await metadata.edits.history(seen.chunk.id)

    async def test_settings_of_a_base_change(self) -> None:
        async with self.metadata() as metadata:
            base = await metadata.bases.get(BASE)
            changed = replace(base, chunking={"chunk_size": 300}, vector=False, wiki=True, graph=True)
            changed = replace(changed, enrichment={"questions": True})
            assert await metadata.bases.configure(changed) == changed
            assert await metadata.bases.get(BASE) == changed
            with pytest.raises(NotFound):
                await metadata.bases.configure(BaseRecord(id=uid(2), name="other"))

    async def test_a_document_that_must_be_known(self) -> None:
        async with self.metadata() as metadata:
            with pytest.raises(NotFound):
                await self.submit(metadata, 10, only_known=True)
            await self.live(metadata, 20, "a")
            document, work = await self.submit(metadata, 30, only_known=True, force=True)
            assert (document.id, work) == (uid(20), True)

    async def test_a_failure_keeps_the_notes_of_its_stages(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10)
            note = StageNote("chunk", "failed", 2.0, {"chunks_planned": 0})
            await metadata.jobs.fail(await self.claim(metadata), "chunking_failed", "no", 300.0, [note])
            assert (await metadata.documents.get(uid(10))).stages == (note,)
