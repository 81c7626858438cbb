"""A web site on loopback that counts who came, and transports that lead every address to it."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2

Page = tuple[int, dict[str, str], bytes]
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]


@dataclass
class Site:
    """``pages`` by path. ``requests`` are the heads of all that arrived, ``connections`` their number."""

    port: int = 0
    pages: dict[str, Page] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    connections: int = 0
    raw: Handler | None = None
    """Takes the place of the pages."""

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def show(self, path: str, body: str | bytes, content_type: str = "text/html", **headers: str) -> None:
        data = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = (200, {"content-type": content_type, **named}, data)

    def redirect(self, path: str, location: str, status: int = 302) -> None:
        self.pages[path] = (status, {"location": location}, b"moved")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.requests.append(head)
            if self.raw is not None:
                await self.raw(reader, writer)
            else:
                path = head.split(" ", 2)[1].partition("?")[0]
                status, headers, body = self.pages.get(path, (404, {}, b"<h1>Not found</h1>" * 20))
                lines = [f"HTTP/1.1 {status} x", *(f"{name}: {value}" for name, value in headers.items())]
                if "transfer-encoding" not in headers:
                    lines.append(f"content-length: {len(body)}")
                writer.write("\r\n".join([*lines, "connection: close", "", ""]).encode("latin-1") + body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def serving(tls: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    site = Site()
    server = await asyncio.start_server(site.serve, "127.0.0.1", 0, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()


class Diverted(httpx2.AsyncBaseTransport):
    """Notes where a connection should go, and makes it to the site instead: public addresses cannot be reached
    from a test."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False)
        self.dialled: list[tuple[str, int | None, str]] = []
        """Address, port, and the name for TLS."""

    def __call__(self, _trust: object) -> "Diverted":
        return self

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.dialled.append((request.url.host, request.url.port, request.extensions["sni_hostname"]))
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._site.port)
        return await self._inner.handle_async_request(request)


class Names:
    """A resolver of made-up names: each asking takes the next of its answers, the last for ever."""

    def __init__(self, **answers: list[list[str]]) -> None:
        self.answers = {name.replace("_", "."): list(found) for name, found in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        answers = self.answers[host]
        return answers.pop(0) if len(answers) > 1 else answers[0]
