"""FAQ entries on their way through the stages: what the ranker reads, and the answer quoted from one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.composing.extract import reference
from pincite.core.types import ChunkType, Hit, Passage
from pincite.faq import entry_of_chunk, whole_words

_PARAGRAPHS = re.compile(r"\n\s*\n")
_NO_PLACE = re.compile(r"(?:\A|\n)\s*(?:\||```|~~~|\$\$)[^\n]*\Z")
"""Last lines that a citation would break: of a table, a fence, a formula."""


def whole_entries(hits: Sequence[Hit], analyze: Callable[[str], list[str]]) -> list[Hit]:
    """``hits`` whose FAQ chunks read as all questions and answers, whatever the base indexes: an entry is
    judged by what its reader sees."""
    return [_whole(hit, analyze) if hit.chunk.chunk_type is ChunkType.FAQ else hit for hit in hits]


def _whole(hit: Hit, analyze: Callable[[str], list[str]]) -> Hit:
    chunk = hit.chunk
    entry = entry_of_chunk(chunk)
    if entry is None or (words := whole_words(entry)) == chunk.details.get("words"):
        return hit
    details = {**chunk.details, "words": words}
    return replace(hit, chunk=replace(chunk, details=details, morphemes=" ".join(analyze(words))))


def quoted_entry(handle: str, passage: Passage) -> str:
    """The answers of an entry as it gives them, a citation after each paragraph; "" for what is no entry."""
    entry = entry_of_chunk(passage.chunk)
    if entry is None or not entry.answers:
        return ""
    return "\n\n".join(_cited(answer, handle) for answer in entry.answers)


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
