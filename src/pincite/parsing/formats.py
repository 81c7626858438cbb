"""What a file is: by content first, by name second."""

import re
from enum import StrEnum
from pathlib import PurePath

from pincite.parsing.containers import OLE_SIGNATURE, ZIP_SIGNATURES, ole_has_stream, read_entry, zip_names
from pincite.parsing.encoding import decode
from pincite.parsing.mail_head import is_outlook, mail_kind


class Kind(StrEnum):
    """Kinds of files that are told apart; `readers.READERS` says which are read."""

    MARKDOWN = "markdown"
    TEXT = "text"
    PDF = "pdf"
    DOCX = "docx"
    HTML = "html"

    HWP = "hwp"
    HWPX = "hwpx"
    DOC = "doc"
    XLS = "xls"
    PPT = "ppt"
    XLSX = "xlsx"
    PPTX = "pptx"
    ODS = "ods"
    ODF = "odf"
    EPUB = "epub"
    MHTML = "mhtml"
    RTF = "rtf"
    CSV = "csv"
    EMAIL = "email"
    DATA = "data"
    IMAGE = "image"
    AUDIO = "audio"
    VIDEO = "video"
    ARCHIVE = "archive"
    ENCRYPTED_OFFICE = "encrypted_office"
    BINARY = "binary"


MEDIA_TYPES = {
    Kind.MARKDOWN: "text/markdown",
    Kind.TEXT: "text/plain",
    Kind.PDF: "application/pdf",
    Kind.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    Kind.HTML: "text/html",
    Kind.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Kind.XLS: "application/vnd.ms-excel",
    Kind.ODS: "application/vnd.oasis.opendocument.spreadsheet",
    Kind.CSV: "text/csv",
    Kind.DATA: "application/json",
    Kind.PPTX: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    Kind.EPUB: "application/epub+zip",
    Kind.EMAIL: "message/rfc822",
    Kind.MHTML: "multipart/related",
    Kind.RTF: "application/rtf",
    Kind.ODF: "application/vnd.oasis.opendocument.text",
    Kind.HWP: "application/x-hwp",
    Kind.HWPX: "application/hwp+zip",
}

EXTENSIONS: dict[str, Kind] = {
    **dict.fromkeys((".md", ".markdown"), Kind.MARKDOWN),
    **dict.fromkeys((".txt", ".text", ".log", ""), Kind.TEXT),
    **dict.fromkeys((".html", ".htm", ".xhtml"), Kind.HTML),
    ".pdf": Kind.PDF, ".docx": Kind.DOCX, ".hwp": Kind.HWP, ".hwpx": Kind.HWPX, ".doc": Kind.DOC,
    ".hml": Kind.HWP,
    ".xls": Kind.XLS, ".ppt": Kind.PPT, ".xlsx": Kind.XLSX, ".pptx": Kind.PPTX, ".epub": Kind.EPUB,
    ".rtf": Kind.RTF, ".csv": Kind.CSV, ".tsv": Kind.CSV, ".eml": Kind.EMAIL, ".msg": Kind.EMAIL,
    **dict.fromkeys((".xlsm", ".xltx", ".xltm", ".xlsb"), Kind.XLSX), ".ods": Kind.ODS, ".tab": Kind.CSV,
    **dict.fromkeys((".odt", ".odp"), Kind.ODF), **dict.fromkeys((".mhtml", ".mht"), Kind.MHTML),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif"), Kind.IMAGE),
    **dict.fromkeys((".docm", ".dotx", ".dotm"), Kind.DOCX),
    **dict.fromkeys((".pptm", ".ppsx", ".ppsm", ".potx", ".potm"), Kind.PPTX),
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".xml", ".yaml", ".yml"), Kind.DATA),
    **dict.fromkeys((".srt", ".vtt", ".svg"), Kind.DATA),
}  # fmt: skip

_SIGNATURES: tuple[tuple[bytes, int, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", 0, Kind.IMAGE), (b"\xff\xd8\xff", 0, Kind.IMAGE), (b"GIF8", 0, Kind.IMAGE),
    (b"II*\x00", 0, Kind.IMAGE), (b"MM\x00*", 0, Kind.IMAGE), (b"BM", 0, Kind.IMAGE),
    (b"WEBP", 8, Kind.IMAGE), (b"ftypheic", 4, Kind.IMAGE), (b"ftypavif", 4, Kind.IMAGE),
    (b"\x00\x00\x01\x00", 0, Kind.IMAGE),
    (b"ID3\x02", 0, Kind.AUDIO), (b"ID3\x03", 0, Kind.AUDIO), (b"ID3\x04", 0, Kind.AUDIO),
    (b"WAVE", 8, Kind.AUDIO), (b"OggS", 0, Kind.AUDIO), (b"fLaC", 0, Kind.AUDIO),
    (b"\xff\xfb", 0, Kind.AUDIO), (b"\xff\xf1", 0, Kind.AUDIO), (b"ftypM4A", 4, Kind.AUDIO),
    (b"AVI ", 8, Kind.VIDEO), (b"ftyp", 4, Kind.VIDEO), (b"\x1aE\xdf\xa3", 0, Kind.VIDEO),
    (b"\x1f\x8b", 0, Kind.ARCHIVE), (b"7z\xbc\xaf\x27\x1c", 0, Kind.ARCHIVE), (b"Rar!", 0, Kind.ARCHIVE),
    (b"BZh", 0, Kind.ARCHIVE), (b"\xfd7zXZ", 0, Kind.ARCHIVE), (b"\x28\xb5\x2f\xfd", 0, Kind.ARCHIVE),
    (b"ustar", 257, Kind.ARCHIVE), (b"HWP Document File", 0, Kind.HWP),
    (b"\x9b DRMONE", 0, Kind.ENCRYPTED_OFFICE), (b"SCDSA00", 0, Kind.ENCRYPTED_OFFICE),
    (b"{\\rtf", 0, Kind.RTF),
)  # fmt: skip
_SHORT_SIGNATURES = (b"BM", b"\xff\xfb", b"\xff\xf1", b"BZh")
"""Two or three bytes may begin a text too; these count only where the rest is no text."""

_OLE_STREAMS = (
    ("EncryptedPackage", Kind.ENCRYPTED_OFFICE),
    ("WordDocument", Kind.DOC),
    ("PowerPoint Document", Kind.PPT),
    ("Workbook", Kind.XLS),
    ("__substg1.0_", Kind.EMAIL),
)
_ZIPPED = (Kind.DOCX, Kind.XLSX, Kind.PPTX, Kind.HWPX, Kind.EPUB, Kind.ODS, Kind.ODF)
_OLD = {Kind.DOCX: Kind.DOC, Kind.XLSX: Kind.XLS, Kind.PPTX: Kind.PPT}
_PDF_HEADER_WINDOW = 1024
"""ISO 32000-1 Annex H.3: readers accept the header within the first 1024 bytes."""
_HTML_START = re.compile(
    r"\A\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_HWPML_START = re.compile(r"\A\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<HWPML\b", re.S)
_HTML_TAG = re.compile(
    r"</?(?:p|div|h[1-6]|table|tr|td|ul|ol|li|br|span|a|section|article|body|main|form|script|style)\b[^>]*>",
    re.I,
)


def extension(filename: str) -> str:
    """Lower-case extension with its dot, empty where there is none."""
    return PurePath(filename.replace("\\", "/")).suffix.lower()


def named_kind(filename: str) -> Kind | None:
    """The kind that the name claims; None for an unknown extension."""
    return EXTENSIONS.get(extension(filename))


def sniff(data: bytes, filename: str) -> Kind:
    """The kind of a file that is not empty. Content decides; the name decides between kinds of text."""
    named = named_kind(filename)
    written = mail_kind(data, named=named in (Kind.EMAIL, Kind.MHTML))
    if written is not None:
        return Kind.MHTML if written == "page" or named is Kind.MHTML else Kind.EMAIL
    if b"%PDF-" in data[:_PDF_HEADER_WINDOW]:
        return Kind.PDF
    if data.startswith(ZIP_SIGNATURES):
        return _zip_kind(data, named)
    if data.startswith(OLE_SIGNATURE):
        return _ole_kind(data, named)
    found = next((kind for magic, at, kind in _SIGNATURES if data[at : at + len(magic)] == magic), None)
    decoded = None
    if found is None or data.startswith(_SHORT_SIGNATURES):
        decoded = decode(data)
    if decoded is None:
        return found or Kind.BINARY
    if _HTML_START.match(decoded.text[:4096]):
        return Kind.HTML
    if _HWPML_START.match(decoded.text[:4096]):
        return Kind.HWP
    if named is Kind.XLS:  # what many sites call so is a page or a CSV file
        return Kind.HTML if _HTML_TAG.search(decoded.text) else Kind.CSV
    if named is Kind.HTML:
        return Kind.HTML if _HTML_TAG.search(decoded.text) else Kind.TEXT
    if named in (Kind.MARKDOWN, Kind.CSV, Kind.DATA):
        return named
    return Kind.TEXT


def _zip_kind(data: bytes, named: Kind | None) -> Kind:
    names = zip_names(data)
    if names is None:
        return named if named in _ZIPPED else Kind.ARCHIVE
    mimetype = (read_entry(data, "mimetype", 128) or b"").decode("ascii", "replace").strip()
    if mimetype.startswith("application/hwp") or "Contents/content.hpf" in names:
        return Kind.HWPX
    if mimetype == "application/epub+zip":
        return Kind.EPUB
    if mimetype.startswith("application/vnd.oasis.opendocument.spreadsheet"):
        return Kind.ODS
    if mimetype.startswith("application/vnd.oasis.opendocument"):
        return Kind.ODF
    for prefix, kind in (("word/", Kind.DOCX), ("xl/", Kind.XLSX), ("ppt/", Kind.PPTX)):
        if any(name.startswith(prefix) for name in names):
            return kind
    return Kind.ARCHIVE


def _ole_kind(data: bytes, named: Kind | None) -> Kind:
    if is_outlook(data):
        return Kind.EMAIL
    if b"HWP Document File" in data:
        return Kind.HWP
    found = next((kind for stream, kind in _OLE_STREAMS if ole_has_stream(data, stream)), None)
    if found is not None:
        return found
    named = _OLD.get(named, named) if named else None  # an old file with a new name
    return named if named in (Kind.HWP, Kind.DOC, Kind.XLS, Kind.PPT, Kind.EMAIL) else Kind.BINARY
