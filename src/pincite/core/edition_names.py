"""Names of documents without what tells one edition of a paper from another. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

_TELLS_EDITIONS = re.compile(r"[\d\W_]+|개정|년도?|판|버전|version|edition|[vV](?=\d)|年度?|版")
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?=[\W_]*$)")
"""A letter at the end: 약관 A, terms (b)."""


def bare_names(stems: Iterable[str], *, loose: bool = False) -> tuple[str, ...]:
    """``stems`` without numbers, signs and words for editions, where something is left; ``loose``: without a
    letter at the end too.

    >>> bare_names(["여행 규정 2022 (개정)", "Terms v2"]), bare_names(["약관 B"], loose=True)
    (('여행규정', 'terms'), ('약관',))
    """
    bare = (_bare(_LETTER.sub("", stem) if loose else stem) for stem in stems)
    return tuple(dict.fromkeys(name for name in bare if name))


@lru_cache(maxsize=1 << 15)
def _bare(stem: str) -> str:
    return _TELLS_EDITIONS.sub("", stem).casefold()
