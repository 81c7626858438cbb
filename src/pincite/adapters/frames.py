"""Frames on the socket: two lengths, a JSON header, raw bytes.

Layout, big-endian: ``u32`` bytes of the header, ``u32`` bytes of the body, header (UTF-8 JSON object), body.
Every request carries ``id``, and its answer the same ``id``, so answers may come in any order. No pickle:
what comes over the wire can only be data.
"""

import asyncio
import json
import socket
import struct
from dataclasses import dataclass
from typing import Any

_LENGTHS = struct.Struct("!II")
MAX_FRAME = 1 << 28
"""256 MB a part; a write of 128 points is about 0.6 MB. More means that the two ends lost step."""


@dataclass(frozen=True, slots=True)
class Frame:
    header: dict[str, Any]
    body: bytes = b""


class BrokenFrame(Exception):
    """Raise when the bytes on the wire are no frame; the connection is of no more use."""


def pack(frame: Frame) -> bytes:
    header = json.dumps(frame.header, separators=(",", ":")).encode()
    return b"".join((_LENGTHS.pack(len(header), len(frame.body)), header, frame.body))


def _lengths(prefix: bytes) -> tuple[int, int]:
    header, body = _LENGTHS.unpack(prefix)
    if max(header, body) > MAX_FRAME:
        raise BrokenFrame(f"A frame of {header} + {body} bytes was announced.")
    return header, body


def _frame(header: bytes, body: bytes) -> Frame:
    try:
        return Frame(json.loads(header), body)
    except ValueError as error:
        raise BrokenFrame("A header is not JSON.") from error


def _receive(sock: socket.socket, count: int) -> bytes:
    data = bytearray(count)
    view, filled = memoryview(data), 0
    while filled < count:
        got = sock.recv_into(view[filled:])
        if not got:
            raise EOFError
        filled += got
    return bytes(data)


def receive(sock: socket.socket) -> Frame:
    """The next frame of a blocking socket. Raises EOFError when the other end is gone, BrokenFrame."""
    header, body = _lengths(_receive(sock, _LENGTHS.size))
    return _frame(_receive(sock, header), _receive(sock, body))


async def read(stream: asyncio.StreamReader) -> Frame:
    """The next frame of a stream. Raises EOFError when the other end is gone, BrokenFrame."""
    header, body = _lengths(await stream.readexactly(_LENGTHS.size))
    return _frame(await stream.readexactly(header), await stream.readexactly(body) if body else b"")
