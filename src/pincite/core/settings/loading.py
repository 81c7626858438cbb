"""The table of all sections, and how it is read."""

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from pincite.core.errors import ConfigurationError
from pincite.core.settings.attachments import AttachmentSettings
from pincite.core.settings.documents import (
    ChunkingSettings,
    EnrichmentSettings,
    FetchSettings,
    IngestSettings,
    OcrSettings,
)
from pincite.core.settings.history import HistorySettings
from pincite.core.settings.models import (
    ChatSettings,
    EmbeddingSettings,
    NamedChatSettings,
    RerankerSettings,
    UnderstandingSettings,
    VisionSettings,
)
from pincite.core.settings.observability import ObservabilitySettings
from pincite.core.settings.places import (
    ServerSettings,
    StorageSettings,
    StreamSettings,
)
from pincite.core.settings.search import (
    AnswerSettings,
    GateSettings,
    MergingSettings,
    RankingSettings,
    RetrievalSettings,
)
from pincite.core.settings.sources import AnalysisSettings, WebSettings
from pincite.core.settings.traces import TraceSettings
from pincite.core.settings.verification import VerificationSettings

CONFIG_FILE = "pincite.toml"


class Settings(BaseSettings):
    """All settings. Build it with `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix="PINCITE_", env_nested_delimiter="__", extra="forbid", frozen=True, toml_file=None
    )

    data_dir: Path = Field(
        default_factory=lambda: user_data_path("pincite"), description="Where the library lies."
    )
    models_dir: Path = Field(
        default_factory=lambda: user_data_path("pincite"),
        description="Where the converted encoder weights lie; all libraries share them.",
    )
    language: Literal["auto", "ko", "en", "zh"] = Field(
        "auto",
        description="Language of the command line and of the answers of `pincite ask`; auto is that of the "
        "terminal, and of the question.",
    )
    prompts: dict[str, str] = Field(
        {},
        description="Which template of the library's folder `prompts` stands in for one of ours: "
        '`"answer/simple_fact" = "brief"` takes the id `brief` of `prompts/answer.yaml`.',
    )
    chunking: ChunkingSettings = ChunkingSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    reranker: RerankerSettings = RerankerSettings()
    gate: GateSettings = GateSettings()
    ranking: RankingSettings = RankingSettings()
    merging: MergingSettings = MergingSettings()
    chat: ChatSettings = ChatSettings()
    understanding: UnderstandingSettings = UnderstandingSettings()
    models: dict[str, NamedChatSettings] = Field(
        {},
        description="Further generative models, as `[models.careful]`, for assistants that name them.",
    )
    answer: AnswerSettings = AnswerSettings()
    attachments: AttachmentSettings = AttachmentSettings()
    history: HistorySettings = HistorySettings()
    verification: VerificationSettings = VerificationSettings()
    ingest: IngestSettings = IngestSettings()
    ocr: OcrSettings = OcrSettings()
    vision: VisionSettings = VisionSettings()
    enrichment: EnrichmentSettings = EnrichmentSettings()
    fetch: FetchSettings = FetchSettings()
    web: WebSettings = WebSettings()
    analysis: AnalysisSettings = AnalysisSettings()
    storage: StorageSettings = StorageSettings()
    stream: StreamSettings = StreamSettings()
    traces: TraceSettings = TraceSettings()
    observability: ObservabilitySettings = ObservabilitySettings()
    server: ServerSettings = ServerSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(data_dir: Path | None = None) -> Settings:
    """Read the settings of the library in ``data_dir`` (else of the environment, else the user's).

    Raises:
        ConfigurationError: a value is out of range, a key is unknown, or the file is no TOML.
    """
    _check_variables()
    try:
        directory = data_dir or Settings().data_dir
        source = type(
            "LibrarySettings", (Settings,), {"model_config": {"toml_file": directory / CONFIG_FILE}}
        )
        settings: Settings = source(data_dir=directory)
    except ValidationError as error:
        # Without the values, one of which may be a key.
        problems = (f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ConfigurationError(f"The settings cannot be used. {'; '.join(problems)}", hint=_HINT) from error
    except (ValueError, OSError) as error:
        raise ConfigurationError(f"{CONFIG_FILE} cannot be read: {error}", hint=_HINT) from error
    return settings


_HINT = f"Mend {CONFIG_FILE} of the library or the PINCITE_ variables; docs/reference/settings.md lists them."


def _check_variables() -> None:
    """A mistyped section in a variable's name would else go unnoticed."""
    for name in os.environ:
        section, nested, _ = name.upper().removeprefix("PINCITE_").partition("__")
        if name.upper().startswith("PINCITE_") and nested and section.lower() not in Settings.model_fields:
            raise ConfigurationError(f"There is no setting for the variable {name}.", hint=_HINT)
