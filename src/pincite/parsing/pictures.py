"""Pictures inside office archives, and the names by which Markdown refers to them."""

import base64
import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pincite.core.errors import CorruptDocument, DocumentTooLarge
from pincite.core.types import ParsedImage
from pincite.parsing.ocr_pictures import checked
from pincite.parsing.options import ParseLimits
from pincite.parsing.problems import Note, Problem

_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".jpe", ".gif", ".bmp", ".tif", ".tiff", ".webp"))
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png", ".png"), (b"\xff\xd8\xff", "image/jpeg", ".jpg"),
    (b"GIF8", "image/gif", ".gif"), (b"BM", "image/bmp", ".bmp"), (b"RIFF", "image/webp", ".webp"),
    (b"II*\x00", "image/tiff", ".tif"), (b"MM\x00*", "image/tiff", ".tif"),
)  # fmt: skip
_DRAWINGS = frozenset(
    (".emf", ".wmf", ".emz", ".wmz", ".pict", ".pct", ".eps", ".jp2", ".wdp", ".tga", ".pcx")
)
_NAMED = 5
"""Pictures that a warning names."""
_LONGEST_NAME = 60
"""Characters of a description that names one there."""
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
        names = [entry.filename for entry in archive.infolist() if is_picture(entry.filename)]
        if not names:
            return data, pictures
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for name in dict.fromkeys(archive.namelist()):
                content = archive.read(name)
                if is_picture(name) and media_type(content) is not None:
                    pictures[name] = content
                    content = _token(name)
                copy.writestr(name, content)
    return out.getvalue(), pictures


def unshown(names: Iterable[str], folder: str) -> list[Note]:
    """What to say of pictures in ``folder`` of an archive whose kind nothing here shows (EMF, WMF). Not of
    SVG, beside which office programs put a PNG of the same."""
    lost = sorted(
        PurePosixPath(name).name
        for name in names
        if name.startswith(folder) and PurePosixPath(name).suffix.lower() in _DRAWINGS
    )
    return [_unkept("pictures_of_other_kinds", lost)] if lost else []


def _unkept(key: str, names: Sequence[str]) -> Note:
    more = ", …" if len(names) > _NAMED else ""
    return Note(key, {"count": len(names), "names": ", ".join(names[:_NAMED]) + more})


def is_picture(name: str) -> bool:
    """Whether an entry of an office archive is a picture of a kind that is shown, by its name."""
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

    Holds at most ``limits.images`` of them.
    """

    def __init__(
        self,
        limits: ParseLimits,
        media: Mapping[str, bytes] | None = None,
        *,
        smallest: int = 0,
    ) -> None:
        self.images: list[ParsedImage] = []
        self._smallest = smallest
        self._offered = self._over = 0
        self._lost: dict[str, list[str]] = {}
        self._media = media or {}
        self._limits = limits
        self._limit = limits.images
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

    def offer(self, data: bytes, alt: str, page: int | None = None, *, place: str = "") -> str:
        """As `add`, but a picture that cannot be shown, has too many pixels, or is one too many costs its
        document nothing: its description stays, and `notes` tell of it by its place (a cell), its description
        or its number.

        Pictures with a side below the ``smallest`` of the gallery are spacers; nothing is said of them.
        """
        self._offered += 1
        if data in self._names:
            return self.add(data, alt, page)
        try:
            if media_type(data) is None:
                raise Problem(CorruptDocument, "pictures_of_other_kinds" if data else "pictures_damaged")
            size = checked(data, self._limits)
        except Problem as problem:
            said = " ".join(alt.split())[:_LONGEST_NAME]
            name = place or (f"{self._offered} ({said})" if said else str(self._offered))
            self._lost.setdefault(_SAID.get(problem.note.key, problem.note.key), []).append(name)
            return _described(alt)
        if min(size) < self._smallest:
            return ""
        if data not in self._names and len(self.images) >= self._limit:
            self._over += 1
            return _described(alt)
        return self.add(data, alt, page)

    def notes(self) -> list[Note]:
        """What to say of the pictures that were offered in vain."""
        said = [_unkept(key, names) for key, names in self._lost.items()]
        if self._over:
            said.append(Note("pictures_left_out", {"count": self._over, "limit": self._limit}))
        return said

    def docling(self, node: Mapping[str, Any]) -> str:
        """The Markdown of a docling picture node; only its description where the file does not hold it."""
        alt = str(((node.get("meta") or {}).get("description") or {}).get("text", ""))
        origin = node.get("prov") or [{}]
        uri = str((node.get("image") or {}).get("uri", ""))
        data = base64.b64decode(uri.partition(",")[2]) if uri.startswith("data:") else b""
        entry = _named(data)
        if entry is not None:
            data = self._media.get(entry, b"")
        return self.add(data, alt, origin[0].get("page_no")) or _described(alt)


_SAID = {
    "damaged_picture": "pictures_damaged", "too_many_pixels": "pictures_too_large",
    "more_pixels": "pictures_too_large",
}  # fmt: skip
"""What is said of a picture file, and of pictures in a document."""


def _described(alt: str) -> str:
    return f"({plain_alt(alt)})" if alt.strip() else ""


def plain_alt(text: str) -> str:
    """One line without square brackets, which would end the reference."""
    return " ".join(text.split()).translate(str.maketrans("[]", "()"))
