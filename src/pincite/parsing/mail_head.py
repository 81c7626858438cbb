"""Whether bytes are a mail or a saved page (MHTML), and what their header lines say."""

import binascii
import codecs
import io
import re
import struct
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.policy import Compat32

import olefile

from pincite.parsing.encoding import clean, decode

_WINDOW = 32 * 1024
_FIRST_LINE = re.compile(rb"\A(?:From [^\n]*\n)?[A-Za-z][!-9;-~]*:[ \t]?[^\n]*\r?\n")
_FIELD = re.compile(rb"^([A-Za-z][!-9;-~]*):", re.M)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_ORIGIN = frozenset((b"from", b"sender", b"subject", b"date", b"to"))
_TRANSPORT = frozenset((b"mime-version", b"received", b"message-id", b"return-path", b"delivered-to"))
_SAVED_PAGE = re.compile(rb"^(?:Snapshot-Content-Location:|From: ?<?\"?Saved by )", re.I | re.M)
_CHARSETS = {
    "euc-kr": "cp949", "euc_kr": "cp949", "ks_c_5601-1987": "cp949", "ks_c_5601": "cp949",
    "ksc5601": "cp949", "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "big5": "big5hkscs",
    "iso-8859-1": "cp1252", "latin1": "cp1252", "us-ascii": "utf-8", "ascii": "utf-8",
}  # fmt: skip
"""What mail programs mean by these names, wider tables for narrow ones (WHATWG Encoding Standard)."""
OLE_PROPERTIES = "__properties_version1.0"
"""The stream that an Outlook message has at its root ([MS-OXMSG] 2.4)."""
OLE_DAMAGE = (
    OSError,
    ValueError,
    IndexError,
    KeyError,
    TypeError,
    AttributeError,
    struct.error,
    OverflowError,
)
"""What olefile raises on damaged files (found by flipping bytes)."""


def mail_kind(data: bytes, *, named: bool) -> str | None:
    """``mail``, ``page`` (a saved web page) or None.

    A file that is not ``named`` as one must show who wrote it and how it was sent: any text may begin with
    a word and a colon. A mailbox of many mails begins with ``From `` and is none.
    """
    window = _plain_start(data[:_WINDOW])
    if not _FIRST_LINE.match(window) or (window.startswith(b"From ") and not named):
        return None
    head = _BLANK_LINE.split(window, maxsplit=1)[0]
    fields = {name.lower() for name in _FIELD.findall(head)}
    if _SAVED_PAGE.search(head):
        return "page"
    if fields & _ORIGIN and fields & _TRANSPORT:
        return "mail"
    return "mail" if named and fields & (_ORIGIN | _TRANSPORT | {b"content-type"}) else None


def decoded_bytes(data: bytes, charset: str | None) -> str:
    """Text in its declared charset if the bytes obey it, else what the letters say; line ends as ``\\n``."""
    if charset:
        name = charset.strip().strip("\"'").lower()
        try:
            return clean(data.decode(_CHARSETS.get(name, name)))
        except (UnicodeDecodeError, LookupError, ValueError):
            pass
    found = decode(data) if data else None
    return found.text if found is not None else clean(data.decode("utf-8", "replace"))


def decoded_field(value: str | None) -> str:
    """A header value in one line: encoded words (RFC 2047) and raw 8-bit letters become text."""
    if not value:
        return ""
    if any("\udc80" <= char <= "\udcff" for char in value):
        value = decoded_bytes(value.encode("utf-8", "surrogateescape"), None)
    try:
        words = decode_header(value)
    except (HeaderParseError, binascii.Error, ValueError):
        words = [(value, None)]
    parts = [word if isinstance(word, str) else decoded_bytes(word, charset) for word, charset in words]
    return " ".join("".join(parts).split())


class _RawHeaders(Compat32):
    """Header values as they stand: 8-bit letters that no standard allows are not thrown away."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


def parsed_message(data: bytes) -> Message:
    """Raises RecursionError where mails or multiparts lie hundreds deep inside one another."""
    return message_from_bytes(_plain_start(data), policy=_RawHeaders())


def _plain_start(data: bytes) -> bytes:
    """Without what programs do to a saved mail: marks, blank lines, UTF-16, line ends of old Macs."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data[: len(data) // 2 * 2].decode("utf-16", "replace").encode("utf-8")
    data = data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    return data if b"\n" in data[:_WINDOW] else data.replace(b"\r", b"\n")


def is_outlook(data: bytes) -> bool:
    """Whether an OLE file is a message itself, not a document that holds one."""
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            return bool(file.exists(OLE_PROPERTIES))
    except OLE_DAMAGE:
        return False
