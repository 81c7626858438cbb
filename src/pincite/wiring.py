"""The one place where settings become adapters."""

import sqlite3
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy.exc import ArgumentError, DBAPIError

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.calibrations import FileCalibrations
from pincite.adapters.fallback_chat import FallbackChat
from pincite.adapters.index_names import index_name
from pincite.adapters.sql.metadata import SqlMetadata, open_metadata
from pincite.chat_history import ChatHistory
from pincite.chunker import Chunker
from pincite.composing import Prompts
from pincite.composing.prompt_folder import FOLDER, read_prompts
from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings, load_settings
from pincite.core.types import Message
from pincite.enrichment import Enricher
from pincite.ingest import IngestService, Pace, Stores
from pincite.ingest.paging import StoredPages
from pincite.ingest.reindexing import Reindexer
from pincite.library import AsyncLibrary
from pincite.observability.logs import configure_logs
from pincite.observability.traces_recorder import TraceRecorder
from pincite.observability.traces_settings import Configuration
from pincite.observability.traces_store import TraceStore
from pincite.opening import Engine
from pincite.pipeline.calls import WatchedChat
from pincite.pipeline.service import QuestionService
from pincite.pipeline.stages import Services
from pincite.ports.models import ChatModel
from pincite.ports.tracing import Tracer
from pincite.ranking import FeatureRanker
from pincite.routing.everyday import WORDS_FILE, read_words
from pincite.sessions import Conversations
from pincite.sessions.history import StoredHistory
from pincite.sessions.remembering import keep_nothing
from pincite.wiring_chat import chats, named_models, reader_of, reading_model, stream_log
from pincite.wiring_documents import document_tools, read_attachment, sight_of, vision_model
from pincite.wiring_models import (
    ModelProgress,
    configured_embedder,
    configured_judge,
    configured_reranker,
    renewal,
)
from pincite.wiring_models import bundled_embedder as bundled_embedder
from pincite.wiring_parsing import parse_options as parse_options
from pincite.wiring_parsing import parser_pool as parser_pool
from pincite.wiring_parsing import viewer_pool
from pincite.wiring_search import entity_search, library_index, retriever
from pincite.wiring_sources import outer_sources

if TYPE_CHECKING:
    from pincite.adapters.openai_chat import OpenAIChat


async def open_library(
    data_dir: Path | str | None = None,
    *,
    settings: Settings | None = None,
    progress: ModelProgress | None = None,
) -> AsyncLibrary:
    """The library in ``data_dir`` (else of the settings), made if it is new.

    The encoder and the index are loaded at the first call that needs them.

    Raises:
        ConfigurationError: the settings or a file of prompts cannot be read, or the library was written by a
            newer pincite.
    """
    configure_logs()
    settings = settings or load_settings(None if data_dir is None else Path(data_dir))
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigurationError(
            f"The library directory {settings.data_dir} cannot be made: {error.strerror}.",
            hint="Choose another with --library or PINCITE_DATA_DIR.",
        ) from error
    prompts = read_prompts(settings.data_dir / FOLDER, settings.prompts)
    metadata = await _open_database(settings)
    return AsyncLibrary(
        settings,
        metadata,
        partial(_open_engine, settings, metadata, prompts, progress),
        prompts,
    )


async def _open_database(settings: Settings) -> SqlMetadata:
    where: Path | str = settings.storage.database_url or settings.data_dir / "pincite.db"
    try:
        return await open_metadata(where)
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The database needs the package {error.name}.", hint='pip install "pincite[postgres]"'
        ) from error
    except (sqlite3.DatabaseError, DBAPIError, ArgumentError, OSError) as error:
        # Without the address, which may hold a password.
        name = where if isinstance(where, Path) else "of storage.database_url"
        raise ConfigurationError(
            f"The database {name} cannot be opened: {error}.",
            hint="Check that it runs and can be written; if it is damaged, restore it from a backup.",
        ) from error


async def _open_engine(
    settings: Settings, metadata: SqlMetadata, prompts: Prompts, progress: ModelProgress | None
) -> Engine:
    async with AsyncExitStack() as opened:
        embedder = await configured_embedder(settings, progress)
        opened.push_async_callback(embedder.aclose)
        index = library_index(settings, metadata, embedder)
        opened.push_async_callback(index.aclose)
        tracer = _tracer(settings)
        if tracer is not None:
            opened.push_async_callback(tracer.aclose)
        chat = _chat_model(settings) if settings.chat.base_url else None
        if chat is not None:
            opened.push_async_callback(chat.aclose)
        reading = reading_model(settings)
        if reading is not None:
            opened.push_async_callback(reading.aclose)
        log = stream_log(settings)
        opened.push_async_callback(log.aclose)
        conversations = Conversations(metadata)
        ranker = FeatureRanker()
        reranker = await configured_reranker(settings)
        if reranker is not None:
            opened.push_async_callback(reranker.aclose)
        judge = await configured_judge(settings, _watched(chat))
        if judge is not None:
            opened.push_async_callback(judge.aclose)
        finder = retriever(settings, metadata, embedder, index)
        chunker = Chunker(settings.chunking, embedder.count_tokens)
        parsers = parser_pool(settings)
        opened.push_async_callback(parsers.aclose)
        viewers = viewer_pool(settings)
        opened.push_async_callback(viewers.aclose)
        vision = vision_model(settings) if settings.vision.base_url else None
        if vision is not None:
            opened.push_async_callback(vision.aclose)
        tools = document_tools(settings, chunker, parsers, vision, _enricher(settings, chat), viewers)
        blobs = DirectoryBlobs(settings.data_dir / "blobs")
        services = Services(
            retriever=finder,
            reader=metadata.chunks,
            embedder=embedder,
            reranker=reranker or ranker,
            bundled_reranker=ranker,
            chat_model=_watched(chat),
            editions=metadata.editions,
            calibrations=FileCalibrations(settings.data_dir),
            understanding_model=_watched(reading),
            understanding_sees=settings.understanding.vision,
            named_models=await named_models(settings, opened),
            model_behind=FallbackChat,
            history=StoredHistory(conversations),
            words=read_words(settings.data_dir / WORDS_FILE),
            judge=judge,
            sight=sight_of(settings, vision, viewers, reads_text=tools.read_image is not None),
            entities=entity_search(metadata, finder),
            **outer_sources(settings, metadata, blobs, viewers, opened),
        )
        stores = Stores(metadata, blobs, index, embedder, rebuildable=index, graph=metadata.graph)
        pages = StoredPages(metadata, blobs, tools.find_boxes, settings.answer.boxes_seconds)
        opened.push_async_callback(pages.aclose)
        ingest = IngestService(
            stores,
            tools,
            pace(settings),
            post=_post,
        )
        configuration = Configuration(settings, services.identities)
        questions = QuestionService(
            services,
            settings,
            capabilities=capabilities(chat),
            record=TraceRecorder(TraceStore(settings.data_dir).files, settings.traces, configuration),
            tracer=tracer,
            pages=pages,
        )
        reindexer = Reindexer(stores, time.time, _new_id, index_name, renewal(embedder))
        titles = reader_of(reading, chat)
        history = ChatHistory(metadata, conversations, ingest, questions.retrieve)
        keep = history.keep if settings.history.index else keep_nothing
        # A turn that is asked again takes the pairs of those after it away, whether or not more are kept.
        asking = Conversations(metadata, forget=history.tidy)
        talks = chats(settings, asking, lambda: questions, log, titles, prompts, keep)
        opened.push_async_callback(talks.aclose)
        await talks.recover_dead()
        return Engine(
            ingest,
            questions,
            chunker,
            embedder.identity,
            opened.pop_all().aclose,
            reindexer,
            talks,
            partial(read_attachment, settings, viewers),
            history,
        )


def _tracer(settings: Settings) -> Tracer | None:
    """Who is told of each stage; None where nobody is."""
    if not settings.observability.otlp_url:
        return None
    try:
        from pincite.observability.tracing import OtlpTracer  # only where it is wanted
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"Spans need the package {error.name}.", hint='pip install "pincite[otel]"'
        ) from error
    return OtlpTracer(settings.observability)


def _watched(model: ChatModel | None) -> ChatModel | None:
    return None if model is None else WatchedChat(model)


def _new_id() -> str:
    return str(uuid4())


async def _post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    from pincite.adapters.http_post import post  # here, as the client below

    return await post(url, body, headers)


def _chat_model(settings: Settings) -> "OpenAIChat":
    # Here, because importing the client takes longer (0.6 s) than everything else a start needs.
    from pincite.adapters.openai_chat import OpenAIChat

    return OpenAIChat(settings.chat)


async def check_chat_model(settings: Settings) -> str:
    """One short call to the configured model; its identity and what it said. Raises as the model does."""
    chat = _chat_model(settings)
    try:
        said = await chat.complete([Message("user", "Say OK.")], temperature=0.0, max_tokens=8)
    finally:
        await chat.aclose()
    return f"{chat.identity} answers: {said.strip()[:40]}"


def capabilities(chat: ChatModel | None) -> tuple[str, ...]:
    """What this set-up can do, for the answer and for `doctor`."""
    of_model = ("extraction",) if chat is None else ("generation", "enrichment")
    return ("retrieval", "verification", *of_model)


def _enricher(settings: Settings, chat: ChatModel | None) -> Enricher | None:
    """What asks the chat model about documents; None without one (DESIGN.md section 13)."""
    if chat is None:
        return None
    instructions = settings.chunking.table_metadata_instructions
    return Enricher(chat, settings.enrichment, instructions=instructions)


def pace(settings: Settings) -> Pace:
    ingest = settings.ingest
    return Pace(
        lease=ingest.lease_seconds,
        max_attempts=ingest.max_attempts,
        concurrency=ingest.concurrency,
        max_file_bytes=ingest.max_file_bytes,
        cut_seconds=ingest.cut_seconds,
        max_chunks=ingest.max_chunks,
    )
