"""What a person can set about cutting, checked once."""

from dataclasses import dataclass
from typing import Final

from pincite.core.errors import InvalidInput
from pincite.core.settings import ChunkingSettings

_DEFAULTS: Final = ChunkingSettings()

STRATEGIES: Final = ("auto", "heading", "heuristic", "recursive", "legacy")
MAX_PROTECTED: Final = 7500
"""Characters; the longest protected span that stays whole (reference 002, tier 3). Embedding services
refuse much longer inputs."""


@dataclass(frozen=True, slots=True)
class ChunkingConfig:
    """Settings of one cut. Sizes are Unicode code points.

    ``chunk_overlap`` is a ceiling, 0 is none, and more than half of ``chunk_size`` counts as half.
    ``separators`` are tried in order; empty ones are left out. ``token_limit`` 0 is no limit.
    ``languages`` are hints (``("ko",)``); empty means look at the text. The strategy ``""`` is the stored
    form of ``legacy`` in the reference and means the same here.

    Raises `InvalidInput` for a size below 1, a negative overlap or limit, or an unknown strategy.
    """

    chunk_size: int = _DEFAULTS.chunk_size
    chunk_overlap: int = _DEFAULTS.chunk_overlap
    strategy: str = _DEFAULTS.strategy
    separators: tuple[str, ...] = ("\n\n", "\n", "。")
    token_limit: int = 0
    languages: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "separators", tuple(s for s in self.separators if s))
        object.__setattr__(self, "languages", tuple(self.languages))
        object.__setattr__(self, "strategy", self.strategy or "legacy")
        if self.chunk_size < 1:
            raise InvalidInput(f"chunk_size must be at least 1, not {self.chunk_size}.")
        if self.chunk_overlap < 0:
            raise InvalidInput(f"chunk_overlap must not be negative, not {self.chunk_overlap}.")
        if self.token_limit < 0:
            raise InvalidInput(f"token_limit must not be negative, not {self.token_limit}.")
        if self.strategy not in STRATEGIES:
            raise InvalidInput(
                f"There is no chunking strategy {self.strategy!r}.",
                hint=f"Use one of {', '.join(STRATEGIES)}.",
            )

    @property
    def effective_overlap(self) -> int:
        """The overlap that is used: at most half of the size (reference 002, run-time config)."""
        return min(self.chunk_overlap, self.chunk_size // 2)
