"""HTML comments and preformatted text: what lies there is no structure of the document."""

import re
from typing import Final

from pincite.chunking.fences import covers

_TAG: Final = re.compile(r"<!--|-->|<(/?)(pre|script|style|textarea)(?=[\s>])[^<>\n]{0,500}>", re.IGNORECASE)


def find_raw_html(text: str, protected: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of comments and of ``pre``, ``script``, ``style`` and ``textarea`` (CommonMark 4.6),
    in order. One that is never closed is none, and none begins in a protected span."""
    if "<" not in text:
        return []
    tags = list(_TAG.finditer(text))
    last = {_kind(tag): tag.start() for tag in tags if _closes(tag)}
    spans: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for tag in tags:
        if opened is None:
            known = not _closes(tag) and last.get(_kind(tag), -1) > tag.start()
            if known and not covers(protected, tag.start()):
                opened = tag
        elif _closes(tag) and _kind(tag) == _kind(opened):
            spans.append((opened.start(), tag.end()))
            opened = None
    return spans


def _kind(tag: re.Match[str]) -> str:
    return (tag[2] or "--").lower()


def _closes(tag: re.Match[str]) -> bool:
    return tag[0] == "-->" or bool(tag[1])


def join_spans(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, with those that overlap made one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
