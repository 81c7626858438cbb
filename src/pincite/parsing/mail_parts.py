"""The parts of a MIME message: its body as Markdown, and what is attached."""

import binascii
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from pathlib import PurePath
from urllib.parse import unquote

from pincite.parsing.headings import escape_headings
from pincite.parsing.inline_pictures import inline_picture
from pincite.parsing.mail_head import decoded_bytes, decoded_field
from pincite.parsing.markup_files import page_markdown
from pincite.parsing.pictures import Gallery

_MAX_DEPTH = 40
"""Multiparts inside one another. Mail programs write at most five."""
_STUB = 0.25
"""Share of the letters of the HTML body below which the text body only says that there is one."""
_DATA_TABLE = re.compile(r"^\|.*[^|\s].*\|.*[^|\s].*\|\n\|(?: --- \|){2,}\n\|", re.M)
_HEADING = re.compile(r"^#{1,6} ", re.M)
_REFERENCE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_BODIES = ("text/plain", "text/html")
_MAX_NAME = 200
"""Characters of a file name that are shown; its extension is at the end."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came along: ``data``, or the ``mail`` where it is one itself."""

    part: Message
    name: str
    data: bytes = b""
    mail: Message | None = None


@dataclass(slots=True)
class Contents:
    """What a message holds besides its header."""

    body: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n\n".join(part.strip("\n") for part in self.body if part.strip())


def contents(message: Message, gallery: Gallery) -> Contents:
    """Body and attachments in the order of the message. Raises RecursionError beyond 40 nested multiparts."""
    reader = _Reader(message, gallery)
    found = Contents()
    reader.read(message, found, 0)
    found.attachments = [item for item in found.attachments if item.part not in reader.shown]
    return found


def addresses(part: Message) -> list[str]:
    """How a page may refer to a part: ``cid:…`` and its location."""
    identifier = str(part.get("Content-ID", "")).strip().strip("<>")
    location = "".join(str(part.get("Content-Location", "")).split())
    return [address for address in (identifier and f"cid:{identifier}", location) if address]


def payload(part: Message) -> bytes:
    """The bytes of a part without its transfer encoding; what is left of them where that is damaged."""
    try:
        data = part.get_payload(decode=True)
    except (binascii.Error, ValueError, AssertionError):
        data = None
    if isinstance(data, bytes):
        return data
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


class _Reader:
    def __init__(self, message: Message, gallery: Gallery) -> None:
        self._gallery = gallery
        self._files: dict[str, Message] = {}
        self.shown: set[Message] = set()
        """Pictures that stand in a body."""
        self._index(message, 0)

    def _index(self, part: Message, depth: int) -> None:
        for child in _children(part, depth):
            for address in addresses(child):
                self._files.setdefault(address, child)
            self._index(child, depth + 1)

    def read(self, part: Message, found: Contents, depth: int) -> None:
        kind = part.get_content_type()
        mail = part.get_payload(0) if kind == "message/rfc822" and part.is_multipart() else None
        if isinstance(mail, Message):
            name = _name(part) or f"{decoded_field(mail.get('Subject')) or 'message'}.eml"
            found.attachments.append(Attachment(part, name, mail=mail))
        elif kind == "multipart/alternative":
            self._alternative(part, found, depth)
        elif part.is_multipart():
            for child in _children(part, depth):
                self.read(child, found, depth + 1)
        elif kind in _BODIES and not _is_attached(part):
            found.body.append(self._text(part) if kind == "text/plain" else self._html(part))
        elif (data := payload(part)) or _name(part):
            name = _name(part) or f"unnamed{mimetypes.guess_extension(kind) or ''}"
            found.attachments.append(Attachment(part, name, data))

    def _alternative(self, part: Message, found: Contents, depth: int) -> None:
        """One of several versions of the same text; what is attached to any of them is kept."""
        plain = rich = ""
        for child in _children(part, depth):
            version = Contents()
            self.read(child, version, depth + 1)
            found.attachments += version.attachments
            if child.get_content_type() == "text/plain":
                plain = plain or version.text
            else:
                rich = version.text or rich
        if _tells_more(rich, plain):
            found.body.append(rich)
        else:
            found.body += [plain, *(match.group() for match in _REFERENCE.finditer(rich))]

    def _text(self, part: Message) -> str:
        text = decoded_bytes(payload(part), part.get_content_charset())
        if part.get_param("format") == "flowed":
            text = _unflowed(text, joined=part.get_param("delsp") == "yes")
        return escape_headings(text)

    def _html(self, part: Message) -> str:
        text = decoded_bytes(payload(part), part.get_content_charset())
        return page_markdown(text, whole=True, picture=self._picture)[0] if text.strip() else ""

    def _picture(self, attributes: Mapping[str, str | None]) -> str:
        part = self._files.get(unquote(attributes.get("src") or ""))
        if part is None:
            data = inline_picture(attributes.get("src") or "")
            return "" if data is None else self._gallery.offer(data, attributes.get("alt") or "")
        reference = self._gallery.add(payload(part), attributes.get("alt") or "")
        if reference:
            self.shown.add(part)
        return reference


def _children(part: Message, depth: int) -> list[Message]:
    if depth > _MAX_DEPTH:
        raise RecursionError("multiparts nested too deeply")
    if not part.is_multipart() or part.get_content_type() == "message/rfc822":
        return []
    return [child for child in part.get_payload() if isinstance(child, Message)]


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(_name(part))


def _name(part: Message) -> str:
    """The file name without folders, decoded; empty where the part has none."""
    try:
        name = decoded_field(part.get_filename())
    except (ValueError, LookupError, TypeError):
        return ""
    return PurePath(name.replace("\\", "/")).name[-_MAX_NAME:]


def _tells_more(rich: str, plain: str) -> bool:
    """The text body is what people read; the HTML one where that is a stub or where it holds a table or
    headings, which the text has lost."""
    if not rich or not plain:
        return bool(rich)
    return (
        len("".join(plain.split())) < _STUB * len("".join(rich.split()))
        or _DATA_TABLE.search(rich) is not None
        or _HEADING.search(rich) is not None
    )


def _unflowed(text: str, *, joined: bool) -> str:
    """Lines that a mail program broke, made one again (RFC 3676)."""
    lines: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        content = line.removeprefix(" ")
        if goes_on and not content.startswith(">"):
            lines[-1] += content
        else:
            lines.append(content)
        goes_on = content.endswith(" ") and content != "-- " and not content.startswith(">")
        if goes_on and joined:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
