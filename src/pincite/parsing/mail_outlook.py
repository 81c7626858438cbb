"""Outlook messages (MSG) as MIME messages, so that one reader serves both.

A MSG file is an OLE file of MAPI properties ([MS-OXMSG]). `olefile` reads the container and is here for HWP
already; the libraries above it decode 8-bit Korean as Western text (aspose-email-foss 26.3, python-oxmsg
0.0.2) or are under the GPL (extract-msg).
"""

import base64
import io
import struct
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import format_datetime

import olefile

from pincite.core.errors import CorruptDocument
from pincite.parsing.mail_head import OLE_DAMAGE, OLE_PROPERTIES, decoded_bytes, parsed_message
from pincite.parsing.mail_rtf import decompressed
from pincite.parsing.problems import Problem

_SUBJECT, _BODY, _HTML, _RTF, _HEADERS = "0037", "1000", "1013", "1009", "007D"
_SENDER, _SENDER_SMTP, _SENDER_ADDRESS, _TO, _CC = "0C1A", "5D01", "0C1F", "0E04", "0E03"
_DATA, _LONG_NAME, _SHORT_NAME, _MIME, _CONTENT_ID = "3701", "3707", "3704", "370E", "3712"
_SENT, _DELIVERED = 0x0039, 0x0E06
_MESSAGE_CODEPAGE, _INTERNET_CODEPAGE = 0x3FFD, 0x3FDE
_TOP, _EMBEDDED = 32, 24
"""Bytes of header before the fixed properties of a file and of a message in it ([MS-OXMSG] 2.4.1)."""
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
Place = tuple[str, ...]


def outlook_message(data: bytes) -> Message:
    """The message with its body and attachments.

    Raises:
        Problem: CorruptDocument for a damaged or truncated file.
        RecursionError: messages hundreds deep inside one another.
    """
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            return _Store(file).message((), _TOP)
    except OLE_DAMAGE as error:
        raise Problem(CorruptDocument, "damaged_msg") from error


class _Store:
    def __init__(self, file: olefile.OleFileIO) -> None:
        self._file = file
        self._entries = {tuple(path) for path in file.listdir(streams=True, storages=True)}

    def message(self, place: Place, header: int) -> Message:
        fixed = self._fixed(place, header)
        codepage = _number(fixed, _MESSAGE_CODEPAGE) or _number(fixed, _INTERNET_CODEPAGE)
        charset = {0: None, 65001: "utf-8", 1200: "utf-16-le"}.get(codepage, f"cp{codepage}")
        mail = _multipart("mixed")
        for name, value in self._header(place, fixed, charset):
            if value:
                mail[name] = value
        versions: list[Message | str] = []
        if body := self._text(place, _BODY, charset):
            versions.append(_part("text/plain; charset=utf-8", body.encode("utf-8", "replace")))
        if html := self._page(place, charset, _number(fixed, _INTERNET_CODEPAGE)):
            versions.append(html)
        if not versions and (packed := self._bytes(place, _RTF)):
            mail.attach(_part("application/rtf", decompressed(packed), "message.rtf"))
        if versions:
            alternative = _multipart("alternative")
            alternative.set_payload(versions)
            mail.attach(alternative)
        for child in self._children(place):
            if child.startswith("__attach_version1.0_"):
                mail.attach(self._attachment((*place, child), charset))
        return mail

    def _children(self, place: Place) -> list[str]:
        depth = len(place)
        return sorted({path[depth] for path in self._entries if len(path) > depth and path[:depth] == place})

    def _header(
        self, place: Place, fixed: Mapping[int, bytes], charset: str | None
    ) -> Iterator[tuple[str, str]]:
        """As it was sent, where the message keeps that; else what Outlook shows."""
        sent = parsed_message(self._text(place, _HEADERS, charset).encode("utf-8", "replace"))
        name = self._text(place, _SENDER, charset)
        address = self._text(place, _SENDER_SMTP, charset) or self._text(place, _SENDER_ADDRESS, charset)
        sender = f"{name} <{address}>" if name and "@" in address and name != address else name or address
        date = _time(fixed, _SENT) or _time(fixed, _DELIVERED)
        yield "Subject", self._text(place, _SUBJECT, charset)
        yield "From", str(sent.get("From", "")) or sender
        yield "To", str(sent.get("To", "")) or self._text(place, _TO, charset)
        yield "Cc", str(sent.get("Cc", "")) or self._text(place, _CC, charset)
        yield "Date", str(sent.get("Date", "")) or (format_datetime(date) if date is not None else "")

    def _attachment(self, place: Place, charset: str | None) -> Message:
        embedded = (*place, f"__substg1.0_{_DATA}000D")
        name = self._text(place, _LONG_NAME, charset) or self._text(place, _SHORT_NAME, charset)
        if (*embedded, OLE_PROPERTIES) in self._entries:
            part = _typed("message/rfc822")
            part.set_payload([self.message(embedded, _EMBEDDED)])
            return part
        kind = self._text(place, _MIME, charset)
        part = _part(kind if "/" in kind else "application/octet-stream", self._bytes(place, _DATA), name)
        if identifier := self._text(place, _CONTENT_ID, charset):
            part["Content-ID"] = f"<{identifier}>"
        return part

    def _page(self, place: Place, charset: str | None, codepage: int) -> Message | None:
        """The HTML body, which is bytes in the codepage of the Internet, or text."""
        if text := self._text(place, _HTML, charset):
            return _part("text/html; charset=utf-8", text.encode("utf-8", "replace"))
        data = self._bytes(place, _HTML)
        declared = f"cp{codepage}" if codepage not in (0, 65001) else "utf-8"
        return _part(f"text/html; charset={declared}", data) if data.strip(b"\0 \r\n") else None

    def _text(self, place: Place, key: str, charset: str | None) -> str:
        wide = self._stream((*place, f"__substg1.0_{key}001F"))
        if wide is not None:
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self._stream((*place, f"__substg1.0_{key}001E"))
        return decoded_bytes(narrow, charset).rstrip("\0") if narrow else ""

    def _bytes(self, place: Place, key: str) -> bytes:
        return self._stream((*place, f"__substg1.0_{key}0102")) or b""

    def _stream(self, path: Place) -> bytes | None:
        if path not in self._entries:
            return None
        with self._file.openstream(list(path)) as stream:
            content: bytes = stream.read()
        return content

    def _fixed(self, place: Place, header: int) -> dict[int, bytes]:
        """Property numbers to their eight bytes of value."""
        content = (self._stream((*place, OLE_PROPERTIES)) or b"")[header:]
        entries = (content[at : at + 16] for at in range(0, len(content) - 15, 16))
        return {struct.unpack_from("<H", entry, 2)[0]: entry[8:] for entry in entries}


def _number(fixed: Mapping[int, bytes], key: int) -> int:
    return int.from_bytes(fixed.get(key, b"")[:4], "little")


def _time(fixed: Mapping[int, bytes], key: int) -> datetime | None:
    ticks = int.from_bytes(fixed.get(key, b""), "little")
    try:
        return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
    except OverflowError:
        return None


def _typed(kind: str) -> Message:
    message = parsed_message(b"")
    message["Content-Type"] = kind
    return message


def _multipart(kind: str) -> Message:
    message = _typed(f"multipart/{kind}")
    message.set_payload([])
    return message


def _part(kind: str, data: bytes, name: str = "") -> Message:
    part = _typed(kind)
    part["Content-Transfer-Encoding"] = "base64"
    if name:
        part.add_header("Content-Disposition", "attachment", filename=("utf-8", "", name))
    part.set_payload(base64.encodebytes(data).decode("ascii"))
    return part
