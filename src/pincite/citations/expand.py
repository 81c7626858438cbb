"""Handles in a model's answer to public tags, failing closed."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pincite.citations.handles import SourceRegistry
from pincite.citations.locating import chunk_of_quote
from pincite.citations.scanning import Mark, MarkScanner

_TAG: Final = re.compile(r'<ref\s+id="([^"<>]*)"\s*/?>', re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,;]+")
"""Models write several handles into one tag: ``id="c1, c4"``."""
_SENTENCE_BEFORE: Final = re.compile(r"[^.!?。？！\n]*[.!?。？！]?\s*\Z")
_LONGEST_SENTENCE: Final = 1000
"""Characters before a tag among which its sentence is looked for."""
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;"})


class StreamExpander:
    """The answer for readers from the pieces that the model writes, however they are cut.

    ``<ref id="cN"/>`` becomes ``<kb doc=… chunk_id=… kb_id=…/>``, ``wN`` becomes ``<web url=… title=…/>``
    and ``res://0001`` the address behind it. Unknown and malformed handles, tags that the model made itself
    and, with ``citations`` off, all tags vanish. ``[ID:0]`` is kept where a passage says it.
    """

    def __init__(self, registry: SourceRegistry, *, citations: bool = True) -> None:
        self._registry = registry
        self._citations = citations
        self._resources = registry.resources.decoder()
        self._scanner = MarkScanner()
        self._said = ""

    def feed(self, piece: str) -> str:
        """What of the answer is certain now and was not told before."""
        return self._expanded(self._scanner.feed(self._resources.feed(piece)))

    def flush(self) -> str:
        """The rest alone, at the end of the answer or where it was stopped; a tag that was begun vanishes."""
        rest = self._expanded(self._scanner.feed(self._resources.flush()))
        return rest + self._expanded(self._scanner.flush())

    def _expanded(self, parts: Iterable[str | Mark]) -> str:
        out = []
        for part in parts:
            text = part if isinstance(part, str) else self._public(part)
            if isinstance(part, str):
                self._said = (self._said + part)[-_LONGEST_SENTENCE:]
            out.append(text)
        return "".join(out)

    def _public(self, mark: Mark) -> str:
        if mark.kind == "number":
            said = any(mark.text in passage.text for passage in self._registry.passages.values())
            return mark.text if said else ""
        tag = _TAG.fullmatch(mark.text)
        if tag is None or not self._citations:
            return ""
        return "".join(map(self._source, _BETWEEN.split(tag.group(1))))

    def _source(self, handle: str) -> str:
        if page := self._registry.pages.get(handle):
            return f'<web url="{_escaped(page.url)}" title="{_escaped(page.title)}" />'
        passage = self._registry.resolve(handle)
        if passage is None:
            return ""
        sentence = _SENTENCE_BEFORE.search(self._said)
        chunk = chunk_of_quote(passage, sentence.group() if sentence else "")
        base = f' kb_id="{_escaped(chunk.base_id)}"' if chunk.base_id else ""
        return f'<kb doc="{_escaped(chunk.document_title)}" chunk_id="{_escaped(chunk.id)}"{base} />'


def expand_references(text: str, registry: SourceRegistry, *, citations: bool = True) -> str:
    """The whole of an answer as `StreamExpander` tells it.

    The chunk named is the member of the passage that holds the quoted sentence before the tag.
    """
    expander = StreamExpander(registry, citations=citations)
    return expander.feed(text) + expander.flush()


def strip_references(text: str) -> str:
    """The answer without any source tag, as verification reads it."""
    return "".join(part for part in marked_parts(text) if isinstance(part, str))


def cited_handles(text: str) -> Iterator[tuple[int, str]]:
    """(offset in the stripped text, handle) of each ``<ref/>`` tag."""
    offset = 0
    for part in marked_parts(text):
        if isinstance(part, str):
            offset += len(part)
        elif tag := _TAG.fullmatch(part.text):
            yield from ((offset, handle) for handle in _BETWEEN.split(tag.group(1)))


def marked_parts(text: str) -> Iterator[str | Mark]:
    """Text and marks of a whole answer, in order."""
    scanner = MarkScanner()
    yield from scanner.feed(text)
    yield from scanner.flush()


def _escaped(value: str) -> str:
    return value.translate(_ESCAPES)
