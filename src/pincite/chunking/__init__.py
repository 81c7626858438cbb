"""Cuts a text into chunks that can be found and cited (DESIGN.md section 5)."""

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.profile import DocumentProfile, profile_document
from pincite.chunking.strategy import (
    SplitDiagnostics,
    Tier,
    TierRejection,
    split,
    split_with_diagnostics,
)

__all__ = [
    "ChunkingConfig",
    "DocumentProfile",
    "SplitDiagnostics",
    "Tier",
    "TierRejection",
    "profile_document",
    "split",
    "split_with_diagnostics",
]
