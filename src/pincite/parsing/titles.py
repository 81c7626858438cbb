"""A title that a citation can show."""

import re
from pathlib import PurePath

MAX_TITLE = 100
"""Characters; DESIGN.md section 13."""
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$", re.M)
_EXTENSION = re.compile(r"\.(?:pdf|docx?|hwpx?|pptx?|xlsx?|txt|md|html?|indd|odt)$", re.I)
_PROGRAM = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation|한컴오피스)\s*-\s*", re.I
)
_EMPTY_NAMES = re.compile(
    r"^\W*(?:untitled|anonymous|unspecified|unknown|none|null|title|document"
    r"|제목 ?없음|无标题|無標題|슬라이드|slide)\W*\d*\W*$",
    re.I,
)
_MACHINE = re.compile(r"^[\x21-\x7e]+$")
_FIRST_LINE = 40
"""Longest first line, in characters, that may be a title: body text runs longer."""
_STOP = re.compile(r"[.。．]['\"”’」』)）\]]*$")
_PREDICATE = re.compile(r"(?:[가-힣]다|[가-힣](?:세|어|아|해|에|예)요|(?:십|시)시오|하시오)['\"”’」』)]*$")
"""How Korean sentences end that have no full stop. Questions are headings of FAQs, and stay."""
_NOUNS_IN_DA = re.compile(
    r"(?:바다|캐나다|르완다|우간다|그레나다|네바다|플로리다|버뮤다|그라나다|람다|[어아]젠다|베란다|혼다|소다|판다|쿠다)$"
)
_GOES_ON = re.compile(
    r"(?:[가-힣](?:는|을|를|에|에서|에게|하여|하고|하며|되며|으로서)|\b(?:및|또는))$|[,，、]$"
    r"|\s(?:and|or|the|an?|of|to|for|with|in|by|that|which|from|is|are|be|shall|must|may|not)$"
)
"""How lines end that a margin broke."""
_MIN_SENTENCE = 5
"""Words, of Han letters, of the shortest sentence with a full stop: ``1. General.`` is none."""
_SENTENCE_END = (".", "。", ",", ";", "、", "，", ":", "：", "?", "!")


def shorten(title: str) -> str:
    title = " ".join(title.split())
    return title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1].rstrip() + "…"


def stem(filename: str) -> str:
    """The file name without folders and extension."""
    name = PurePath(filename.replace("\\", "/")).name
    return shorten(PurePath(name).stem or name or "untitled")


def declared(title: str) -> str:
    """A title from a file's properties, without program names and extensions; empty if it says nothing."""
    title = _EXTENSION.sub("", _PROGRAM.sub("", " ".join(title.split())))
    return "" if _EMPTY_NAMES.match(title) or not any(map(str.isalpha, title)) else title


def is_machine_name(title: str) -> bool:
    """One ASCII token (``insurance_biz``): a file name rather than a title."""
    return bool(_MACHINE.match(title)) and not title.isalpha()


def first_heading(markdown: str) -> str:
    """The first heading of the highest level that is used."""
    headings = list(_HEADING.finditer(_without_fences(markdown)))
    if not headings:
        return ""
    top = min(len(match.group(1)) for match in headings)
    return plain(next(match.group(2) for match in headings if len(match.group(1)) == top))


def has_subheading(markdown: str, title: str) -> bool:
    """Whether ``title`` is the text of a heading below the top level."""
    wanted = " ".join(title.split())
    return any(
        len(match.group(1)) > 1 and plain(match.group(2)) == wanted
        for match in _HEADING.finditer(_without_fences(markdown))
    )


def first_line(markdown: str) -> str:
    """The first line with letters, if it is short and no sentence."""
    for line in markdown.splitlines():
        text = plain(line.lstrip("#").strip())
        if sum(map(str.isalpha, text)) >= 2 and not text.startswith("|"):
            said = text.endswith(_SENTENCE_END) or is_sentence(text) or goes_on(text)
            return text if len(text) <= _FIRST_LINE and not said else ""
    return ""


def is_sentence(text: str) -> bool:
    """Whether a line says a whole sentence: it ends in a full stop or, in Korean, a final predicate.

    >>> is_sentence("회사는 보험금을 지급합니다"), is_sentence("제3조(보험금의 지급사유)")
    (True, False)
    """
    text = " ".join(text.split())
    words = text.split(" ")
    if _PREDICATE.search(text):
        return (len(words) > 1 or len(text) > _MIN_SENTENCE) and not _NOUNS_IN_DA.search(text)
    if not _STOP.search(text) or text.isupper():
        return False
    wide = sum(not char.isascii() and char.isalpha() for char in text)
    return len(words) >= _MIN_SENTENCE or wide >= _MIN_SENTENCE


def goes_on(text: str) -> bool:
    """Whether a line is the beginning of a sentence that the next one ends."""
    return bool(_GOES_ON.search(text.strip()))


def plain(text: str) -> str:
    """Inline Markdown taken off."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*`]{1,3}|<[^>]+>", "", text).split())


def choose(filename: str, *candidates: str) -> str:
    """The first candidate that says something, else the file name."""
    return shorten(next((title for title in candidates if title.strip()), "")) or stem(filename)


def _without_fences(markdown: str) -> str:
    return re.sub(r"^(```|~~~).*?^\1", "", markdown, flags=re.M | re.S)
