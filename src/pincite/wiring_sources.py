"""The part of `pincite.wiring` for what is asked besides the index: the web, and spreadsheets by SQL."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from anyio import to_thread

from pincite.adapters.parser.pool import ParserPool
from pincite.adapters.tables.engine import DuckTables, is_installed
from pincite.core.addresses import AddressRules
from pincite.core.settings import Settings
from pincite.ingest.originals import StoredTables
from pincite.parsing import ParseLimits
from pincite.parsing.web_files import web_file
from pincite.ports.fetching import Fetcher
from pincite.ports.metadata import Metadata
from pincite.ports.storage import BlobStore
from pincite.ports.web import WebPageReader, WebSearch
from pincite.wiring_parsing import message_language, parse_file


def outer_sources(
    settings: Settings,
    metadata: Metadata,
    blobs: BlobStore,
    viewers: ParserPool,
    opened: AsyncExitStack,
) -> Mapping[str, Any]:
    """Fields of `pincite.pipeline.stages.Services`; what is opened closes with ``opened``. Nothing is started
    yet."""
    sources: dict[str, Any] = {}
    if settings.web.url:
        engine = web_search(settings)
        opened.push_async_callback(engine.aclose)
        sources |= {"web": engine, "read_page": page_reader(settings, viewers)}
    if is_installed():
        tables = DuckTables(settings.analysis, table_limits(settings))
        opened.push_async_callback(tables.aclose)
        sources |= {"tables": tables, "table_files": StoredTables(metadata, blobs)}
    return sources


def web_search(settings: Settings) -> WebSearch:
    from pincite.adapters.searxng import SearxngSearch  # here: most libraries need no client

    return SearxngSearch(settings.web)


def page_reader(settings: Settings, viewers: ParserPool | None) -> WebPageReader | None:
    """What reads pages that a search found; None where the settings fetch nothing.

    Of public addresses alone: what ``fetch.allowed_hosts`` and ``fetch.allow_private`` open is for documents
    that a person adds, and these addresses come from strangers.
    """
    if not settings.fetch.enabled:
        return None
    from pincite.adapters.http_fetch import FetchLimits, HttpFetcher  # here, as above

    limits = FetchLimits(
        max_bytes=min(settings.fetch.max_bytes, settings.ingest.max_file_bytes),
        connect_seconds=min(settings.fetch.connect_seconds, settings.web.fetch_seconds),
        total_seconds=settings.web.fetch_seconds,
        max_redirects=settings.fetch.max_redirects,
    )
    rules = AddressRules(ports=frozenset(settings.fetch.ports), language=message_language(settings))
    return partial(read_page, settings, viewers, HttpFetcher(rules, limits))


async def read_page(settings: Settings, viewers: ParserPool | None, fetch: Fetcher, url: str) -> str:
    """`WebPageReader`: the file behind ``url`` as ingest would read it, without OCR: somebody waits."""
    answer = await fetch(url)
    open_file: Callable[..., Any] = partial(web_file, language=message_language(settings))
    file = await to_thread.run_sync(
        open_file, answer.url, answer.data, answer.content_type, answer.disposition
    )
    parsed = await parse_file(settings, viewers, None, file.data, file.filename, {}, is_page=True)
    return parsed.markdown


def can_ask_tables() -> bool:
    """Whether the extra ``data`` is installed."""
    return is_installed()


def table_limits(settings: Settings) -> ParseLimits:
    """Of a spreadsheet that is asked: those of ingest, which it has passed."""
    ingest = settings.ingest
    return ParseLimits(characters=ingest.max_characters, pages=ingest.max_pages, cells=ingest.max_cells)


async def check_web_search(settings: Settings) -> str:
    """One short search; what it found. Raises WebSearchFailed."""
    engine = web_search(settings)
    try:
        found = await engine.search("SearXNG", 3)
    finally:
        await engine.aclose()
    return f"{settings.web.url} answers with {len(found)} results"
