"""Whether a few decoded characters are writing, or bytes of something else that happen to be letters.

Nearly any byte is a letter in some legacy table, so a short binary file always decodes as something. What
tells writing from it: letters of one script, words that are words, few signs.
"""

import re
import unicodedata
from itertools import pairwise
from typing import Final

from pincite.parsing.letters import COMMON_HAN, COMMON_HANGUL, in_table, is_han, is_hangul, is_kana

_SIGNS: Final = 0.5
"""Foreign signs for each foreign letter; two are always let pass beside two letters: ``★공지★``."""
_USUAL: Final = frozenset("“”‘’„–—…•·€£¥§©®™°±²³½¼¾«»‹›¿¡º")
"""Signs that stand in text whose letters are all plain: ``It’s 20 °C``."""
_PLAIN: Final = 4
"""Plain letters for each foreign character from which its usual signs need no foreign letters beside them."""
_WORD: Final = re.compile(
    r"[(\[\"'“‘«‹¿¡#*„–—-]*\d*[^\W\d_]+(?:['’./&_:@\\·-][^\W\d_]+)*[)\]\"'”’»›!?.,;:…–—%-]*"
)
_INSIDE: Final = re.compile(r"[^\W\d_][^\x00-\x7f’…–—·•\w][^\W\d_]|[\x21-\x7e][‘“«‹]|[’”»›][A-Za-z]{3}")
"""Signs where no text has them: inside a word, or a quote that opens behind one."""
_JUNK: Final = frozenset("_\\^`|{}$=+;&")
"""Signs that stand beside a few Korean or Chinese letters only by chance."""
_FEW: Final = 8
_LEAST: Final = 3
"""Foreign letters from which an alphabet is told by the general detector."""
_STRAY: Final = 3
"""One of so many words with foreign letters may be none: a path, a formula."""
_EAST: Final = "EAST"
_NEVER: Final = ("Cc", "Cf", "Cn", "Co", "Cs")


def is_writing(text: str, *, alphabet: bool = False) -> bool:
    """Whether ``text``, read by a legacy table, could be what a person wrote. Meant for some dozen words.
    With ``alphabet`` only in letters of an alphabet, not in Korean, Chinese or Japanese.

    >>> is_writing("Déjà vu"), is_writing("ôًùغة")
    (True, False)
    """
    foreign = [char for char in text if not char.isascii()]
    letters = [char for char in foreign if char.isalpha()]
    signs = len(foreign) - len(letters)
    if any(unicodedata.category(char) in _NEVER or char == "\ufffd" for char in foreign):
        return False
    if not letters:
        plain = sum(char.isascii() and char.isalnum() for char in text)
        return plain > signs and _USUAL.issuperset(foreign) and not _INSIDE.search(text)
    if _is_among_plain(text, len(foreign)):
        signs -= sum(char in _USUAL for char in foreign)
    if signs > max(2 if len(letters) > 1 else 1, _SIGNS * len(letters)):
        return False
    scripts = {_script(char) for char in letters}
    if len(scripts) > 1:
        return False
    if alphabet and len(letters) < _LEAST:
        return False
    if scripts == {_EAST}:
        usual = 2 * sum(map(_is_usual, letters)) >= len(letters)
        return usual and not alphabet and (len(letters) >= _FEW or _JUNK.isdisjoint(text))
    words = [word for word in text.split() if not word.isascii() and any(map(str.isalpha, word))]
    stray = sum(not _is_word(word) for word in words)
    # The densest words of accented letters, ``où`` and ``été``, have plain ones too.
    plain_too = scripts != {"LATIN"} or any(char.isascii() and char.isalpha() for char in text)
    return plain_too and stray * _STRAY <= len(words)


def _is_among_plain(text: str, foreign: int) -> bool:
    """Whether a few foreign characters stand in words of plain letters, as in English and German."""
    return sum(char.isascii() and char.isalpha() for char in text) >= _PLAIN * foreign and not _INSIDE.search(
        text
    )


def _is_word(word: str) -> bool:
    """Letters of one script, no foreign sign inside, no accented capital behind a small letter."""
    letters = [char for char in word if char.isalpha()]
    return (
        _WORD.fullmatch(word) is not None
        and len({_script(char) for char in letters}) == 1
        and not any(
            before.islower() and after.isupper() and not (before.isascii() and after.isascii())
            for before, after in pairwise(letters)
        )
    )


def _is_usual(char: str) -> bool:
    """A letter of the first tables, which hold what people write; rare ones are what noise decodes to."""
    if is_hangul(char):
        return in_table(char, "euc_kr")
    return is_kana(char) or char in COMMON_HAN or char in COMMON_HANGUL


def _script(char: str) -> str:
    if is_hangul(char) or is_han(char) or is_kana(char) or "\u3130" <= char <= "\u318f":
        return _EAST
    return unicodedata.name(char, "?").split()[0]
