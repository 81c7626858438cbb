"""What tesseract says of a page: lines with their words, places and certainties."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

DOUBTFUL = 85.0
"""Certainty (0 to 100) below which a word of a foreign script is read again. Measured on rendered Korean
pages: Korean words taken for Latin ones 14 to 84, real Latin words 91 to 97."""
_NOISE = 50.0
"""Certainty below which a word without letter and digit is dirt or a character that no model knows."""
_JUNK = 60.0
"""A line without one word as certain as this is no text: shading, a photograph, overprinted letters."""
_GAP = 0.25
"""Blank between two words, in heights of the line, from which there is a space between them."""
_LETTER_GAP = 0.5
"""The same between syllables that may be of one word; a space in Korean print has 0.3 to 0.5."""
_RUN = 3
"""Single syllables in a row from which they are one word; Korean has few words of one syllable."""
_SHOWS = 0.06
"""Part of the letters from which a script counts as shown."""

_HANGUL = re.compile(r"[\uac00-\ud7a3\u3130-\u318f]")
_SYLLABLE = re.compile(r"[\uac00-\ud7a3]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3041-\u30fa]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_BEFORE_HAN = re.compile(
    r"(?<=[\u3041-\u30fa\u3400-\u9fff]) +(?=[\u3041-\u30fa\u3400-\u9fff，。、；：？！）」』》】])"
)
_AFTER_HAN = re.compile(r"(?<=[，。、；：？！（「『《【]) +(?=\S)")


class Script(StrEnum):
    HANGUL = "hangul"
    HAN = "han"
    KANA = "kana"
    LATIN = "latin"


_LETTERS = ((Script.HANGUL, _HANGUL), (Script.HAN, _HAN), (Script.KANA, _KANA), (Script.LATIN, _LATIN))


@dataclass(frozen=True, slots=True)
class Word:
    """Pixels and certainty in 0 to 100."""

    text: str
    left: int
    top: int
    width: int
    height: int
    certainty: float

    def is_foreign(self, script: Script) -> bool:
        """Whether it holds letters, and none of ``script``."""
        held = {name for name, letters in _LETTERS if letters.search(self.text)}
        return bool(held) and script not in held

    def is_doubtful(self, script: Script) -> bool:
        return self.certainty < DOUBTFUL and self.is_foreign(script)


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line. ``text`` has the engine's own blanks, which its words alone do not tell."""

    text: str
    words: tuple[Word, ...]

    @property
    def middle(self) -> float:
        return sum(word.top + word.height / 2 for word in self.words) / len(self.words)

    @property
    def height(self) -> int:
        return max(word.height for word in self.words)

    def doubtful(self, script: Script) -> list[Word]:
        return [word for word in self.words if word.is_doubtful(script)]


def read_lines(text: str, table: str) -> list[Line]:
    """Both outputs of one run, put together; a blank line of the text is a line without words.

    The lines of the text stand in the order of the table. Where the two do not agree, which no page has
    shown yet, the words are joined by single blanks.
    """
    words: dict[tuple[str, ...], list[Word]] = {}
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == "5" and cells[11].strip():
            left, top, width, height = (int(cell) for cell in cells[6:10])
            word = Word(cells[11].strip(), left, top, width, height, float(cells[10]))
            words.setdefault(tuple(cells[1:5]), []).append(word)
    groups = list(words.values())
    printed = [line.strip() for line in text.replace("\f", "\n").splitlines()]
    if sum(1 for line in printed if line) != len(groups) or not _agree(printed, groups):
        return [Line(" ".join(word.text for word in group), tuple(group)) for group in groups]
    at = iter(groups)
    return [Line(line, tuple(next(at)) if line else ()) for line in printed]


def _agree(printed: Iterable[str], groups: Sequence[Sequence[Word]]) -> bool:
    lines = ["".join(line.split()) for line in printed if line]
    return lines == ["".join("".join(word.text.split()) for word in group) for group in groups]


def scripts_of(lines: Iterable[Line]) -> set[Script]:
    """The scripts of the words that the engine is sure of."""
    counts = _counted(word for line in lines for word in line.words if word.certainty >= DOUBTFUL)
    total = sum(counts.values())
    return {script for script, count in counts.items() if count >= _SHOWS * total}


def dominant(lines: Iterable[Line]) -> Script:
    """The script of most letters; a Chinese character weighs two Latin letters."""
    counts = _counted(word for line in lines for word in line.words)
    for script in (Script.HANGUL, Script.HAN, Script.KANA):
        counts[script] *= 2
    return max(Script, key=lambda script: counts[script])


def _counted(words: Iterable[Word]) -> Counter[Script]:
    counts: Counter[Script] = Counter()
    for word in words:
        for script, letters in _LETTERS:
            counts[script] += len(letters.findall(word.text))
    return counts


def repaired(lines: Sequence[Line], again: Sequence[Line], script: Script) -> list[Line]:
    """``lines`` with each doubtful word as the other reading has it, if that is surer or in ``script``."""
    second = [line for line in again if line.words]
    out = []
    for line in lines:
        for word in line.doubtful(script):
            instead = _read_as(word, second)
            if instead and (
                any(not other.is_foreign(script) for other in instead)
                or min(other.certainty for other in instead) > word.certainty
            ):
                line = _replaced(line, word, instead)
        out.append(line)
    return out


def _read_as(word: Word, lines: Iterable[Line]) -> tuple[Word, ...]:
    """The words of the other reading whose middles lie in the place of ``word``."""
    return tuple(
        other
        for line in lines
        if abs(line.middle - (word.top + word.height / 2)) < max(word.height, line.height) / 2
        for other in line.words
        if word.left <= other.left + other.width / 2 <= word.left + word.width
    )


def _replaced(line: Line, word: Word, instead: Sequence[Word]) -> Line:
    at = line.words.index(word)
    # Its n-th occurrence in the text is the n-th among the words.
    skipped = sum(other.text.count(word.text) for other in line.words[:at])
    start = -1
    for _ in range(skipped + 1):
        start = line.text.find(word.text, start + 1)
    if start < 0:
        return line
    text = line.text[:start] + _joined(instead) + line.text[start + len(word.text) :]
    return replace(line, text=text, words=(*line.words[:at], *instead, *line.words[at + 1 :]))


def _joined(words: Sequence[Word]) -> str:
    text = words[0].text
    for before, word in pairwise(words):
        gap = word.left - before.left - before.width
        text += (" " if gap > _GAP * max(before.height, word.height) else "") + word.text
    return text


def _despaced(text: str, words: Sequence[Word]) -> str:
    """``text`` with runs of single Hangul syllables made words: the engine parts wide letters."""
    run: list[Word] = []
    for word in [*words, None]:
        is_syllable = word is not None and bool(_SYLLABLE.fullmatch(word.text))
        if word is not None and is_syllable and (not run or _near(run[-1], word)):
            run.append(word)
            continue
        if len(run) >= _RUN:
            text = text.replace(" ".join(each.text for each in run), "".join(each.text for each in run), 1)
        run = [word] if word is not None and is_syllable else []
    return text


def _near(before: Word, word: Word) -> bool:
    return word.left - before.left - before.width < _LETTER_GAP * max(before.height, word.height)


def text_of(lines: Iterable[Line]) -> str:
    """The text without what is none, no blanks between characters of a script that knows none."""
    out: list[str] = []
    for line in lines:
        if not line.words:
            if out and out[-1]:
                out.append("")
            continue
        if max(word.certainty for word in line.words) < _JUNK:
            continue
        text = line.text
        for word in line.words:
            if word.certainty < _NOISE and not any(char.isalnum() for char in word.text):
                text = text.replace(word.text, " ", 1)
        text = _despaced(" ".join(text.split()), line.words)
        text = _AFTER_HAN.sub("", _BEFORE_HAN.sub("", text))
        if text:
            out.append(text)
    return "\n".join(out).strip()
