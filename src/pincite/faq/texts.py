"""What of an entry is indexed, and what its reader sees."""

import hashlib
import random
from dataclasses import replace
from typing import Any

from pincite.core.types import Chunk, ChunkType, Passage
from pincite.faq.entry import AnswerStrategy, FaqEntry, entry_json, entry_of
from pincite.faq.modes import FaqModes, IndexMode, QuestionMode
from pincite.faq.questions import normalise_question


def index_text(entry: FaqEntry, mode: IndexMode) -> str:
    """``Q:`` and the standard question, the similar ones, and in mode ``question_answer`` the answers, a line
    each. Negative questions never (row FAQ-02)."""
    lines = [f"Q: {entry.standard}"]
    if entry.similar:
        lines += ["Similar Questions:", *(f"- {question}" for question in entry.similar)]
    if mode is IndexMode.QUESTION_ANSWER and entry.answers:
        lines += ["Answers:", *(f"- {answer}" for answer in entry.answers)]
    return "\n".join(lines) + "\n"


def index_words(entry: FaqEntry, mode: IndexMode) -> str:
    """`index_text` without its labels, which are no words of anybody's: what keywords are taken from."""
    answers = entry.answers if mode is IndexMode.QUESTION_ANSWER else ()
    return "\n".join([*entry.questions, *answers])


def whole_words(entry: FaqEntry) -> str:
    """Every question and answer of ``entry``, whatever the base indexes."""
    return index_words(entry, IndexMode.QUESTION_ANSWER)


def indexed_entries(entry: FaqEntry, modes: FaqModes) -> list[FaqEntry]:
    """What each vector of ``entry`` stands for: all of it, or one question with the answers."""
    if modes.question_mode is QuestionMode.COMBINED:
        return [entry]
    return [replace(entry, standard=question, similar=()) for question in entry.questions]


def answer_text(entry: FaqEntry) -> str:
    """What a reader, a model and verification see: the question and its answers (row FAQ-12)."""
    lines = [f"Q: {entry.standard}"]
    if entry.answers:
        lines += ["Answer:", *(f"- {answer}" for answer in entry.answers)]
    return "\n".join(lines)


def content_hash(entry: FaqEntry | None) -> str:
    """SHA-256 of the folded record (row FAQ-04): questions by their fold and in any order, answers as they
    are in any order; tags, strategy and switch left out. Empty for no entry."""
    if entry is None:
        return ""
    parts = (
        normalise_question(entry.standard),
        ",".join(sorted({normalise_question(question) for question in entry.similar})),
        ",".join(sorted({normalise_question(question) for question in entry.negative})),
        ",".join(sorted({answer.strip() for answer in entry.answers})),
    )
    return hashlib.sha256("|".join(parts).encode()).hexdigest()


def chunk_details(entry: FaqEntry, indexed: FaqEntry, mode: IndexMode) -> dict[str, Any]:
    """`Chunk.details` of the vector of ``entry`` that stands for ``indexed``. Tags belong to the document."""
    return {
        "faq": {key: value for key, value in entry_json(entry).items() if key != "tags"},
        "question": indexed.standard,
        "index_text": index_text(indexed, mode),
        "words": index_words(indexed, mode),
        "content_hash": content_hash(entry),
    }


def entry_of_chunk(chunk: Chunk) -> FaqEntry | None:
    """The entry behind a chunk of type faq."""
    stored = chunk.details.get("faq")
    return entry_of(stored) if chunk.chunk_type is ChunkType.FAQ and stored else None


def refilled(passage: Passage, choice: random.Random) -> Passage:
    """An FAQ passage with question and answers for its text; of strategy ``random`` one answer."""
    entry = entry_of_chunk(passage.chunk)
    if entry is None:
        return passage
    chunk = passage.chunk
    if entry.strategy is AnswerStrategy.RANDOM and len(entry.answers) > 1:
        entry = replace(entry, answers=(choice.choice(entry.answers),))
        shown = {**chunk.details["faq"], "answers": list(entry.answers)}
        chunk = replace(chunk, details={**chunk.details, "faq": shown})
    return replace(passage, text=answer_text(entry), chunk=chunk)
