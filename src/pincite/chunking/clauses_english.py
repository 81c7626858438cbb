"""Marks of statutes, contracts and rule books in English and German: Article, Section, Rule, §, Artikel."""

import re
from typing import Final

from pincite.chunking.clauses_model import (
    ANNEX,
    ARTICLE,
    CHAPTER,
    DIVISION,
    ODD,
    PART,
    SURE,
    TITLE_LIMIT,
    Mark,
    bracket_end,
    value_of,
)

_MARK: Final = re.compile(
    r"(?:(?P<sign>§)\s{0,3}|(?P<word>Article|Section|Sect?\.|Rule|Clause|Chapter|Part|Title|Appendix|Annex"
    r"|Schedule|Exhibit|Artikel|Abschnitt|Kapitel|Teil)\s{1,3})"
    r"(?P<number>[0-9]{1,4}(?:\.[0-9]{1,3}){0,3}[A-Za-z]?(?![\w(]|\.[0-9])"
    r"|(?:[IVXLC]{1,7}|[A-Z])(?:\.[0-9]{1,3}){0,3}(?!\w)"
    r"|(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)(?!\w))",
    re.IGNORECASE,
)
_RANK: Final = {
    "title": PART, "part": PART, "teil": PART, "appendix": ANNEX, "annex": ANNEX, "schedule": ANNEX,
    "exhibit": ANNEX, "chapter": CHAPTER, "kapitel": CHAPTER, "abschnitt": DIVISION,
    "article": ARTICLE, "section": ARTICLE, "rule": ARTICLE, "clause": ARTICLE, "artikel": ARTICLE,
}  # fmt: skip
_SHORT: Final = {"sec.": "section", "sect.": "section", "§": "section"}
_GERMAN: Final = frozenset(("artikel", "abschnitt", "kapitel", "teil"))

_CAPS_TITLE: Final = re.compile(r"[A-Z][A-Z0-9 ,;’'&/()\-–]{2,80}(?=[.:]|\Z)")
_SHORT_TITLE: Final = re.compile(r"[A-Z][^.:;]{2,60}(?=[.:](?:\s|\Z))")
_RUN_IN_TITLE: Final = re.compile(r"[A-Z][^.:]{2,80}(?=[.:](?:\s|\Z))")
_GERMAN_MENTION: Final = re.compile(
    r"(?:Abs\.|Absatz|Absätze|Satz|Sätze|Nr\.|Nummer|Ziff\.|Ziffer|Buchst|Halbsatz|[A-ZÄÖÜ]{2,5}(?![\w.])"
    r"|[A-ZÄÖÜ][a-zäöü]*[A-ZÄÖÜ]\b)"
)
"""After §: a part of the paragraph, or the short name of a law (§ 433 BGB)."""
_PARAGRAPH: Final = re.compile(r"\s+\([0-9a-z]{1,3}\)\s+[A-ZÄÖÜ]")
"""The first paragraph of an article without title: § 5 (1) Der Käufer …"""
_LONG_WORD: Final = 4
"""Characters up to which a word of a title may be small (of, and, with)."""


def english(line: str, heading: bool) -> Mark | None:
    """The mark of a line that begins with an English or German word, or with §."""
    match = _MARK.match(line)
    if match is None:
        return None
    word = match["sign"] or match["word"]
    if match["word"] and not (word.isupper() or word.istitle()):
        return None
    family = _SHORT.get(word.lower(), word.lower())
    end = match.end()
    german = family in _GERMAN or (word == "§" and line[end : end + 1] != ".")
    found = (len(line), SURE) if heading else _label(line, end, word.isupper(), word == "§" and german)
    if found is None:
        return None
    number = tuple(map(value_of, match["number"].split(".")))
    number = number if len(number) > 1 else (number[0], 0)
    label_end, doubt = found
    return Mark(family, _RANK[family], number, label_end, heading, "de" if german else "en", doubt)


def _label(line: str, end: int, upper: bool, sign: bool) -> tuple[int, int] | None:
    """Where the label ends and how much it reads like a mention, or None when the words after the number
    continue a sentence. A title in capitals ends where they do, one in a line of its own with the line."""
    rest = line[end:]
    if not rest:
        return end, SURE
    bracket = bracket_end(line, end)
    if bracket and rest[0].isspace():
        inside = line[end:bracket].strip()[1:2]
        if inside.isupper() and bracket - end > 4:
            return bracket, SURE
        return (end, ODD) if _PARAGRAPH.match(rest) else None
    body = rest.lstrip(" \t\xa0.:—–-")
    offset = len(line) - len(body)
    if not body:
        return len(line), SURE
    if body[0].islower() or body[0] in ",;)(":
        return None
    short = len(body) <= TITLE_LIMIT and body[-1] not in ".,;"
    if rest[0] in ".:—–-" or rest.lstrip()[0] in "—–-:":
        title = _CAPS_TITLE.match(body) or _SHORT_TITLE.match(body)
        if title and title.end() < len(body):
            return offset + title.end(), SURE
        return (len(line) if short else end), SURE
    if sign:
        if _GERMAN_MENTION.match(body):
            return None
        return (len(line), SURE) if short else (end, ODD)
    if upper and (title := _CAPS_TITLE.match(body)):
        return offset + title.end(), SURE
    title = _RUN_IN_TITLE.match(body)
    if title and title.end() < len(body) and _capitals(title.group()):
        return offset + title.end(), SURE
    if short and _capitals(body):
        return len(line), SURE
    return end, ODD


def _capitals(title: str) -> bool:
    return all(word[0].isupper() or not word[0].isalpha() for word in title.split() if len(word) > _LONG_WORD)
