"""What the bytes of an HWP 5 file say before any library renders them.

Whether it may be read at all, and its bare text in order: the truth that the libraries are measured by,
and what is kept when none of them can read the file.
"""

import io
import re
import struct
import zlib
from dataclasses import dataclass
from functools import cached_property

import olefile
from hwp2md.errors import Hwp2mdError
from hwp2md.hwp5.distdoc import decrypt_view_text

from pincite.core.errors import CorruptDocument, DocumentTooLarge, PasswordProtected, UnsupportedFormat
from pincite.parsing.containers import OLE_SIGNATURE, inflation_limit
from pincite.parsing.problems import Problem

_SIGNATURE = b"HWP Document File"
_COMPRESSED, _ENCRYPTED, _LOCKED, _DRM, _CERTIFICATE, _CERTIFICATE_DRM = 1, 2, 4, 16, 256, 1024
"""FileHeader properties (HWP Document File Format 5.0, revision 1.3, table 3)."""
_PARAGRAPH_TEXT, _CONTROL = 67, 71
"""HWPTAG_PARA_TEXT and HWPTAG_CTRL_HEADER (table 57)."""
_SECTION_DEFINITION = b"dces"
_OUTSIDE_THE_TEXT = (b"daeh", b"toof", b"tmct")
"""Headers, footers and hidden remarks; control names are stored backwards."""
_ONE_UNIT = frozenset((0, 10, 13, *range(24, 32)))
"""Control characters of one UTF-16 unit; all others below 32 take eight (table 6)."""
_SHOWN = {9: "\t", 10: "\n", 13: "\n", 24: "-", 30: " ", 31: " "}
_HWPML = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<HWPML\b", re.S
)
_HWPML_REACH = 1024
_OLE_DAMAGE = (
    OSError, ValueError, LookupError, TypeError, AttributeError, struct.error, RuntimeError, MemoryError,
)  # fmt: skip
"""What olefile raises on damaged files (found by cutting and flipping bytes of real files)."""


@dataclass(frozen=True)
class HwpSource:
    """An HWP 5 file: its inflated, decrypted streams."""

    info: bytes
    """DocInfo: styles, paragraph shapes, numberings."""
    sections: tuple[bytes, ...]

    @cached_property
    def text(self) -> str:
        """All text in stored order, one paragraph a line; no headers, footers and remarks."""
        return "".join(_section_text(section) for section in self.sections)

    @cached_property
    def outlines(self) -> tuple[int, ...]:
        """The numbering that each section's outline uses, from 1; 0 for none."""
        found = []
        for section in self.sections:
            definitions = (
                payload
                for tag, _, payload in records(section)
                if tag == _CONTROL and payload.startswith(_SECTION_DEFINITION) and len(payload) >= 20
            )
            payload = next(definitions, bytes(20))
            found.append(int(struct.unpack_from("<H", payload, 18)[0]))
        return tuple(found)


def is_hwpml(data: bytes) -> bool:
    """Whether it is one XML file with the root HWPML."""
    return _HWPML.match(data[:_HWPML_REACH].replace(b"\0", b"")) is not None


def read_hwp(data: bytes) -> HwpSource:
    """Raises Problem: PasswordProtected, UnsupportedFormat (3.x), DocumentTooLarge, CorruptDocument."""
    if not data.startswith(OLE_SIGNATURE):
        if data.startswith(_SIGNATURE):
            raise Problem(UnsupportedFormat, "hwp_three")
        raise Problem(CorruptDocument, "damaged_hwp")
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            return _read(ole, inflation_limit(len(data)))
    except _OLE_DAMAGE as error:
        raise Problem(CorruptDocument, "damaged_hwp") from error


def _read(ole: olefile.OleFileIO, limit: int) -> HwpSource:
    header = ole.openstream("FileHeader").read()
    if not header.startswith(_SIGNATURE) or len(header) < 40:
        raise Problem(CorruptDocument, "damaged_hwp")
    properties = int(struct.unpack_from("<I", header, 36)[0])
    if properties & _ENCRYPTED:
        raise Problem(PasswordProtected, "password")
    if properties & (_DRM | _CERTIFICATE | _CERTIFICATE_DRM):
        raise Problem(PasswordProtected, "drm")
    budget = _Budget(limit, bool(properties & _COMPRESSED))
    for path in ole.listdir():
        if path[0] == "BinData":
            budget.spend(ole.openstream(path).read())
    info = budget.inflate(ole.openstream("DocInfo").read())
    folder = "ViewText" if properties & _LOCKED else "BodyText"
    numbers = sorted(
        int(path[1].removeprefix("Section"))
        for path in ole.listdir()
        if len(path) == 2 and path[0] == folder and path[1].removeprefix("Section").isdecimal()
    )
    if not numbers:
        raise Problem(CorruptDocument, "locked_hwp" if properties & _LOCKED else "damaged_hwp")
    sections = []
    for number in numbers:
        raw = ole.openstream(f"{folder}/Section{number}").read()
        sections.append(_unlocked(raw, budget) if properties & _LOCKED else budget.inflate(raw))
    return HwpSource(info, tuple(sections))


def _unlocked(raw: bytes, budget: "_Budget") -> bytes:
    """A section of a file made for distribution: its readable text is a decoy, the true one is locked."""
    try:
        return budget.inflate(decrypt_view_text(raw), padded=True)
    except Problem as problem:
        if problem.kind is CorruptDocument:
            raise Problem(CorruptDocument, "locked_hwp") from problem
        raise
    except (Hwp2mdError, *_OLE_DAMAGE) as error:
        raise Problem(CorruptDocument, "locked_hwp") from error


class _Budget:
    """Inflates streams, and no more than ``limit`` bytes of a file."""

    def __init__(self, limit: int, compressed: bool) -> None:
        self._limit = limit
        self._left = limit
        self._compressed = compressed

    def inflate(self, raw: bytes, *, padded: bool = False) -> bytes:
        """Raises Problem: DocumentTooLarge, or CorruptDocument where the stream is damaged or cut off."""
        if not self._compressed:
            found = raw
        else:
            stream = zlib.decompressobj(-15)
            try:
                found = stream.decompress(raw, self._left + 1)
            except zlib.error as error:
                raise Problem(CorruptDocument, "damaged_hwp") from error
        self._take(len(found))
        if not padded and not _whole(found):
            raise Problem(CorruptDocument, "damaged_hwp")
        return found

    def spend(self, raw: bytes) -> None:
        """Counts a stream of pictures or objects; a damaged one is no fault of the text."""
        if not self._compressed:
            return
        try:
            self._take(len(zlib.decompressobj(-15).decompress(raw, self._left + 1)))
        except zlib.error:
            return

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise Problem(DocumentTooLarge, "archive_expands", limit=self._limit // (1024 * 1024))


def records(stream: bytes) -> list[tuple[int, int, bytes]]:
    """Tag, level and payload of every record (table 58)."""
    found = []
    at = 0
    while at + 4 <= len(stream):
        (head,) = struct.unpack_from("<I", stream, at)
        at += 4
        size = head >> 20
        if size == 0xFFF:
            if at + 4 > len(stream):
                break
            (size,) = struct.unpack_from("<I", stream, at)
            at += 4
        found.append((head & 0x3FF, head >> 10 & 0x3FF, stream[at : at + size]))
        at += size
    return found


def _whole(stream: bytes) -> bool:
    """Whether the last record ends where the stream ends."""
    return sum(
        len(payload) + (8 if len(payload) >= 0xFFF else 4) for _, _, payload in records(stream)
    ) == len(stream)


def _section_text(section: bytes) -> str:
    pieces: list[str] = []
    hidden: int | None = None
    for tag, level, payload in records(section):
        if hidden is not None and level > hidden:
            continue
        hidden = level if tag == _CONTROL and payload[:4] in _OUTSIDE_THE_TEXT else None
        if tag == _PARAGRAPH_TEXT:
            pieces.append(_paragraph(payload))
    return "".join(pieces)


def _paragraph(payload: bytes) -> str:
    pieces: list[str] = []
    at = 0
    start = 0
    end = len(payload) - 1
    while at < end:
        code = payload[at] | payload[at + 1] << 8
        if code >= 32:
            at += 2
            continue
        pieces.append(payload[start:at].decode("utf-16-le", "replace"))
        pieces.append(_SHOWN.get(code, ""))
        at += 2 if code in _ONE_UNIT else 16
        start = at
    pieces.append(payload[start : max(start, at)].decode("utf-16-le", "replace"))
    return "".join(pieces)
