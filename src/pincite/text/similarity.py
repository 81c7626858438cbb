"""How much two texts share: by their tokens, by holding one another, by being the same but for spacing.

Two empty sets share nothing, and an empty text is neither held by another nor the same as another.
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection
from collections.abc import Set as AbstractSet

from pincite.text.analyzers import analyze

_NOT_TOLD = re.compile(r"(?!(?<=\d)\.(?=\d))[\W_]+?")


def jaccard(left: Collection[str], right: Collection[str]) -> float:
    """Shared over all distinct tokens, in [0, 1]."""
    a, b = _distinct(left), _distinct(right)
    shared = len(a & b)
    union = len(a) + len(b) - shared  # counted, not built: a tenth of the time, and diversity asks 400 pairs
    return shared / union if union else 0.0


def overlap_ratio(left: Collection[str], right: Collection[str]) -> float:
    """Shared over the distinct tokens of the smaller side, in [0, 1]: 1 when one holds the other."""
    a, b = _distinct(left), _distinct(right)
    smaller = min(len(a), len(b))
    return len(a & b) / smaller if smaller else 0.0


def token_set(text: str) -> frozenset[str]:
    """The distinct morphemes of a text: particles, inflection and punctuation do not tell texts apart."""
    return frozenset(analyze(text))


def text_jaccard(left: str, right: str) -> float:
    """`jaccard` of the morphemes of two texts."""
    return jaccard(token_set(left), token_set(right))


def normalise_content(text: str) -> str:
    """Lower case, one blank for every run of white space (U+3000 too), none at the ends."""
    return " ".join(text.lower().split())


def content_signature(text: str) -> str:
    """The same 32 hexadecimal digits for texts that differ in case and spacing only; "" for a blank text.

    MD5 of the UTF-8 form of `normalise_content`, as reference 000 stores it: a key, no protection.
    """
    plain = normalise_content(text)
    return (
        hashlib.md5(plain.encode(errors="surrogatepass"), usedforsecurity=False).hexdigest() if plain else ""
    )


def bare_content(text: str) -> str:
    """NFKC, lower case, letters and digits only. The point of 1.5 stays: 1.5 % is not 15 %."""
    return _NOT_TOLD.sub("", unicodedata.normalize("NFKC", text).lower())


def is_contained(short: str, long: str) -> bool:
    """Whether ``long`` holds ``short``, both normalised alike; an empty text is held by none."""
    return bool(short) and short in long


def _distinct(tokens: Collection[str]) -> AbstractSet[str]:
    return tokens if isinstance(tokens, AbstractSet) else set(tokens)
