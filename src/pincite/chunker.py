"""How this library cuts: its settings, what a base or an upload overrides, and the encoder's tokenizer.

Ingest, the preview over HTTP and ``pincite chunk`` all cut through here, so that none can differ.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pincite.chunking import (
    PRESETS,
    ChunkingConfig,
    Preview,
    SplitDiagnostics,
    preview,
    split_parent_child,
    split_with_diagnostics,
)
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChunkingSettings
from pincite.core.types import TextChunk
from pincite.ingest.tools import Cut

CountTokens = Callable[[str], int]

_CONFIG = TypeAdapter(ChunkingConfig)
_NAMES = tuple(field.name for field in fields(ChunkingConfig))
_PARSING = ("xlsx_first_row_as_header", "parser_engine_rules", "table_metadata_instructions")


class Chunker:
    """``count_tokens`` makes token limits exact; without it they are estimated by language."""

    def __init__(self, settings: ChunkingSettings, count_tokens: CountTokens | None = None) -> None:
        self._settings = settings
        self._count_tokens = count_tokens

    def config(self, overrides: Mapping[str, Any]) -> ChunkingConfig:
        """The settings of the library with ``overrides``, strings and lists taken for what they mean.

        Raises:
            InvalidInput: no such setting, or a value that cannot be used.
        """
        unknown = sorted(set(overrides) - set(_NAMES))
        if unknown:
            raise InvalidInput(
                f"There is no chunking setting {', '.join(unknown)}.", hint=f"There are {', '.join(_NAMES)}."
            )
        try:
            return _CONFIG.validate_python({**self._settings.model_dump(), **overrides})
        except ValidationError as error:
            problems = "; ".join(
                f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()
            )
            raise InvalidInput(f"The chunking settings cannot be used. {problems}.") from error

    def checked(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """``overrides`` as a database keeps them: of the right types, tuples as lists. Raises as `config`."""
        config = self.config(overrides)
        return {name: value for name, value in config_json(config).items() if name in overrides}

    def cut(
        self, text: str, overrides: Mapping[str, Any], /, *, should_stop: Callable[[], bool] | None = None
    ) -> Cut:
        """``text`` in chunks, with parents where the configuration wants them. Raises as `explain`."""
        chunks, parents, diagnostics = self.explain(text, overrides, should_stop)
        return Cut(
            chunks,
            parents,
            tier=diagnostics.selected_tier.value,
            rejected=[(rejection.tier.value, rejection.reason) for rejection in diagnostics.rejected],
        )

    def split(self, text: str, overrides: Mapping[str, Any]) -> list[TextChunk]:
        """What is found: chunks, or children where there are parents."""
        return self.explain(text, overrides)[0]

    def preview(
        self,
        text: str,
        overrides: Mapping[str, Any],
        *,
        limit: int,
        max_chars: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Preview:
        """What `cut` would make of ``text``, described. Raises as `config` and `pincite.chunking.preview`."""
        return preview(
            text,
            self.config(overrides),
            limit,
            count_tokens=self._count_tokens,
            should_stop=should_stop,
            max_chars=max_chars,
        )

    def explain(
        self, text: str, overrides: Mapping[str, Any], should_stop: Callable[[], bool] | None = None
    ) -> tuple[list[TextChunk], list[TextChunk], SplitDiagnostics]:
        """Chunks (or children), parents, and how they came about. Raises as `config`, and ChunkingStopped
        soon after ``should_stop`` says so."""
        config, count = self.config(overrides), self._count_tokens
        if config.enable_parent_child:
            both = split_parent_child(text, config, count_tokens=count, should_stop=should_stop)
            return both.children, both.parents, both.diagnostics
        chunks, diagnostics = split_with_diagnostics(
            text, config, count_tokens=count, should_stop=should_stop
        )
        return chunks, [], diagnostics


def config_json(config: ChunkingConfig) -> dict[str, Any]:
    """Every setting, tuples as lists."""
    values: dict[str, Any] = _CONFIG.dump_python(config, mode="json")
    return values


def preset_overrides(name: str) -> dict[str, Any]:
    """What the scenario ``name`` sets: all of how is cut, nothing of how files are read.

    Raises:
        InvalidInput: there is none of that name.
    """
    if name not in PRESETS:
        raise InvalidInput(f"There is no preset {name!r}.", hint=f"Use one of {', '.join(PRESETS)}.")
    values = config_json(PRESETS[name].config)
    return {key: value for key, value in values.items() if key not in _PARSING}
