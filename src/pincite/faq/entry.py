"""The FAQ entry: a record, the rules that it keeps, and its stored form."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pincite.core.errors import InvalidInput
from pincite.faq.notes import Note, note
from pincite.faq.questions import distinct, normalise_question

LONGEST_QUESTION = 2_000
"""Characters of a question; what is longer is an answer in the wrong column."""
LONGEST_ANSWER = 30_000
"""Characters of an answer: a cell of a spreadsheet holds 32,767."""
MOST_VALUES = 500
"""Similar or negative questions, answers, or tags of one entry."""
LONGEST_TAG = 200

_LINE_ENDS = re.compile(r"\r\n?|\x85|\u2028|\u2029")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_IN_LINE = re.compile(r"\s*\n\s*")


class AnswerStrategy(StrEnum):
    ALL = "all"
    """Every answer is shown, in its order."""
    RANDOM = "random"
    """One of them, another each time: for wordings of one answer."""


@dataclass(frozen=True, slots=True)
class FaqEntry:
    """One question with its answers. Make it with `make_entry`, which cleans and checks."""

    standard: str
    similar: tuple[str, ...] = ()
    """Other ways to ask it; indexed with it."""
    negative: tuple[str, ...] = ()
    """Questions that it must not answer, however near; never indexed."""
    answers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    strategy: AnswerStrategy = AnswerStrategy.ALL
    enabled: bool = True

    @property
    def questions(self) -> tuple[str, ...]:
        return self.standard, *self.similar


def tidy(entry: FaqEntry) -> FaqEntry:
    """``entry`` with trimmed values, without blank ones and repetitions, questions in one line."""
    return replace(
        entry,
        standard=_in_line(entry.standard),
        similar=distinct(map(_in_line, entry.similar)),
        negative=distinct(map(_in_line, entry.negative)),
        answers=distinct(map(_text, entry.answers)),
        tags=distinct(map(_in_line, entry.tags)),
    )


def make_entry(entry: FaqEntry) -> FaqEntry:
    """``entry`` tidied and checked.

    Raises:
        InvalidInput: there is no question or no answer, something is too long, or two of its questions are
            the same question.
    """
    check_questions(entry)
    checked = tidy(entry)
    check(checked)
    return checked


def check(entry: FaqEntry) -> None:
    """Raises InvalidInput for what is missing or too long."""
    if problem := first_problem(entry):
        raise InvalidInput(problem.said("en"), hint="Mend the entry and send it again.")


def first_problem(entry: FaqEntry) -> Note | None:
    """What keeps a tidied ``entry`` from being stored."""
    if not normalise_question(entry.standard):  # marks or an address alone ask nothing
        return note("no_question")
    if not entry.answers:
        return note("no_answer")
    for key, limit, values in (
        ("long_question", LONGEST_QUESTION, (*entry.questions, *entry.negative)),
        ("long_answer", LONGEST_ANSWER, entry.answers),
        ("long_tag", LONGEST_TAG, entry.tags),
        ("many_values", MOST_VALUES, (entry.similar, entry.negative, entry.answers, entry.tags)),
    ):
        longest = max(map(len, values), default=0)
        if longest > limit:
            return note(key, length=f"{longest:,}", limit=f"{limit:,}")
    return None


def check_questions(entry: FaqEntry) -> None:
    """Raises InvalidInput when a similar question is its standard one or comes twice, or when the entry is
    told not to answer a question that it is made for."""
    seen = {normalise_question(entry.standard): "the standard question"} if entry.standard.strip() else {}
    for question in filter(str.strip, entry.similar):
        key = normalise_question(question)
        if key and key in seen:
            raise InvalidInput(
                f"The similar question {question.strip()!r} is the same as {seen[key]}.",
                hint="Leave it out.",
            )
        seen[key] = f"the similar question {question.strip()!r}"
    for question in filter(str.strip, entry.negative):
        key = normalise_question(question)
        if key and key in seen:
            raise InvalidInput(
                f"The negative question {question.strip()!r} is the same as {seen[key]}.",
                hint="An entry cannot both answer a question and not answer it.",
            )


def without_repeats(entry: FaqEntry) -> tuple[FaqEntry, list[str]]:
    """``entry`` without the similar and negative questions that `check_questions` refuses, and those."""
    seen = {normalise_question(entry.standard)}
    dropped: list[str] = []
    similar: list[str] = []
    for question in entry.similar:
        key = normalise_question(question)
        if key and key in seen:
            dropped.append(question)
            continue
        seen.add(key)
        similar.append(question)
    negative: list[str] = []
    for question in entry.negative:
        key = normalise_question(question)
        (dropped if key and key in seen else negative).append(question)
    return replace(entry, similar=tuple(similar), negative=tuple(negative)), dropped


def tagged(entry: FaqEntry, add: Iterable[str], remove: Iterable[str]) -> FaqEntry:
    """``entry`` with some tags more and some less."""
    gone = set(remove)
    return replace(entry, tags=distinct([*(tag for tag in entry.tags if tag not in gone), *add]))


def entry_json(entry: FaqEntry) -> dict[str, Any]:
    """The entry as it is shown, exported and stored; `entry_of` reads it back."""
    return {
        "standard_question": entry.standard,
        "similar_questions": list(entry.similar),
        "negative_questions": list(entry.negative),
        "answers": list(entry.answers),
        "tags": list(entry.tags),
        "answer_strategy": entry.strategy.value,
        "enabled": entry.enabled,
    }


def entry_of(stored: Mapping[str, Any]) -> FaqEntry:
    """From `entry_json`. Trusts what it reads."""
    return FaqEntry(
        standard=stored["standard_question"],
        similar=tuple(stored["similar_questions"]),
        negative=tuple(stored["negative_questions"]),
        answers=tuple(stored["answers"]),
        tags=tuple(stored.get("tags", ())),
        strategy=AnswerStrategy(stored["answer_strategy"]),
        enabled=stored["enabled"],
    )


def pack_entry(entry: FaqEntry) -> bytes:
    """The file of an entry: the same bytes for the same entry. Tags belong to its document."""
    plain = {key: value for key, value in entry_json(entry).items() if key != "tags"}
    return json.dumps(plain, ensure_ascii=False, sort_keys=True).encode()


def unpack_entry(data: bytes) -> FaqEntry:
    return entry_of(json.loads(data))


def _text(text: str) -> str:
    return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text)).strip()


def _in_line(text: str) -> str:
    return _IN_LINE.sub(" ", _text(text))
