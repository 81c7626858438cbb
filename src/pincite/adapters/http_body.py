"""The body of an answer, decompressed while it comes, and no more of it than is allowed."""

import zlib
from typing import Final

from pincite.core.catalogue import say
from pincite.core.errors import DocumentTooLarge, FetchFailed, FetchUnavailable

ENCODINGS: Final = "gzip, deflate"
"""What is asked for, and nothing else is unpacked: the standard library has no Brotli, and servers send only
what is asked for."""
MAX_RATIO: Final = 100
"""Text shrinks to a tenth, machine-made tables to a thirtieth; zlib ends at a thousandth."""
_UNSUSPICIOUS: Final = 10 << 20
"""Bytes below which no ratio tells anything: a page of blanks is no attack."""
_STEP: Final = 1 << 16
"""Bytes unpacked at once."""
_EITHER_HEADER, _ZLIB, _RAW = 47, 15, -15
"""Window bits of `zlib`. Some servers send deflate without the header of zlib."""
_GZIP: Final = b"\x1f\x8b"


class Body:
    """Feed it what comes; ``data`` is the content."""

    def __init__(self, encoding: str, limit: int, language: str) -> None:
        """``encoding`` is the header of that name. Raises FetchFailed for one that was not asked for."""
        self._encoding = encoding.strip().lower().removeprefix("x-")
        if self._encoding not in ("", "identity", "gzip", "deflate"):
            raise self._damaged(language)
        self._limit = limit
        self._language = language
        self._is_plain = self._encoding in ("", "identity")
        self._stream = zlib.decompressobj(_EITHER_HEADER if self._encoding == "gzip" else _ZLIB)
        self._received = 0
        self.data = bytearray()

    def feed(self, data: bytes) -> None:
        """Raises DocumentTooLarge: too much, or a bomb. FetchFailed: it cannot be unpacked."""
        self._received += len(data)
        if self._is_plain:
            self._keep(data)
            return
        while data:
            if self._stream.eof:
                if self._encoding != "gzip" or not data.startswith(_GZIP):
                    return  # padding behind the end, which browsers pass over
                self._stream = zlib.decompressobj(_EITHER_HEADER)
            data = self._unpack(data)

    def finish(self) -> bytes:
        """Raises FetchUnavailable where it was cut off."""
        if not self._is_plain and self._received and not self._stream.eof:
            raise FetchUnavailable(say("fetching.bad_encoding", self._language, encoding=self._encoding))
        return bytes(self.data)

    def _unpack(self, data: bytes) -> bytes:
        """One stream of it; what lies behind."""
        while True:
            try:
                piece = self._stream.decompress(data, _STEP)
            except zlib.error as error:
                if self._encoding == "deflate" and not self.data and data:
                    self._encoding, self._stream = "raw deflate", zlib.decompressobj(_RAW)
                    continue
                raise self._damaged(self._language) from error
            self._keep(piece)
            if self._stream.eof:
                return self._stream.unused_data
            data = self._stream.unconsumed_tail
            if not data and len(piece) < _STEP:
                return b""

    def _keep(self, piece: bytes) -> None:
        self.data += piece
        if len(self.data) > max(_UNSUSPICIOUS, MAX_RATIO * self._received):
            raise DocumentTooLarge(say("fetching.expands", self._language, limit=MAX_RATIO))
        if len(self.data) > self._limit:
            raise too_large(self._limit, self._language)

    def _damaged(self, language: str) -> FetchFailed:
        return FetchFailed(say("fetching.bad_encoding", language, encoding=self._encoding[:40]))


def too_large(limit: int, language: str) -> DocumentTooLarge:
    return DocumentTooLarge(
        say("fetching.too_large", language, limit=f"{limit:,}"),
        hint="Raise fetch.max_bytes (and ingest.max_file_bytes), or add a part of it.",
    )
