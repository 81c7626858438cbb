import asyncio
import socket
import struct
from collections.abc import Iterator

import pytest

from pincite.adapters.frames import MAX_FRAME, BrokenFrame, Frame, pack, read, receive


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


def test_frames_come_out_as_they_went_in(pair: tuple[socket.socket, socket.socket]) -> None:
    frames = [Frame({"id": 1, "text": "제43조"}, b"\x00\xff" * 1000), Frame({}), Frame({"id": 2})]
    pair[0].sendall(b"".join(map(pack, frames)))
    assert [receive(pair[1]) for _ in frames] == frames


def test_the_end_of_the_connection_is_told_even_inside_a_frame(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    pair[0].sendall(pack(Frame({"id": 1}, b"body"))[:-1])
    pair[0].close()
    with pytest.raises(EOFError):
        receive(pair[1])


@pytest.mark.parametrize(
    "data", [struct.pack("!II", MAX_FRAME + 1, 0), struct.pack("!II", 3, 0) + b"{{{"], ids=["huge", "no JSON"]
)
async def test_bytes_that_are_no_frame_are_refused(
    pair: tuple[socket.socket, socket.socket], data: bytes
) -> None:
    pair[0].sendall(data)
    with pytest.raises(BrokenFrame):
        receive(pair[1])
    stream = asyncio.StreamReader()
    stream.feed_data(data)
    with pytest.raises(BrokenFrame):
        await read(stream)
