"""Fetches pages and files of strangers. What is asked is what was checked: each name is looked up once, and
the connection goes to the address that came out, so DNS cannot answer otherwise in between."""

import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final
from urllib.parse import urljoin

import anyio
import httpx2

from pincite.adapters.http_body import ENCODINGS, Body, too_large
from pincite.core.addresses import AddressRules, WebAddress, check_address, check_url
from pincite.core.catalogue import say
from pincite.core.errors import FetchFailed, FetchUnavailable
from pincite.core.web import REDIRECTS, check_status, seconds_to_wait
from pincite.ports.fetching import WebAnswer

MAX_REDIRECTS: Final = 5
_TRIES: Final = 4
"""Addresses of one name that are tried; most names have two to four."""
_NEVER_TEXT: Final = ("audio/", "video/", "font/")
"""Not worth the download: nothing here reads them."""
_GONE: Final = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
_HEADERS: Final = {
    "User-Agent": f"pincite/{version('pincite')}",
    "Accept": "text/html,application/xhtml+xml,application/pdf,*/*;q=0.8",
    "Accept-Encoding": ENCODINGS,
    "Connection": "close",
}

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host and port to network addresses, best first. Raises OSError."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bytes and seconds of one fetch."""

    max_bytes: int = 50 << 20
    """Of the content, decompressed."""
    connect_seconds: float = 10.0
    """For each address, and for a pause of the server."""
    total_seconds: float = 120.0
    max_redirects: int = MAX_REDIRECTS


async def system_resolve(host: str, port: int) -> Sequence[str]:
    """As the machine resolves names."""
    found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


class HttpFetcher:
    """`pincite.ports.fetching.Fetcher`. It keeps no cookies and asks no proxy, so what it sees is what the
    public sees."""

    def __init__(
        self,
        rules: AddressRules,
        limits: FetchLimits | None = None,
        *,
        resolve: Resolve = system_resolve,
        transport: Callable[[ssl.SSLContext | bool], httpx2.AsyncBaseTransport] | None = None,
        trust: ssl.SSLContext | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``transport`` makes what connects; tests give one that shows where it is told to connect to.
        Without ``trust`` certificates count as the machine (``SSL_CERT_FILE``) says."""
        self._rules = rules
        self._limits = limits or FetchLimits()
        self._resolve = resolve
        self._transport = transport or _transport
        self._trust = trust
        self._clock = clock

    def check(self, url: str) -> WebAddress:
        """Raises UrlRefused."""
        return check_url(url, self._rules)

    async def __call__(self, url: str) -> WebAnswer:
        """Raises as `pincite.ports.fetching.Fetcher`."""
        try:
            with anyio.fail_after(self._limits.total_seconds):
                return await self._follow(self.check(url))
        except TimeoutError as error:
            seconds = f"{self._limits.total_seconds:g}"
            raise FetchUnavailable(self._say("too_slow", seconds=seconds)) from error

    async def _follow(self, address: WebAddress) -> WebAnswer:
        for redirects in range(self._limits.max_redirects + 1):
            answer = await self._ask(address, redirects)
            if isinstance(answer, WebAnswer):
                return answer
            address = check_url(answer, self._rules)
        raise FetchFailed(self._say("too_many_redirects", limit=self._limits.max_redirects))

    async def _ask(self, address: WebAddress, redirects: int) -> WebAnswer | str:
        """The answer, or the address that it redirects to."""
        failure: Exception | None = None
        for place in (await self._places(address))[:_TRIES]:
            try:
                return await self._ask_at(place, address, redirects)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failure = error
            except (httpx2.HTTPError, httpx2.StreamError) as error:
                raise self._no_answer(address, error) from error
        raise self._no_answer(address, failure) from failure

    async def _places(self, address: WebAddress) -> list[str]:
        """The network addresses of a host, once all of them are checked: one inner address among them is
        reason enough for none."""
        if _is_literal(address.host):
            return [str(check_address(address.host, self._rules))]
        try:
            found = await self._resolve(address.host, address.port)
        except (OSError, UnicodeError) as error:
            if isinstance(error, UnicodeError) or error.errno in _GONE:
                raise FetchFailed(self._say("no_such_host", host=address.host)) from error
            raise FetchUnavailable(self._say("no_name_service", host=address.host)) from error
        if not found:
            raise FetchFailed(self._say("no_such_host", host=address.host))
        return [str(check_address(place, self._rules, host=address.host)) for place in found]

    async def _ask_at(self, place: str, address: WebAddress, redirects: int) -> WebAnswer | str:
        request = httpx2.Request(
            "GET",
            httpx2.URL(
                scheme=address.scheme, host=place, port=address.port, raw_path=address.target.encode("ascii")
            ),
            headers={"Host": address.authority, **_HEADERS},
            extensions={
                "sni_hostname": address.host,
                "timeout": dict.fromkeys(("connect", "read", "write", "pool"), self._limits.connect_seconds),
            },
        )
        async with self._transport(await self._trusted(address)) as transport:
            response = await transport.handle_async_request(request)
            try:
                target = response.headers.get("location", "").strip()
                if response.status_code in REDIRECTS and target:
                    return _joined(address.canonical, target.replace(" ", "%20"))
                wait = seconds_to_wait(response.headers.get("retry-after", ""), self._clock())
                check_status(response.status_code, self._rules.language, retry_after=wait)
                data = await self._read(response)
            finally:
                await response.aclose()
        headers = response.headers
        return WebAnswer(
            url=address.canonical,
            data=data,
            content_type=headers.get("content-type", ""),
            disposition=headers.get("content-disposition", ""),
            redirects=redirects,
        )

    async def _read(self, response: httpx2.Response) -> bytes:
        limit, language = self._limits.max_bytes, self._rules.language
        media_type = response.headers.get("content-type", "").lower().strip()
        if media_type.startswith(_NEVER_TEXT):
            raise FetchFailed(self._say("bad_type", media_type=media_type[:80]))
        body = Body(response.headers.get("content-encoding", ""), limit, language)
        announced = response.headers.get("content-length", "")
        if announced.isdigit() and int(announced) > limit:
            raise too_large(limit, language)
        async for piece in response.aiter_raw():
            body.feed(piece)
        data = body.finish()
        if not data:
            raise FetchFailed(self._say("no_content"))
        return data

    async def _trusted(self, address: WebAddress) -> ssl.SSLContext | bool:
        if address.scheme == "http":
            return False  # nothing to trust, and reading the certificates takes 30 ms
        if self._trust is None:
            self._trust = await anyio.to_thread.run_sync(httpx2.create_ssl_context)
        return self._trust

    def _no_answer(self, address: WebAddress, error: Exception | None) -> FetchFailed | FetchUnavailable:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, ssl.SSLCertVerificationError):
            cause = cause.__cause__ or cause.__context__
        if cause is not None:
            return FetchFailed(
                self._say("bad_certificate", host=address.host, reason=cause.verify_message or cause.reason)
            )
        return FetchUnavailable(self._say("no_answer", host=address.host, reason=type(error).__name__))

    def _say(self, key: str, **values: object) -> str:
        return say(f"fetching.{key}", self._rules.language, **values)


def _transport(trust: ssl.SSLContext | bool) -> httpx2.AsyncBaseTransport:
    return httpx2.AsyncHTTPTransport(verify=trust, trust_env=False)


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:  # what cannot be read is refused like any other address
        return target


def _is_literal(host: str) -> bool:
    return ":" in host or host.rpartition(".")[2].isdigit()
