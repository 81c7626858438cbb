"""Sentences of errors in another language: the catalogue, read backwards.

Errors are raised with an English sentence, so that the place that raises one reads as what it says, and
stored failures and warnings of documents are in the language of the day they came in. What a person sees is
found by shape: the sentence that fits a template of any language is filled into that of theirs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pincite.core.catalogue import LANGUAGES, room
from pincite.core.errors import ERROR_TABLE, PinciteError

ROOMS = (
    "errors_input",
    "errors_files",
    "errors_setup",
    "errors_traces",
    "errors_conversations",
    "errors_http",
    "hints",
    "checks",
    "parsing",
    "ingest",
    "fetching",
    "faq",
)
"""Where whole sentences stand that reach a person through an error or a document."""
FAMILIES: Mapping[int, str] = {
    1: "internal",
    2: "input",
    3: "missing",
    4: "state",
    5: "document",
    6: "document",
}
"""Exit code to what is said of an error without a translation; configuration from 10 on, passing from 20."""

_GAP = re.compile(r"\{(\w+)(?:[:!][^{}]*)?\}")
_LETTERS = re.compile(r"[\uac00-\ud7a3\u4e00-\u9fff]")
_DEEPEST = 3
"""Sentences inside sentences: a reason in the message of a file in that of a batch."""
_SURE = 8
"""Fixed letters from which a part of a sentence is taken for one itself; a file name is none."""


@dataclass(frozen=True, slots=True)
class _Shape:
    language: str
    sentences: Mapping[str, str]
    longest: str
    """The longest fixed piece: a quick test."""
    fixed: int
    """Fixed letters in all; of two that fit, the one with more says more."""
    template: str


def translated(text: str, language: str) -> str:
    """``text`` in ``language``; as it is where no template fits.

    >>> translated("There is no FAQ entry 7.", "ko")
    '7 FAQ 항목이 없습니다.'
    """
    if language == "en" and not _LETTERS.search(text):
        return text
    return _translated(text, language, 0)


def said(error: PinciteError, language: str) -> tuple[str, str]:
    """Message and hint of an error in ``language``.

    A message without a translation keeps its own words after a sentence about its kind.
    """
    message = translated(error.message, language)
    if message == error.message and language != "en" and not _LETTERS.search(message):
        message = f"{_family(error.exit_code, language)} ({message})"
    return message, translated(error.hint, language)


def hint_of(code: str, language: str) -> str:
    """What to do about the errors of a code; "" for a code that this pincite does not know."""
    error = ERROR_TABLE.get(code)
    return "" if error is None else translated(error.hint, language)


def _family(exit_code: int, language: str) -> str:
    name = FAMILIES.get(exit_code) or ("passing" if exit_code >= 20 else "setup")
    return room("errors_kinds")[name][language]


def _translated(text: str, language: str, depth: int) -> str:
    if depth and "; " in text:  # the problems of settings are one list
        parts = [_fitted(part, language, depth) for part in text.split("; ")]
        if None not in parts:
            return "; ".join(filter(None, parts))
    whole = _fitted(text, language, depth)
    return text if whole is None else whole


def _fitted(text: str, language: str, depth: int) -> str | None:
    for shape in _shapes():
        if shape.longest not in text or (depth and shape.fixed < _SURE):
            continue
        match = _pattern(shape.template).fullmatch(text)
        if match is None:
            continue
        if shape.language == language:
            return text
        values = match.groupdict()
        if depth < _DEEPEST:
            values = {name: _translated(value, language, depth + 1) for name, value in values.items()}
        return _filled(shape.sentences[language], values)
    return None


def _filled(template: str, values: Mapping[str, str]) -> str:
    """With the words as they were matched, without the formats of numbers, which are in them."""
    return _GAP.sub(lambda gap: values.get(gap.group(1), ""), template)


@cache
def _shapes() -> tuple[_Shape, ...]:
    """Of all rooms and languages, the ones with most fixed letters first."""
    found = []
    for name in ROOMS:
        for sentences in room(name).values():
            for language in LANGUAGES:
                pieces = _GAP.split(sentences[language])[::2]
                fixed = sum(map(len, pieces))
                found.append(_Shape(language, sentences, max(pieces, key=len), fixed, sentences[language]))
    return tuple(sorted(found, key=lambda shape: -shape.fixed))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = _GAP.split(template)
    pattern, known = "", set[str]()
    for place, part in enumerate(parts):
        if place % 2 == 0:
            pattern += re.escape(part)
        elif part in known:
            pattern += f"(?P={part})"
        else:
            known.add(part)
            pattern += f"(?P<{part}>.+?)"
    return re.compile(pattern, re.DOTALL)
