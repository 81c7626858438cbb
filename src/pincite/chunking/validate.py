"""Whether a tier's result is good enough, or the next tier should try (reference 002, validator)."""

from collections.abc import Sequence
from typing import Final

NO_CHUNKS: Final = "no chunks produced"
SINGLE_CHUNK: Final = "single chunk for large document"
TOO_MANY_TINY: Final = "too many tiny chunks"
ALL_SMALL: Final = "all chunks far below target size"
TOO_LONG: Final = "chunk exceeds 2x target size"

_TINY: Final = 50
"""Characters; below it a chunk that is not the last says too little to be found."""


def validate(
    lengths: Sequence[int],
    total: int,
    size: int,
    *,
    clauses: Sequence[bool] = (),
    protected: Sequence[bool] = (),
) -> str:
    """The first reason to reject, or ``""``.

    ``lengths`` are characters a chunk, ``total`` those of the text. ``clauses`` marks chunks that begin a
    clause: those are short because the clause is, not because the cut was bad, so the two rules about small
    chunks leave them out; nor is a text below ``size`` far below target. ``protected`` marks chunks that are
    one protected span; those never condemn a tier.
    """
    if not lengths:
        return NO_CHUNKS
    if len(lengths) == 1:
        alone = protected and protected[0]
        return SINGLE_CHUNK if total > 2 * size and not alone else ""
    clauses = clauses or [False] * len(lengths)
    protected = protected or [False] * len(lengths)
    tiny = sum(n < _TINY and not clause for n, clause in zip(lengths[:-1], clauses, strict=False))
    if tiny > len(lengths) // 4 and tiny > 2:
        return TOO_MANY_TINY
    if total > size > 4 * max(lengths) and not any(clauses):
        return ALL_SMALL
    if any(n > 2 * size and not whole for n, whole in zip(lengths, protected, strict=True)):
        return TOO_LONG
    return ""
