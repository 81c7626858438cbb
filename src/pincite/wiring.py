"""The one place where settings become adapters."""

import base64
import sqlite3
import time
from collections.abc import Callable, Mapping
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
from pincite.adapters.parser.pool import ParserPool
from pincite.adapters.sql.metadata import SqlMetadata, open_metadata
from pincite.adapters.tesseract import TesseractOcr, open_tesseract
from pincite.chat_history import ChatHistory
from pincite.chunker import Chunker
from pincite.composing import Prompts
from pincite.composing.prompt_folder import FOLDER, read_prompts
from pincite.core.addresses import AddressRules
from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings, load_settings
from pincite.core.types import Message, ParsedDocument
from pincite.enrichment import Enricher
from pincite.ingest import IngestService, Pace, Stores, Tools
from pincite.ingest.paging import StoredPages
from pincite.ingest.reindexing import Reindexer
from pincite.library import AsyncLibrary
from pincite.looking import PictureReader
from pincite.observability.logs import configure_logs
from pincite.observability.traces_recorder import TraceRecorder
from pincite.observability.traces_settings import Configuration
from pincite.observability.traces_store import TraceStore
from pincite.opening import Engine
from pincite.parsing import ParseLimits
from pincite.parsing.encoding import decode
from pincite.parsing.ocr_pictures import read_picture
from pincite.parsing.options import Ocr
from pincite.pipeline.calls import WatchedChat
from pincite.pipeline.service import QuestionService
from pincite.pipeline.stages import Services
from pincite.ports.fetching import Fetcher
from pincite.ports.models import ChatModel
from pincite.ports.tracing import Tracer
from pincite.ports.vision import Sight, VisionModel
from pincite.ranking import FeatureRanker
from pincite.sessions import Conversations
from pincite.sessions.history import StoredHistory
from pincite.sessions.remembering import keep_nothing
from pincite.text.analyzers import analyze, index_terms
from pincite.text.language import detect_language
from pincite.text.references import held_clauses
from pincite.wiring_chat import chats, named_models, reader_of, reading_model, stream_log
from pincite.wiring_models import (
    ModelProgress,
    configured_embedder,
    configured_judge,
    configured_reranker,
    renewal,
)
from pincite.wiring_models import bundled_embedder as bundled_embedder
from pincite.wiring_parsing import find_boxes, message_language, parse_file, read_image, viewer_pool
from pincite.wiring_parsing import parse_options as parse_options
from pincite.wiring_parsing import parser_pool as parser_pool
from pincite.wiring_search import entity_search, library_index, retriever
from pincite.wiring_sources import outer_sources

if TYPE_CHECKING:
    from pincite.adapters.openai_chat import OpenAIChat
    from pincite.adapters.openai_vision import OpenAIVision

_WHITE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQV"
    "R42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg=="
)
"""A white PNG of 32 by 32 pixels."""


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
        vision = _vision_model(settings) if settings.vision.base_url else None
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
            judge=judge,
            sight=_sight(settings, vision, viewers, reads_text=tools.read_image is not None),
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
            partial(_read_file, settings, viewers),
            history,
        )


async def _read_file(settings: Settings, viewers: ParserPool, data: bytes, filename: str) -> ParsedDocument:
    """A file beside a question, by the processes that work for who waits."""
    return await parse_file(settings, viewers, ocr_engine(settings), data, filename, {})


def _sight(
    settings: Settings, vision: VisionModel | None, viewers: ParserPool, *, reads_text: bool
) -> Sight | None:
    """What looks at pictures of questions where the model sees none; None where nothing here can."""
    ocr = ocr_engine(settings) if reads_text else None
    if ocr is None:
        return None if vision is None else PictureReader(vision, None)
    limits = ParseLimits(pixels=settings.ingest.max_pixels)
    return PictureReader(vision, partial(read_image, viewers, partial(read_picture, ocr, limits)))


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


def document_tools(
    settings: Settings,
    chunker: Chunker | None = None,
    parsers: ParserPool | None = None,
    vision: VisionModel | None = None,
    enricher: Enricher | None = None,
    viewers: ParserPool | None = None,
) -> Tools:
    """The pure functions of the way of a document. Without ``chunker`` token limits are estimated; without
    ``parsers`` (and ``viewers``) files are parsed (and looked into) in this process, which is for a person's
    own; without ``enricher`` no model is asked about them."""
    chunker = chunker or Chunker(settings.chunking)
    ocr = ocr_engine(settings)
    limits = ParseLimits(pixels=settings.ingest.max_pixels)
    return Tools(
        parse=partial(parse_file, settings, parsers, ocr),
        fetch=url_fetcher(settings),
        parse_page=partial(parse_file, settings, parsers, ocr, is_page=True),
        read_image=partial(read_image, parsers, partial(read_picture, ocr, limits))
        if ocr is not None and settings.ocr.images
        else None,
        find_boxes=partial(find_boxes, settings, viewers, ocr),
        vision=vision,
        pictures_at_once=settings.vision.parallelism,
        enricher=enricher,
        configure=chunker.checked,
        cut=chunker.cut,
        held_clauses=held_clauses,
        language=detect_language,
        analyze=analyze,
        index_terms=index_terms,
        decode=_decode,
    )


def url_fetcher(settings: Settings) -> Fetcher | None:
    """What fetches web addresses; None where the settings turn that off."""
    wanted = settings.fetch
    if not wanted.enabled:
        return None
    from pincite.adapters.http_fetch import FetchLimits, HttpFetcher  # here, as the clients above

    rules = AddressRules(
        hosts=wanted.allowed_hosts,
        private=wanted.allow_private,
        ports=frozenset(wanted.ports),
        language=message_language(settings),
    )
    limits = FetchLimits(
        max_bytes=min(wanted.max_bytes, settings.ingest.max_file_bytes),
        connect_seconds=wanted.connect_seconds,
        total_seconds=wanted.total_seconds,
        max_redirects=wanted.max_redirects,
    )
    return HttpFetcher(rules, limits)


def ocr_engine(settings: Settings) -> Ocr | None:
    """What reads pages and pictures without text here; None where nothing does.

    Raises:
        ConfigurationError: the settings name an engine that is not there.
    """
    wanted = settings.ocr
    if wanted.engine in ("auto", "tesseract"):
        engine = open_tesseract(wanted.languages, timeout=wanted.timeout)
        if engine is not None:
            return engine
        if wanted.engine == "tesseract":
            raise ConfigurationError(
                f"ocr.engine is tesseract, but no pack of {', '.join(wanted.languages)} is installed.",
                hint="Install tesseract-ocr with its packs (tesseract-ocr-kor, tesseract-ocr-chi-sim).",
            )
    if wanted.engine == "off" or not settings.vision.base_url:
        if wanted.engine == "vision":
            raise ConfigurationError("ocr.engine is vision, but vision.base_url is not set.")
        return None
    from pincite.adapters.openai_vision import VisionOcr

    return VisionOcr(settings.vision)


def describe_ocr(settings: Settings) -> str | None:
    """The engine and its languages, for `doctor`; None without one. Raises as `ocr_engine`."""
    engine = ocr_engine(settings)
    if engine is None:
        return None
    if isinstance(engine, TesseractOcr):
        missing = [name for name in settings.ocr.languages if name not in engine.languages]
        rest = f"; not installed: {', '.join(missing)}" if missing else ""
        return f"tesseract reads {', '.join(engine.languages)}{rest}"
    return f"the vision model {settings.vision.model} reads scans"


async def check_vision_model(settings: Settings) -> str:
    """One short call to the configured model with a white picture. Raises as the model does."""
    vision = _vision_model(settings)
    try:
        await vision.read(_WHITE)
    finally:
        await vision.aclose()
    return f"{vision.identity} answers"


def _vision_model(settings: Settings) -> "OpenAIVision":
    from pincite.adapters.openai_vision import OpenAIVision

    return OpenAIVision(settings.vision)


def _decode(data: bytes) -> str | None:
    found = decode(data)
    return None if found is None else found.text


def bundled_token_counter() -> Callable[[str], int]:
    """The tokenizer of the bundled encoder without the encoder; 0.6 s."""
    from pincite.adapters.e5.tokens import E5Tokenizer
    from pincite.adapters.e5.weights import WeightFile, bundled

    path, _ = bundled()
    return E5Tokenizer(WeightFile(path).vocabulary).count
