"""Where a text may be cut without tearing a user-perceived character.

Extended grapheme clusters of UAX #29, from `unicodedata` alone. Where the exact property tables are not in
the standard library the rules join rather than cut, so a permitted cut is always a cluster boundary.
"""

import unicodedata
from typing import Final

_ZWJ: Final = "\u200d"
_JOINERS: Final = frozenset("\u200c\u200d\uff9e\uff9f\u0e33\u0eb3")
_MARKS: Final = frozenset(("Mn", "Mc", "Me"))
_PREPENDED: Final = frozenset(
    map(chr, (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD))
)
_VIRAMA: Final = 9
"""Canonical combining class of the viramas, which bind the next consonant (rule GB9c)."""
_FLAG_LOOKBACK: Final = 1024
"""Code points looked back to pair regional indicators; longer runs of flags do not occur in documents."""


def _jamo(char: str) -> str:
    code = ord(char)
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB:
        return "T"
    if 0xAC00 <= code <= 0xD7A3:
        return "V" if (code - 0xAC00) % 28 == 0 else "T"
    return ""


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _completes_flag(text: str, index: int) -> bool:
    first = index
    while first > 0 and index - first < _FLAG_LOOKBACK and _is_flag(text[first - 1]):
        first -= 1
    return (index - first) % 2 == 1


def breaks_at(text: str, index: int) -> bool:
    """True when a cluster ends before ``text[index]``; both ends of the text are boundaries."""
    if index <= 0 or index >= len(text):
        return True
    before, char = text[index - 1], text[index]
    if char < "\u0300":
        return not (char == "\n" and before == "\r") and before not in _PREPENDED
    if before < " ":
        return True
    if char in _JOINERS or unicodedata.category(char) in _MARKS:
        return False
    if before in _PREPENDED or "\U0001f3fb" <= char <= "\U0001f3ff" or "\U000e0020" <= char <= "\U000e007f":
        return False
    if before == _ZWJ:
        return char < "\u2190" and unicodedata.category(char) != "Lo"
    if _is_flag(char) and _is_flag(before):
        return not _completes_flag(text, index)
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(char) != "Lo"
    after = _jamo(char)
    if not after:
        return True
    lead = _jamo(before)
    if lead == "L":
        return after == "T" and not "\uac00" <= char <= "\ud7a3"
    syllable = "\uac00" <= char <= "\ud7a3"
    if syllable or after == "L":
        return True
    return not (lead == "V" or (lead == "T" and after == "T"))


def floor(text: str, index: int, lowest: int) -> int:
    """The last cluster boundary in ``(lowest, index]``, or ``lowest`` if there is none."""
    while index > lowest and not breaks_at(text, index):
        index -= 1
    return index
