"""Chunks back to text: what two of them share appears once, and nothing that one of them says is lost.

Offsets are exact as long as nobody edits a chunk. So they are believed only where the texts agree with
them; otherwise the texts themselves tell where one ends and the other begins (reference 000, CHUNK_MERGE).
"""

import re
from collections.abc import Iterable
from typing import Final, Protocol

SHORTEST_SHARED: Final = 12
"""Characters from which shared text is an overlap or a copy and no accident; reference 000's join rule."""
LONGEST_SHARED: Final = 400
"""Characters of overlap that are looked for; reference 000's join rule. No base overlaps its chunks more."""

_TABLE_HEADER: Final = re.compile(
    r"(?:[^\n|]*\|[^\n]*\n){1,2}?[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n"
)
"""One or two header rows and the separator row."""


class Slice(Protocol):
    """What a chunk says of its place: ``[start, end)`` in code points of the document."""

    @property
    def content(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def join_content(text: str, addition: str, separator: str = "\n\n") -> str:
    """``text`` and then ``addition``, by their words alone.

    Of two equal texts, and of two where one holds the other (12 characters or more), the longer stands for
    both. Else the longest end of ``text`` that begins ``addition`` (12 to 400 characters) appears once.
    Else ``separator`` goes between.
    """
    if not text.strip() or not addition.strip():
        return text if text.strip() else addition or text
    if text == addition:
        return text
    short, long = sorted((text, addition), key=len)
    if len(short.strip()) >= SHORTEST_SHARED and short.strip() in long:
        return long
    shared = _shared(text, addition)
    return text + addition[shared:] if shared else text + separator + addition


def append_exact_overlap(text: str, addition: str, overlap: int) -> str | None:
    """``text`` and then ``addition`` without its first ``overlap`` characters, or None where ``text`` does
    not end with them: then the offsets do not describe these texts."""
    if not 0 <= overlap <= min(len(text), len(addition)) or not text.endswith(addition[:overlap]):
        return None
    return text + addition[overlap:]


def append_with_overlap(text: str, addition: str, overlap: int) -> str:
    """``text`` and then ``addition``, which should share ``overlap`` characters.

    A table header that ``addition`` repeats before the shared part is left out. Where the texts do not
    share what they should, they are joined by their words (`join_content`).
    """
    exact = append_exact_overlap(text, addition, overlap)
    if exact is None and (header := _repeated_header(text, addition)):
        exact = append_exact_overlap(text, addition[header:], overlap)
    return join_content(text, addition) if exact is None else exact


def rebuild_document(chunks: Iterable[Slice], gap_separator: str = "\n") -> str:
    """The text that chunks were cut from, in any order, overlaps once.

    ``gap_separator`` stands for what no chunk holds; only blanks, for chunks of `pincite.chunking`. A table
    header in front of the slice is left out, an edited chunk is joined by its words.
    """
    text, done = "", 0
    for chunk in sorted(chunks, key=lambda chunk: (chunk.start, -chunk.end)):
        body = _slice_of(chunk)
        exact = None
        if not text:
            exact = body or chunk.content
        elif body and chunk.start > done:
            exact = text + gap_separator + body
        elif body and chunk.end <= done and body in text:
            exact = text
        elif body:
            exact = append_exact_overlap(text, body, done - chunk.start)
        text = join_content(text, chunk.content, gap_separator) if exact is None else exact
        done = max(done, chunk.end)
    return text


def is_intact(chunk: Slice) -> bool:
    """Whether the content can be the slice that the offsets name: an edit mostly changes the length."""
    return len(chunk.content) == chunk.end - chunk.start


def slice_by_document_range(content: str, content_start: int, start: int, end: int) -> str:
    """What ``content``, which begins at ``content_start``, holds of ``[start, end)`` of the document."""
    return content[max(start - content_start, 0) : max(end - content_start, 0)]


def _slice_of(chunk: Slice) -> str:
    """The content without a repeated table header, or "" if it is not the slice that the offsets name."""
    if is_intact(chunk):
        return chunk.content
    header = len(chunk.content) - (chunk.end - chunk.start)
    match = _TABLE_HEADER.match(chunk.content)
    return chunk.content[header:] if match and match.end() == header else ""


def _shared(text: str, addition: str) -> int:
    """Length of the longest end of ``text`` that begins ``addition``, or 0."""
    longest = min(LONGEST_SHARED, len(text), len(addition))
    lengths = range(longest, SHORTEST_SHARED - 1, -1)
    return next((length for length in lengths if text.endswith(addition[:length])), 0)


def _repeated_header(text: str, addition: str) -> int:
    match = _TABLE_HEADER.match(addition)
    return match.end() if match and match.group().strip() in text else 0
