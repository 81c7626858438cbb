"""What parent and child hand each other: a file without a name that both hold open.

Measured, 50 MB one way: 55 ms in a thread, against 130 ms of the event loop through the socket; and frames
have a largest size.
"""

import os
import tempfile
from collections.abc import Sequence


class Mail:
    """One letter at a time: who has read it may write the answer over it."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    @classmethod
    def make(cls) -> "Mail":
        """In memory on Linux, else on disk."""
        if hasattr(os, "memfd_create"):
            return cls(os.memfd_create("pincite-parser"))
        with tempfile.TemporaryFile() as file:
            return cls(os.dup(file.fileno()))

    def write(self, parts: Sequence[bytes]) -> None:
        """Raises OSError where the parts are more than the process may write."""
        os.ftruncate(self.descriptor, 0)
        offset = 0
        for part in parts:
            rest = memoryview(part)
            while rest:
                written = os.pwrite(self.descriptor, rest, offset)
                offset += written
                rest = rest[written:]

    def read(self, sizes: Sequence[int]) -> list[bytes]:
        """The parts, which it then forgets. Raises ValueError where they are not all there."""
        parts, offset = [], 0
        for size in sizes:
            part = self._read(size, offset)
            parts.append(part)
            offset += size
        os.ftruncate(self.descriptor, 0)
        return parts

    def _read(self, size: int, offset: int) -> bytes:
        pieces: list[bytes] = []
        while size > 0:
            piece = os.pread(self.descriptor, size, offset)
            if not piece:
                raise ValueError("The letter is shorter than was said.")
            pieces.append(piece)
            offset += len(piece)
            size -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def close(self) -> None:
        os.close(self.descriptor)
