"""Which lines open a part of a statute, of terms or of a rule book, and which only mention one.

A line that opens ("제43조(보험금의 지급) ① 회사는 …", "第十条 …", "ARTICLE 2. JURISDICTION. …") and a line
of running text that begins with a reference because it was wrapped there ("제43조에 따라 …", "Article 5
applies …") look alike. Three kinds of evidence tell them apart: what follows the number, whether the line
before ended its sentence, and whether the number continues the count. What is read here is the first; the
others are weighed in `pincite.chunking.clauses_weighing`.
"""

import re
from typing import Final

from pincite.chunking.clauses_chinese import chinese, chinese_annex
from pincite.chunking.clauses_english import english
from pincite.chunking.clauses_korean import korean, korean_annex
from pincite.chunking.clauses_model import (
    ANNEX,
    ARTICLE,
    CHAPTER,
    DIVISION,
    PART,
    SUBDIVISION,
    Mark,
    follows_loosely,
    is_next,
)

__all__ = [
    "ANNEX",
    "ARTICLE",
    "CHAPTER",
    "CHAPTER_LANGUAGES",
    "DIVISION",
    "PART",
    "SUBDIVISION",
    "Mark",
    "follows_loosely",
    "is_next",
    "match_clause",
]

CHAPTER_LANGUAGES: Final = frozenset(("ko", "zh", "en", "de"))
"""Languages of `Mark`."""

_DOT_LEADER: Final = re.compile(r"(?:[.·…]\s?){4,}\s*\d*\s*\Z|\t\s*\d{1,4}\s*\Z")
_LEADER_REACH: Final = 40


def match_clause(line: str, *, heading: bool = False) -> Mark | None:
    """The mark that a line opens with, or None. ``line`` has no blanks at its ends and no emphasis.

    ``heading`` says that the line is marked as a heading anyhow, so its form needs no further evidence.
    """
    if not heading and _DOT_LEADER.search(line[-_LEADER_REACH:]):
        return None
    first = line[0]
    if first == "제":
        return korean(line, heading)
    if first == "第":
        return chinese(line, heading)
    if first == "附":
        return chinese_annex(line, heading)
    if first == "§" or (first.isascii() and first.isalpha()):
        return english(line, heading)
    return korean_annex(line, heading)
