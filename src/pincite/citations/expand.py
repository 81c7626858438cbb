"""Handles in a model's answer to public tags, failing closed."""

import re
from collections.abc import Iterator
from html import escape

from pincite.citations.handles import SourceRegistry, chunk_of_quote

_TAG = re.compile(r'<ref\s+id="([^"<>]*)"\s*/?>(?:\s*</ref>)?', re.IGNORECASE)
_FOREIGN = re.compile(r"</?(?:kb|web|ref)\b[^<>]*>", re.IGNORECASE)
_UNFINISHED = re.compile(
    r"<(?:r(?:e(?:f\b[^<>]*)?)?|k(?:b\b[^<>]*)?|w(?:e(?:b\b[^<>]*)?)?)?\Z", re.IGNORECASE
)
_SENTENCE_BEFORE = re.compile(r"[^.!?。？！\n]*[.!?。？！]?\s*\Z")


def expand_references(text: str, registry: SourceRegistry) -> str:
    """``<ref id="cN"/>`` to ``<kb doc=… chunk_id=… kb_id=…/>``; unknown handles and model-made tags vanish.

    The chunk named is the member of the passage that holds the quoted sentence before the tag.
    """
    out: list[str] = []
    position = 0
    for match in _TAG.finditer(text):
        before = _FOREIGN.sub("", text[position : match.start()])
        out.append(before)
        position = match.end()
        passage = registry.resolve(match.group(1))
        if passage is None:
            continue
        sentence = _SENTENCE_BEFORE.search("".join(out))
        chunk = chunk_of_quote(passage, sentence.group(0) if sentence else "")
        out.append(
            f'<kb doc="{escape(chunk.document_title)}" chunk_id="{chunk.id}" kb_id="{chunk.base_id}" />'
        )
    tail = _UNFINISHED.sub("", _FOREIGN.sub("", text[position:]))
    out.append(tail)
    return "".join(out)


def strip_references(text: str) -> str:
    """The answer without any source tag, as verification reads it."""
    return _UNFINISHED.sub("", _FOREIGN.sub("", text))


def cited_handles(text: str) -> Iterator[tuple[int, str]]:
    """(offset in the stripped text, handle) of each ``<ref/>`` tag."""
    removed = 0
    for match in _FOREIGN.finditer(text):
        tag = _TAG.match(match.group(0))
        if tag:
            yield match.start() - removed, tag.group(1)
        removed += len(match.group(0))
