"""Which language a text is in, by counting letters of each script.

The thresholds of 15 % and 30 % and the size of the sample are those of reference 002 (profiling); Korean as
a language of its own is ours (DESIGN.md section 12).
"""

import re
from collections import Counter
from typing import Literal

Language = Literal["ko", "zh", "en", "de", "mixed"]

SAMPLE = 4096
"""Characters looked at. A document shows its language on its first page."""

MIXED_SHARE = 0.15
"""Share of the letters from which a script counts in a mixed text."""

CJK_SHARE = 0.30
"""Share of the letters from which a text is Korean or Chinese."""

HANGUL_SHARE = 0.25
"""Share of Hangul among the East Asian letters from which it is Korean. Statutes in mixed script keep their
particles in Hangul, which is about half of the letters; a Chinese text quotes a Korean name at most."""

FOREIGN_SHARE = {"ko": 0.1, "zh": 0.1, "en": 0.3}
"""Letters of the question's script up to which a passage counts as foreign: the names and terms that it
quotes. A Latin word takes three times the letters of a Korean or Chinese one."""

FOREIGN_LETTERS = {"ko": 12, "zh": 12, "en": 400}
"""And how many of them at most: a clause is enough to meet a question's words (a Chinese sentence above an
English bibliography)."""

_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_HAN_KANA = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_WORD = re.compile(r"[a-z\u00df-\u00ff]+")
_UMLAUT = re.compile(r"[äöüÄÖÜß]")


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_GERMAN = _words(
    "der die das und ist nicht mit ein eine einer einem einen den dem des für von zu auf im sich auch wird ",
    "werden sind oder bei nach aus wie wenn kann durch über",
)
_ENGLISH = _words(
    "the of and to in is a an that for it with was on are be this by or not from at as have has will if ",
    "which what when where who how do does can",
)


def detect_language(text: str) -> Language:
    """The language of ``text``; ``mixed`` when two scripts share it or when it has no letters.

    >>> detect_language("보험금을 지급합니다")
    'ko'
    """
    sample = text[:SAMPLE]
    hangul, han, latin = _letters(sample)
    cjk = hangul + han
    total = cjk + latin
    if not total:
        return "mixed"
    if cjk / total >= MIXED_SHARE and latin / total >= MIXED_SHARE:
        return "mixed"
    if cjk / total > CJK_SHARE:
        return "ko" if hangul / cjk >= HANGUL_SHARE else "zh"
    return "de" if _is_german(sample) else "en"


def dominant_language(text: str) -> Literal["ko", "zh", "en"]:
    """The language to speak with the writer of ``text``: never mixed, English when in doubt.

    A Korean or Chinese question about English terms is still Korean or Chinese; an English one shows itself
    by its function words.

    >>> dominant_language("API Key rotation 주기는?")
    'ko'
    """
    sample = text[:SAMPLE]
    hangul, han, latin = _letters(sample)
    cjk = hangul + han
    if not cjk:
        return "en"
    # A syllable or Han character carries two to three Latin letters (4.0 and 1.7 characters a token of the
    # encoder), so English needs the larger share of the meaning, not of the letters.
    if latin > 2 * cjk and any(word in _ENGLISH for word in _WORD.findall(sample.lower())):
        return "en"
    return "ko" if hangul / cjk >= HANGUL_SHARE else "zh"


def is_foreign(language: str, text: str, text_language: str) -> bool:
    """Whether ``text`` is in another language than a question in ``language``, so that their words cannot
    meet. A text that quotes much but is also written in the question's script is not.

    ``language`` is `dominant_language` of the question, ``text_language`` that of the text with its headings.
    """
    if text_language == language:
        return False
    own, letters = letters_in(text, language)
    return own < FOREIGN_SHARE[language] * letters and own <= FOREIGN_LETTERS[language]


def letters_in(text: str, language: str) -> tuple[int, int]:
    """Letters of ``text`` in the script of ``language`` (ko, zh, else Latin), and letters in all."""
    hangul, han, latin = _letters(text)
    own = {"ko": hangul, "zh": han}.get(language, latin)
    return own, hangul + han + latin


def _letters(sample: str) -> tuple[int, int, int]:
    return len(_HANGUL.findall(sample)), len(_HAN_KANA.findall(sample)), len(_LATIN.findall(sample))


def _is_german(sample: str) -> bool:
    words = Counter(_WORD.findall(sample.lower()))
    german = sum(count for word, count in words.items() if word in _GERMAN)
    english = sum(count for word, count in words.items() if word in _ENGLISH)
    return german > english or (german == english and bool(_UMLAUT.search(sample)))
