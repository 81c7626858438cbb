"""When two questions are the same question.

The fold is a key for comparing, never a text to show or to index: it takes the blanks out of Korean and
Chinese, because people set them at will.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencc import OpenCC

_URL = re.compile(
    r"(?:https?|ftp)://[^\s<>\"'，。！？、）】》」』]+|www\.[^\s<>\"'，。！？、）】》」』]+", re.I
)
_BLANKS = re.compile(r"\s+")
_ASCII = re.compile(r"[A-Za-z0-9]")
_KEPT = frozenset("#%&@")
"""Punctuation to Unicode, part of the word to people: C#, 100%, @home."""
_WAVES = frozenset("~^`|<>")
"""Symbols to Unicode that end a sentence in chat."""


def normalise_question(text: str) -> str:
    """The fold of a question: without addresses and outer punctuation, lower case, simplified characters,
    half width, with a blank only between two ASCII letters or digits. Empty where nothing is left.

    >>> normalise_question("  iPhone 15 怎麼 激活？ ")
    'iphone 15怎么激活'
    >>> normalise_question("환불은 언제 되나요?")
    '환불은언제되나요'
    """
    return _fold(text)


@lru_cache(maxsize=65_536)
def _fold(text: str) -> str:
    bare = unicodedata.normalize("NFKC", _URL.sub(" ", text)).lower()
    bare = _simplified(unicodedata.normalize("NFC", bare))
    bare = _stripped(_BLANKS.sub(" ", bare))
    parts = bare.split(" ")
    folded = parts[0]
    for part in parts[1:]:
        between = _ASCII.match(folded[-1:]) and _ASCII.match(part[:1])
        folded += f" {part}" if between else part
    return folded


def is_negative(query: str, negative: Iterable[str]) -> bool:
    """Whether ``query`` is one of the questions that an entry must not answer (row FAQ-08): the same fold,
    spacing aside. Marks alone (``???``) equal only themselves.

    >>> is_negative("Refund?", ["refund"])
    True
    """
    wanted = _spaceless(query)
    return bool(wanted) and any(_spaceless(question) == wanted for question in negative)


def distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Trimmed, without blank ones and repetitions, in their order.

    >>> distinct([" a ", "", "a", "b"])
    ('a', 'b')
    """
    trimmed = (value.strip() for value in values)
    return tuple(dict.fromkeys(value for value in trimmed if value))


def _spaceless(text: str) -> str:
    return (normalise_question(text) or _BLANKS.sub("", text.lower())).replace(" ", "")


def _stripped(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _is_outer(text[start]):
        start += 1
    while end > start and _is_outer(text[end - 1]):
        end -= 1
    inner = text[start:end]
    return inner if any(letter.isalnum() for letter in inner) or not _only_marks(inner) else ""


def _only_marks(text: str) -> bool:
    return all(unicodedata.category(letter)[0] == "P" for letter in text)


def _is_outer(letter: str) -> bool:
    if letter in _KEPT:
        return False
    return letter == " " or letter in _WAVES or unicodedata.category(letter)[0] == "P"


def _simplified(text: str) -> str:
    """Traditional characters to simplified ones; text without Han is not even looked up."""
    if not any("\u3400" <= letter <= "\u9fff" or letter >= "\U00020000" for letter in text):
        return text
    converted: str = _converter().convert(text)
    return converted


@cache
def _converter() -> "OpenCC":
    from opencc import OpenCC

    return OpenCC("t2s")
