"""What enrichment keeps with a chunk (`Chunk.details`), and when it still holds.

``questions`` and what they were made from: the text, so that those of a text that a person wrote over are not
used for the new one (and are again when it is taken back), and the prompt, so that a new version of the
document takes them over without a call. Summaries lie with the first chunk of what they summarise.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.core.types import Chunk

QUESTIONS = "questions"
DOCUMENT_SUMMARY = "document_summary"
SECTION_SUMMARY = "section_summary"
TABLE = "table"
_MADE_FROM = "questions_from"


@dataclass(frozen=True, slots=True)
class Summary:
    text: str
    key: str
    """Of the prompt that it was made from."""

    def to_json(self) -> dict[str, str]:
        return {"text": self.text, "key": self.key}


def text_hash(chunk: Chunk) -> str:
    """Of what is read of the chunk, without its document's title."""
    return hashlib.sha256(chunk.embedding_text().encode("utf-8", "surrogatepass")).hexdigest()[:32]


def question_details(chunk: Chunk, questions: tuple[str, ...], key: str, *, indexed: bool) -> dict[str, Any]:
    """For the details of ``chunk``; ``indexed`` says that it is found by them too."""
    return {
        QUESTIONS: list(questions),
        _MADE_FROM: {"text": text_hash(chunk), "prompt": key, "indexed": indexed},
    }


def questions_of(chunk: Chunk) -> tuple[str, ...]:
    """The generated questions that the chunk, as it reads now, answers."""
    made = chunk.details.get(_MADE_FROM)
    if not isinstance(made, Mapping) or made.get("text") != text_hash(chunk):
        return ()
    return tuple(chunk.details.get(QUESTIONS, ()))


def indexed_questions(chunk: Chunk) -> tuple[str, ...]:
    """Those of `questions_of` by which it is found too."""
    made = chunk.details.get(_MADE_FROM)
    return questions_of(chunk) if isinstance(made, Mapping) and made.get("indexed") else ()


def known_questions(chunk: Chunk) -> tuple[str, tuple[str, ...]] | None:
    """Key of the prompt, and the questions that were made of it; None without. Those of a text that was
    written over meanwhile too, because that prompt may come again."""
    made = chunk.details.get(_MADE_FROM)
    if not isinstance(made, Mapping) or QUESTIONS not in chunk.details:
        return None
    return str(made.get("prompt", "")), tuple(chunk.details[QUESTIONS])


def summary_of(chunk: Chunk, kind: str) -> Summary | None:
    """The summary of the document or the section (``kind``) that begins with the chunk."""
    held = chunk.details.get(kind)
    return Summary(str(held["text"]), str(held["key"])) if isinstance(held, Mapping) else None


def summaries_of(chunk: Chunk) -> dict[str, str]:
    """Those that begin with the chunk: ``document``, ``section``."""
    kinds = {"document": DOCUMENT_SUMMARY, "section": SECTION_SUMMARY}
    found = {name: summary_of(chunk, kind) for name, kind in kinds.items()}
    return {name: summary.text for name, summary in found.items() if summary is not None}
