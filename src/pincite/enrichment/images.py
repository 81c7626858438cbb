"""Pictures of a document: their addresses in its Markdown, and what they show. Pure (rows IM-03, IM-04)."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pincite.core.types import PageSpan, ParsedDocument
from pincite.text.images import ImageReference, find_images

LONGEST = 7_500
"""Characters of a caption or of the text of one picture: what the longest chunk of text may have."""
_FENCE = re.compile(r"\A(`{3,}|~{3,})[ \t]*[\w-]*[ \t]*\n(.*?)\n?[ \t]*\1[ \t]*\Z", re.S)
_PREAMBLE = re.compile(
    r"\A(?:(?:sure|certainly|of course|okay|ok)[,.!:]?\s*)?(?:here(?:'s| is| are)\b[^\n]{0,120}?[:：]"
    r"|(?:this|the) (?:image|picture|photo)(?:'s)? (?:description|caption)[^\n]{0,60}?[:：]"
    r"|(?:description|caption|transcription|설명|캡션|描述|图片描述|说明)\s*[:：]"
    r"|(?:다음은|아래는)[^\n]{0,80}?(?:입니다|이다)?\s*[:：.]\s*(?=\n)|以下是[^\n]{0,60}?[:：])\s*",
    re.I,
)
_QUOTED = re.compile(r"\A[\"“'‘](.*)[\"”'’]\Z", re.S)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a picture shows; ``start`` and ``end`` are those of its first reference in the Markdown."""

    url: str
    start: int
    end: int
    page: int | None = None
    caption: str = ""
    ocr_text: str = ""


def referred(markdown: str, names: Sequence[str]) -> dict[str, ImageReference]:
    """The first reference of each of ``names`` that has one."""
    wanted, found = set(names), {}
    for image in find_images(markdown):
        if image.url in wanted and image.url not in found:
            found[image.url] = image
    return found


def with_addresses(parsed: ParsedDocument, addresses: Mapping[str, str]) -> ParsedDocument:
    """The document with each picture's name (a key of ``addresses``) replaced by its address, wherever it
    is referred to; pages lie where their text lies afterwards."""
    text = parsed.markdown
    parts: list[str] = []
    ends: list[int] = []
    grown: list[int] = []
    done = 0
    for image in find_images(text):
        address = addresses.get(image.url)
        if address is None:
            continue
        reference = _rewritten(text[image.start : image.end], image.url, address)
        parts += [text[done : image.start], reference]
        ends.append(image.end)
        grown.append(len(reference) - (image.end - image.start))
        done = image.end
    if not parts:
        return parsed
    shifts = [0, *accumulate(grown)]

    def moved(at: int) -> int:
        return at + shifts[bisect_right(ends, at)]

    pages = tuple(PageSpan(page.number, moved(page.start), moved(page.end)) for page in parsed.pages)
    return replace(parsed, markdown="".join(parts) + text[done:], pages=pages)


def _rewritten(reference: str, url: str, address: str) -> str:
    if reference.startswith("!"):
        at = reference.index(url, reference.index("](") + 2)
    else:
        source = re.search(rf"(?i)(?<=[\s\"'])src\s*=\s*[\"']?\s*(?={re.escape(url)})", reference)
        at = source.end() if source else reference.index(url)
    return reference[:at] + address + reference[at + len(url) :]


def tidy_caption(text: str) -> str:
    """A model's answer without code fence, quotation marks and the sentence that only announces it.

    >>> tidy_caption("Sure! Here is the description:\\n\\nA duck holds a sheet of paper.")
    'A duck holds a sheet of paper.'
    """
    text = text.strip()
    if fenced := _FENCE.match(text):
        text = fenced[2].strip()
    text = _PREAMBLE.sub("", text, count=1).strip()
    if (quoted := _QUOTED.match(text)) and not re.search(r"[\"”“]", quoted[1]):
        text = quoted[1].strip()
    return bounded(text)


def bounded(text: str) -> str:
    """At most `LONGEST` characters, cut at a line or a blank."""
    if len(text) <= LONGEST:
        return text
    cut = max(text.rfind("\n", 0, LONGEST), text.rfind(" ", 0, LONGEST))
    return text[: cut if cut > LONGEST // 2 else LONGEST].rstrip()
