"""Metadata contract: where bases lie, and how they move."""

import pytest

from pincite.core.errors import NotFound
from pincite.ports.metadata import Metadata
from pincite.ports.rebuilds import Placement
from pincite.ports.records import BaseRecord, JobKind
from pincite.testing.metadata_cases import BASE, LEASE, MetadataCases, uid


async def placement(metadata: Metadata, base_id: str = BASE) -> Placement:
    return (await metadata.rebuilds.placements([base_id]))[base_id]


class RebuildsContract(MetadataCases):
    """`pincite.ports.rebuilds.Rebuilds`."""

    async def test_a_new_base_lies_in_the_first_index(self) -> None:
        async with self.metadata() as metadata:
            await metadata.bases.create(BaseRecord(id=uid(2), name="other"))
            assert await placement(metadata) == Placement(BASE)
            assert set(await metadata.rebuilds.placements()) == {BASE, uid(2)}
            assert await metadata.rebuilds.placements([uid(99)]) == {}
            assert await metadata.rebuilds.placements([]) == {}

    async def test_a_base_is_settled_elsewhere_until_something_of_it_was_indexed(self) -> None:
        async with self.metadata() as metadata:
            assert await metadata.rebuilds.settle(BASE, "a")
            assert (await metadata.bases.get(BASE)).store == "a"
            await self.live(metadata, 10, "보험금 지급")
            assert not await metadata.rebuilds.settle(BASE, "b")
            assert (await placement(metadata)).store == "a"
            assert not await metadata.rebuilds.settle(uid(99), "b")

    async def test_a_swap_is_one_step_and_knows_the_index_that_was_built(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "보험금 지급")
            begun = await metadata.rebuilds.begin(BASE, "a", "toy-2", 400.0)
            assert begun == Placement(BASE, "", "toy-1", "a", "toy-2")
            assert begun.stores == ("", "a")
            assert not await metadata.rebuilds.swap(BASE, "b")
            assert await metadata.rebuilds.swap(BASE, "a")
            assert await placement(metadata) == Placement(BASE, "a", "toy-2")
            assert not await metadata.rebuilds.swap(BASE, "a")
            record = await metadata.bases.get(BASE)
            assert (record.store, record.embedding_identity, record.next_store) == ("a", "toy-2", None)

    async def test_a_base_without_vectors_has_no_space_after_a_swap(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.bases.create(BaseRecord(id=BASE, name="empty"))
            await metadata.bases.create(BaseRecord(id=uid(2), name="words", vector=False))
            for base_id in (BASE, uid(2)):
                await metadata.rebuilds.begin(base_id, "a", "toy-2", 400.0)
                assert await metadata.rebuilds.swap(base_id, "a")
                assert await placement(metadata, base_id) == Placement(base_id, "a")

    async def test_beginning_again_goes_on_and_for_another_encoder_begins_anew(self) -> None:
        async with self.metadata() as metadata:
            await metadata.rebuilds.begin(BASE, "a", "toy-2", 400.0)
            assert (await metadata.rebuilds.begin(BASE, "b", "toy-2", 410.0)).next_store == "a"
            assert (await metadata.rebuilds.begin(BASE, "c", "toy-3", 420.0)).next_store == "c"
            with pytest.raises(NotFound):
                await metadata.rebuilds.begin(uid(99), "a", "toy-2", 430.0)
            await metadata.bases.request_delete(BASE, 440.0)
            with pytest.raises(NotFound):
                await metadata.rebuilds.begin(BASE, "a", "toy-2", 450.0)
            assert (await placement(metadata)).next_store == "c"  # its points must go from there too

    async def test_beginning_calls_what_waits_for_it(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata)
            await metadata.jobs.retry(await self.claim(metadata), "another encoder", 9_000.0)
            assert await metadata.jobs.claim("me", 400.0, LEASE) is None
            await metadata.rebuilds.begin(BASE, "a", "toy-2", 400.0)
            assert (await self.claim(metadata, now=400.0)).kind is JobKind.INGEST

    async def test_versions_are_enqueued_once_and_only_live_ones(self) -> None:
        async with self.metadata() as metadata:
            first = await self.live(metadata, 10, "하나")
            second = await self.live(metadata, 20, "둘", source="b.md")
            await metadata.documents.request_delete(second.id, 310.0)
            await metadata.jobs.finish(await self.claim(metadata, now=320.0))
            for _ in range(2):
                await metadata.rebuilds.enqueue(BASE, [uid(11), uid(21), uid(99)], 400.0)
            assert await metadata.rebuilds.waiting(BASE) == 1
            job = await self.claim(metadata, now=410.0)
            assert (job.kind, job.document_id, job.version_id) == (JobKind.REINDEX, first.id, uid(11))
            assert await metadata.rebuilds.waiting(BASE) == 1  # at work
            await metadata.jobs.finish(job)
            assert await metadata.rebuilds.waiting(BASE) == 0
            await metadata.rebuilds.enqueue(BASE, [], 420.0)
            assert await metadata.jobs.next_due() is None

    async def test_a_pause_empties_the_queue_and_giving_up_forgets(self) -> None:
        async with self.metadata() as metadata:
            await self.live(metadata, 10, "하나")
            await self.live(metadata, 20, "둘", source="b.md")
            await self.submit(metadata, 30, source="c.md")
            await metadata.rebuilds.begin(BASE, "a", "toy-2", 400.0)
            await metadata.rebuilds.enqueue(BASE, [uid(11), uid(21)], 400.0)
            ingest = await self.claim(metadata, now=410.0)
            at_work = await self.claim(metadata, now=410.0)
            assert (ingest.kind, at_work.kind) == (JobKind.INGEST, JobKind.REINDEX)
            await metadata.rebuilds.pause(BASE)
            assert await metadata.jobs.beat(at_work, 420.0, LEASE) is True
            assert await metadata.jobs.beat(ingest, 420.0, LEASE) is False
            assert await metadata.rebuilds.waiting(BASE) == 1
            await metadata.jobs.cancel(at_work, 430.0)
            assert (await metadata.documents.get(uid(10))).status == "ready"
            assert (await placement(metadata)).next_store == "a"
            await metadata.rebuilds.enqueue(BASE, [uid(11)], 440.0)
            await metadata.rebuilds.give_up(BASE)
            assert await metadata.rebuilds.waiting(BASE) == 0
            assert await placement(metadata) == Placement(BASE, "", "toy-1")
