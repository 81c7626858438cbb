"""Composed letters: macOS and some PDF writers give Hangul as conjoining letters, accents apart (NFD)."""

import re
import unicodedata

_CLUSTER = re.compile(r"[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|.[\u0300-\u036f]*", re.DOTALL)


def composed(text: str) -> str:
    """``text`` in NFC."""
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def places(text: str) -> list[int] | None:
    """Where each code point of ``composed(text)`` begins in ``text``, and its end; None where nothing moves.

    >>> places("\\u1100\\u1161\\u11a8\\u1103\\u1161"), places("각다")
    ([0, 3, 5], None)
    """
    if unicodedata.is_normalized("NFC", text):
        return None
    found: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        found += [cluster.start()] * len(unicodedata.normalize("NFC", cluster.group()))
    return [*found, len(text)]
