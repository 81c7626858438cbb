"""Which language a text is in, as far as cutting needs to know."""

import re
from typing import Final

_SAMPLE: Final = 4096
"""Characters looked at (reference 002: the first 4096)."""
_SHARE: Final = 0.15
"""Both scripts from this share on is ``mixed`` (peer notes 1.5)."""
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]")
_CJK: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]")
_LATIN: Final = re.compile(r"[A-Za-zÀ-ɏ]")
_GERMAN: Final = re.compile(r"[äöüßÄÖÜ]|\b(?:der|die|das|und|nicht|mit|ist|ein)\b")


def detect_language(text: str) -> str:
    """``ko``, ``zh``, ``de``, ``en`` or ``mixed`` from the scripts of the first characters.

    Kana counts with Han, and a text of Hangul with Han characters in brackets is Korean.
    """
    sample = text[:_SAMPLE]
    hangul, cjk, latin = (len(p.findall(sample)) for p in (_HANGUL, _CJK, _LATIN))
    total = hangul + cjk + latin
    if not total:
        return "mixed"
    east = hangul + cjk
    if min(east, latin) >= _SHARE * total:
        return "mixed"
    if east > latin:
        return "ko" if hangul >= _SHARE * east else "zh"
    return "de" if _GERMAN.search(sample) else "en"
