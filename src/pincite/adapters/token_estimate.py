"""Tokens of a text for encoders whose tokenizer is not here, on the safe side, and windows by it."""

import math
import re

_HANGUL_HAN = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]")
_WORD = re.compile(r"[A-Za-z]+")
_OTHER = re.compile(r"[^\sA-Za-z\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]")

_A_SYLLABLE = 1.0
"""Tokens of a Hangul or Han character: 0.5 to 0.6 of E5 and BGE-M3, 0.6 to 0.8 of o200k, 1.0 to 1.2 of
cl100k (`SAFETY` covers the rest)."""
_A_LETTER = 0.25
_ANY_OTHER = 0.5
"""Of digits and punctuation in 2s and 3s; symbols take more and are few."""

SAFETY = 0.8
"""Share of the encoder's tokens that a window is filled with, by the estimate."""

_PIECE = re.compile(r"[^\s。！？；.!?]*[\s。！？；.!?]+|[^\s。！？；.!?]+")


def estimated_tokens(text: str) -> int:
    """0 for a text without words."""
    return math.ceil(_estimate(text))


def _estimate(text: str) -> float:
    letters = sum(len(word) for word in _WORD.findall(text))
    return (
        _A_SYLLABLE * len(_HANGUL_HAN.findall(text))
        + _A_LETTER * letters
        + _ANY_OTHER * len(_OTHER.findall(text))
    )


def estimated_windows(text: str, tokens: int) -> list[str]:
    """``text`` in pieces of about `SAFETY` of so many tokens at most, none lost, none shared; cut at blanks
    and sentence ends where there are some."""
    most = max(1.0, SAFETY * tokens)
    if _estimate(text) <= most:
        return [text]
    windows: list[str] = []
    begun, filled = "", 0.0
    for piece in _pieces(text, int(most)):
        cost = _estimate(piece)
        if begun and filled + cost > most:
            windows.append(begun)
            begun, filled = "", 0.0
        begun += piece
        filled += cost
    return [*windows, begun]


def _pieces(text: str, longest: int) -> list[str]:
    return [
        word[start : start + longest]
        for word in _PIECE.findall(text)
        for start in range(0, len(word), longest)
    ]
