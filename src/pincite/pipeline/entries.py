"""FAQ entries on their way through the stages: what the ranker reads, and the answer quoted from one."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pincite.citations import without_tags
from pincite.composing.extract import reference
from pincite.core.types import ChunkType, Hit, Passage
from pincite.faq import entry_of_chunk, normalise_question, whole_words
from pincite.text.analyzers import analyze

_PARAGRAPHS = re.compile(r"\n\s*\n")
_NO_PLACE = re.compile(r"(?:\A|\n)\s*(?:\||```|~~~|\$\$)[^\n]*\Z")
"""Last lines that a citation would break: of a table, a fence, a formula."""


SAME_QUESTION = 0.9
"""What an entry earns when one of its questions is asked, spelling aside: as a clause that is named."""
SAME_WORDS = 0.6
"""When its content words are asked in their order: all that differs is particles and endings (환불은,
환불이), and they may matter."""
JUDGED = 50
"""Hits, best first, whose questions are compared; each costs 0.2 ms a question the first time."""


def whole_entries(hits: Sequence[Hit]) -> list[Hit]:
    """``hits`` whose FAQ chunks read as all questions and answers, whatever the base indexes: an entry is
    judged by what its reader sees."""
    return [_whole(hit) if hit.chunk.chunk_type is ChunkType.FAQ else hit for hit in hits]


def _whole(hit: Hit) -> Hit:
    chunk = hit.chunk
    entry = entry_of_chunk(chunk)
    if entry is None or (words := whole_words(entry)) == chunk.details.get("words"):
        return hit
    details = {**chunk.details, "words": words}
    return replace(hit, chunk=replace(chunk, details=details, morphemes=" ".join(analyze(words))))


def asked_floors(query: str, hits: Sequence[Hit]) -> list[float]:
    """Least probability of each hit: an entry that is made for this very question answers it, in however
    small a base. (A ranker weighs words by how rare they are, and in a base of three entries none is.)"""
    fold, terms = normalise_question(query), _terms(query)
    floors = []
    for place, hit in enumerate(hits):
        entry = entry_of_chunk(hit.chunk) if place < JUDGED else None
        if entry is None:
            floors.append(0.0)
        elif fold and any(normalise_question(question) == fold for question in entry.questions):
            floors.append(SAME_QUESTION)
        elif terms and any(_terms(question) == terms for question in entry.questions):
            floors.append(SAME_WORDS)
        else:
            floors.append(0.0)
    return floors


@lru_cache(maxsize=8192)
def _terms(question: str) -> tuple[str, ...]:
    return tuple(analyze(question))


def quoted_entry(handle: str, passage: Passage) -> str:
    """The answers of an entry as it gives them, a citation after each paragraph; "" for what is no entry."""
    entry = entry_of_chunk(passage.chunk)
    if entry is None or not entry.answers:
        return ""
    return "\n\n".join(_cited(without_tags(answer), handle) for answer in entry.answers)


def answers_alone(passage: Passage) -> Passage:
    """An FAQ passage among others without its question, which is no evidence for anything."""
    entry = entry_of_chunk(passage.chunk)
    return passage if entry is None else replace(passage, text="\n\n".join(entry.answers))


def _cited(answer: str, handle: str) -> str:
    paragraphs = _PARAGRAPHS.split(answer)
    if len(paragraphs) > 1 and any(mark in answer for mark in ("```", "~~~", "$$")):
        paragraphs = [answer]  # a blank line may stand inside a fence
    cited = [part if _NO_PLACE.search(part) else f"{part} {reference(handle)}" for part in paragraphs]
    if cited[-1] == paragraphs[-1]:
        cited.append(reference(handle))
    return "\n\n".join(cited)
