"""What an address answered with, as a file: its name, its kind, and its letters. Pure.

Only the first bytes are looked at. The content is a stranger's, so what reads all of it is the parser, in a
process of its own.
"""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from email.message import Message
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from pincite.core.catalogue import say
from pincite.core.errors import FetchFailed
from pincite.parsing.containers import OLE_SIGNATURE, ZIP_SIGNATURES
from pincite.parsing.formats import EXTENSIONS, MEDIA_TYPES, Kind, extension
from pincite.parsing.html_clean import declared_charset

LONGEST_NAME: Final = 120
"""Characters of a file name that comes from an address."""
_HEAD: Final = 1024
_PAGE: Final = re.compile(
    r"\A\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_MARKS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ANYTHING: Final = frozenset((
    "", "application/octet-stream", "binary/octet-stream", "application/x-download", "text/plain",
    "application/force-download", "application/download", "application/unknown", "unknown/unknown",
    "application/zip", "application/x-zip-compressed", "application/save",
))  # fmt: skip
"""What servers say of files that they do not know; the content and the name decide."""
_MORE_TYPES: Final = {
    "application/xhtml+xml": ".html", "text/html": ".html", "text/plain": ".txt", "text/csv": ".csv",
    "text/markdown": ".md", "text/x-markdown": ".md", "application/json": ".json", "text/xml": ".xml",
    "application/xml": ".xml", "application/rss+xml": ".xml", "application/atom+xml": ".xml",
    "application/x-yaml": ".yaml", "text/yaml": ".yaml", "application/msword": ".doc",
    "application/vnd.ms-powerpoint": ".ppt", "application/vnd.ms-excel": ".xls",
    "application/haansofthwp": ".hwp", "application/vnd.hancom.hwp": ".hwp",
    "application/vnd.hancom.hwpx": ".hwpx", "image/png": ".png",
    "image/jpeg": ".jpg", "image/webp": ".webp", "image/tiff": ".tif", "image/gif": ".gif",
    "image/bmp": ".bmp", "application/x-ndjson": ".jsonl", "text/tab-separated-values": ".tsv",
    "message/rfc822": ".eml", "multipart/related": ".mhtml", "text/rtf": ".rtf", "text/vtt": ".vtt",
}  # fmt: skip
_NAMED: Final = {
    **{media_type: next(name for name, kind in EXTENSIONS.items() if kind is named and name)
       for named, media_type in MEDIA_TYPES.items()},
    **_MORE_TYPES,
}  # fmt: skip
_FAMILIES: Final = {
    Kind.PDF: ("pdf",), Kind.IMAGE: ("other",), Kind.HWP: ("ole", "other"), Kind.DOC: ("ole", "zip"),
    Kind.PPT: ("ole", "zip"), Kind.XLS: ("ole", "zip", "page", "text"),
    **dict.fromkeys((Kind.DOCX, Kind.XLSX, Kind.PPTX, Kind.EPUB), ("zip", "ole")),
    **dict.fromkeys((Kind.ODS, Kind.ODF, Kind.HWPX), ("zip", "ole")),
}  # fmt: skip
"""How files of a kind begin; kinds of text may hold anything. An encrypted DOCX is an OLE file, and what
sites call XLS is often a page."""
_CHARSETS: Final = frozenset((
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp949", "euc_kr", "gb18030", "gbk", "gb2312", "big5",
    "big5hkscs", "shift_jis", "cp932", "euc_jp", "iso2022_jp", "iso2022_kr", "koi8-r", "koi8-u", "tis-620",
    *(f"cp125{number}" for number in (0, 1, 3, 4, 5, 6, 7, 8)),
    *(f"iso8859-{number}" for number in range(2, 17)),
))  # fmt: skip
"""As Python names them. Not Latin-1 and its extension: any bytes can be read so, and servers say it when
nobody told them, so it proves nothing. Not the other codecs of Python, some of which are slow on purpose."""
_ALIASES: Final = {"euc-kr": "cp949", "ks_c_5601-1987": "cp949", "gb2312": "gb18030", "gbk": "gb18030"}
"""What the names mean on the web (WHATWG Encoding Standard)."""

_SCRIPTS: Final = frozenset((".php", ".asp", ".aspx", ".jsp", ".do", ".action", ".cgi", ".shtml"))
"""Of programs on servers: no part of what a page is called."""


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as an upload would bring it."""

    filename: str
    data: bytes
    media_type: str
    """As the server says, without parameters."""


def web_file(
    url: str, data: bytes, content_type: str = "", disposition: str = "", *, language: str = "en"
) -> WebFile:
    """Name and letters of what ``url`` answered with.

    The content decides what it is, as with an upload. A page or plain text in the place of a file that the
    server promises is a page for signing in, or an error, and no document.

    Raises:
        FetchFailed: it is not what the server says.

    >>> web_file("https://example.com/docs/leave?id=3", b"<html><p>Leave", "text/html").filename
    'leave.html'
    """
    media_type, charset = _content_type(content_type)
    family = _family(data)
    promised = EXTENSIONS.get(_NAMED.get(media_type, ""))
    if media_type not in _ANYTHING and promised in _FAMILIES and family not in _FAMILIES[promised]:
        found = {"page": "page", "text": "plain_text"}.get(family, "another_file")
        raise FetchFailed(
            say(
                "fetching.not_what_it_says",
                language,
                media_type=media_type,
                found=say(f"fetching.{found}", language),
            )
        )
    if family in ("page", "text"):
        data = _with_charset(data, charset)
    return WebFile(_filename(url, disposition, media_type, family), data, media_type)


def name_of(url: str) -> str:
    """What a document is called until its file is there."""
    parts = urlsplit(url)
    return _clean(PurePosixPath(unquote(parts.path)).name) or parts.hostname or "page"


def _content_type(header: str) -> tuple[str, str]:
    message = Message()
    message["content-type"] = header or "application/octet-stream"
    charset = message.get_param("charset", "")
    return message.get_content_type() if header else "", str(charset).strip().lower()


def _family(data: bytes) -> str:
    head = data[:_HEAD]
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(ZIP_SIGNATURES):
        return "zip"
    if head.startswith(OLE_SIGNATURE):
        return "ole"
    if head.startswith(_MARKS[1:]):
        text = head[: len(head) // 2 * 2].decode("utf-16", "replace")
    elif b"\0" in head or sum(byte < 9 or 13 < byte < 27 for byte in head) > 4:
        return "other"
    else:
        text = head.removeprefix(codecs.BOM_UTF8).decode("latin-1")
    return "page" if _PAGE.match(text) else "text"


def _with_charset(data: bytes, charset: str) -> bytes:
    """The same in UTF-8 with a mark where only the header of the answer names the charset, or names another
    than the page: the header counts (HTML standard), and files have none."""
    if not charset or data.startswith(_MARKS):
        return data
    try:
        codec = codecs.lookup(_ALIASES.get(charset, charset)).name
        if codec not in _CHARSETS:
            return data
        text = data.decode(codec)
    except (UnicodeError, LookupError, ValueError):
        return data  # the header is wrong; what the page says, or the letters, decide
    inner = declared_charset(data)
    if codec == "utf-8" and inner in (None, "utf-8", "utf8"):
        return data
    return codecs.BOM_UTF8 + text.encode("utf-8", "replace")


def _filename(url: str, disposition: str, media_type: str, family: str) -> str:
    """What the server calls it, else the last part of the path, else the host; with the extension of what it
    is, for parsers go by it where content does not tell."""
    name = _clean(_disposed(disposition)) or name_of(url)
    stated = "" if media_type in ("", "application/octet-stream") else _NAMED.get(media_type, "")
    if family == "page":
        wanted = stated if EXTENSIONS.get(stated) in (Kind.DATA, Kind.XLS) else ".html"
    elif extension(name) in EXTENSIONS and extension(name) and (media_type in _ANYTHING or not stated):
        return name
    elif family == "pdf":
        wanted = ".pdf"
    else:
        wanted = stated
    if not wanted or EXTENSIONS.get(extension(name)) is EXTENSIONS.get(wanted):
        return name
    known = bool(extension(name)) and (extension(name) in EXTENSIONS or extension(name) in _SCRIPTS)
    return f"{PurePosixPath(name).stem if known else name}{wanted}"


def _disposed(disposition: str) -> str:
    if not disposition:
        return ""
    message = Message()
    message["content-disposition"] = disposition
    return message.get_filename() or ""


def _clean(name: str) -> str:
    """One line, no folders, nothing that a terminal or a file system would take for more than a letter."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/").rpartition("/")[2])
    name = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C").strip(" .")
    if len(name) <= LONGEST_NAME:
        return name
    suffix = PurePosixPath(name).suffix[:10]
    return name[: LONGEST_NAME - len(suffix)] + suffix
