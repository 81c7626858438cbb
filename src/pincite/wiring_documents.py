"""The part of `pincite.wiring` that documents come in by: how they are read, fetched, looked at and cut."""

import base64
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pincite.adapters.parser.pool import ParserPool
from pincite.adapters.tesseract import TesseractOcr, open_tesseract
from pincite.chunker import Chunker
from pincite.core.addresses import AddressRules
from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings
from pincite.core.types import ParsedDocument
from pincite.enrichment import Enricher
from pincite.ingest import Tools
from pincite.looking import PictureReader
from pincite.parsing import ParseLimits
from pincite.parsing.encoding import decode
from pincite.parsing.ocr_pictures import read_picture
from pincite.parsing.options import Ocr
from pincite.ports.fetching import Fetcher
from pincite.ports.vision import Sight, VisionModel
from pincite.text.analyzers import analyze, index_terms
from pincite.text.language import detect_language
from pincite.text.references import held_clauses
from pincite.wiring_parsing import find_boxes, message_language, parse_file, read_image

if TYPE_CHECKING:
    from pincite.adapters.openai_vision import OpenAIVision

_WHITE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQV"
    "R42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg=="
)
"""A white PNG of 32 by 32 pixels."""


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
    vision = vision_model(settings)
    try:
        await vision.read(_WHITE)
    finally:
        await vision.aclose()
    return f"{vision.identity} answers"


def vision_model(settings: Settings) -> "OpenAIVision":
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


async def read_attachment(
    settings: Settings, viewers: ParserPool, data: bytes, filename: str
) -> ParsedDocument:
    """A file beside a question, by the processes that work for who waits."""
    return await parse_file(settings, viewers, ocr_engine(settings), data, filename, {})


def sight_of(
    settings: Settings, vision: VisionModel | None, viewers: ParserPool, *, reads_text: bool
) -> Sight | None:
    """What looks at pictures of questions where the model sees none; None where nothing here can."""
    ocr = ocr_engine(settings) if reads_text else None
    if ocr is None:
        return None if vision is None else PictureReader(vision, None)
    limits = ParseLimits(pixels=settings.ingest.max_pixels)
    return PictureReader(vision, partial(read_image, viewers, partial(read_picture, ocr, limits)))
