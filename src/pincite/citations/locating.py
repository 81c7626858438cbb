"""Where in the stored document the sentence stands that a statement of an answer comes from."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pincite.core.types import JSON, Chunk, Passage
from pincite.ports.pages import Box, PagePlace
from pincite.text.join import is_intact
from pincite.text.sentences import split_sentences
from pincite.text.similarity import bare_content

LEAST_SHARED: Final = 0.3
"""Share of a statement's runs of letters that a sentence must hold to be the one it comes from; below, the
whole chunk is named. Measured on the supported answers of the shared cases: the best sentence shares 0.5 (ko)
and 0.57 (zh) in the middle, the others 0.17 and 0.14."""
_RUN, _LATIN_RUN = 2, 4
"""Letters of a run. In English two are shared by any two sentences (0.44 within a passage of XQuAD)."""
_FIGURES_WEIGH: Final = 0.5
"""What the share of equal figures adds: of two sentences alike, the one with the right amount."""
_FIGURE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Pin:
    """The place that a statement stands on. ``[start, end)`` are code points of the document's stored text:
    of one sentence, whose words are ``text``, or of the whole chunk with ``text`` empty.

    No offsets where the source is no stored document (a page of the web). ``boxes`` are known only to those
    who have the file: `placed`.
    """

    chunk_id: str
    document_id: str
    base_id: str
    start: int | None = None
    end: int | None = None
    text: str = ""
    page_range: tuple[int, int] | None = None
    boxes: tuple[tuple[int, tuple[Box, ...]], ...] = ()
    """Number of each page with the boxes of its lines."""

    def to_json(self) -> JSON:
        return {
            "chunk_id": self.chunk_id,
            "document_id": self.document_id,
            "base_id": self.base_id,
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "page_range": list(self.page_range) if self.page_range else None,
            "boxes": [{"page": page, "boxes": [list(box) for box in boxes]} for page, boxes in self.boxes],
        }


def pin(passage: Passage, statement: str) -> Pin:
    """The sentence of ``passage`` that ``statement`` comes from, in the member that holds it."""
    chunk, sentence = _found(passage, statement)
    place = whole(chunk)
    if place.start is None or sentence is None or chunk.edited or not is_intact(chunk):
        # What a person or a model wrote in its place has no sentence in the document.
        return place
    start, end = sentence.start, sentence.end
    return replace(place, start=chunk.start + start, end=chunk.start + end, text=chunk.content[start:end])


def whole(chunk: Chunk) -> Pin:
    """The place of a chunk, without offsets where it has none."""
    place = Pin(chunk.id, chunk.document_id, chunk.base_id, page_range=chunk.page_range)
    if not chunk.base_id or chunk.end <= chunk.start:
        return place
    return replace(place, start=chunk.start, end=chunk.end)


def placed(place: Pin, pages: Sequence[PagePlace]) -> Pin:
    """``place`` with the pages that its own range touches, in order, and the boxes on them."""
    if not pages:
        return place
    boxes = tuple((page.number, page.boxes) for page in pages if page.boxes)
    return replace(place, page_range=(pages[0].number, pages[-1].number), boxes=boxes)


def chunk_of_quote(passage: Passage, quote: str) -> Chunk:
    """The member that holds ``quote``, so that a merged passage still cites exactly; else its best member."""
    return _found(passage, quote)[0]


@dataclass(frozen=True, slots=True)
class _Print:
    """A text as it is compared."""

    start: int
    end: int
    bare: str
    figures: frozenset[str]

    @classmethod
    def of(cls, text: str, start: int = 0, end: int = 0) -> "_Print":
        figures = frozenset(_FIGURE.findall(unicodedata.normalize("NFKC", text).replace(",", "")))
        return cls(start, end, bare_content(text), figures)

    def shares(self, statement: "_Print") -> float:
        """How much of ``statement`` it says."""
        length = _LATIN_RUN if statement.bare.isascii() else _RUN
        said = _runs(statement.bare, length)
        score = len(said & _runs(self.bare, length)) / len(said)
        if score >= LEAST_SHARED and statement.figures:
            score += _FIGURES_WEIGH * len(statement.figures & self.figures) / len(statement.figures)
        return score


@lru_cache(maxsize=4096)
def _runs(bare: str, length: int) -> frozenset[str]:
    return frozenset(bare[at : at + length] for at in range(max(len(bare) - length, 0) + 1))


def _found(passage: Passage, statement: str) -> tuple[Chunk, _Print | None]:
    """The best member and sentence; of equally good ones that of the best member, then the first."""
    said = _Print.of(statement)
    if not said.bare:
        return passage.chunk, None
    members = [passage.chunk, *(member for member in passage.members if member is not passage.chunk)]
    cut = [(member, _sentences(member.content)) for member in members]
    for member, sentences in cut:
        if run := _word_for_word(sentences, said.bare):
            return member, run
    scored = [(sentence.shares(said), member, sentence) for member, found in cut for sentence in found]
    score, member, sentence = max(scored, key=lambda one: one[0], default=(0.0, passage.chunk, None))
    return (member, sentence) if score >= LEAST_SHARED else (passage.chunk, None)


def _word_for_word(sentences: Sequence[_Print], bare: str) -> _Print | None:
    """The sentence that says it, or the shortest run of sentences that do."""
    for last in range(len(sentences)):
        for first in range(last, -1, -1):
            joined = "".join(sentence.bare for sentence in sentences[first : last + 1])
            if bare in joined:
                return replace(sentences[first], end=sentences[last].end)
            if len(joined) > 2 * len(bare) + len(sentences[last].bare):
                break
    return None


@lru_cache(maxsize=512)
def _sentences(content: str) -> tuple[_Print, ...]:
    """Cut once a chunk: an answer has many statements on few chunks."""
    return tuple(
        _Print.of(sentence.text, sentence.start, sentence.end) for sentence in split_sentences(content)
    )
