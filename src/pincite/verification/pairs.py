"""Words that qualify the next one: 신규 요금제, new plan."""

import re
from collections.abc import Collection
from functools import lru_cache

from pincite.verification.terms import terms_in_order

_WORD = re.compile(r"(?P<word>[가-힣]+|[A-Za-z][A-Za-z'’-]*)(?P<stop>[,.;:!?)]?)")


@lru_cache(maxsize=4096)
def pairs_of(text: str) -> frozenset[str]:
    """Adjacent words ``modifier noun`` of ``text``; ``. noun`` where nothing qualifies the noun.

    A word with a particle or an ending qualifies nothing (요금제는 위약금), nor does one before a comma.
    """
    found: set[str] = set()
    before = ""
    for match in _WORD.finditer(text):
        stems = _stems(match["word"])
        noun = stems[0] if len(stems) == 1 else ""
        if noun:
            found.add(f"{before or '.'} {noun}")
        bare = noun and not match["stop"] and (noun == match["word"] or noun[0].isascii())
        before = noun if bare else ""
    return frozenset(found)


@lru_cache(maxsize=8192)
def _stems(word: str) -> tuple[str, ...]:
    return tuple(terms_in_order(word))


def is_qualified(noun: str, pairs: Collection[str]) -> bool:
    """Every time a text of these ``pairs`` names ``noun``, another word qualifies it."""
    return f". {noun}" not in pairs and any(pair.endswith(f" {noun}") for pair in pairs)
