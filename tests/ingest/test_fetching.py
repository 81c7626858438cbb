"""Documents that come from an address: fetched by their job."""

from dataclasses import dataclass, field, replace

import anyio
import pytest

from pincite.core.addresses import WebAddress, check_url
from pincite.core.errors import FetchFailed, FetchUnavailable, InvalidInput, UrlRefused
from pincite.core.types import DocumentStatus
from pincite.ingest import IngestService, Pace, Stores
from pincite.ingest.operations import Operations
from pincite.ports.documents import DocumentChange
from pincite.ports.fetching import WebAnswer, unfetched_key
from pincite.ports.records import BaseKind, DocumentRecord
from tests.ingest.standins import TOOLS, Bench

URL = "https://example.com/terms"


@dataclass
class Web:
    """A `Fetcher` of one page at a time."""

    text: str = "# Terms\n\nWar is excluded."
    failures: list[Exception] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    content_type: str = "text/plain"
    moved_to: str | None = None
    gate: anyio.Event | None = None

    def check(self, url: str) -> WebAddress:
        return check_url(url)

    async def __call__(self, url: str) -> WebAnswer:
        self.asked.append(url)
        if self.gate is not None:
            await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)
        return WebAnswer(self.moved_to or url, self.text.encode(), self.content_type)


@pytest.fixture
def web() -> Web:
    return Web()


@pytest.fixture
async def service(bench: Bench, web: Web) -> IngestService:
    service = service_of(bench, web)
    await service.create_base("terms")
    return service


def service_of(bench: Bench, web: Web | None, *, lease: float = 1_000_000.0) -> IngestService:
    stores = Stores(bench.metadata, bench.blobs, bench.index, bench.embedder)
    pace = Pace(lease=lease, retry_delay=0.01)
    return IngestService(stores, replace(TOOLS, fetch=web), pace, clock=bench.clock)


async def added(service: IngestService, url: str = URL, **said: object) -> DocumentRecord:
    record = await service.add_url("terms", url, **said)  # type: ignore[arg-type]  # any of its options
    await service.run_pending()
    return await service.get_document(record.id)


async def stages(bench: Bench, document: DocumentRecord) -> list[tuple[str, str]]:
    return [(entry.stage, entry.outcome) for entry in await bench.metadata.timeline.of(document.id)]


async def test_a_page_becomes_a_document_under_its_address(
    bench: Bench, service: IngestService, web: Web
) -> None:
    waiting = await service.add_url("terms", "HTTPS://Example.com:443/terms#top", tags=["web"], folder="a/b")
    assert (waiting.status, waiting.source, waiting.filename) == (DocumentStatus.PENDING, URL, "terms")
    assert web.asked == []
    await service.run_pending()
    document = await service.get_document(waiting.id)
    assert (document.status, document.title) == (DocumentStatus.READY, "Terms")
    assert (document.filename, document.folder, document.tags) == ("terms", "a/b", ("web",))
    assert document.size == len(web.text)
    assert set(document.custom) == {"fetched_at"}
    assert (await stages(bench, document))[:3] == [
        ("queued", "waiting"),
        ("fetch", "done"),
        ("convert", "done"),
    ]
    assert {tag for point in bench.index.points.values() for tag in point.tags} == {"web"}
    assert await service.document_text(document.id) == web.text


async def test_the_same_content_changes_nothing_and_other_content_is_a_new_version(
    bench: Bench, service: IngestService, web: Web
) -> None:
    first = await added(service)
    embedded, rows, blobs = len(bench.embedder.texts), await bench.rows(), await bench.blobs.keys()
    await service.add_url("terms", URL)
    summary = await service.run_pending()
    assert [document.id for document in summary.unchanged] == [first.id]
    assert summary.ready == []
    again = await service.get_document(first.id)
    assert (again.status, again.active_version_id) == (DocumentStatus.READY, first.active_version_id)
    assert again.pending_version_id is None
    assert len(bench.embedder.texts) == embedded
    kept = await bench.rows()
    assert {**kept, "document_events": 0} == {**rows, "document_events": 0}
    assert await bench.blobs.keys() == blobs
    web.text = "# Terms\n\nWar is included."
    changed = await added(service)
    assert changed.active_version_id != first.active_version_id
    assert "included" in await service.document_text(changed.id)
    assert len(bench.index.points) == 2
    assert len(await service.list_documents("terms")) == 1


async def test_while_it_waits_to_be_fetched_the_same_address_waits_once(
    service: IngestService, web: Web
) -> None:
    one = await service.add_url("terms", URL)
    two = await service.add_url("terms", f"{URL}#part")
    assert one.id == two.id
    await service.run_pending()
    assert web.asked == [URL]


async def test_a_failed_fetch_fails_the_document_and_leaves_nothing(
    bench: Bench, service: IngestService, web: Web
) -> None:
    web.failures = [FetchFailed("The server answered with HTTP 404; nothing was indexed.")]
    document = await added(service)
    assert (document.status, document.error_code) == (DocumentStatus.FAILED, "fetch_failed")
    assert document.error_message == "The server answered with HTTP 404; nothing was indexed."
    assert web.asked == [URL]  # once: a missing page does not come back by asking
    assert (bench.index.points, await bench.blobs.keys()) == ({}, set())
    assert (await stages(bench, document))[1:] == [("fetch", "failed"), ("failed", "done")]
    assert (await added(service)).status is DocumentStatus.READY


async def test_a_failed_fetch_leaves_what_was_live(bench: Bench, service: IngestService, web: Web) -> None:
    live = await added(service)
    web.failures = [UrlRefused("10.0.0.1 is no public address.")]
    failed = await added(service)
    assert (failed.status, failed.error_code) == (DocumentStatus.FAILED, "url_refused")
    assert failed.active_version_id == live.active_version_id
    assert len(bench.index.points) == 2
    mended = await added(service)
    assert (mended.status, mended.error_code) == (DocumentStatus.READY, None)
    assert mended.active_version_id == live.active_version_id


async def test_a_busy_server_is_asked_again_and_then_given_up(
    bench: Bench, service: IngestService, web: Web
) -> None:
    busy = FetchUnavailable("The server answered with HTTP 503; nothing was indexed.")
    web.failures = [busy, busy]
    document = await added(service)
    assert (document.status, len(web.asked)) == (DocumentStatus.READY, 3)
    assert [stage for stage, _ in await stages(bench, document)][:4] == ["queued", "retry", "retry", "fetch"]
    web.failures = [busy] * 3
    document = await added(service)
    assert (document.status, document.error_code) == (DocumentStatus.FAILED, "fetch_unavailable")


@pytest.mark.parametrize(("asked", "waits"), [(600.0, 600.0), (1e9, 3600.0)])
async def test_a_busy_server_is_asked_again_when_it_says_and_within_the_hour(
    bench: Bench, service: IngestService, web: Web, asked: float, waits: float
) -> None:
    web.failures = [FetchUnavailable("The server answered with HTTP 429.", retry_after=asked)]
    bench.clock.step = 0.0
    record = await service.add_url("terms", URL)
    assert (await service.run_pending()).postponed
    assert await bench.metadata.jobs.next_due() == bench.clock.now + waits
    assert web.asked == [URL]
    bench.clock.now += waits
    await service.run_pending()
    assert (await service.get_document(record.id)).status is DocumentStatus.READY
    assert len(web.asked) == 2


async def test_a_server_that_asks_for_no_pause_gets_one_all_the_same(
    bench: Bench, service: IngestService, web: Web
) -> None:
    web.failures = [FetchUnavailable("The server answered with HTTP 503.", retry_after=0.0)]
    bench.clock.step = 0.0
    await service.add_url("terms", URL)
    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(service.run_pending)
            while (due := await bench.metadata.jobs.next_due()) in (None, bench.clock.now):  # noqa: ASYNC110
                await anyio.sleep(0.01)
            assert due == bench.clock.now + 0.01
            bench.clock.step = 1.0
    assert len(web.asked) == 2


async def test_what_is_fetched_is_not_fetched_again_when_a_later_stage_fails(
    bench: Bench, service: IngestService, web: Web
) -> None:
    bench.embedder.failures = [FetchUnavailable("the encoder is away")]
    assert (await added(service)).status is DocumentStatus.READY
    assert web.asked == [URL]


async def test_a_crash_behind_the_fetch_does_not_fetch_again(
    bench: Bench, service: IngestService, web: Web
) -> None:
    class Killed(BaseException):
        pass

    async def die() -> None:
        raise Killed

    record = await service.add_url("terms", URL)
    bench.embedder.before = die
    with pytest.raises(BaseException) as ended:
        await service.run_pending()
    assert "Killed" in repr(ended.value)
    bench.embedder.before = None
    web.text = "# Other"
    await service_of(bench, web).run_pending()
    assert web.asked == [URL]
    assert "War is excluded" in await service.document_text(record.id)


async def test_cancelling_ends_a_fetch_that_hangs(bench: Bench, web: Web) -> None:
    web.gate = anyio.Event()
    bench.clock.step = 0.0
    service = service_of(bench, web, lease=0.3)
    await service.create_base("terms")
    record = await service.add_url("terms", URL)
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(service.run_pending)
            while not web.asked:  # noqa: ASYNC110 - the fetch tells nobody that it has begun
                await anyio.sleep(0.01)
            await Operations(bench.metadata, bench.clock).cancel(record.id)
    assert (await service.get_document(record.id)).status is DocumentStatus.CANCELLED
    assert await bench.blobs.keys() == set()


async def test_deleting_it_leaves_nothing(bench: Bench, service: IngestService, web: Web) -> None:
    document = await added(service)
    web.failures = [FetchFailed("gone")]
    await added(service)
    await service.remove_document(document.id)
    await service.run_pending()
    assert sum({**(await bench.rows()), "base_totals": 0}.values()) == 0
    assert (bench.index.points, await bench.blobs.keys()) == ({}, set())
    assert (await added(service)).status is DocumentStatus.READY


async def test_parsing_again_reads_what_was_fetched_and_fetches_what_was_not(
    service: IngestService, web: Web
) -> None:
    document = await added(service)
    await service.reparse(document.id)
    await service.run_pending()
    assert web.asked == [URL]
    web.failures = [FetchFailed("gone")]
    lost = await added(service, "https://example.com/other")
    await service.reparse(lost.id)
    await service.run_pending()
    assert (await service.get_document(lost.id)).status is DocumentStatus.READY
    assert len(web.asked) == 3


async def test_tags_and_values_reach_a_page_that_did_not_change(
    bench: Bench, service: IngestService, web: Web
) -> None:
    await added(service, tags=["old"])
    document = await added(service, tags=["new"], change=DocumentChange(custom={"owner": "Kim"}))
    assert document.tags == ("new",)
    assert set(document.custom) == {"fetched_at", "owner"}
    assert {tag for point in bench.index.points.values() for tag in point.tags} == {"new"}
    web.moved_to = "https://example.com/terms-2025"
    assert (await added(service)).custom["fetched_from"] == web.moved_to
    web.moved_to = None
    assert "fetched_from" not in (await added(service)).custom


async def test_a_page_in_the_place_of_a_file_is_refused(service: IngestService, web: Web) -> None:
    web.content_type, web.text = "application/pdf", "<!doctype html><p>Please sign in</p>"
    document = await added(service)
    assert (document.status, document.error_code) == (DocumentStatus.FAILED, "fetch_failed")
    assert "application/pdf" in (document.error_message or "")


async def test_no_upload_can_make_the_server_fetch(service: IngestService, web: Web) -> None:
    for data in (unfetched_key(URL).encode(), f"[InternetShortcut]\nURL={URL}\n".encode()):
        record = await service.add_bytes("terms", "a.url", data, source=URL)
        await service.run_pending()
        assert (await service.get_document(record.id)).status is DocumentStatus.READY
    assert web.asked == []


async def test_what_cannot_be_taken_is_refused_before_anything_is_stored(
    bench: Bench, service: IngestService
) -> None:
    for url in ("http://127.0.0.1/", "file:///etc/passwd", "http://user:pw@example.com/", "not an address"):
        with pytest.raises(UrlRefused):
            await service.add_url("terms", url)
    await service.create_base("faq", kind=BaseKind.FAQ)
    with pytest.raises(InvalidInput, match="FAQ base"):
        await service.add_url("faq", URL)
    with pytest.raises(InvalidInput):
        await service.add_url("terms", URL, chunking={"size": 3})
    with pytest.raises(UrlRefused, match="turned off"):
        await service_of(bench, None).add_url("terms", URL)
    assert sum((await bench.rows()).values()) == 0
