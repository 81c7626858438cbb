"""What a text would become under a configuration, without storing anything (reference 002, preview)."""

from dataclasses import dataclass
from typing import Final

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.normalize import normalize_line_endings
from pincite.chunking.parent_child import split_parent_child
from pincite.chunking.profile import DocumentProfile
from pincite.chunking.strategy import (
    ChunkStats,
    ShouldStop,
    SplitDiagnostics,
    Tier,
    TierRejection,
    chunk_stats,
    split_with_diagnostics,
)
from pincite.chunking.tokens import CountTokens, approx_tokens
from pincite.core.errors import DocumentTooLarge, InvalidInput
from pincite.core.types import TextChunk
from pincite.text.language import detect_language

MAX_CHARS: Final = 65_536
"""Longest text of a preview, in code points (reference 002)."""
MAX_CHUNKS: Final = 500
"""Most chunks that a preview returns; its statistics count all (reference 002)."""
TIMEOUT_SECONDS: Final = 5.0
"""After which a caller should make ``should_stop`` say so (reference 002)."""


@dataclass(frozen=True, slots=True)
class PreviewChunk:
    """One chunk with its sizes. ``context_header`` is shown here, though answers never quote it."""

    seq: int
    start: int
    end: int
    size_chars: int
    size_tokens_approx: int
    context_header: str
    table_header: str
    content: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The facts of the reference's PreviewChunkingResponse (PV-03)."""

    selected_tier: Tier
    tier_chain: tuple[Tier, ...]
    rejected: tuple[TierRejection, ...]
    profile: DocumentProfile
    chunks: tuple[PreviewChunk, ...]
    stats: ChunkStats
    """Over all chunks, also over those that are not returned; averages rounded to whole characters."""
    truncated_to: int | None
    """How many chunks are returned where that is not all of them. (The reference puts the number of all
    here, which ``stats.count`` says already.)"""
    chunk_size: int
    """Characters, after the token limit; the parents' with parents and children."""
    chunk_overlap: int


def preview(
    text: str,
    config: ChunkingConfig | None = None,
    limit: int = MAX_CHUNKS,
    *,
    count_tokens: CountTokens | None = None,
    should_stop: ShouldStop | None = None,
    max_chars: int | None = None,
) -> Preview:
    """Cuts as ingest does, by the same functions, and describes the result.

    With parents and children the children are shown, for they are what is found; the diagnostics are those
    of the parents (PV-02). ``max_chars`` refuses longer texts: `MAX_CHARS` is what the HTTP API allows.

    Raises `InvalidInput` for a blank text, `DocumentTooLarge` for one above ``max_chars`` and
    `ChunkingStopped` soon after ``should_stop`` says so.
    """
    config = config or ChunkingConfig()
    if not text.strip():
        raise InvalidInput("There is no text to cut.", hint="Send a text that is not blank.")
    if max_chars is not None and len(text) > max_chars:
        raise DocumentTooLarge(
            f"The text has {len(text)} characters; {max_chars} are the limit.", hint="Send a shorter text."
        )
    chunks, diagnostics = _cut(normalize_line_endings(text), config, count_tokens, should_stop)
    language = config.languages[0] if config.languages else detect_language(text)
    shown = chunks[:limit]
    return Preview(
        selected_tier=diagnostics.selected_tier,
        tier_chain=diagnostics.tier_chain,
        rejected=diagnostics.rejected,
        profile=diagnostics.profile,
        chunks=tuple(_shown(chunk, language, count_tokens) for chunk in shown),
        stats=rounded(chunk_stats([len(chunk.content) for chunk in chunks])),
        truncated_to=len(shown) if len(shown) < len(chunks) else None,
        chunk_size=diagnostics.chunk_size,
        chunk_overlap=diagnostics.chunk_overlap,
    )


def rounded(stats: ChunkStats) -> ChunkStats:
    """Averages as whole characters, halves up."""
    return ChunkStats(
        stats.count,
        int(stats.avg_chars + 0.5),
        stats.min_chars,
        stats.max_chars,
        int(stats.stddev_chars + 0.5),
    )


def _cut(
    text: str, config: ChunkingConfig, count_tokens: CountTokens | None, should_stop: ShouldStop | None
) -> tuple[list[TextChunk], SplitDiagnostics]:
    if config.enable_parent_child:
        both = split_parent_child(text, config, count_tokens=count_tokens, should_stop=should_stop)
        return both.children, both.diagnostics
    return split_with_diagnostics(text, config, count_tokens=count_tokens, should_stop=should_stop)


def _shown(chunk: TextChunk, language: str, count_tokens: CountTokens | None) -> PreviewChunk:
    size = len(chunk.content)
    return PreviewChunk(
        seq=chunk.seq,
        start=chunk.start,
        end=chunk.end,
        size_chars=size,
        size_tokens_approx=count_tokens(chunk.content) if count_tokens else approx_tokens(size, language),
        context_header=chunk.context_header,
        table_header=chunk.table_header,
        content=chunk.content,
    )
