"""How a question asks for a kind of value, and how a passage holds one, in Korean, English and Chinese.

A question is read narrowly (``몇 원``, ``what percentage``, ``多少度``) and a passage widely (any number
before a unit of the kind, a fraction, a cell of a table): a wrong refusal costs more than a wrong pass.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pincite.text.analyzers import fold

_DIGITS = r"[\d½¼¾⅓⅔⅛][\d.,/⁄]*"
_KOREAN = r"[일이삼사오육칠팔구십백천만억조]|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무"
_CHINESE = r"[一二两兩三四五六七八九十百千万萬亿億〇零半壹贰叁]"
_ENGLISH = (
    r"\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh"
    r"|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|dozens?"
    r"|half|several|few)\b"
)
_SCALE = r"(?:\s?(?:[십백천만억조万萬亿億多余餘来來여]|thousand|million|billion|trillion|k(?![a-z])|mn|bn))*"
NUMBER = rf"(?:{_DIGITS}|{_KOREAN}|{_CHINESE}|{_ENGLISH}){_SCALE}\)?[\s-]?"
"""A number as a passage writes it, in digits or words."""

_CELL = re.compile(r"[-–△(]{0,2}\s?[₩$€£¥]?\s?((?=[\d,.]*[1-9])\d[\d,.]*)\s?[^\s\d|]{0,6}")
"""A cell that is one number, with a sign or a unit at most; the zeros of an empty form are none."""
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class ValueKind:
    """One kind of value. Patterns are matched in folded text (NFKC, lower case)."""

    name: str
    """``answer.value_NAME`` of the catalogue says it in a sentence."""
    units: str = ""
    """Units that a number in a passage may be of."""
    counted: str = ""
    """Units that are asked for by name: after ``몇``, ``how many``, ``多少``."""
    asks: str = ""
    """Other forms of asking."""
    holds: str = ""
    """Other forms of stating."""
    label: str = ""
    """What a table calls its column or row of such values, whose cells are plain numbers."""

    def asked(self, question: str) -> bool:
        """
        >>> ValueKind("area", counted="평").asked("사무실은 몇 평인가요?")
        True
        """
        return self._asks.search(fold(question)) is not None

    def held(self, passage: str, question: str = "") -> bool:
        """Whether ``passage`` states a value of the kind that ``question`` does not state itself.

        >>> kind = ValueKind("weight", units="kg")
        >>> kind.held("It weighs 7 kg."), kind.held("It weighs 7 kg.", "Who lifts 7 kg?")
        (True, False)
        """
        text, given = fold(passage), fold(question)
        if any(not _stands_in(match.group().strip(), given) for match in self._holds.finditer(text)):
            return True
        label = self._label
        if label is None:
            return False
        return any(not _stands_in(number, given) for number, named in _numbers(text) if label.search(named))

    @cached_property
    def _asks(self) -> re.Pattern[str]:
        forms = [self.asks] if self.asks else []
        if self.counted:
            forms += [
                rf"몇\s?(?:{self.counted})",
                rf"\bhow many\s+(?:{self.counted})(?![a-z])",
                rf"(?:多少|几|幾)(?:个|個)?(?:{self.counted})",
            ]
        return re.compile("|".join(forms))

    @cached_property
    def _holds(self) -> re.Pattern[str]:
        forms = [self.holds] if self.holds else []
        if self.units:
            forms.append(rf"{NUMBER}(?:{self.units})(?![a-z])")
        return re.compile("|".join(forms))

    @cached_property
    def _label(self) -> re.Pattern[str] | None:
        return re.compile(self.label) if self.label else None


def _numbers(text: str) -> Iterator[tuple[str, str]]:
    """Numbers that fill a cell of a Markdown table, each with what names it: the words before it in its row
    and over it in its column. What stands in the head of a table names and is no value."""
    over: dict[int, str] = {}
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.lstrip().startswith("|"):
            over = {}
            continue
        if _RULE.fullmatch(line):
            continue
        head = _RULE.fullmatch(following) is not None
        before = ""
        for place, cell in enumerate(line.strip().strip("|").split("|")):
            number = None if head else _CELL.fullmatch(cell.strip())
            if number is not None:
                yield number[1], f"{over.get(place, '')} {before}"
            else:
                over[place] = f"{over.get(place, '')} {cell}"
                before += cell


def _stands_in(value: str, question: str) -> bool:
    """Whether the question gives that number itself; words of a unit alone are none."""
    if not _DIGIT.search(value):
        return False
    return re.search(rf"(?<![\d.,]){re.escape(value)}(?!\d)", question) is not None
