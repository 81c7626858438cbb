"""Pictures and files beside a question: data URLs, and what is known of a file once it was read."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final

_FIRST: Final = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/gif", re.compile(rb"GIF8[79]a")),
    ("image/webp", re.compile(rb"RIFF.{4}WEBP", re.DOTALL)),
)
"""Media types that vision models take, and their first bytes."""
_DATA_URL: Final = re.compile(r"data:image/[\w.+-]+(?:;[\w.=+-]+)*;base64,", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that a person put beside a question, read. It belongs to the question and to no base."""

    name: str
    text: str
    """As Markdown."""


def picture_type(data: bytes) -> str:
    """The media type of a picture by its first bytes; "" for what no vision model takes.

    >>> picture_type(b"GIF89a..."), picture_type(b"%PDF-1.7")
    ('image/gif', '')
    """
    return next((kind for kind, first in _FIRST if first.match(data)), "")


def data_url(data: bytes) -> str:
    """``data:image/png;base64,…``; what is of no known kind counts as PNG.

    >>> data_url(b"GIF89a")
    'data:image/gif;base64,R0lGODlh'
    """
    return f"data:{picture_type(data) or 'image/png'};base64,{base64.b64encode(data).decode('ascii')}"


def picture_bytes(url: str) -> bytes | None:
    """What a data URL of a picture holds; None where it is none.

    >>> picture_bytes("data:image/gif;base64,R0lGODlh")
    b'GIF89a'
    """
    head = _DATA_URL.match(url)
    if head is None:
        return None
    try:
        return base64.b64decode("".join(url[head.end() :].split()), validate=True)
    except (binascii.Error, ValueError):
        return None
