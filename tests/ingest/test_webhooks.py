"""Calls that tell other systems how an ingest ended, over a real socket."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import anyio
import pytest
from sqlalchemy import select

from pincite.adapters.http_post import post
from pincite.adapters.sql.tables import webhook_deliveries
from pincite.core.errors import InvalidInput, NotFound, TemporaryFailure, UrlRefused
from pincite.core.types import DocumentStatus
from pincite.ingest import webhooks
from pincite.ingest.operations import Operations
from pincite.ingest.webhooks import MAX_ATTEMPTS, Deliverer, check_address, signature
from tests.ingest.standins import Bench


class Receiver:
    """A server that notes what it is sent and answers with the next of ``statuses``."""

    def __init__(self) -> None:
        self.calls: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append((dict(self.headers.items()), body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 204)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                return None

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, args=(0.01,))
    thread.start()
    yield receiver
    receiver.server.shutdown()
    thread.join()
    receiver.server.server_close()


async def test_a_receiver_hears_how_each_document_ended_and_can_check_the_signature(
    bench: Bench, receiver: Receiver
) -> None:
    service = bench.service()
    await service.create_base("terms")
    made = await Operations(bench.metadata, bench.clock).add_webhook(receiver.url)
    await service.add_bytes("terms", "good.md", b"# Terms\n\nWar is excluded.")
    await service.add_bytes("terms", "bad.bin", b"\x00")
    await service.run_pending()
    await Deliverer(bench.metadata.webhooks, post, bench.clock).drain()
    told = {json.loads(body)["document"]["filename"]: json.loads(body) for _, body in receiver.calls}
    assert told["good.md"]["event"] == "document.ready"
    assert told["bad.bin"]["event"] == "document.failed"
    assert told["bad.bin"]["document"]["error_code"] == "unsupported_format"
    headers, body = receiver.calls[0]
    moment, digest = (part.split("=")[1] for part in headers["Pincite-Signature"].split(","))
    expected = hmac.new(made.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert digest == expected
    assert headers["Pincite-Delivery"] == json.loads(body)["id"]
    assert await bench.metadata.webhooks.next_due() is None


@pytest.mark.parametrize("when", ["waiting", "running", "failing"])
async def test_what_is_cancelled_is_told_once_and_stands_once_in_its_time_line(
    bench: Bench, receiver: Receiver, when: str
) -> None:
    service = bench.service()
    operations = Operations(bench.metadata, bench.clock)
    await service.create_base("terms")
    await operations.add_webhook(receiver.url)
    document = await service.add_bytes("terms", "a.md", b"# Terms\n\nWar is excluded.")

    async def cancel() -> None:
        bench.embedder.before = None
        await operations.cancel(document.id)
        if when == "failing":
            raise ZeroDivisionError("boom")

    if when == "waiting":
        await operations.cancel(document.id)
    else:
        bench.embedder.before = cancel
    await service.run_pending()
    await Deliverer(bench.metadata.webhooks, post, bench.clock).drain()
    assert [json.loads(body)["event"] for _, body in receiver.calls] == ["document.cancelled"]
    assert json.loads(receiver.calls[0][1])["document"]["filename"] == "a.md"
    entries = [entry.stage for entry in await operations.timeline(document.id)]
    assert (entries.count("cancelled"), entries[-1]) == (1, "cancelled")
    assert (await service.get_document(document.id)).status is DocumentStatus.CANCELLED
    assert bench.index.points == {}


async def test_a_cancelled_document_does_not_seem_to_go_on_until_the_worker_notices(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", b"# Terms\n\nWar is excluded.")
    job = await bench.metadata.jobs.claim("worker", bench.clock(), 1_000.0)
    assert job is not None
    await Operations(bench.metadata, bench.clock).cancel(document.id)
    await bench.metadata.documents.set_status(job, DocumentStatus.INDEXING, bench.clock())
    assert (await service.get_document(document.id)).status is DocumentStatus.CANCELLED


async def test_a_receiver_that_fails_is_called_again_later_and_then_no_more(
    bench: Bench, receiver: Receiver
) -> None:
    service = bench.service()
    await service.create_base("terms")
    await Operations(bench.metadata, bench.clock).add_webhook(receiver.url)
    await service.add_bytes("terms", "a.md", b"# Terms\n\nWar is excluded.")
    await service.run_pending()
    deliverer = Deliverer(bench.metadata.webhooks, post, bench.clock)
    receiver.statuses = [500] * MAX_ATTEMPTS
    waits = []
    while (due := await bench.metadata.webhooks.next_due()) is not None:
        waits.append(due - bench.clock.now)
        bench.clock.now = max(bench.clock.now, due)
        assert await deliverer.drain() == 0
    assert len(receiver.calls) == MAX_ATTEMPTS
    assert waits[1:] == sorted(waits[1:])
    assert len({json.loads(body)["id"] for _, body in receiver.calls}) == 1


async def test_a_receiver_that_hangs_holds_up_no_other(
    bench: Bench, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = bench.service()
    await service.create_base("terms")
    operations = Operations(bench.metadata, bench.clock)
    await operations.add_webhook("http://silent.example/")
    await operations.add_webhook(receiver.url)
    await service.add_bytes("terms", "a.md", b"# Terms\n\nWar is excluded.")
    await service.run_pending()
    monkeypatch.setattr(webhooks, "_SECONDS", 0.2)

    async def to(url: str, body: bytes, headers: Mapping[str, str]) -> int:
        if "silent" in url:
            await anyio.sleep_forever()
        return await post(url, body, headers)

    assert await Deliverer(bench.metadata.webhooks, to, bench.clock).drain() == 1
    assert len(receiver.calls) == 1
    assert await bench.metadata.webhooks.next_due() is not None


async def test_a_redirect_is_not_followed_and_nobody_there_is_a_passing_failure(receiver: Receiver) -> None:
    receiver.statuses = [302]
    assert await post(receiver.url, b"{}", {}) == 302
    with pytest.raises(TemporaryFailure):
        await post("http://127.0.0.1:9/", b"{}", {}, timeout=2.0)


METADATA = [
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.1.1/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://2852039166/",
    "http://0xa9.0xfe.0xa9.0xfe/",
    "http://0.0.0.0/",
    "http://224.0.0.1/",
]


@pytest.mark.parametrize("url", METADATA)
async def test_no_webhook_calls_link_local_or_metadata_addresses(bench: Bench, url: str) -> None:
    with pytest.raises(UrlRefused) as refused:
        await Operations(bench.metadata).add_webhook(url)
    assert refused.value.code == "url_refused"
    with pytest.raises(UrlRefused):  # as one set before that rule
        await post(url, b"{}", {}, timeout=2.0)


@pytest.mark.parametrize("inner", ["169.254.169.254", "fe80::1", "100.100.100.200", "::ffff:169.254.169.254"])
async def test_a_name_that_leads_there_is_not_called_and_the_call_says_why(
    bench: Bench, receiver: Receiver, inner: str
) -> None:
    service = bench.service()
    await service.create_base("terms")
    port = receiver.server.server_port
    await Operations(bench.metadata, bench.clock).add_webhook(f"http://rebound.example:{port}/hook")
    await service.add_bytes("terms", "a.md", b"# Terms\n\nWar is excluded.")
    await service.run_pending()
    places = ["127.0.0.1", inner]

    async def resolve(host: str, _port: int) -> list[str]:
        return places if host == "rebound.example" else []

    async def to(url: str, body: bytes, headers: Mapping[str, str]) -> int:
        return await post(url, body, headers, resolve=resolve)

    deliverer = Deliverer(bench.metadata.webhooks, to, bench.clock)
    assert await deliverer.drain() == 0
    assert receiver.calls == []
    async with bench.metadata.database.read() as connection:
        (error,) = (await connection.scalars(select(webhook_deliveries.c.error))).all()
    assert error.startswith("url_refused")
    places.pop()
    bench.clock.now += 1_000
    assert await deliverer.drain() == 1
    assert receiver.calls[0][0]["Host"] == f"rebound.example:{port}"


async def test_a_proxy_calls_names_that_only_it_knows(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", receiver.url.removesuffix("/hook"))

    async def unknown(_host: str, _port: int) -> list[str]:
        raise OSError("no such host")

    assert await post("http://hooks.example/hook", b"{}", {}, resolve=unknown) == 204
    assert receiver.calls[0][0]["Host"] == "hooks.example"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/x",
        "example.org",
        "http:///path",
        "https://user:pass@example.org/",
        "",
        "http://[",
        "http://a:99999/",
        "http://a:0/",
        "http://a:b/",
        "http://a/\r\nX: y",
        "http://a b/",
        " http://a/",
        "http://\0/",
        "http://a..b/",
        "http://a/" + "x" * 3000,
    ],
)
async def test_an_address_that_cannot_be_called_is_refused(bench: Bench, url: str) -> None:
    with pytest.raises(InvalidInput):
        await Operations(bench.metadata).add_webhook(url)
    with pytest.raises(NotFound):
        await Operations(bench.metadata).add_webhook("https://example.org/", base="nowhere")
    assert check_address("http://10.0.0.5/hook")
    assert check_address("http://[::1]:8080/hook?x=1")
    assert check_address("https://알림.example/hook")


def test_a_signature_depends_on_time_body_and_secret() -> None:
    seen = {signature(*one) for one in [("s", 1, b"a"), ("s", 2, b"a"), ("s", 1, b"b"), ("t", 1, b"a")]}
    assert len(seen) == 4
