"""What is fetched and what is not; a real server proves that nothing arrived."""

import asyncio
import gzip
import shutil
import socket
import ssl
import subprocess
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pincite.adapters.http_fetch import FetchLimits, HttpFetcher, Resolve
from pincite.core.addresses import AddressRules
from pincite.core.errors import (
    DocumentTooLarge,
    FetchFailed,
    FetchUnavailable,
    PinciteError,
    UrlRefused,
)
from tests.fetching.servers import Diverted, Names, Site, serving

PUBLIC = "93.184.216.34"
INTRANET = AddressRules(private=True)
QUICK = FetchLimits(max_bytes=200_000, connect_seconds=2.0, total_seconds=5.0)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with serving() as running:
        yield running


def payloads(port: int) -> list[str]:
    """Ways to the loopback server, and other ways inside."""
    p = port
    return [
        f"http://127.0.0.1:{p}/",
        f"http://127.1:{p}/",
        f"http://127.0.1:{p}/",
        f"http://0:{p}/",
        f"http://0.0.0.0:{p}/",
        f"http://2130706433:{p}/",
        f"http://0177.0.0.1:{p}/",
        f"http://0177.0.0.01:{p}/",
        f"http://017700000001:{p}/",
        f"http://0x7f.0.0.1:{p}/",
        f"http://0x7f000001:{p}/",
        f"http://0x7f.1:{p}/",
        f"http://127.0.0.1.:{p}/",
        f"http://127.0.0.0x1:{p}/",
        f"http://000127.0.0.1:{p}/",
        f"http://[::1]:{p}/",
        f"http://[0:0:0:0:0:0:0:1]:{p}/",
        f"http://[::]:{p}/",
        f"http://[::ffff:127.0.0.1]:{p}/",
        f"http://[::ffff:7f00:1]:{p}/",
        f"http://[::127.0.0.1]:{p}/",
        f"http://[64:ff9b::127.0.0.1]:{p}/",
        f"http://[2002:7f00:1::]:{p}/",
        f"http://[::1%25lo]:{p}/",
        f"http://[::1]evil.example:{p}/",
        f"http://[v1.loopback]:{p}/",
        f"http://localhost:{p}/",
        f"http://LocalHost.:{p}/",
        f"http://x.localhost:{p}/",
        f"http://ⓛocalhost:{p}/",
        f"http://１２７.０.０.１:{p}/",
        f"http://127。0。0。1:{p}/",
        f"http://127．0｡0.1:{p}/",
        f"http://①②⑦.0.0.1:{p}/",
        f"http://user:secret@127.0.0.1:{p}/",
        f"http://example.com@127.0.0.1:{p}/",
        f"http://example.com#@127.0.0.1:{p}/\\",
        f"http://example.com\\@127.0.0.1:{p}/",
        f"http://127.0.0.1:{p}\\@example.com/",
        f"http://example.com%00@127.0.0.1:{p}/",
        f"http://127.0.0.1%2f@example.com:{p}/",
        f"http://example.com:{p}/\r\nHost: 127.0.0.1",
        f"http://example.com\r\n@127.0.0.1:{p}/",
        f"http://exam\tple.com@127.0.0.1:{p}/",
        f"http:\\\\127.0.0.1:{p}\\",
        f"http:127.0.0.1:{p}",
        f"//127.0.0.1:{p}/",
        f"http:///127.0.0.1:{p}/",
        f"gopher://127.0.0.1:{p}/_GET%20/",
        f"ftp://127.0.0.1:{p}/",
        f"dict://127.0.0.1:{p}/info",
        f"ws://127.0.0.1:{p}/",
        f"javascript:fetch('http://127.0.0.1:{p}/')",
        "file:///etc/passwd",
        "file://localhost/etc/passwd",
        "data:text/html,<h1>x</h1>",
        "http://10.0.0.1/",
        "http://172.16.0.1/",
        "http://192.168.0.1/",
        "http://100.64.0.1/",
        "http://100.100.100.200/latest/meta-data/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "http://[fd00:ec2::254]/",
        "http://[ff02::1]/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://metadata.google.internal/",
        "http://printer/",
        "http://nas.local/",
    ]  # fmt: skip


async def nobody(host: str, port: int) -> list[str]:
    raise AssertionError(f"{host} was looked up")


async def refused(site: Site, url: str, resolve: Resolve = nobody, rules: AddressRules | None = None) -> str:
    """The sentence. A plain transport: what is not refused does arrive."""
    fetch = HttpFetcher(rules or AddressRules(), QUICK, resolve=resolve)
    with pytest.raises(UrlRefused) as error:
        await fetch(url)
    assert (site.requests, site.connections) == ([], 0)
    return error.value.message


async def test_no_spelling_of_an_inner_address_reaches_the_server(site: Site) -> None:
    site.show("/", "<p>secret</p>" * 20)
    assert len(payloads(site.port)) >= 40
    for url in payloads(site.port):
        assert await refused(site, url), url
    # The server does answer who is let in: the silence above was the guard's.
    assert (await HttpFetcher(INTRANET, QUICK)(site.url())).data.startswith(b"<p>secret")
    assert len(site.requests) == 1


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"],
        ["10.1.2.3"],
        ["169.254.169.254"],
        ["100.64.3.4"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"],
        ["fe80::1%eth0"],
        ["fd12::1"],
        [PUBLIC, "127.0.0.1"],
        ["0.0.0.0"],
    ],
)
async def test_a_public_name_that_resolves_to_an_inner_address_is_refused(
    site: Site, found: list[str]
) -> None:
    await refused(site, site.url(host="docs.example"), Names(docs_example=[found]))


async def test_the_connection_goes_to_the_address_that_was_checked(site: Site) -> None:
    """DNS rebinding: the second answer is inner. It is never asked for."""
    site.show("/page", "<p>hello</p>" * 20)
    names, diverted = Names(docs_example=[[PUBLIC], ["127.0.0.1"]]), Diverted(site)
    answer = await HttpFetcher(AddressRules(), QUICK, resolve=names, transport=diverted)(
        "https://docs.example/page?a=b c".replace(" ", "%20")
    )
    assert names.asked == ["docs.example"]
    assert diverted.dialled == [(PUBLIC, None, "docs.example")]
    assert (answer.url, answer.redirects) == ("https://docs.example/page?a=b%20c", 0)
    head = site.requests[0].lower()
    assert head.startswith("get /page?a=b%20c http/1.1")
    assert "\r\nhost: docs.example\r\n" in head
    assert "cookie" not in head
    assert "authorization" not in head


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:{port}/inner",
        "//127.0.0.1:{port}/inner",
        "http://[::ffff:127.0.0.1]:{port}/inner",
        "http://rebound.example:{port}/inner",
        "http://user@docs.example/inner",
        "file:///etc/passwd",
        "gopher://127.0.0.1:{port}/",
        "http:\\\\127.0.0.1:{port}/inner",
        "http://[",
        "//[::1",
        "http://a b/",
    ],
)
async def test_a_redirect_leads_nowhere_that_an_address_may_not(site: Site, status: int, target: str) -> None:
    site.redirect("/", target.format(port=site.port), status)
    site.show("/inner", "<p>secret</p>")
    names = Names(docs_example=[[PUBLIC]], rebound_example=[["127.0.0.1"]])
    with pytest.raises(UrlRefused):
        await HttpFetcher(AddressRules(), QUICK, resolve=names, transport=Diverted(site))(
            "http://docs.example/"
        )
    assert [head.split(" ")[1] for head in site.requests] == ["/"]


async def test_a_name_that_turns_inner_between_two_redirects_is_refused(site: Site) -> None:
    site.redirect("/", "/again")
    names = Names(docs_example=[[PUBLIC], ["127.0.0.1"]])
    with pytest.raises(UrlRefused):
        await HttpFetcher(AddressRules(), QUICK, resolve=names, transport=Diverted(site))(
            "http://docs.example/"
        )
    assert len(site.requests) == 1


async def test_redirects_are_followed_five_times_and_each_is_looked_up(site: Site) -> None:
    for number in range(5):
        site.redirect(f"/{number}", f"http://h{number + 1}.example/{number + 1}")
    site.show("/5", "<p>there</p>")
    names = Names(**{f"h{number}_example": [[f"93.184.216.{number + 1}"]] for number in range(7)})
    diverted = Diverted(site)
    fetch = HttpFetcher(AddressRules(), QUICK, resolve=names, transport=diverted)
    answer = await fetch("http://h0.example/0")
    assert (answer.url, answer.redirects) == ("http://h5.example/5", 5)
    assert [place for place, _, _ in diverted.dialled] == [f"93.184.216.{number + 1}" for number in range(6)]
    site.redirect("/5", "http://h6.example/6")
    with pytest.raises(FetchFailed, match="more than 5 times"):
        await fetch("http://h0.example/0")
    site.redirect("/loop", "/loop")
    with pytest.raises(FetchFailed):
        await fetch("http://h0.example/loop")


async def test_what_a_page_says_of_redirects_is_only_text(site: Site) -> None:
    site.show(
        "/",
        f'<meta http-equiv="refresh" content="0;url=http://127.0.0.1:{site.port}/inner">'
        f"<script>location='/inner'</script><img src='/inner'><link rel=stylesheet href='/inner'><p>hi</p>",
        refresh=f"0; url={site.url('/inner')}",
    )
    await HttpFetcher(INTRANET, QUICK)(site.url())
    assert len(site.requests) == 1


async def test_the_environment_names_no_proxy(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.show("/", "<p>direct</p>")
    async with serving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
            monkeypatch.setenv(name, proxy.url())
        await HttpFetcher(INTRANET, QUICK)(site.url())
        assert proxy.connections == 0


async def test_an_operator_opens_one_host_or_network_and_no_other(site: Site) -> None:
    site.show("/", "<p>intranet</p>")
    names = Names(wiki_corp=[["127.0.0.1"]], docs_wiki_corp=[["127.0.0.1"]], other_corp=[["127.0.0.1"]])
    for allowed, host in (
        ("wiki.corp", "wiki.corp"),
        ("WIKI.corp", "wiki.corp"),
        ("*.wiki.corp", "docs.wiki.corp"),
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.0/8", "127.0.0.1"),
    ):
        fetch = HttpFetcher(AddressRules(hosts=(allowed,)), QUICK, resolve=names)
        assert (await fetch(site.url(host=host))).data == b"<p>intranet</p>"
        with pytest.raises(UrlRefused):
            await fetch(site.url(host="other.corp"))
    with pytest.raises(UrlRefused):  # the name is open, not every address that it may be given
        await HttpFetcher(
            AddressRules(hosts=("wiki.corp",)), QUICK, resolve=Names(wiki_corp=[["169.254.169.254"]])
        )(site.url(host="wiki.corp"))
    for metadata in ("169.254.169.254", "168.63.129.16", "100.100.100.200", "[fd00:ec2::254]", "0.0.0.0"):
        with pytest.raises(UrlRefused):
            await HttpFetcher(INTRANET, QUICK)(f"http://{metadata}/")


async def test_only_usual_ports_are_asked(site: Site) -> None:
    rules = AddressRules(private=True, ports=frozenset((80, 443, 8080, 8443)))
    assert str(site.port) in await refused(site, site.url(), rules=rules)


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("header", "seconds"),
    [({"retry-after": "90"}, 90.0), ({"Retry-After": "Thu, 01 Jan 1970 00:20:00 GMT"}, 200.0), ({}, None)],
)
async def test_a_busy_server_says_when_to_ask_again(
    site: Site, status: int, header: dict[str, str], seconds: float | None
) -> None:
    site.pages["/"] = (status, header, b"busy")
    with pytest.raises(FetchUnavailable) as busy:
        await HttpFetcher(INTRANET, QUICK, clock=lambda: 1_000.0)(site.url())
    assert busy.value.retry_after == seconds


async def test_a_bad_status_is_never_a_document_and_only_some_are_tried_again(site: Site) -> None:
    fetch = HttpFetcher(INTRANET, QUICK)
    for status in (204, 206, 300, 304, 400, 401, 403, 404, 410, 451, 501):
        site.pages["/"] = (status, {"content-type": "text/html"}, b"" if status in (204, 304) else b"x" * 99)
        with pytest.raises(FetchFailed, match=str(status)):
            await fetch(site.url())
    for status in (408, 429, 500, 502, 503, 504, 522):
        site.pages["/"] = (status, {"content-type": "text/html"}, b"<p>try later</p>" * 20)
        with pytest.raises(FetchUnavailable, match=str(status)):
            await fetch(site.url())
    site.redirect("/", "", 302)
    with pytest.raises(FetchFailed, match="302"):
        await fetch(site.url())


async def test_more_than_the_limit_is_not_even_received(site: Site) -> None:
    fetch = HttpFetcher(INTRANET, QUICK)
    site.show("/", b"x" * 200_001, "text/plain")
    with pytest.raises(DocumentTooLarge, match="200,000"):
        await fetch(site.url())
    sent = 0

    async def endless(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        while True:
            writer.write(b"x" * 65_536)
            await writer.drain()
            sent += 65_536

    site.raw = endless
    with pytest.raises(DocumentTooLarge):
        await fetch(site.url())
    assert sent < 20_000_000


async def test_what_is_compressed_is_unpacked_within_the_limit(site: Site) -> None:
    page = ("<p>" + "보험금 지급 " * 500 + "</p>").encode()
    fetch = HttpFetcher(INTRANET, QUICK)
    raw = zlib.compressobj(wbits=-15)
    for encoding, data in (
        ("gzip", gzip.compress(page)),
        ("x-gzip", gzip.compress(page[:100]) + gzip.compress(page[100:]) + b"\0\0"),
        ("deflate", zlib.compress(page)),
        ("deflate", raw.compress(page) + raw.flush()),
        ("identity", page),
    ):
        site.show("/", data, content_encoding=encoding)
        assert (await fetch(site.url())).data == page, encoding
    site.show("/", gzip.compress(b" " * 30_000_000), content_encoding="gzip")
    with pytest.raises(DocumentTooLarge):
        await fetch(site.url())
    patient = FetchLimits(max_bytes=1 << 30)
    with pytest.raises(DocumentTooLarge, match="100 times"):
        await HttpFetcher(INTRANET, patient)(site.url())
    for encoding in ("br", "zstd", "gzip, gzip", "compress"):
        site.show("/", gzip.compress(page), content_encoding=encoding)
        with pytest.raises(FetchFailed, match=encoding):
            await fetch(site.url())
    site.show("/", b"not compressed at all", content_encoding="gzip")
    with pytest.raises(FetchFailed, match="gzip"):
        await fetch(site.url())
    site.show("/", gzip.compress(page)[:-20], content_encoding="gzip")
    with pytest.raises(FetchUnavailable):
        await fetch(site.url())


async def test_a_server_that_dawdles_or_breaks_off_is_left(site: Site) -> None:
    async def drip(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
        for _ in range(100):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    async def cut(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf")

    async def silent(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(1)

    async def nonsense(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n")

    async def long_head(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n" + b"x-a: " + b"b" * 500_000)

    limits = FetchLimits(max_bytes=200_000, connect_seconds=0.2, total_seconds=0.5)
    for handler in (drip, cut, silent, nonsense, long_head):
        site.raw = handler
        with pytest.raises(FetchUnavailable):
            await HttpFetcher(INTRANET, limits)(site.url())


async def test_nobody_at_home_is_tried_again_and_no_such_host_is_not(site: Site) -> None:
    free = socket.socket()
    free.bind(("127.0.0.1", 0))
    with free, pytest.raises(FetchUnavailable):
        await HttpFetcher(INTRANET, QUICK)(f"http://127.0.0.1:{free.getsockname()[1]}/")

    def failing(error: OSError) -> Resolve:
        async def resolve(host: str, port: int) -> list[str]:
            raise error

        return resolve

    async def kind(resolve: Resolve) -> type[PinciteError]:
        with pytest.raises(PinciteError) as found:
            await HttpFetcher(AddressRules(), QUICK, resolve=resolve)("http://docs.example/")
        return type(found.value)

    assert await kind(failing(socket.gaierror(socket.EAI_NONAME, "unknown"))) is FetchFailed
    assert await kind(failing(socket.gaierror(socket.EAI_AGAIN, "busy"))) is FetchUnavailable
    assert await kind(Names(docs_example=[[]])) is FetchFailed


async def test_a_second_address_of_a_name_is_tried_when_the_first_is_dead(site: Site) -> None:
    site.show("/", "<p>second</p>")
    names = Names(wiki_corp=[["127.0.0.9", "127.0.0.1"]])
    answer = await HttpFetcher(INTRANET, QUICK, resolve=names)(site.url(host="wiki.corp"))
    assert answer.data == b"<p>second</p>"


async def test_sound_is_not_downloaded(site: Site) -> None:
    site.show("/", b"x" * 100, "audio/mpeg")
    with pytest.raises(FetchFailed, match="audio/mpeg"):
        await HttpFetcher(INTRANET, QUICK)(site.url())


async def test_the_refusal_speaks_the_language_of_the_library(site: Site) -> None:
    sentence = await refused(site, "http://10.0.0.1/", rules=AddressRules(language="ko"))
    assert "공개" in sentence


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """Of docs.example, signed by itself, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl to make a certificate")
    key, made = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=docs.example"
    named = f"-addext subjectAltName=DNS:docs.example -keyout {key} -out {made}"
    subprocess.run(["openssl", *words.split(), *named.split()], check=True, capture_output=True)
    return made, key


async def test_the_certificate_must_be_of_the_name_though_the_address_is_dialled(
    certificate: tuple[Path, Path],
) -> None:
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(*certificate)
    asked: list[str | None] = []
    server_side.sni_callback = lambda _socket, name, _context: asked.append(name)
    names = Names(docs_example=[["127.0.0.1"]], other_example=[["127.0.0.1"]])
    trust = ssl.create_default_context(cafile=certificate[0])
    async with serving(server_side) as site:
        site.show("/", "<p>sealed</p>")
        fetch = HttpFetcher(INTRANET, QUICK, resolve=names, trust=trust)
        assert (await fetch(f"https://docs.example:{site.port}/")).data == b"<p>sealed</p>"
        with pytest.raises(FetchFailed, match=r"certificate of other\.example"):
            await fetch(f"https://other.example:{site.port}/")
        with pytest.raises(FetchFailed, match="self-signed"):
            await HttpFetcher(INTRANET, QUICK, resolve=names)(f"https://docs.example:{site.port}/")
        assert asked == ["docs.example", "other.example", "docs.example"]
        assert len(site.requests) == 1
