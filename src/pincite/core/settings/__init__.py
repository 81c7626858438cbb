"""The one table of defaults (DESIGN.md section 13), readable from ``pincite.toml`` and ``PINCITE_…``.

Precedence: arguments, environment (``PINCITE_GATE__PASS_SCORE=0.4``), ``pincite.toml`` in the library
directory, then these defaults. An unknown key is an error.
"""

from pincite.core.settings.attachments import AttachmentSettings
from pincite.core.settings.documents import (
    ChunkingSettings,
    EnrichmentSettings,
    FetchSettings,
    IngestSettings,
    OcrSettings,
    ParserEngineRule,
)
from pincite.core.settings.history import HistorySettings
from pincite.core.settings.loading import CONFIG_FILE, Settings, load_settings
from pincite.core.settings.models import (
    ChatServerSettings,
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
    GateLines,
    GateSettings,
    MergingSettings,
    RankingSettings,
    RetrievalSettings,
)
from pincite.core.settings.section import Section
from pincite.core.settings.sources import AnalysisSettings, WebSettings
from pincite.core.settings.traces import TraceSettings
from pincite.core.settings.verification import VerificationSettings

DEFAULT_BASE = "documents"
"""Where documents go when no base is named."""

__all__ = [
    "CONFIG_FILE",
    "DEFAULT_BASE",
    "AnalysisSettings",
    "AnswerSettings",
    "AttachmentSettings",
    "ChatServerSettings",
    "ChatSettings",
    "ChunkingSettings",
    "EmbeddingSettings",
    "EnrichmentSettings",
    "FetchSettings",
    "GateLines",
    "GateSettings",
    "HistorySettings",
    "IngestSettings",
    "MergingSettings",
    "NamedChatSettings",
    "ObservabilitySettings",
    "OcrSettings",
    "ParserEngineRule",
    "RankingSettings",
    "RerankerSettings",
    "RetrievalSettings",
    "Section",
    "ServerSettings",
    "Settings",
    "StorageSettings",
    "StreamSettings",
    "TraceSettings",
    "UnderstandingSettings",
    "VerificationSettings",
    "VisionSettings",
    "WebSettings",
    "load_settings",
]
