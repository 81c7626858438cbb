"""A model's words as they may be kept: one line, plain text, bounded.

They are shown to people and read by other models, so nothing in them may act: no markup, no pictures that a
viewer would fetch, no tags that look like ours.
"""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_QUESTION = 300
"""Characters; what is longer is no question that anybody types (reference 000 bounds a rewritten one so)."""
LONGEST_SUMMARY = 2_000
"""Characters: twice what five long sentences take."""
LONGEST_DESCRIPTION = 500
"""Characters of what one column holds."""

_IMAGE = re.compile(r"!\[([^\[\]]{0,1000})\]\([^()]{0,4000}\)")
_LINK = re.compile(r"\[([^\[\]]{0,1000})\]\([^()]{0,4000}\)")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>|<!--.{0,2000}?-->", re.S)
_EMPHASIS = re.compile(r"(\*\*|__|`{1,3})(?=\S)(.{1,200}?)(?<=\S)\1")
_MARKER = re.compile(
    r"\A\s*(?:#{1,6}\s+|>\s*|[-*+•·▪◦‣–—]\s+|[(\[]?(?:[QqＱ]\s?)?\d{1,3}\s*[.):：、）\]]\s*(?=\D)"
    r"|(?:[QqＱ]|질문|问题|Question)\s*\d{0,3}\s*[.:：)）]\s*|[①-⑳]\s*|\[[ xX]\]\s*)"
)
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "《": "》", "`": "`"}
_BLANKS = re.compile(r"\s+")
_ENDS = re.compile(r"[.!?。！？](?=[\s\"”’)]|\Z)|[。！？]")


def plain(text: str) -> str:
    """One line without markup and without what no database or terminal should see."""
    text = _TAG.sub(" ", text)
    text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    text = _EMPHASIS.sub(r"\2", text)
    kept = (letter if _is_shown(letter) else " " for letter in text)
    return _BLANKS.sub(" ", "".join(kept)).strip()


def unlisted(text: str) -> str:
    """Without the number, bullet or label of a list, and without quotation marks around it.

    >>> unlisted('2) "해지환급금은 언제 받나요?"')
    '해지환급금은 언제 받나요?'
    """
    before = None
    while text != before:
        before = text
        text = _MARKER.sub("", text, count=1).strip()
        if len(text) > 1 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
            text = text[1:-1].strip()
    return text


def bounded(text: str, most: int) -> str:
    """At most ``most`` characters, up to the last sentence that is whole."""
    if len(text) <= most:
        return text
    ends = [match.end() for match in _ENDS.finditer(text[:most])]
    if ends and ends[-1] > most // 3:
        return text[: ends[-1]]
    cut = text.rfind(" ", 0, most)
    return text[: cut if cut > most // 2 else most - 1].rstrip() + "…"


def tidy_questions(written: Iterable[str], most: int) -> tuple[str, ...]:
    """The first ``most`` that are questions: words, not too long, none twice."""
    kept: dict[str, str] = {}
    for text in written:
        question = unlisted(plain(text))
        if len(question) <= LONGEST_QUESTION and sum(map(str.isalnum, question)) > 1:
            kept.setdefault(question.casefold().rstrip(" ?？.。!"), question)
    return tuple(kept.values())[:most]


def tidy_sentences(text: str, most: int = LONGEST_SUMMARY) -> str:
    """A summary or a description; "" where nothing is said."""
    said = bounded(unlisted(plain(text)), most)
    return said if any(map(str.isalnum, said)) else ""


def _is_shown(letter: str) -> bool:
    category = unicodedata.category(letter)
    # Joiners make emoji and some scripts; the other format characters turn or hide text.
    return not category.startswith("C") or letter in "\u200c\u200d"
