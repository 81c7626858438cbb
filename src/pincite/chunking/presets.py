"""Ready-made configurations for kinds of documents (reference 002, quick reference; row CH-20)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from pincite.chunking.config import ChunkingConfig
from pincite.core.catalogue import say


@dataclass(frozen=True, slots=True)
class Preset:
    """A configuration with its reason. ``name`` is stable and used on the command line and in the API."""

    name: str
    config: ChunkingConfig
    hints: tuple[str, ...] = field(default=())
    """Settings that a person should still choose: ``languages``, ``token_limit``."""

    def title(self, language: str) -> str:
        """What a person picks from a list."""
        return say(f"chunking.{self.name}_title", language)

    def advice(self, language: str) -> str:
        """When to take it, in one line."""
        return say(f"chunking.{self.name}_advice", language)


_ALL: Final = (
    Preset("general", ChunkingConfig()),
    Preset("manual", ChunkingConfig(chunk_size=768)),
    Preset("scan", ChunkingConfig(chunk_size=768, chunk_overlap=120), ("languages",)),
    Preset("prose", ChunkingConfig(chunk_size=1500, chunk_overlap=180)),
    Preset("precise", ChunkingConfig(enable_parent_child=True)),
    Preset("records", ChunkingConfig(chunk_size=300, chunk_overlap=0)),
    Preset("token_limit", ChunkingConfig(token_limit=512), ("token_limit",)),
    Preset("legacy", ChunkingConfig(strategy="legacy", chunk_overlap=64)),
)
"""Where the reference gives a range (512 to 1024, 1000 to 2000, 80 to 150) its middle is taken; the token
limit is the window of the bundled encoder."""

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})
"""By name, the recommended one first."""
