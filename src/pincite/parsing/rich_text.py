"""Rich text (RTF) and OpenDocument texts and slides (ODT, ODP), through docling-rs."""

import re
from functools import partial

from pincite.core.errors import CorruptDocument, EmptyDocument, OcrNeeded, PasswordProtected
from pincite.core.types import ParsedDocument
from pincite.parsing import office, titles
from pincite.parsing.docling import convert
from pincite.parsing.docling_json import to_markdown
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.native import NativeFailure
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery, lift
from pincite.parsing.problems import Note, Problem

_REFERENCE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_BOLD_HEADING = re.compile(r"^(#{1,6} )\*\*(.+)\*\*$", re.M)
_CODEPAGE = re.compile(rb"\\ansicpg(\d{1,5})")
_CHARSET = re.compile(rb"\\fcharset(\d{1,3})")
_FALLBACK = re.compile(rb"\\uc(\d)")
_LETTERS = re.compile(rb"(\\u-?\d{1,6} ?)?((?:\\'[0-9a-fA-F]{2}[\r\n]*)+)([0-9A-Za-z])?")
_WESTERN = 1252
_FONT_CODEPAGES = {128: 932, 129: 949, 134: 936, 136: 950, 204: 1251, 161: 1253, 162: 1254, 238: 1250}
"""Character sets of fonts (\\fcharsetN, RTF 1.9.1) to Windows codepages."""
_PYTHON_NAMES = {936: "gb18030", 950: "big5hkscs"}
_OPEN_TITLE = re.compile(r"<dc:title[^>]*>([^<]*)</dc:title>")


def parse_rtf(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Headings, tables, lists and text of a rich text file; letters in the codepage that it names.

    Raises:
        Problem: CorruptDocument, EmptyDocument, OcrNeeded for one of pictures only.
    """
    gallery = Gallery(options.limits)
    try:
        document = convert("document.rtf", _in_unicode(data))
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_rich_text") from error
    markdown = clean(to_markdown(document, heading_shift=0, picture=gallery.docling))
    return _finished(_BOLD_HEADING.sub(r"\1\2", markdown), "", Kind.RTF, filename, gallery, options)


def parse_odf(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Headings, tables, lists and footnotes of an OpenDocument text; slides are sections.

    Raises:
        Problem: CorruptDocument for a damaged archive, PasswordProtected, DocumentTooLarge for one that
            explodes or has too many pictures, EmptyDocument, OcrNeeded for one of pictures only.
    """
    office.open_archive(data)
    parts = office.Parts(data)
    if b"encryption-data" in (parts.read("META-INF/manifest.xml") or b""):
        raise Problem(PasswordProtected, "password")
    if parts.xml("content.xml") is None:
        raise Problem(CorruptDocument, "damaged_odf")
    lean, media = lift(data)
    gallery = Gallery(options.limits, media)
    slides = b"presentation" in (parts.read("mimetype") or b"")[:100]
    try:
        document = convert("document.odp" if slides else "document.odt", lean)
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_odf") from error
    markdown = clean(to_markdown(document, heading_shift=0, picture=gallery.docling))
    found = _OPEN_TITLE.search((parts.read("meta.xml") or b"").decode("utf-8", "replace"))
    return _finished(markdown, found.group(1) if found else "", Kind.ODF, filename, gallery, options)


def _finished(
    markdown: str, declared: str, kind: Kind, filename: str, gallery: Gallery, options: ParseOptions
) -> tuple[ParsedDocument, list[Note]]:
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    if gallery.images and options.ocr is None and not re.search(r"\w", _REFERENCE.sub("", markdown)):
        raise Problem(OcrNeeded, "pictures_only")
    parsed = ParsedDocument(
        markdown=markdown,
        title=titles.choose(filename, titles.declared(declared), titles.first_heading(markdown)),
        media_type=MEDIA_TYPES[kind],
        images=tuple(gallery.images),
    )
    return parsed, []


def _in_unicode(data: bytes) -> bytes:
    """The file with its 8-bit letters as ``\\uN``: docling-rs (2.52.7) reads all of them as Western."""
    declared = _CODEPAGE.search(data)
    codepage = int(declared.group(1)) if declared else _WESTERN
    fonts = [_FONT_CODEPAGES.get(int(number)) for number in _CHARSET.findall(data)]
    asian = next((page for page in fonts if page is not None), None)
    if codepage == _WESTERN and asian is not None:
        codepage = asian
    if codepage in (_WESTERN, 0):
        return data
    skipped = _FALLBACK.search(data)
    name = _PYTHON_NAMES.get(codepage, f"cp{codepage}")
    return _LETTERS.sub(partial(_escaped, name, int(skipped.group(1)) if skipped else 1), data)


def _escaped(codepage: str, fallback: int, match: re.Match[bytes]) -> bytes:
    """A run of ``\\'xx``; those that stand in for a ``\\uN`` before them are left alone."""
    before, run, after = match.group(1) or b"", match.group(2), match.group(3) or b""
    raw = bytes.fromhex(re.sub(rb"\\'|[\r\n]", b"", run).decode("ascii"))
    kept = raw[:fallback] if before else b""
    raw = raw[len(kept) :]
    try:
        text = raw.decode(codepage)
    except (UnicodeDecodeError, LookupError):
        try:  # the second byte of the last letter may be an ASCII letter, written as such
            text, after = (raw + after).decode(codepage), b""
        except (UnicodeDecodeError, LookupError):
            return match.group()
    units = text.encode("utf-16-le")
    numbers = [int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)]
    escapes = b"{\\uc0" + b"".join(b"\\u%d " % number for number in numbers) + b"}" if numbers else b""
    return before + b"".join(b"\\'%02x" % byte for byte in kept) + escapes + after
