"""Pictures that stand in the text itself, as ``data:`` addresses of HTML and Markdown."""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import unquote_to_bytes

from pincite.parsing.html_clean import Picture
from pincite.parsing.pictures import Gallery

_ADDRESS: Final = r"data:image/[^\s<>()\[\]\"',]{1,200},[^\s<>()\[\]\"']*"
_INLINE: Final = re.compile(
    rf"!\[(?P<alt>[^\[\]\n]{{0,1000}})\]\([ \t]*<?(?P<source>{_ADDRESS})>?"
    r"(?:[ \t]+\"[^\"\n]{0,1000}\")?[ \t]*\)",
    re.I,
)
_DEFINED: Final = re.compile(
    rf"^ {{0,3}}\[(?P<label>[^\[\]\n]{{1,200}})\]:[ \t]*<?(?P<source>{_ADDRESS})>?[^\n]*\n?", re.I | re.M
)
"""Google Docs writes each picture so, below the text."""
_USED: Final = re.compile(r"!\[(?P<alt>[^\[\]\n]{0,1000})\](?:\[(?P<label>[^\[\]\n]{0,200})\])?(?!\()")
_TAG: Final = re.compile(r"<img(?=[\s/])(?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*'){0,2000}>", re.I)
_ATTRIBUTE: Final = re.compile(
    r"(?<=[\s\"'])(?P<name>src|alt)\s{0,9}=\s{0,9}(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')", re.I
)
_FENCED: Final = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)", re.M | re.S
)


def inline_picture(source: str) -> bytes | None:
    """The bytes of a ``data:`` address of a picture, empty where they are damaged; None for other addresses.

    >>> inline_picture("data:image/gif;base64,R0lGODlh")
    b'GIF89a'
    """
    source = source.strip()
    if source[:11].lower() != "data:image/":
        return None
    head, comma, body = source.partition(",")
    raw = unquote_to_bytes(body)
    if not comma or not head.lower().rstrip().endswith(";base64"):
        return raw
    packed = b"".join(raw.split()).translate(bytes.maketrans(b"-_", b"+/")).rstrip(b"=")
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def placing(gallery: Gallery) -> Picture:
    """What stands for an <img> of a page: the picture that its address holds, nothing for another address."""

    def place(attributes: Mapping[str, str | None]) -> str:
        data = inline_picture(attributes.get("src") or "")
        return "" if data is None else gallery.offer(data, attributes.get("alt") or "")

    return place


def lifted(markdown: str, gallery: Gallery) -> str:
    """Markdown with a name in the place of each picture that stands in it; fenced code stays as it is."""
    if "data:image/" not in markdown and "data:image/" not in markdown.lower():
        return markdown
    parts: list[str] = []
    fenced: list[str] = []
    done = 0
    for block in _FENCED.finditer(markdown):
        parts.append(markdown[done : block.start()])
        fenced.append(block.group())
        done = block.end()
    parts.append(markdown[done:])
    sources: dict[str, str] = {}
    for part in parts:
        for found in _DEFINED.finditer(part):
            sources.setdefault(_key(found["label"]), found["source"])
    lifted_parts = [_lifted(part, sources, gallery) for part in parts]
    return "".join(text + code for text, code in zip(lifted_parts, [*fenced, ""], strict=True))


def _lifted(text: str, sources: Mapping[str, str], gallery: Gallery) -> str:
    def used(found: re.Match[str]) -> str:
        source = sources.get(_key(found["label"] or found["alt"]))
        alt = found["alt"] if found["label"] is not None else ""
        return found.group() if source is None else gallery.offer(inline_picture(source) or b"", alt)

    text = _DEFINED.sub("", text)
    if sources:
        text = _USED.sub(used, text)
    text = _INLINE.sub(
        lambda found: gallery.offer(inline_picture(found["source"]) or b"", found["alt"]), text
    )
    return _TAG.sub(lambda tag: _tag(tag.group(), gallery), text)


def _tag(tag: str, gallery: Gallery) -> str:
    values = {
        found["name"].lower(): found["double"] or found["single"] or "" for found in _ATTRIBUTE.finditer(tag)
    }
    data = inline_picture(values.get("src", ""))
    return tag if data is None else gallery.offer(data, values.get("alt", ""))


def _key(label: str) -> str:
    return " ".join(label.split()).casefold()
