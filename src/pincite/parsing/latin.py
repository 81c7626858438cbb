"""Which table of the Latin alphabets a text was written in: Western, Central European, Turkish or Baltic.

They share most letters, and a statistical detector takes the few others of a short text for what is rarer:
it read ``naïve … £5`` as ``naďve … Ł5``. So each table is judged by the languages that are written in it.
"""

import re
from collections import Counter
from typing import Final

_WESTERN: Final = (
    "àâæçéèêëîïôœùûüÿ",  # French
    "äöüßé",
    "áéíñóúüªº",  # Spanish
    "ãáàâçéêíóôõúüªº",  # Portuguese
    "àèéìíòóùî",  # Italian
    "åäöéü",  # Swedish, Finnish
    "æøåéóòôê",  # Danish, Norwegian
    "áðéíóúýþæö",  # Icelandic
    "éëïóöüèêçñáâäîôà",  # English and Dutch, by words from elsewhere
    "àáçéèíïóòúü·",  # Catalan
)
"""The letters of each language that is written in the table."""
_TABLES: Final = {
    "cp1252": _WESTERN,
    "cp1250": (
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "čćđšž",  # Croatian, Slovenian
        "ăâîşţ",  # Romanian
    ),
    "cp1254": ("çğıİöşü", "âîû"),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"),
    "iso8859-2": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž"),
    "iso8859-15": ("àâæçéèêëîïôœùûüÿ", "äöüßé", "àèéìíòóùî", "åäöéüšž"),
}  # fmt: skip
"""Tables to the letters of the languages that are written in them, the likeliest table first."""
LATIN: Final = frozenset((
    "cp1250", "cp1252", "cp1254", "cp1257", "cp1258", "latin_1", "iso8859_2", "iso8859_9", "iso8859_15",
    "mac_roman", "mac_latin2",
))  # fmt: skip
"""What detectors call a text in such a table, right or wrong."""
_SURE: Final = 0.05
"""Score by which a table must be better than the likelier ones."""
_FITTING: Final = 0.75
"""Score from which a table is taken against what a detector says."""
_ELSEWHERE: Final = 0.5
"""What a letter of another language of the table is worth: names, quotations."""
_QUOTES: Final = frozenset("“”‘’„‚–—…•«»‹›\u00a0\u00ad")
_SIGNS: Final = frozenset("€£¥§©®™°±½¼¾²³¹×÷·¿¡†‡‰µ¢¶ªº")
_PLACED: Final = re.compile(
    r"(?<![^\W\d_])[€£¥§±¢¶½¼¾×÷†](?![^\W\d_])|(?<![^\W\d_])[§©](?=\w)|(?<=\w)[®™°ªº‰](?!\w)|[©°](?!\w)"
    r"|°(?=[CFK]\b)|(?<=[\dm])[²³¹](?!\w)|(?<!\w)(?:¿(?=\w[^?]{0,400}\?)|¡(?=\w[^!]{0,400}!))|(?<=l)·(?=l)|(?<!\w)[·µ±]|(?<=\d)[€£¥½¼¾×±]"
)
"""Signs where texts have them. ``us³ug`` is Polish read in the wrong table."""
_WRONG_CASE: Final = re.compile(r"[a-zß-öø-ÿ](?=[À-ÖØ-ÞŒŠŽŸĀĂĄĆČĎĐĒĘĚĢĶĹĽŁŃŇŐŘŚŞŤŢŮŰŹŻ])")
_NASAL: Final = re.compile(r"õ(?!e)|Õ(?!E)")
"""Portuguese has it before e; elsewhere it is the Hungarian ``ő``."""


def latin_table(sample: bytes, guess: str = "cp1252") -> str:
    """The table whose languages fit the letters of ``sample``; ``guess`` where none fits.

    >>> latin_table("naïve, £5".encode("cp1252"), "cp1250"), latin_table("Łódź, ząb".encode("cp1250"))
    ('cp1252', 'cp1250')
    """
    best, most = guess, _FITTING - _SURE
    for table, languages in _TABLES.items():
        score = _score(sample.decode(table, "replace"), languages)
        if score > most + _SURE:
            best, most = table, score
    return best


def _score(text: str, languages: tuple[str, ...]) -> float:
    """1 where each foreign character has its place in one of the ``languages``."""
    foreign = Counter(char for char in text if not char.isascii() and char not in _QUOTES)
    letters = {char: count for char, count in foreign.items() if char.isalpha() and char not in "ªºµ"}
    signs = sum(foreign.values()) - sum(letters.values())
    placed = sum(match.group() in _SIGNS for match in _PLACED.finditer(text))
    wrong = len(_WRONG_CASE.findall(text)) + len(_NASAL.findall(text) if languages is _WESTERN else ())
    known = set("".join(languages))
    best = max(sum(_worth(char, language, known) * count for char, count in letters.items())
               for language in languages)  # fmt: skip
    count = sum(foreign.values())
    return (best + placed - (signs - placed) - wrong) / count if count else 1.0


def _worth(char: str, language: str, known: set[str]) -> float:
    if char in language or char.lower() in language:
        return 1.0
    return _ELSEWHERE if char in known or char.lower() in known else -1.0
