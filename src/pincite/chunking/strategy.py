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
from pincite.chunking.heuristic import split_heuristic
from pincite.chunking.layout import Layout, read_layout
from pincite.chunking.pieces import Piece
from pincite.chunking.profile import (
    DocumentProfile,
    has_clause_structure,
    has_heading_structure,
    has_heuristic_structure,
    profile_layout,
)
from pincite.chunking.sections import cut_plain
from pincite.chunking.tokens import CountTokens, char_budget, enforce_limit
from pincite.chunking.validate import validate
from pincite.core.errors import ChunkingStopped
from pincite.core.types import TextChunk

ShouldStop = Callable[[], bool]
"""Asked about once a chunk whether to give up."""


class Tier(StrEnum):
    """The splitters, from the one that needs most structure to the one that needs none."""

    CLAUSE = "clause"
    HEADING = "heading"
    HEURISTIC = "heuristic"
    LEGACY = "legacy"


_SPLITTERS: Final[Mapping[Tier, Callable[[Layout, int, int, int, ChunkingConfig], list[Piece]]]] = (
    MappingProxyType(
        {
            Tier.CLAUSE: split_clause,
            Tier.HEADING: split_heading,
            Tier.HEURISTIC: split_heuristic,
            Tier.LEGACY: cut_plain,
        }
    )
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
    """The tiers to try, in order (PR-05). ``recursive`` is another name of ``legacy``, which ends every
    chain. The clause tier is ours and comes first where a text has articles (DESIGN.md section 5)."""
    if strategy == "heading":
        return Tier.HEADING, Tier.LEGACY
    if strategy == "heuristic":
        return Tier.HEURISTIC, Tier.LEGACY
    if strategy != "auto":
        return (Tier.LEGACY,)
    chain = [Tier.CLAUSE] if has_clause_structure(profile) else []
    chain += [Tier.HEADING] if has_heading_structure(profile) else []
    chain += [Tier.HEURISTIC] if has_heuristic_structure(profile) else []
    return *chain, Tier.LEGACY


def split(
    text: str,
    config: ChunkingConfig | None = None,
    *,
    count_tokens: CountTokens | None = None,
    should_stop: ShouldStop | None = None,
) -> list[TextChunk]:
    """Cuts a text into chunks that keep the invariants I1 to I4 of DESIGN.md section 5.

    Offsets are code points of ``text`` as given. ``count_tokens`` counts as the encoder does and makes
    ``token_limit`` exact; without it characters a token are estimated. Blank text gives no chunk. Parents
    and children need `pincite.chunking.split_parent_child`; ``enable_parent_child`` is not read here.

    Raises `ChunkingStopped` soon after ``should_stop`` says so; it is asked about once a chunk.
    """
    return split_with_diagnostics(text, config, count_tokens=count_tokens, should_stop=should_stop)[0]


def split_with_diagnostics(
    text: str,
    config: ChunkingConfig | None = None,
    *,
    count_tokens: CountTokens | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[list[TextChunk], SplitDiagnostics]:
    """The chunks of `split`, and how they came about."""
    config = config or ChunkingConfig()
    layout = read_layout(text, checking(should_stop))
    pieces, diagnostics = cut_document(layout, config, count_tokens)
    size = diagnostics.chunk_size
    return [to_chunk(layout, seq, piece, size) for seq, piece in enumerate(pieces)], diagnostics


def checking(should_stop: ShouldStop | None) -> Callable[[], None]:
    """A call that raises `ChunkingStopped` once ``should_stop`` says so."""

    def check() -> None:
        if should_stop is not None and should_stop():
            raise ChunkingStopped("The text was not cut to its end.")

    return check


def cut_document(
    layout: Layout, config: ChunkingConfig, count_tokens: CountTokens | None
) -> tuple[list[Piece], SplitDiagnostics]:
    """The pieces of a whole text, and how they came about."""
    profile = profile_layout(layout)
    layout.check()
    chain = select_chain(config.strategy, profile)
    tier, pieces, rejected, size = cut_range(layout, 0, len(layout.text), config, chain, count_tokens)
    diagnostics = SplitDiagnostics(
        selected_tier=tier,
        tier_chain=chain,
        rejected=rejected,
        profile=profile,
        stats=chunk_stats([piece.end - piece.start for piece in pieces]),
        chunk_size=size,
        chunk_overlap=min(config.chunk_overlap, size // 2),
    )
    return pieces, diagnostics


def cut_range(
    layout: Layout,
    start: int,
    end: int,
    config: ChunkingConfig,
    chain: tuple[Tier, ...],
    count_tokens: CountTokens | None,
) -> tuple[Tier, list[Piece], tuple[TierRejection, ...], int]:
    """The pieces of ``text[start:end]`` by the first tier that passes the validator, the tiers rejected
    before it, and the size in characters. The last tier is not asked: its result stands."""
    size = char_budget(config, layout.text, count_tokens)
    if not layout.text[start:end].strip():
        return chain[0], [], (), size
    layout = layout.sized(size)
    rejected: list[TierRejection] = []
    for tier in chain[:-1]:
        pieces = _SPLITTERS[tier](layout, start, end, size, config)
        reason = _judge(layout, pieces, end - start, size)
        if not reason:
            break
        rejected.append(TierRejection(tier, reason))
    else:
        tier = chain[-1]
        pieces = _SPLITTERS[tier](layout, start, end, size, config)
    if config.token_limit and count_tokens is not None:
        pieces = enforce_limit(layout, pieces, config, count_tokens)
    return tier, pieces, tuple(rejected), size


def chunk_stats(lengths: list[int]) -> ChunkStats:
    """Statistics of chunk lengths; all zero without chunks."""
    if not lengths:
        return ChunkStats(0, 0.0, 0, 0, 0.0)
    return ChunkStats(len(lengths), fmean(lengths), min(lengths), max(lengths), pstdev(lengths))


def _judge(layout: Layout, pieces: list[Piece], total: int, size: int) -> str:
    return validate(
        [piece.end - piece.start for piece in pieces],
        total,
        size,
        clauses=[piece.clause for piece in pieces],
        protected=[
            piece.end - piece.start > size and bool(layout.spans_within(piece.start, piece.end))
            for piece in pieces
        ],
    )


def to_chunk(layout: Layout, seq: int, piece: Piece, size: int, parent: int = -1) -> TextChunk:
    """A numbered chunk with its content and the table header it repeats."""
    return TextChunk(
        seq=seq,
        start=piece.start,
        end=piece.end,
        content=layout.text[piece.start : piece.end],
        context_header=piece.trail,
        table_header=layout.header_at(piece.start, size) if piece.repeats_header else "",
        parent_index=parent,
    )
