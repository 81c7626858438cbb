"""Where a text may be cut, from the best place to the worst."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_CLOSERS: Final = "[\"'”’」』》）)\\]]*+"
_NOTE_LABEL: Final = (
    r"\^?(?:[0-9]{1,4}(?:[-–,][ ]?[0-9]{1,4}){0,5}|[a-z]{1,2}|(?:note|nb|주|각주|注|註)[ ]?[0-9]{1,3}"
    r"|citation needed|출처 필요|来源请求|來源請求)"
)
_NOTES: Final = (
    rf"(?:\[?\\?\[{_NOTE_LABEL}\\?\](?:\]?\([^()\s]{{0,300}}\))?"
    r"|<sup>[^<>\n]{1,20}</sup>|[¹²³⁰⁴-⁹]{1,4})*+"
)
"""Marks of notes, plain and linked, belong to the sentence that they stand behind."""
_TAIL: Final = rf"{_CLOSERS}{_NOTES}{_CLOSERS}"
_SENTENCE: Final = re.compile(
    rf"[。！？.!?…](?:(?<=[。！？])[。！？]*+{_TAIL}\s*"
    rf"|(?<=[.!?…])(?<![.!?…][.!?…])[.!?…]*+{_TAIL}(?:\s+|\Z))"
)
"""Begins with one set of letters, which the engine finds far faster than it tries two branches everywhere."""
_LOOK_BACK: Final = 24
"""Characters before a full stop that say what it is; a date with blanks takes 14."""
_NO_SENTENCE: Final = re.compile(
    r"(?:\b(?:vs|viz|etc|cf|approx|ca|incl|et al|Nos|Arts?|Secs?|Figs?|Vol|Eq|Ch|Dr|Mr|Mrs|Ms|Messrs|Prof"
    r"|Hon|Rev|Gen|Col|Capt|Sgt|Lt|Gov|Sen|Rep|St|Jr|Sr|Inc|Co|Corp|Ltd|Bros|Dept|Ph\.D"
    r"|Jan|Feb|Apr|Aug|Sept?|Oct|Nov|Dec"
    r"|bzw|bspw|usw|evtl|ggf|inkl|exkl|zzgl|einschl|insb|sog|vgl|geb|gem|Abs|Nrn?|Hr|Fr|Str|Mio|Mrd|Tel|Ziff|Kap|Anm)"
    r"|\b[A-Z]|\b[a-z]\.[ ]?[A-Za-z]{1,2}"
    r"|제[ ]{0,2}[0-9]{1,4}[ ]{0,2}(?:[조항호관장절편목](?:[ ]?의[ ]?[0-9]{1,3})?)"
    r"|(?<![0-9])[0-9]{4}\.[ ]{0,2}[0-9]{1,2}(?:\.[ ]{0,2}[0-9]{1,2})?"
    r"|(?<![0-9.])['’]?[0-9]{2}\.[ ]{0,2}(?:0?[1-9]|1[0-2])\.[ ]{0,2}(?:0?[1-9]|[12][0-9]|3[01])"
    r"|^[\s>#*]*(?:[0-9]{1,3}(?:\.[0-9]{1,3})*|[가-하]|[a-z]|[IVXLC]{1,5}"
    r"|(?:Article|ARTICLE|Section|SECTION|Clause|Rule|Chapter|Part|Artikel|Abschnitt|§)"
    r"[ ]?[0-9IVXLC.]{1,9}))\Z",
    re.MULTILINE,
)
"""What a full stop follows without ending a sentence: abbreviations, initials, labels of clauses, dates, and
numbers at the head of a line."""
_BEFORE_NUMBER: Final = re.compile(
    r"\b(?:[Nn]o|nos|[Nn]r|pp?|figs?|vol|secs?|arts?|ch|eq|par|para|ver|abs|ziff|kap|Bd|S)\Z"
)
"""Abbreviations only where a number follows; ``no`` is a word otherwise."""
_PART_OF_ABBREVIATION: Final = re.compile(r"[A-Za-zäöü]{1,2}\.")
"""What goes on with ``z. B.``, ``i. d. R.``"""
_LETTER: Final = re.compile(r"(?<![A-Za-z])[a-z]\Z")
_ORDINAL: Final = re.compile(
    r"(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]*\b|(?:Jahrhundert|Jh|Quartal|Halbjahr|Auflage)\b"
)
"""What a German number with a full stop counts."""
_SYLLABLE: Final = re.compile(r"[가-힣](?<![조항호관장절편목])")

_WHITE: Final = {"\n\n": r"\r?\n(?:[ \t]*+\r?\n)++", "\n": r"\r?\n(?:[ \t]*+\r?\n)*+"}
"""Nothing is given back: in a run of a million line ends every one would be remembered."""
_PLAIN: Final = {"\n\n": re.compile(r"\n(?:[ \t]*+\n)++"), "\n": re.compile(r"\n(?:[ \t]*+\n)*+")}
"""The same for texts without ``\\r``: a pattern that begins with one letter is found far faster."""

_UNCHECKED: Final = 16
"""Patterns between two checks; to compile one takes up to 1 ms."""

_CLOSED_LINE: Final = frozenset(".。!！?？;；:：")
_ITEM: Final = re.compile(
    r"[ \t\u3000]*(?:[①-⑳]|(?:[0-9]{1,2}|[가-하])[.)]\s|[-*+•·○●■□ㅇ]\s"
    r"|[(（][0-9a-z一二三四五六七八九十가-하]{1,3}[)）])"
)


@dataclass(frozen=True, slots=True)
class CutFinder:
    """Places where a cut may be: the ends of the matches of ``pattern`` that ``accepts`` says yes to. Asking
    is dear, so it is put off until a place is looked at."""

    pattern: re.Pattern[str]
    accepts: Callable[[str, int, int], bool] | None = None
    """Asked with the text and the match."""


def cut_finders(
    separators: tuple[str, ...], text: str, check: Callable[[], None] = lambda: None
) -> list[CutFinder]:
    """One finder a separator, in order, and the ends of sentences last. ``check`` is called now and then, for
    a thousand separators are a second of work."""
    plain = "\r" not in text
    finders: list[CutFinder] = []
    for index, separator in enumerate(separators):
        if index % _UNCHECKED == _UNCHECKED - 1:
            check()
        pattern = _PLAIN[separator] if plain and separator in _PLAIN else separator_pattern(separator)
        if separator == "\n":
            finders.append(CutFinder(pattern, _ends_paragraph))
        finders.append(CutFinder(pattern))
    return [*finders, CutFinder(_SENTENCE, _ends_sentence)]


def _ends_paragraph(text: str, at: int, end: int) -> bool:
    """Line ends that close a sentence or come before a numbered paragraph or list item. Tried just before
    all line ends, because in text taken from pages most lines end in the middle of a sentence."""
    return text[at - 1] in _CLOSED_LINE or bool(_ITEM.match(text, end))


@lru_cache(1024)
def separator_pattern(separator: str) -> re.Pattern[str]:
    """A pattern whose matches end where a separator allows a cut: after it, after what closes a quotation,
    and after the blanks that follow, so that pieces begin with text."""
    if separator in _WHITE:
        return re.compile(_WHITE[separator])
    if separator.isspace():
        return re.compile(f"(?:{re.escape(separator)})+")
    closers = _TAIL if separator[-1] in "。！？.!?" else ""
    return re.compile(rf"(?:{re.escape(separator)})+{closers}\s*")


def _ends_sentence(text: str, at: int, end: int) -> bool:
    if text[at] != "." or text.startswith("..", at, end):
        return True
    lowest = max(0, at - _LOOK_BACK)
    if at > 1 and _SYLLABLE.match(text, at - 1) and _SYLLABLE.match(text, at - 2):
        return True
    following = text[end : end + 1]
    if text[at - 1 : at].isdigit():
        part = following.isdigit() or _is_cjk(following) or bool(_ORDINAL.match(text, end))
    elif following.isdigit():
        part = bool(_BEFORE_NUMBER.search(text, lowest, at))
    else:
        part = bool(_LETTER.search(text, lowest, at) and _PART_OF_ABBREVIATION.match(text, end))
    return not part and _NO_SENTENCE.search(text, lowest, at) is None


def _is_cjk(char: str) -> bool:
    """After a number Hangul and Han go on with it: it is that of a date, a clause or an item."""
    return "가" <= char <= "힣" or "\u3400" <= char <= "\u9fff"


# --- overlap --------------------------------------------------------------------------------------

OVERLAP_LOOK_BACK: Final = 4
"""Characters before the window, the longest separator ``\\r\\n\\r\\n`` (reference 002, computeOverlap)."""

_OVERLAP_LINES: Final = (re.compile(r"\r?\n(?:[ \t]*+\r?\n)++"), re.compile(r"\r?\n"))


def overlap_candidates(text: str, start: int, end: int) -> Iterator[int]:
    """Ends of paragraphs in ``text[start:end]``, then of lines, then of sentences."""
    if text.find("\n", start, end) >= 0:
        for pattern in _OVERLAP_LINES:
            for match in pattern.finditer(text, start, end):
                yield match.end()
    for match in _SENTENCE.finditer(text, start, end):
        if _ends_sentence(text, *match.span()):
            yield match.end()
