"""ZIP and OLE containers: what lies inside, and whether it is safe to unpack."""

import io
import zipfile
import zlib

from pincite.core.errors import CorruptDocument, DocumentTooLarge
from pincite.parsing.problems import Problem

OLE_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")

_MAX_RATIO = 100
"""Inflated bytes a packed byte (golden case g183). The office files of ``shared/documents`` lie at
4 to 5."""
_FREE_BYTES = 64 * 1024 * 1024
"""Below this the ratio is not asked: white space in XML packs well, and 64 MB is harmless."""
_MAX_BYTES = 1024 * 1024 * 1024
_STEP = 1024 * 1024


_DAMAGE = (
    zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, OSError, RuntimeError,
    NotImplementedError,
)  # fmt: skip
"""What zipfile raises on damaged archives (found by cutting and flipping bytes of real files)."""


def zip_names(data: bytes) -> list[str] | None:
    """Entry names, or None where the central directory is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except _DAMAGE:
        return None


def read_entry(data: bytes, name: str, limit: int = 4 * _STEP) -> bytes | None:
    """At most ``limit`` bytes of an entry, or None where it is missing or damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(name) as entry:
            return entry.read(limit)
    except _DAMAGE:
        return None


def inflation_limit(size: int) -> int:
    """Bytes that a file of ``size`` bytes may inflate to."""
    return min(_MAX_BYTES, max(_FREE_BYTES, _MAX_RATIO * size))


def check_archive(data: bytes) -> None:
    """Inflate every entry once, in steps, and count: the declared sizes may lie.

    Raises:
        Problem: DocumentTooLarge where it expands beyond the limit, CorruptDocument where an entry is
            damaged.
    """
    limit = inflation_limit(len(data))
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > limit:
                raise Problem(DocumentTooLarge, "archive_expands", limit=limit // _STEP)
            for entry in archive.infolist():
                with archive.open(entry) as stream:
                    while piece := stream.read(_STEP):
                        total += len(piece)
                        if total > limit:
                            raise Problem(DocumentTooLarge, "archive_expands", limit=limit // _STEP)
    except _DAMAGE as error:
        raise Problem(CorruptDocument, "damaged_archive") from error


def ole_has_stream(data: bytes, name: str) -> bool:
    """Whether an OLE directory names the stream (names are UTF-16LE there)."""
    return name.encode("utf-16-le") in data
