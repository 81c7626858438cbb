"""The way in: profile, chain of tiers, validation, diagnostics (reference 002, adaptive strategy)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import Final

from pincite.chunking.clause import split_clause
from pincite.chunking.config import ChunkingConfig
from pincite.chunking.heading import split_heading
from pincite.chunking.layout import Layout, read_layout
from pincite.chunking.pieces import Piece
from pincite.chunking.profile import (
    DocumentProfile,
    has_clause_structure,
    has_heading_structure,
    profile_layout,
)
from pincite.chunking.recursive import split_recursive
from pincite.chunking.tokens import CountTokens, char_budget, enforce_limit
from pincite.chunking.validate import validate
from pincite.core.types import TextChunk


class Tier(StrEnum):
    """The splitters, from the one that needs most structure to the one that needs none."""

    CLAUSE = "clause"
    HEADING = "heading"
    LEGACY = "legacy"


def _legacy(layout: Layout, size: int, config: ChunkingConfig) -> list[Piece]:
    overlap = min(config.chunk_overlap, size // 2)
    return [
        Piece(start, end)
        for start, end in split_recursive(layout, 0, len(layout.text), size, overlap, config.separators)
    ]


_SPLITTERS: Final[Mapping[Tier, Callable[[Layout, int, ChunkingConfig], list[Piece]]]] = MappingProxyType(
    {Tier.CLAUSE: split_clause, Tier.HEADING: split_heading, Tier.LEGACY: _legacy}
)


@dataclass(frozen=True, slots=True)
class TierRejection:
    """A tier that was tried in vain, with one of the five reasons of `pincite.chunking.validate`."""

    tier: Tier
    reason: str


@dataclass(frozen=True, slots=True)
class ChunkStats:
    """Sizes in characters over all chunks; ``stddev_chars`` is the population deviation."""

    count: int
    avg_chars: float
    min_chars: int
    max_chars: int
    stddev_chars: float


@dataclass(frozen=True, slots=True)
class SplitDiagnostics:
    """Why a text was cut as it was."""

    selected_tier: Tier
    tier_chain: tuple[Tier, ...]
    rejected: tuple[TierRejection, ...]
    profile: DocumentProfile
    stats: ChunkStats
    chunk_size: int
    """Characters, after the token limit."""
    chunk_overlap: int
    """Characters, at most half of the size."""


def select_chain(strategy: str, profile: DocumentProfile) -> tuple[Tier, ...]:
    """The tiers to try, in order. ``heuristic`` cuts by the marks on plain lines; ``recursive`` is another
    name of ``legacy``, which ends every chain."""
    if strategy == "heading":
        return Tier.HEADING, Tier.LEGACY
    if strategy == "heuristic":
        return Tier.CLAUSE, Tier.LEGACY
    if strategy != "auto":
        return (Tier.LEGACY,)
    chain = [Tier.CLAUSE] if has_clause_structure(profile) else []
    chain += [Tier.HEADING] if has_heading_structure(profile) else []
    return *chain, Tier.LEGACY


def split(
    text: str, config: ChunkingConfig | None = None, *, count_tokens: CountTokens | None = None
) -> list[TextChunk]:
    """Cuts a text into chunks that keep the invariants I1 to I4 of DESIGN.md section 5.

    Offsets are code points of ``text`` as given. ``count_tokens`` counts as the encoder does and makes
    ``token_limit`` exact; without it characters a token are estimated. Blank text gives no chunk.
    """
    return split_with_diagnostics(text, config, count_tokens=count_tokens)[0]


def split_with_diagnostics(
    text: str, config: ChunkingConfig | None = None, *, count_tokens: CountTokens | None = None
) -> tuple[list[TextChunk], SplitDiagnostics]:
    """The chunks of `split`, and how they came about."""
    config = config or ChunkingConfig()
    layout = read_layout(text)
    profile = profile_layout(layout)
    size = char_budget(config, text, count_tokens)
    chain = select_chain(config.strategy, profile)
    tier, pieces, rejected = _first_accepted(layout, size, config, chain)
    if config.token_limit and count_tokens is not None:
        pieces = enforce_limit(layout, pieces, config, count_tokens)
    chunks = [_chunk(layout, seq, piece, size) for seq, piece in enumerate(pieces)]
    diagnostics = SplitDiagnostics(
        selected_tier=tier,
        tier_chain=chain,
        rejected=rejected,
        profile=profile,
        stats=chunk_stats([len(chunk.content) for chunk in chunks]),
        chunk_size=size,
        chunk_overlap=min(config.chunk_overlap, size // 2),
    )
    return chunks, diagnostics


def _first_accepted(
    layout: Layout, size: int, config: ChunkingConfig, chain: tuple[Tier, ...]
) -> tuple[Tier, list[Piece], tuple[TierRejection, ...]]:
    """The first tier whose result passes the validator. The last one is not asked: its result stands."""
    if not layout.text.strip():
        return chain[0], [], ()
    rejected: list[TierRejection] = []
    for tier in chain[:-1]:
        pieces = _SPLITTERS[tier](layout, size, config)
        reason = _judge(layout, pieces, size)
        if not reason:
            return tier, pieces, tuple(rejected)
        rejected.append(TierRejection(tier, reason))
    return chain[-1], _SPLITTERS[chain[-1]](layout, size, config), tuple(rejected)


def chunk_stats(lengths: list[int]) -> ChunkStats:
    """Statistics of chunk lengths; all zero without chunks."""
    if not lengths:
        return ChunkStats(0, 0.0, 0, 0, 0.0)
    return ChunkStats(len(lengths), fmean(lengths), min(lengths), max(lengths), pstdev(lengths))


def _judge(layout: Layout, pieces: list[Piece], size: int) -> str:
    return validate(
        [piece.end - piece.start for piece in pieces],
        len(layout.text),
        size,
        clauses=[piece.clause for piece in pieces],
        protected=[
            piece.end - piece.start > size and bool(layout.spans_within(piece.start, piece.end))
            for piece in pieces
        ],
    )


def _chunk(layout: Layout, seq: int, piece: Piece, size: int) -> TextChunk:
    return TextChunk(
        seq=seq,
        start=piece.start,
        end=piece.end,
        content=layout.text[piece.start : piece.end],
        context_header=piece.trail,
        table_header=layout.header_at(piece.start, size),
    )
