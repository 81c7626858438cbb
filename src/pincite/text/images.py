"""Images in Markdown and HTML: where they are, which to keep, what they show."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_MARKDOWN: Final = re.compile(
    r"!\[(?P<alt>[^\[\]\n]{0,1000})\]"
    r"\([ \t]*(?:<(?P<bracketed>[^<>\n]{0,4000})>|(?P<url>(?:[^()\s]|\([^()\n]{0,2000}\)){1,8000}+))"
    r"(?:[ \t]+(?:\"[^\"\n]{0,1000}\"|'[^'\n]{0,1000}'))?[ \t]*\)"
)
"""One pair of parentheses inside an address is part of it (row IM-02). The bounds are those of
`pincite.chunking.protected`: they keep the time linear on hostile input."""
_HTML: Final = re.compile(r"<img(?=[\s/])[^<>]{0,10000}>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"(?<=[\s\"'])(?P<name>src|alt)\s{0,9}=\s{0,9}(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'>]+))",
    re.IGNORECASE,
)
_BLANK_LINES: Final = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")

CAPTION_MARK: Final = "**Image caption:**"
OCR_MARK: Final = "**Image text (OCR):**"
"""What a model reads in front of the words of an image; the marks of reference 000's chat context."""


@dataclass(frozen=True, slots=True)
class ImageReference:
    """One image, ``text[start:end]``; ``url`` and ``alt`` are trimmed and may be empty."""

    start: int
    end: int
    url: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class ImageInfo:
    """What is known of the image at ``url``."""

    url: str
    caption: str = ""
    ocr_text: str = ""


def find_images(text: str) -> list[ImageReference]:
    """The images of a text in order, as Markdown or as an HTML tag.

    >>> find_images("see ![a](x_(1).png)")
    [ImageReference(start=4, end=19, url='x_(1).png', alt='a')]
    """
    found: list[ImageReference] = []
    if "![" in text:
        for match in _MARKDOWN.finditer(text):
            if _is_escaped(text, match.start()):
                continue
            url = match["url"] or match["bracketed"] or ""
            found.append(ImageReference(*match.span(), url.strip(), match["alt"].strip()))
    for tag in _HTML.finditer(text):
        values = _attributes(tag.group())
        found.append(ImageReference(*tag.span(), values.get("src", ""), values.get("alt", "")))
    return sorted(found, key=lambda image: image.start)


def image_urls(text: str) -> list[str]:
    """The addresses of the images of a text, each once, in order."""
    return list(dict.fromkeys(image.url for image in find_images(text) if image.url))


def prune_images(text: str, keep: Collection[str]) -> str:
    """The text without the images whose address is not in ``keep``.

    By address and not by offset: addresses survive edits of the text (reference 004, parent resolution).
    """
    parts: list[str] = []
    done = 0
    for image in find_images(text):
        if image.url not in keep:
            parts.append(text[done : image.start])
            done = image.end
    return _BLANK_LINES.sub("\n\n", "".join(parts) + text[done:]).strip() if parts else text


def enrich_images(text: str, infos: Iterable[ImageInfo]) -> str:
    """The text with caption and OCR text of each image quoted below the line (or table) that it stands in.

    An image that stands there twice is told of twice; one of which nothing is known stays bare.
    """
    known: Mapping[str, ImageInfo] = {info.url: info for info in infos}
    quotes: dict[int, list[str]] = {}
    for image in find_images(text):
        quote = _quote(known[image.url]) if image.url in known else ""
        if quote:
            quotes.setdefault(_block_end(text, image), []).append(quote)
    parts: list[str] = []
    done = 0
    for end, quoted in sorted(quotes.items()):
        # A blank line after the quote: Markdown reads a line right below as part of it.
        tail = "\n" if text[end : end + 1] == "\n" and text[end : end + 2] != "\n\n" else ""
        parts += [text[done:end], "\n\n", "\n\n".join(quoted), tail]
        done = end
    return "".join(parts) + text[done:]


def _is_escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before ``text[at]``."""
    before = text[max(0, at - 100) : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def plain_words(text: str) -> str:
    """The words of an enriched text: no references, and what pictures show without quote signs and marks.

    >>> plain_words("See ![](a.png).\\n\\n> **Image text (OCR):** No entry\\n> after ten.")
    'See .\\n\\nNo entry\\nafter ten.'
    """
    lines: list[str] = []
    told = False
    for line in prune_images(text, ()).split("\n"):
        mark = next((mark for mark in (CAPTION_MARK, OCR_MARK) if line.startswith(f"> {mark}")), "")
        told = line.startswith(">") and (told or bool(mark))
        lines.append(line.removeprefix(">").removeprefix(f" {mark}").strip() if told else line)
    return "\n".join(lines)


def _attributes(tag: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(tag):
        value = match["double"] or match["single"] or match["bare"] or ""
        values.setdefault(match["name"].lower(), value.strip())
    return values


def _quote(info: ImageInfo) -> str:
    told = ((CAPTION_MARK, info.caption), (OCR_MARK, info.ocr_text))
    lines = [line for mark, words in told if words.strip() for line in f"{mark} {words.strip()}".splitlines()]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _block_end(text: str, image: ImageReference) -> int:
    """End of the line that the image ends in, or of the table whose row that is."""
    end = _line_end(text, image.end)
    row = text[text.rfind("\n", 0, image.start) + 1 : end]
    while row.lstrip().startswith("|") and end < len(text):
        following = _line_end(text, end + 1)
        row = text[end + 1 : following]
        if row.lstrip().startswith("|"):
            end = following
    return end


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
