"""The part of `pincite.wiring` that reads files: the processes that parsers run in, and their options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from anyio import to_thread

from pincite.adapters.parser.pool import ParserLimits, ParserPool
from pincite.adapters.tesseract import TesseractOcr
from pincite.core.errors import ParserTimeout
from pincite.core.settings import ParserEngineRule, Settings
from pincite.core.types import ParsedDocument
from pincite.parsing import ParseLimits, ParseOptions, parse
from pincite.parsing.options import Ocr
from pincite.parsing.pdf_boxes import find_all_boxes
from pincite.parsing.pdf_scanned import find_scanned_boxes
from pincite.ports.pages import Box

_VIEWERS = 2
"""Files that are looked into at once: one that is hostile leaves room for another."""
_PAGE_SECONDS = 5.0
"""One run of the engine over a scanned page; a clean one takes 2 s."""
_VIEW_SECONDS = 20.0
"""What it may take, for each begun 10 MB: a page of 7,700 letters takes 0.04 s, and somebody waits."""


def parser_pool(settings: Settings) -> ParserPool:
    """Processes for the files of others: one for each document worked on at once, and its pictures."""
    ingest = settings.ingest
    limits = ParserLimits(ingest.parser_seconds, ingest.ocr_seconds, ingest.parser_memory_mb << 20)
    return ParserPool(ingest.concurrency * settings.vision.parallelism, limits)


def viewer_pool(settings: Settings) -> ParserPool:
    """Processes that look into a file for a person who waits: not those of ingest, which may be busy with a
    scan for an hour. They start when they are needed and end when nobody looks."""
    ingest = settings.ingest
    seconds = min(ingest.parser_seconds, _VIEW_SECONDS)
    return ParserPool(_VIEWERS, ParserLimits(seconds, seconds, ingest.parser_memory_mb << 20))


async def parse_file(
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


async def find_boxes(
    settings: Settings,
    viewers: ParserPool | None,
    ocr: Ocr | None,
    data: bytes,
    passages: Sequence[tuple[int, str]],
) -> Sequence[Sequence[Box]]:
    """Of scanned pages too, where ``ocr`` says where words stand; a page that takes too long shows none."""
    language = message_language(settings)
    find = partial(find_all_boxes, language=language)
    if isinstance(ocr, TesseractOcr):
        find = partial(
            find_scanned_boxes,
            engine=replace(ocr, timeout=_PAGE_SECONDS),
            dpi=settings.ocr.dpi,
            limits=ParseLimits(pixels=settings.ingest.max_pixels),
            language=language,
        )
    if viewers is None:
        return await to_thread.run_sync(find, data, passages)
    try:
        found = await viewers.ask(find, data, passages, language=language)
    except ParserTimeout:
        if isinstance(ocr, TesseractOcr):
            return [()] * len(passages)
        raise
    return [[(left, bottom, right, top) for left, bottom, right, top in boxes] for boxes in found]


async def read_image(parsers: ParserPool | None, read: Callable[[bytes], str], picture: bytes) -> str:
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
        language=message_language(settings),
    )


def message_language(settings: Settings) -> str:
    return "en" if settings.language == "auto" else settings.language
