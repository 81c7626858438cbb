"""Whether a text layer is nonsense: fonts that do not say which letters they show.

Three ways it happens, each with its trace: glyph numbers shown as ASCII (every letter shifted or
swapped), glyph numbers shown as private, unassigned or rare characters, and a legacy encoding read as
Latin-1.
"""

import re
import unicodedata

from pincite.parsing.letters import in_table, is_han, is_hangul, is_kana, latin_surprise, share

_MIN_LETTERS = 60
"""Characters below which statistics say nothing."""
_BAD_SHARE = 0.2
"""Private, unassigned and control characters; chosen: a page of bullets in a symbol font has fewer."""
_RARE_SHARE = 0.2
"""Hangul outside KS X 1001 or Han outside GB 2312, Big5 and KS X 1001; highest of
2,000 real passages 0.03."""
_ACCENT_SHARE = 0.35
"""Latin-1 supplement of all characters. Chosen: EUC or Big5 text read as Latin-1 has half or more."""
_EXOTIC_SHARE = 0.3
_SURPRISE = 5.1
"""Bits a letter. Measured: 110 English passages 4.0 to 4.4, samples in 5 other languages 4.1 to 4.9,
the English passages shifted by 29 5.3 to 5.9."""
_CLEAR_SURPRISE = 4.6
"""Bits a letter below which a shifted reading is language."""
_WORDLIKE = 0.5
_MAX_SHIFT = 40
"""Glyph numbers of TrueType fonts usually run 29 below ASCII (``cid_font_no_tounicode.pdf``); with room."""
_WORD = re.compile(r"^[(\"'“‘]?(?:[A-Za-z]?[a-z]+|[A-Z]+)(?:['’-][A-Za-z]+)*[)\"'”’.,;:!?]*$")
_SCRIPTS = ("LATIN", "HANGUL", "CJK", "HIRAGANA", "KATAKANA", "GREEK", "CYRILLIC", "FULLWIDTH", "HALFWIDTH")


def is_garbled(text: str) -> bool:
    """Whether most of ``text`` cannot be what a person wrote. Short texts are never judged."""
    chars = [char for char in text if not char.isspace()]
    if len(chars) < _MIN_LETTERS:
        return False
    bad = sum(char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cc", "Cs") for char in chars)
    if share(bad, len(chars)) > _BAD_SHARE:
        return True
    letters = [char for char in chars if char.isalpha()]
    if share(sum("\u0080" <= char <= "\u00ff" for char in chars), len(chars)) > _ACCENT_SHARE:
        return True
    return (
        _rare(letters, len(chars))
        or _exotic(letters, len(chars))
        or (share(sum(char.isascii() for char in chars), len(chars)) > 0.9 and _swapped(text))
    )


def _rare(letters: list[str], total: int) -> bool:
    hangul = [char for char in letters if is_hangul(char)]
    han = [char for char in letters if is_han(char)]
    if len(hangul) * 3 > total:
        return share(sum(not in_table(char, "euc_kr") for char in hangul), len(hangul)) > _RARE_SHARE
    if len(han) * 2 > total and not any(is_kana(char) for char in letters):
        tables = ("gb2312", "big5", "euc_kr")
        unusual = sum(not any(in_table(char, table) for table in tables) for char in han)
        return share(unusual, len(han)) > _RARE_SHARE
    return False


def _exotic(letters: list[str], total: int) -> bool:
    """Letters of many scripts at once."""
    if len(letters) * 2 < total:
        return False
    names = [unicodedata.name(char, "?").split()[0] for char in letters if not char.isascii()]
    exotic = [name for name in names if name not in _SCRIPTS]
    one_script = max((exotic.count(name) for name in set(exotic)), default=0)
    return share(len(exotic), len(letters)) > _EXOTIC_SHARE and one_script * 5 < len(exotic) * 4


def _swapped(text: str) -> bool:
    """ASCII whose letters are far from any language, in words that are none.

    A list of part numbers has strange letters too, but its words are short and blanks part them, and no
    shift makes it language.
    """
    compact = "".join(text.split())
    if sum(char.isalpha() for char in compact) < _MIN_LETTERS or latin_surprise(compact) < _SURPRISE:
        return False
    words = [word for word in text.split() if any(char.isalpha() for char in word)]
    wordlike = sum(len(word) for word in words if _WORD.match(word))
    if share(wordlike, sum(map(len, words))) > _WORDLIKE:
        return False
    return _best_shifted(compact) < _CLEAR_SURPRISE or sum(map(len, words)) > 20 * len(words)


def _best_shifted(text: str) -> float:
    """Smallest surprise over all shifts that keep at least 60 % of the characters letters."""
    best = float("inf")
    for shift in (*range(-_MAX_SHIFT, 0), *range(1, _MAX_SHIFT + 1)):
        moved = "".join(chr(ord(char) + shift) for char in text if 32 < ord(char) + shift < 127)
        if share(sum(char.isalpha() for char in moved), len(text)) >= 0.6:
            best = min(best, latin_surprise(moved))
    return best
