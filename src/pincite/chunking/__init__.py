"""Cuts a text into chunks that can be found and cited (DESIGN.md section 5)."""

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.parent_child import ParentChildChunks, split_parent_child
from pincite.chunking.presets import PRESETS, Preset
from pincite.chunking.preview import Preview, preview
from pincite.chunking.profile import DocumentProfile, profile_document
from pincite.chunking.restore import restore_text
from pincite.chunking.strategy import (
    SplitDiagnostics,
    Tier,
    TierRejection,
    split,
    split_with_diagnostics,
)

__all__ = [
    "PRESETS",
    "ChunkingConfig",
    "DocumentProfile",
    "ParentChildChunks",
    "Preset",
    "Preview",
    "SplitDiagnostics",
    "Tier",
    "TierRejection",
    "preview",
    "profile_document",
    "restore_text",
    "split",
    "split_parent_child",
    "split_with_diagnostics",
]
