"""The order of the built-in plugins, in one list. First registered is outermost on its event."""

from dataclasses import dataclass, field

from pincite.core.settings import Settings
from pincite.grading import Thresholds
from pincite.pipeline.events import Plugin
from pincite.pipeline.plugins.complete import CompletePlugin
from pincite.pipeline.plugins.compose import ComposePlugin
from pincite.pipeline.plugins.grade import GradePlugin
from pincite.pipeline.plugins.merge import MergePlugin
from pincite.pipeline.plugins.rerank import RerankPlugin
from pincite.pipeline.plugins.route import RoutePlugin
from pincite.pipeline.plugins.search import SearchPlugin
from pincite.pipeline.plugins.top_k import TopKPlugin
from pincite.pipeline.plugins.understand import UnderstandPlugin
from pincite.pipeline.plugins.verify import VerifyPlugin
from pincite.pipeline.plugins.versions import VersionsPlugin
from pincite.ports.documents import EditionReader, Undated
from pincite.ports.models import ChatModel, Embedder, Reranker
from pincite.ports.storage import ChunkReader
from pincite.retrieval import HybridRetriever


@dataclass(frozen=True, slots=True)
class Services:
    """What the stages need from outside."""

    retriever: HybridRetriever
    reader: ChunkReader
    embedder: Embedder
    reranker: Reranker
    bundled_reranker: Reranker
    """Steps in when ``reranker`` fails; may be the same."""
    chat_model: ChatModel | None
    editions: EditionReader = field(default_factory=Undated)
    """Which documents are in force when."""


def built_in_plugins(services: Services, settings: Settings) -> list[Plugin]:
    """Every built-in plugin, in chain order."""
    return [
        UnderstandPlugin(),
        VersionsPlugin(services.editions),
        RoutePlugin(),
        SearchPlugin(services.retriever, services.reader),
        RerankPlugin(services.reranker, services.bundled_reranker, settings.ranking, services.reader),
        GradePlugin(
            Thresholds.from_settings(settings.gate, services.reranker.identity),
            services.chat_model,
            settings.chat,
            stand_in=Thresholds.from_settings(settings.gate, services.bundled_reranker.identity),
        ),
        MergePlugin(services.reader, settings.merging),
        TopKPlugin(),
        ComposePlugin(settings.chat, with_model=services.chat_model is not None),
        CompletePlugin(services.chat_model, services.embedder, settings.chat),
        VerifyPlugin(),
    ]
