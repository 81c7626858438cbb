"""Pictures inside office archives, and the names by which Markdown refers to them."""

import base64
import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from pincite.core.errors import DocumentTooLarge
from pincite.core.types import ParsedImage
from pincite.parsing.problems import Problem

_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".jpe", ".gif", ".bmp", ".tif", ".tiff", ".webp"))
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png", ".png"), (b"\xff\xd8\xff", "image/jpeg", ".jpg"),
    (b"GIF8", "image/gif", ".gif"), (b"BM", "image/bmp", ".bmp"), (b"RIFF", "image/webp", ".webp"),
    (b"II*\x00", "image/tiff", ".tif"), (b"MM\x00*", "image/tiff", ".tif"),
)  # fmt: skip
_TOKEN = b"pincite-entry\0"
_SIDE = 64
"""Pixels of a token picture: too large to be taken for a spacer."""


def media_type(data: bytes) -> tuple[str, str] | None:
    """Media type and extension of a picture by its first bytes; None for what no browser or OCR reads."""
    return next(((kind, suffix) for magic, kind, suffix in _SIGNATURES if data.startswith(magic)), None)


def lift(data: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The archive with each picture replaced by a small one that names it, and the pictures by name.

    So the converter never decodes a picture that somebody else made, photographs are not written anew as
    PNG (docling-rs does that to each JPEG), and none travels through JSON. `check_archive` comes first.
    """
    pictures: dict[str, bytes] = {}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [entry.filename for entry in archive.infolist() if _is_picture(entry.filename)]
        if not names:
            return data, pictures
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for name in dict.fromkeys(archive.namelist()):
                content = archive.read(name)
                if _is_picture(name) and media_type(content) is not None:
                    pictures[name] = content
                    content = _token(name)
                copy.writestr(name, content)
    return out.getvalue(), pictures


def _is_picture(name: str) -> bool:
    path = PurePosixPath(name)
    return path.parent.name in ("media", "Pictures") and path.suffix.lower() in _SUFFIXES


def _token(name: str) -> bytes:
    head = struct.pack(">IIBBBBB", _SIDE, _SIDE, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(_SIDE * (1 + _SIDE // 8)))
    chunks = ((b"IHDR", head), (b"tEXt", _TOKEN + name.encode()), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def _named(token: bytes) -> str | None:
    """The entry that a token picture stands for; None for another picture."""
    at = token.find(_TOKEN)
    if at < 8:
        return None
    (length,) = struct.unpack(">I", token[at - 8 : at - 4])
    return token[at + len(_TOKEN) : at + length].decode("utf-8", "replace")


class Gallery:
    """Gathers the pictures of one document in reading order. The same picture is kept once.

    ``limit`` is the most pictures that a document may have (`ParseLimits.images`).
    """

    def __init__(self, limit: int, media: Mapping[str, bytes] | None = None) -> None:
        self.images: list[ParsedImage] = []
        self._media = media or {}
        self._limit = limit
        self._names: dict[bytes, str] = {}

    def add(self, data: bytes, alt: str, page: int | None = None) -> str:
        """The Markdown of a picture; empty for one in a format that nothing here can show.

        Raises:
            Problem: DocumentTooLarge for one picture too many.
        """
        name = self.keep(data, page)
        return f"![{plain_alt(alt)}]({name})" if name else ""

    def keep(self, data: bytes, page: int | None = None) -> str:
        """The name of a picture; otherwise as `add`."""
        kind = media_type(data)
        if kind is None:
            return ""
        name = self._names.get(data)
        if name is None:
            if len(self.images) >= self._limit:
                raise Problem(DocumentTooLarge, "too_many_pictures", limit=self._limit)
            name = f"image-{len(self.images) + 1:04}{kind[1]}"
            self._names[data] = name
            self.images.append(ParsedImage(name, data, kind[0], page))
        return name

    def docling(self, node: Mapping[str, Any]) -> str:
        """The Markdown of a docling picture node; only its description where the file does not hold it."""
        alt = str(((node.get("meta") or {}).get("description") or {}).get("text", ""))
        origin = node.get("prov") or [{}]
        uri = str((node.get("image") or {}).get("uri", ""))
        data = base64.b64decode(uri.partition(",")[2]) if uri.startswith("data:") else b""
        entry = _named(data)
        if entry is not None:
            data = self._media.get(entry, b"")
        return self.add(data, alt, origin[0].get("page_no")) or (f"({plain_alt(alt)})" if alt.strip() else "")


def plain_alt(text: str) -> str:
    """One line without square brackets, which would end the reference."""
    return " ".join(text.split()).translate(str.maketrans("[]", "()"))
