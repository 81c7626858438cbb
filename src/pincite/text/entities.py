"""Names of people, organisations, products and things: when two are the same, and where a text names one."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pincite.text.analyzers import fold

LONGEST_NAME = 40
"""Characters of a name, blanks and signs left out, that a text is searched for."""
SHORTEST_NAME = 2
LONGEST_READ = 500
"""Characters of a question that are searched for names: a longer one is a document."""
_WHOLE_WORDS = 8
"""Latin words that one name may have."""
_INSIDE = 3
"""Syllables from which a name may begin inside a Korean word: 의료보험 is one in 실손의료보험, while 이사 is
none in 해외이사."""

_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f々〇"
_HANGUL = "\uac00-\ud7a3"
_RUN = re.compile(rf"(?P<han>[{_HAN}]+)|(?P<hangul>[{_HANGUL}]+)|(?P<word>[^\W_{_HAN}{_HANGUL}]+)")
_POSSESSIVE = re.compile(r"['’]s\b")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    text: str
    kind: str


def entity_key(name: str) -> str:
    """What two spellings of one name share: no case, width, blanks and signs, no English plural or genitive.

    >>> entity_key("Pump  Bearings"), entity_key("（주）늘봄 생명"), entity_key("Smith's")
    ('pumpbearing', '주늘봄생명', 'smith')
    """
    return "".join(word.text for word in _words(name))


def named_in(text: str) -> dict[str, list[Span]]:
    """Every key that ``text`` may name, with where it stands: Latin words whole, Hangul from the beginning of
    a word on or with three syllables anywhere, Han anywhere. The spans are those of the text without blanks
    and signs; most of these keys name nothing, which only a list of names can tell (`outermost`)."""
    words = _words(text[:LONGEST_READ])
    squeezed = "".join(word.text for word in words)
    found: dict[str, list[Span]] = {}
    for number, word in enumerate(words):
        ends = _ends(words, number)
        for offset in range(len(word.text) if word.kind != "word" else 1):
            start = word.start + offset
            least = _INSIDE if word.kind == "hangul" and offset else SHORTEST_NAME
            for end in ends:
                if least <= end - start <= LONGEST_NAME:
                    found.setdefault(squeezed[start:end], []).append((start, end))
    return found


def outermost(spans: Mapping[str, Collection[Span]], known: Collection[str]) -> tuple[str, ...]:
    """Those of ``known`` that ``spans`` name, in the order of the text. A name inside a longer one is not
    meant: 보험 is no answer to 실손보험.

    >>> outermost(named_in("실손보험의 면책은?"), {"실손보험", "보험", "실손"})
    ('실손보험',)
    """
    placed = sorted((span, key) for key in known for span in spans.get(key, ()))
    meant = [
        key
        for (start, end), key in placed
        if not any((a <= start and end <= b) and (b - a > end - start) for (a, b), _ in placed)
    ]
    return tuple(dict.fromkeys(meant))


def names(text: str, key: str) -> bool:
    """Whether ``text`` holds the name of ``key``, however it is spelled."""
    return bool(key) and key in entity_key(text)


def _words(text: str) -> list[_Word]:
    words: list[_Word] = []
    start = 0
    for run in _RUN.finditer(_POSSESSIVE.sub("", fold(text))):
        kind = run.lastgroup or "word"
        said = _singular(run.group()) if kind == "word" else run.group()
        words.append(_Word(start, said, kind))
        start += len(said)
    return words


def _singular(word: str) -> str:
    """Without the s of a plural; what is left need not be a word, for both sides lose it."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _ends(words: list[_Word], number: int) -> list[int]:
    """Where a name that begins in the word ``number`` may end: after any character of Hangul or Han, which
    particles follow, and after whole words else."""
    ends: list[int] = []
    latin = 0
    for word in words[number:]:
        if word.kind == "word":
            latin += 1
            if latin > _WHOLE_WORDS:
                break
            ends.append(word.start + len(word.text))
        else:
            ends += range(word.start + 1, word.start + len(word.text) + 1)
        if ends[-1] - words[number].start > LONGEST_NAME + len(words[number].text):
            break
    return ends
