"""What a person can set about cutting, checked once."""

from dataclasses import dataclass, replace
from typing import Final

from pincite.core.errors import InvalidInput
from pincite.core.settings import ChunkingSettings, ParserEngineRule

_DEFAULTS: Final = ChunkingSettings()

STRATEGIES: Final = ("auto", "heading", "heuristic", "recursive", "legacy")
MAX_PROTECTED: Final = 7500
"""Characters; the longest protected span that stays whole (reference 002, tier 3). Embedding services
refuse much longer inputs."""
PARENT_SIZE: Final = 4096
CHILD_SIZE: Final = 384
"""Characters (reference 002, parent and child)."""
MAX_INSTRUCTIONS: Final = 4_000
"""Characters; they go into every call about a table, beside the table itself."""
_CHILD_OVERLAP_SHARE: Final = 5
"""The children of a parent overlap by a fifth of their size (reference 002)."""


@dataclass(frozen=True, slots=True)
class ChunkingConfig:
    """Settings of one cut. Sizes are Unicode code points.

    ``chunk_overlap`` is a ceiling, 0 is none, and more than half of ``chunk_size`` counts as half.
    ``separators`` are tried in order; empty ones are left out. ``token_limit`` 0 is no limit.
    ``languages`` are hints (``("ko",)``); empty means look at the text. The strategy ``""`` is the stored
    form of ``legacy`` in the reference and means the same here. With ``enable_parent_child`` small children
    are found and their large parents are read; `parent_child_configs` derives both.

    Raises `InvalidInput` for a size below 1, a negative overlap or limit, children larger than their
    parents, or an unknown strategy.
    """

    chunk_size: int = _DEFAULTS.chunk_size
    chunk_overlap: int = _DEFAULTS.chunk_overlap
    strategy: str = _DEFAULTS.strategy
    separators: tuple[str, ...] = ("\n\n", "\n", "。")
    token_limit: int = 0
    languages: tuple[str, ...] = ()
    enable_parent_child: bool = False
    parent_chunk_size: int = PARENT_SIZE
    child_chunk_size: int = CHILD_SIZE
    xlsx_first_row_as_header: bool = _DEFAULTS.xlsx_first_row_as_header
    parser_engine_rules: tuple[ParserEngineRule, ...] = ()
    """The last two tell how files are read, not how they are cut (row CH-10)."""
    table_metadata_instructions: str = ""
    """Guidance for the model that describes tables; it cuts nothing (row CH-11)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "separators", tuple(s for s in self.separators if s))
        object.__setattr__(self, "languages", tuple(self.languages))
        object.__setattr__(self, "strategy", self.strategy or "legacy")
        for name in ("chunk_size", "parent_chunk_size", "child_chunk_size"):
            if getattr(self, name) < 1:
                raise InvalidInput(f"{name} must be at least 1, not {getattr(self, name)}.")
        if len(self.table_metadata_instructions) > MAX_INSTRUCTIONS:
            raise InvalidInput(f"table_metadata_instructions has at most {MAX_INSTRUCTIONS:,} characters.")
        if self.enable_parent_child and self.child_chunk_size > self.parent_chunk_size:
            raise InvalidInput("child_chunk_size must not be larger than parent_chunk_size.")
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


def parent_child_configs(config: ChunkingConfig) -> tuple[ChunkingConfig, ChunkingConfig]:
    """The configurations of parents and of children. Both keep the strategy, or trails would be lost in
    silence (PC-08); the token limit binds what is embedded, the children (PC-09). No overlap is none for
    the children too (DESIGN.md section 12), else it is a fifth of their size."""
    parent = replace(config, chunk_size=config.parent_chunk_size, token_limit=0, enable_parent_child=False)
    child = replace(
        config,
        chunk_size=config.child_chunk_size,
        chunk_overlap=config.child_chunk_size // _CHILD_OVERLAP_SHARE if config.chunk_overlap else 0,
        enable_parent_child=False,
    )
    return parent, child
