"""The order of the built-in plugins, in one list. First registered is outermost on its event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pincite.core.settings import Settings
from pincite.pipeline.events import Plugin
from pincite.pipeline.lines import Lines
from pincite.pipeline.models import Models, NamedModel
from pincite.pipeline.plugins.complete import CompletePlugin
from pincite.pipeline.plugins.compose import ComposePlugin
from pincite.pipeline.plugins.data_analysis import DataAnalysisPlugin
from pincite.pipeline.plugins.entities import EntitiesPlugin
from pincite.pipeline.plugins.entity_search import EntitySearchPlugin
from pincite.pipeline.plugins.grade import GradePlugin
from pincite.pipeline.plugins.history import HistoryPlugin
from pincite.pipeline.plugins.inspect import InspectPlugin
from pincite.pipeline.plugins.merge import MergePlugin
from pincite.pipeline.plugins.rerank import RerankPlugin
from pincite.pipeline.plugins.route import RoutePlugin
from pincite.pipeline.plugins.search import SearchPlugin
from pincite.pipeline.plugins.stream import StreamPlugin
from pincite.pipeline.plugins.top_k import TopKPlugin
from pincite.pipeline.plugins.understand import UnderstandPlugin
from pincite.pipeline.plugins.verify import VerifyPlugin
from pincite.pipeline.plugins.versions import VersionsPlugin
from pincite.pipeline.plugins.web_fetch import WebFetchPlugin
from pincite.pipeline.profile import Profile
from pincite.pipeline.switches import Reach
from pincite.ports.calibration import Calibrations, Uncalibrated
from pincite.ports.documents import EditionReader, Undated
from pincite.ports.history import HistoryReader, NoHistory
from pincite.ports.judge import SemanticJudge
from pincite.ports.models import ChatModel, Embedder, Reranker
from pincite.ports.storage import ChunkReader
from pincite.ports.tables import TableEngine, TableFiles
from pincite.ports.vision import Sight
from pincite.ports.web import WebPageReader, WebSearch
from pincite.ranking.model import load_model
from pincite.retrieval import EntitySearch, Retriever
from pincite.retrieval.web import WebRetriever
from pincite.routing.everyday import EverydayWords, bundled_words


@dataclass(frozen=True, slots=True)
class Services:
    """What the stages need from outside."""

    retriever: Retriever
    reader: ChunkReader
    embedder: Embedder
    reranker: Reranker
    bundled_reranker: Reranker
    """Steps in when ``reranker`` fails; may be the same."""
    chat_model: ChatModel | None
    editions: EditionReader = field(default_factory=Undated)
    """Which documents are in force when."""
    calibrations: Calibrations = field(default_factory=Uncalibrated)
    """Lines of the gate that were measured."""
    understanding_model: ChatModel | None = None
    """Reads questions; None leaves it to ``chat_model``."""
    understanding_sees: bool = False
    named_models: Mapping[str, NamedModel] = field(default_factory=dict)
    """What assistants may name."""
    model_behind: Callable[[ChatModel, ChatModel], ChatModel] = lambda first, _: first
    """A reader of questions with the model that is asked where it fails."""
    history: HistoryReader = field(default_factory=NoHistory)
    sight: Sight | None = None
    """Looks at pictures where the model that answers sees none."""
    words: EverydayWords = field(default_factory=bundled_words)
    """What people say for what documents say."""
    judge: SemanticJudge | None = None
    """A second opinion on meaning; None without one."""
    entities: EntitySearch | None = None
    """Finds names of a question in the graphs of its bases; None where no graph is kept."""
    web: WebSearch | None = None
    read_page: WebPageReader | None = None
    table_files: TableFiles | None = None
    tables: TableEngine | None = None
    """None where the extra ``data`` is not installed."""

    @property
    def identities(self) -> dict[str, str]:
        """Role to identity of the models that are there."""
        held = {
            "chat": self.chat_model,
            "understanding": self.understanding_model,
            "reranker": self.reranker,
            "embedder": self.embedder,
        }
        return {role: model.identity for role, model in held.items() if model is not None}

    def reach(self, profile: Profile) -> Reach:
        """Which optional sources a request of ``profile`` may have. Raises as `Models.chat`."""
        tables = self.tables is not None and self.table_files is not None
        return Reach(
            web=self.web is not None,
            pages=self.read_page is not None,
            tables=tables and self.choice.chat(profile) is not None,
        )

    @property
    def choice(self) -> Models:
        """Which of the generative models a request gets."""
        return Models(
            self.chat_model,
            self.understanding_model,
            self.understanding_sees,
            self.named_models,
            self.model_behind,
        )


def lines_of(services: Services, settings: Settings, reranker: Reranker) -> Lines:
    """The lines of the gate for the scores of ``reranker``."""
    bundled = reranker.identity == load_model().identity
    return Lines.from_settings(settings.gate, reranker.identity, services.calibrations, bundled=bundled)


def built_in_plugins(services: Services, settings: Settings) -> list[Plugin]:
    """Every built-in plugin, in chain order."""
    models = services.choice
    completing = CompletePlugin(models, services.embedder, settings.chat, settings.ranking)
    engine = services.web
    web = None if engine is None else WebRetriever(engine, services.embedder, settings.web.results)
    return [
        InspectPlugin(),
        HistoryPlugin(services.history),
        UnderstandPlugin(models, settings.understanding, settings.chat, services.sight),
        EntitiesPlugin(services.entities, models, settings.understanding),
        VersionsPlugin(services.editions),
        RoutePlugin(),
        SearchPlugin(services.retriever, services.reader, settings.retrieval, web),
        EntitySearchPlugin(services.entities),
        RerankPlugin(services.reranker, services.bundled_reranker, settings.ranking, services.reader),
        GradePlugin(
            lines_of(services, settings, services.reranker),
            models,
            settings.chat,
            services.reader,
            stand_in=lines_of(services, settings, services.bundled_reranker),
            files=services.table_files,
            words=services.words,
        ),
        WebFetchPlugin(services.read_page, settings.web),
        MergePlugin(services.reader, settings.merging),
        TopKPlugin(),
        DataAnalysisPlugin(services.table_files, services.tables, models, settings.chat),
        ComposePlugin(models, settings.chat, settings.ranking),
        completing,
        StreamPlugin(models, completing, settings.chat),
        VerifyPlugin(services.reader, models, settings.chat, settings.verification, services.judge),
    ]
