"""A chat server on loopback that speaks ``/chat/completions`` and does what a script says, mishaps too."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

JSON = dict[str, Any]
Script = Callable[["Exchange"], Awaitable[None]]

DONE = "data: [DONE]\n\n"
USAGE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
STATUS = {200: "OK", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests", 500: "Server Error"}


@dataclass(slots=True)
class Exchange:
    """One request, and the connection to answer it on."""

    path: str
    headers: dict[str, str]
    body: JSON
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(
        self,
        body: bytes | str | JSON,
        *,
        status: int = 200,
        content_type: str = "application/json",
        **more: str,
    ) -> None:
        """A whole response."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        data = data.encode() if isinstance(data, str) else data
        headers = {"Content-Type": content_type, "Content-Length": str(len(data))} | more
        await self._head(status, headers)
        self.writer.write(data)
        await self.writer.drain()

    async def begin_stream(self) -> None:
        await self._head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})

    async def event(self, text: str | JSON) -> None:
        """One event; a dict is its JSON data, a string is written as it is."""
        await self.raw((f"data: {json.dumps(text)}\n\n" if isinstance(text, dict) else text).encode())

    async def raw(self, data: bytes) -> None:
        """Bytes of the stream as they are, in a chunk of their own."""
        self.writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await self.writer.drain()

    async def end_stream(self) -> None:
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()

    async def cut(self) -> None:
        """Close in the middle of what was promised."""
        self.writer.close()

    async def wait_for_hangup(self) -> None:
        """Until the client closes its side."""
        while await self.reader.read(1024):
            pass

    async def _head(self, status: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} {STATUS.get(status, 'Unknown')}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self.writer.drain()


@dataclass(slots=True)
class ChatServer:
    """``scripts`` answer the requests in turn, the last one all that follow."""

    scripts: Sequence[Script]
    requests: list[JSON] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    hangups: int = 0
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    base_url: str = ""
    _server: asyncio.Server | None = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (exchange := await _read(reader, writer)) is not None:
                self.requests.append(exchange.body | {"path": exchange.path})
                self.headers.append(exchange.headers)
                number = min(len(self.requests), len(self.scripts)) - 1
                await self.scripts[number](exchange)
                if writer.is_closing():
                    return
        except ConnectionError:
            pass
        finally:
            self.hangups += 1
            self.hung_up.set()
            writer.close()


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Exchange | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:
        return None
    request, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Exchange(request.split()[1], headers, json.loads(body or "{}"), reader, writer)


@asynccontextmanager
async def chat_server(*scripts: Script) -> AsyncIterator[ChatServer]:
    """A running server; its address is ``base_url``."""
    chat = ChatServer(scripts)
    server = await asyncio.start_server(chat._serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    chat.base_url = f"http://127.0.0.1:{port}/v1"
    try:
        yield chat
    finally:
        server.close()
        await asyncio.sleep(0)


def completion(content: str | None, *, finish: str = "stop") -> JSON:
    """The body of a whole answer."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
        ],
        "usage": USAGE,
    }


def piece(content: Any = None, *, finish: str | None = None, **fields: Any) -> JSON:
    """The data of one event of a stream; ``fields`` are more of its delta."""
    delta = ({} if content is None else {"content": content}) | fields
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def counted() -> JSON:
    """The data of the event that only counts, at the end."""
    return piece() | {"choices": [], "usage": USAGE}


def says(content: str | None, **more: Any) -> Script:
    """A script: one whole answer."""

    async def script(exchange: Exchange) -> None:
        await exchange.send(completion(content, **more))

    return script


def sends(body: bytes | str | JSON, **more: Any) -> Script:
    """A script: one response as it is."""

    async def script(exchange: Exchange) -> None:
        await exchange.send(body, **more)

    return script


def fails(status: int, body: JSON | str | None = None) -> Script:
    """A script: an error that asks for a quick retry, so that tests are quick."""
    told = {"error": {"message": f"scripted {status}"}} if body is None else body
    return sends(told, status=status, Retry_After_Ms="1")


def streams(*events: str | JSON, done: bool = True) -> Script:
    """A script: a stream of ``events``."""

    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        for event in events:
            await exchange.event(event)
        if done:
            await exchange.event(DONE)
        await exchange.end_stream()

    return script


def answers(content: str, pieces: int = 4) -> Script:
    """A script: ``content`` as the request wants it, whole or streamed."""
    size = max(1, len(content) // pieces)
    parts = [content[start : start + size] for start in range(0, len(content), size)]

    async def script(exchange: Exchange) -> None:
        if exchange.body.get("stream"):
            counting = exchange.body.get("stream_options", {}).get("include_usage")
            count = [counted()] if counting else []
            await streams(*map(piece, parts), piece(finish="stop"), *count)(exchange)
        else:
            await exchange.send(completion(content))

    return script
