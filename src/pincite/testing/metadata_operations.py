"""Metadata contract: time lines, webhooks, and bases that wait."""

import pytest

from pincite.core.errors import NotFound
from pincite.ports.metadata import Metadata
from pincite.ports.operations import Webhook
from pincite.ports.records import JobKind, StageNote
from pincite.testing.metadata_cases import BASE, LEASE, MetadataCases, indexed, uid


class OperationsContract(MetadataCases):
    """What an operator sees and sets."""

    # --- pausing ----------------------------------------------------------------------------------

    async def test_the_documents_of_a_paused_base_wait_and_its_removals_do_not(self) -> None:
        async with self.metadata() as metadata:
            live = await self.live(metadata, 10, "보험금 지급")
            await self.submit(metadata, 20, source="b.md")
            await metadata.bases.set_paused(BASE, True)
            assert (await metadata.bases.get(BASE)).paused
            assert await metadata.jobs.next_due() is None
            assert await metadata.jobs.claim("me", 400.0, LEASE) is None
            await metadata.documents.request_delete(live.id, 410.0)
            job = await self.claim(metadata, now=420.0)
            assert job.kind is JobKind.DELETE_DOCUMENT
            await metadata.jobs.finish(job)
            await metadata.bases.set_paused(BASE, False)
            assert (await self.claim(metadata, now=430.0)).document_id == uid(20)
            with pytest.raises(NotFound):
                await metadata.bases.set_paused(uid(99), True)

    # --- time lines -------------------------------------------------------------------------------

    async def test_a_time_line_keeps_every_attempt_in_order(self) -> None:
        async with self.metadata() as metadata:
            document, _ = await self.submit(metadata, 10, now=100.0)
            job = await self.claim(metadata, now=110.0)
            await metadata.jobs.retry(job, "the index is away", 120.0)
            job = await self.claim(metadata, "killed", now=130.0)
            assert await metadata.jobs.abandon({"killed"}, 140.0) == 1
            job = await self.claim(metadata, now=150.0)
            stages = [StageNote("convert", "failed", 12.34, {"characters": 0})]
            await metadata.jobs.fail(job, "corrupt_document", "It is cut off.", 160.0, stages)
            _, work = await self.submit(metadata, 20, file_key="b" * 64, now=200.0)
            assert work
            job = await self.claim(metadata, now=210.0)
            assert await metadata.versions.activate(job, indexed(document.id, uid(21), "둘"), 220.0)

            entries = await metadata.timeline.of(document.id)
            assert [(entry.at, entry.stage, entry.outcome) for entry in entries] == [
                (100.0, "queued", "waiting"),
                (120.0, "retry", "waiting"),
                (140.0, "crash", "failed"),
                (160.0, "convert", "failed"),
                (160.0, "failed", "done"),
                (200.0, "queued", "waiting"),
                (220.0, "ready", "done"),
            ]
            assert entries[1].details == {"error": "the index is away", "attempt": 1}
            assert entries[3].milliseconds == 12.3
            assert entries[4].details == {"code": "corrupt_document", "message": "It is cut off."}
            assert {entry.version_id for entry in entries} == {uid(11), uid(21)}
            assert [entry.stage for entry in await metadata.timeline.of(document.id, limit=2)] == [
                "queued",
                "ready",
            ]

    async def test_a_time_line_goes_with_its_document(self) -> None:
        async with self.metadata() as metadata:
            document = await self.live(metadata, 10, "보험금")
            await metadata.documents.request_delete(document.id, 400.0)
            await metadata.documents.drop(document.id)
            assert await metadata.timeline.of(document.id) == []

    async def test_a_job_that_outlives_its_document_leaves_no_note_of_its_crash(self) -> None:
        async with self.metadata() as metadata:
            document, _ = await self.submit(metadata, 10)
            job = await self.claim(metadata, "killed")
            await metadata.documents.request_delete(document.id, 310.0)
            await metadata.documents.drop(document.id)
            assert await metadata.jobs.abandon({"killed"}, 320.0) == 1
            removal = await self.claim(metadata, now=330.0)
            assert removal.kind is JobKind.DELETE_DOCUMENT
            await metadata.jobs.finish(removal)
            again = await self.claim(metadata, now=330.0)
            assert (again.id, again.cancelled) == (job.id, True)
            await metadata.jobs.retry(again, "the index is away", 340.0)
            assert await metadata.timeline.of(document.id) == []

    # --- webhooks ---------------------------------------------------------------------------------

    async def hook(self, metadata: Metadata, number: int = 500, base: str | None = None) -> Webhook:
        webhook = Webhook(
            uid(number), f"https://one.example/{number}", "secret", base_id=base, created_at=1.0
        )
        return await metadata.webhooks.create(webhook)

    async def test_a_call_waits_for_every_webhook_that_hears_of_the_document(self) -> None:
        async with self.metadata() as metadata:
            every, own = await self.hook(metadata), await self.hook(metadata, 501, BASE)
            assert list(await metadata.webhooks.list()) == [every, own]
            with pytest.raises(NotFound):
                await self.hook(metadata, 502, uid(77))
            document = await self.live(metadata, 10, "보험금")
            calls = await metadata.webhooks.claim(310.0, 60.0, 10)
            assert {call.webhook for call in calls} == {every, own}
            payload = calls[0].payload
            assert payload["event"] == "document.ready"
            assert payload["document"]["id"] == document.id
            assert (payload["document"]["base"], payload["document"]["chunks"]) == ("terms", 1)
            assert await metadata.webhooks.claim(320.0, 60.0, 10) == []

    async def test_a_call_that_fails_is_made_again_until_it_is_given_up(self) -> None:
        async with self.metadata() as metadata:
            await self.hook(metadata)
            await self.live(metadata, 10, "보험금")
            assert await metadata.webhooks.next_due() == 300.0
            (call,) = await metadata.webhooks.claim(310.0, 60.0, 10)
            await metadata.webhooks.postpone(call, "HTTP 500", 400.0)
            assert await metadata.webhooks.claim(399.0, 60.0, 10) == []
            (call,) = await metadata.webhooks.claim(400.0, 60.0, 10)
            assert call.attempts == 1
            assert (await metadata.webhooks.claim(461.0, 60.0, 10))[0].id == call.id  # its worker died
            await metadata.webhooks.postpone(call, "HTTP 500", None)
            assert await metadata.webhooks.next_due() is None

    async def test_what_arrived_is_gone_and_a_removed_webhook_is_not_called(self) -> None:
        async with self.metadata() as metadata:
            first, second = await self.hook(metadata), await self.hook(metadata, 501)
            document, _ = await self.submit(metadata, 10)
            job = await self.claim(metadata)
            await metadata.jobs.cancel(job, 300.0)
            assert (await metadata.documents.get(document.id)).status.value == "cancelled"
            calls = await metadata.webhooks.claim(310.0, 60.0, 1)
            await metadata.webhooks.delivered(calls[0])
            rest = next(one for one in (first, second) if one != calls[0].webhook)
            await metadata.webhooks.delete(rest.id)
            assert await metadata.webhooks.next_due() is None
            with pytest.raises(NotFound):
                await metadata.webhooks.delete(rest.id)

    async def test_the_webhooks_of_a_base_go_with_it(self) -> None:
        async with self.metadata() as metadata:
            await self.hook(metadata, 500, BASE)
            await self.live(metadata, 10, "보험금")
            await metadata.bases.request_delete(BASE, 400.0)
            await metadata.bases.drop(BASE)
            assert await metadata.webhooks.list() == []
            assert await metadata.webhooks.next_due() is None

    async def test_no_call_tells_of_what_was_removed(self) -> None:
        async with self.metadata() as metadata:
            await self.hook(metadata)
            first = await self.live(metadata, 10, "보험금")
            second = await self.live(metadata, 20, "지급", source="b.md")
            await metadata.documents.request_delete(first.id, 400.0)
            await metadata.documents.drop(first.id)
            (call,) = await metadata.webhooks.claim(410.0, 60.0, 10)
            assert call.payload["document"]["id"] == second.id
            await metadata.webhooks.postpone(call, "HTTP 500", 420.0)
            await metadata.bases.request_delete(BASE, 430.0)
            await metadata.bases.drop(BASE)
            assert await metadata.webhooks.claim(10_000.0, 60.0, 10) == []
            assert len(await metadata.webhooks.list()) == 1
