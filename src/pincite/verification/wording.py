"""The bare wording of a text, by which a quotation is known: its letters and digits, without references."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.text.quantities import Quantity
from pincite.text.references import find_references
from pincite.text.sentences import split_sentences
from pincite.verification.pieces import is_item, pieces_of

SHORTEST_QUOTE = 8
"""Characters below which equal wording is no quotation."""
_OPENING = 2
"""Letters by which a quotation is looked up; a piece of one letter opens none."""
_POINTER = re.compile(
    r"\s*(?:에\s*따라|에\s*따르면|에\s*의하면|에\s*의해|에서는|에\s*의거하여|는|은|의|规定|，|,)\s*"
)
_HEAD_WORDS = re.compile(r"^(?:根据|依据|按照|依照|Under|According\s+to|Pursuant\s+to|Per|In)\s*", re.I)
_MARKS = re.compile(
    r"^\s*(?:(?:[-*•·>|]\s|\d{1,2}[.)]\s|[가-하][.)]\s|[①-⑳]|[ⅰ-ⅹ][.)]|[(（][^)）]{1,3}[)）])\s*)+"
)
_NO_LETTERS = re.compile(r"[\W_]+")
_OPENING_ASIDE = re.compile(r"^\s*[(（][^)）\n]{1,40}[)）]\s*")
_POLITE = (("합니다", "한다"), ("됩니다", "된다"), ("입니다", "이다"), ("습니다", "다"))


@dataclass(frozen=True, slots=True)
class Wording:
    """``units`` are the pieces of a text in order, each without and with its mark, and whether it is an item;
    ``single`` is all that may be quoted alone; ``openings`` tell which pieces open with which letters."""

    units: tuple[tuple[tuple[str, ...], bool], ...]
    single: frozenset[str]
    openings: dict[str, list[int]]


def repeats(claim: str, source: str) -> bool:
    """Whether ``claim`` is a quotation from the text ``source``, as `quotes.quoted_from` understands it."""
    flat = flat_text(claim)
    return len(flat) >= SHORTEST_QUOTE and quotes(flat, wording_of(source))


@lru_cache(maxsize=4096)
def frame_of(text: str, figures: tuple[Quantity, ...]) -> str:
    for figure in reversed(figures):
        text = f"{text[: figure.start]} {text[figure.end :]}"
    return flat_text(text)


def quotes(flat: str, wording: Wording) -> bool:
    """Whether the bare wording ``flat`` is made of whole pieces of a text, in their order."""
    return flat in wording.single or any(
        _composed(flat, wording.units, first) for first in wording.openings.get(flat[:_OPENING], ())
    )


class Quotable:
    """What may be quoted from several texts with their headings, looked up in all of them at once."""

    def __init__(self, texts: Sequence[tuple[str, str]]) -> None:
        """``texts`` are pairs of text and heading."""
        self._single: dict[str, list[int]] = {}
        self._openings: dict[str, list[tuple[int, Wording, int]]] = {}
        for number, (text, heading) in enumerate(texts):
            wording = wording_of(text)
            for single in {*wording.single, flat_text(heading)}:
                self._single.setdefault(single, []).append(number)
            for opening, places in wording.openings.items():
                found = self._openings.setdefault(opening, [])
                found += [(number, wording, place) for place in places]

    def holders(self, flat: str) -> list[int]:
        """The numbers of the texts from which the bare wording ``flat`` is quoted, in order."""
        found = set(self._single.get(flat, ()))
        for number, wording, first in self._openings.get(flat[:_OPENING], ()):
            if number not in found and _composed(flat, wording.units, first):
                found.add(number)
        return sorted(found)


def _composed(flat: str, units: tuple[tuple[tuple[str, ...], bool], ...], first: int) -> bool:
    """Whether ``flat`` is the unit ``first`` and units after it; only items may be passed over."""
    forms = units[first][0]
    if not flat.startswith(forms):
        return False
    reached = {len(unit) for unit in forms if unit and flat.startswith(unit)}
    for forms, item in units[first + 1 :]:
        if len(flat) in reached:
            return True
        further = {at + len(unit) for at in reached for unit in forms if unit and flat.startswith(unit, at)}
        reached = further | reached if item else further
        if not reached:
            return False
    return len(flat) in reached


@lru_cache(maxsize=512)
def wording_of(text: str) -> Wording:
    """What may be quoted from ``text``."""
    units: list[tuple[tuple[str, ...], bool]] = []
    single: set[str] = set()
    for sentence in split_sentences(text):
        single.add(flat_text(sentence.text))
        for piece in pieces_of(sentence.text):
            forms = tuple(dict.fromkeys((flat_text(piece), _squeezed(without_references(piece)))))
            single.add(forms[0])
            units.append((forms, is_item(piece)))
    openings: dict[str, list[int]] = {}
    for number, (forms, _) in enumerate(units):
        for opening in dict.fromkeys(form[:_OPENING] for form in forms):
            openings.setdefault(opening, []).append(number)
    return Wording(tuple(units), frozenset(single), openings)


@lru_cache(maxsize=4096)
def flat_text(text: str) -> str:
    """Letters and digits of ``text`` alone, without references and leading list marks, in plain endings."""
    return _squeezed(_MARKS.sub("", without_references(_MARKS.sub("", text))))


def _squeezed(text: str) -> str:
    for polite, plain in _POLITE:
        text = text.replace(polite, plain)
    return _NO_LETTERS.sub("", text).lower()


@lru_cache(maxsize=4096)
def without_references(text: str) -> str:
    """``text`` without clause references and the words that tie them in (에 따라, Under …)."""
    out, end = "", 0
    for reference in find_references(text):
        if reference.start < end:
            continue
        out += text[end : reference.start]
        end = reference.end
        if pointer := _POINTER.match(text, end):
            end = pointer.end()
    out = out + text[end:]
    out = _OPENING_ASIDE.sub("", out)
    return _HEAD_WORDS.sub("", out.strip(" ,，"))
