"""The one place where settings become adapters."""

import base64
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from sqlalchemy.exc import ArgumentError, DBAPIError

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.parser.pool import ParserLimits, ParserPool
from pincite.adapters.sql.metadata import SqlMetadata, open_metadata
from pincite.adapters.tesseract import TesseractOcr, open_tesseract
from pincite.chunker import Chunker
from pincite.core.addresses import AddressRules
from pincite.core.errors import ConfigurationError
from pincite.core.settings import ParserEngineRule, Settings, load_settings
from pincite.core.types import Message, ParsedDocument
from pincite.enrichment import Enricher
from pincite.ingest import IngestService, Pace, Stores, Tools
from pincite.library import AsyncLibrary, Engine
from pincite.observability.logs import configure_logs
from pincite.observability.traces import TraceWriter
from pincite.parsing import ParseLimits, ParseOptions, parse
from pincite.parsing.encoding import decode
from pincite.parsing.ocr_pictures import read_picture
from pincite.parsing.options import Ocr
from pincite.parsing.pdf_boxes import find_boxes
from pincite.pipeline.service import QuestionService
from pincite.pipeline.stages import Services
from pincite.ports.fetching import Fetcher
from pincite.ports.index import SearchIndex
from pincite.ports.models import ChatModel
from pincite.ports.vision import VisionModel
from pincite.ranking import FeatureRanker
from pincite.retrieval import HybridRetriever
from pincite.text.analyzers import analyze, index_terms
from pincite.text.language import detect_language
from pincite.text.references import held_clauses
from pincite.wiring_models import ModelProgress, configured_embedder, configured_reranker
from pincite.wiring_models import bundled_embedder as bundled_embedder

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
        ConfigurationError: the settings cannot be read, or the library was written by a newer pincite.
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
    metadata = await _open_database(settings)
    return AsyncLibrary(
        settings,
        metadata,
        partial(_open_engine, settings, metadata, progress),
        TraceWriter(settings.data_dir / "traces"),
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


async def _open_index(settings: Settings, dimension: int) -> SearchIndex:
    storage, timeout = settings.storage, settings.retrieval.store_timeout
    if not storage.qdrant_url:
        return await open_edge_index(settings.data_dir / "index", dimension=dimension, timeout=timeout)
    try:
        from pincite.adapters.qdrant import open_qdrant_index
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"A Qdrant cluster needs the package {error.name}.", hint='pip install "pincite[qdrant]"'
        ) from error
    return await open_qdrant_index(
        storage.qdrant_url,
        collection=storage.qdrant_collection,
        dimension=dimension,
        timeout=timeout,
        api_key=storage.qdrant_api_key or None,
    )


async def _open_engine(settings: Settings, metadata: SqlMetadata, progress: ModelProgress | None) -> Engine:
    async with AsyncExitStack() as opened:
        embedder = await configured_embedder(settings, progress)
        opened.push_async_callback(embedder.aclose)
        index = await _open_index(settings, embedder.dimension)
        opened.push_async_callback(index.aclose)
        chat = _chat_model(settings) if settings.chat.base_url else None
        if chat is not None:
            opened.push_async_callback(chat.aclose)
        ranker = FeatureRanker()
        reranker = await configured_reranker(settings)
        if reranker is not None:
            opened.push_async_callback(reranker.aclose)
        services = Services(
            retriever=HybridRetriever(embedder, index, metadata.chunks, settings.retrieval),
            reader=metadata.chunks,
            embedder=embedder,
            reranker=reranker or ranker,
            bundled_reranker=ranker,
            chat_model=chat,
            editions=metadata.editions,
        )
        chunker = Chunker(settings.chunking, embedder.count_tokens)
        parsers = parser_pool(settings)
        opened.push_async_callback(parsers.aclose)
        vision = _vision_model(settings) if settings.vision.base_url else None
        if vision is not None:
            opened.push_async_callback(vision.aclose)
        ingest = IngestService(
            Stores(metadata, DirectoryBlobs(settings.data_dir / "blobs"), index, embedder),
            document_tools(settings, chunker, parsers, vision, _enricher(settings, chat)),
            pace(settings),
            post=_post,
        )
        questions = QuestionService(services, settings, capabilities=capabilities(chat))
        return Engine(ingest, questions, chunker, embedder.identity, opened.pop_all().aclose)


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


def parser_pool(settings: Settings) -> ParserPool:
    """Processes for the files of others: one for each document worked on at once, and its pictures."""
    ingest = settings.ingest
    limits = ParserLimits(ingest.parser_seconds, ingest.ocr_seconds, ingest.parser_memory_mb << 20)
    return ParserPool(ingest.concurrency * settings.vision.parallelism, limits)


def document_tools(
    settings: Settings,
    chunker: Chunker | None = None,
    parsers: ParserPool | None = None,
    vision: VisionModel | None = None,
    enricher: Enricher | None = None,
) -> Tools:
    """The pure functions of the way of a document. Without ``chunker`` token limits are estimated; without
    ``parsers`` files are parsed in this process, which is for a person's own; without ``enricher`` no model
    is asked about them."""
    chunker = chunker or Chunker(settings.chunking)
    ocr = ocr_engine(settings)
    limits = ParseLimits(pixels=settings.ingest.max_pixels)
    return Tools(
        parse=partial(_parse, settings, parsers, ocr),
        fetch=url_fetcher(settings),
        parse_page=partial(_parse, settings, parsers, ocr, is_page=True),
        read_image=partial(_read_image, parsers, partial(read_picture, ocr, limits))
        if ocr is not None and settings.ocr.images
        else None,
        find_boxes=find_boxes,
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
        language=_message_language(settings),
    )
    limits = FetchLimits(
        max_bytes=min(wanted.max_bytes, settings.ingest.max_file_bytes),
        connect_seconds=wanted.connect_seconds,
        total_seconds=wanted.total_seconds,
        max_redirects=wanted.max_redirects,
    )
    return HttpFetcher(rules, limits)


def _message_language(settings: Settings) -> str:
    return "en" if settings.language == "auto" else settings.language


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


async def _parse(
    settings: Settings,
    parsers: ParserPool | None,
    ocr: Ocr | None,
    data: bytes,
    filename: str,
    overrides: Mapping[str, Any],
    *,
    is_page: bool = False,
) -> ParsedDocument:
    options, max_bytes = parse_options(settings, overrides, ocr), settings.ingest.max_file_bytes
    options = replace(options, is_page=is_page)
    if parsers is not None:
        return await parsers.parse(data, filename, options, max_bytes=max_bytes)
    return await to_thread.run_sync(partial(parse, data, filename, max_bytes=max_bytes, options=options))


async def _read_image(parsers: ParserPool | None, read: Callable[[bytes], str], picture: bytes) -> str:
    if parsers is not None:
        return await parsers.read(read, picture)
    return await to_thread.run_sync(read, picture)


def parse_options(settings: Settings, overrides: Mapping[str, Any], ocr: Ocr | None = None) -> ParseOptions:
    """What the parsers are told: the limits of the settings and what a base or an upload sets otherwise."""
    ingest = settings.ingest
    switches = {
        "xlsx_first_row_as_header": settings.chunking.xlsx_first_row_as_header,
        "parser_engine_rules": settings.chunking.parser_engine_rules,
        **overrides,
    }
    rules = [ParserEngineRule.model_validate(rule) for rule in switches["parser_engine_rules"]]
    engines = {kind.lower().lstrip("."): rule for rule in reversed(rules) for kind in rule.file_types}
    return ParseOptions(
        first_row_as_header=switches["xlsx_first_row_as_header"],
        headed_types=frozenset(kind for kind, rule in engines.items() if rule.xlsx_first_row_as_header),
        engines={kind: rule.engine for kind, rule in engines.items()},
        limits=ParseLimits(
            characters=ingest.max_characters,
            pages=ingest.max_pages,
            cells=ingest.max_cells,
            images=ingest.max_images,
            pixels=ingest.max_pixels,
            nesting=ingest.max_nesting,
        ),
        ocr=ocr,
        ocr_dpi=settings.ocr.dpi,
        ocr_garbled=settings.ocr.garbled,
        language=_message_language(settings),
    )


def _decode(data: bytes) -> str | None:
    found = decode(data)
    return None if found is None else found.text


def bundled_token_counter() -> Callable[[str], int]:
    """The tokenizer of the bundled encoder without the encoder; 0.6 s."""
    from pincite.adapters.e5.tokens import E5Tokenizer
    from pincite.adapters.e5.weights import WeightFile, bundled

    path, _ = bundled()
    return E5Tokenizer(WeightFile(path).vocabulary).count
