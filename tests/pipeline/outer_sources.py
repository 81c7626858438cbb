"""A question service with the web and spreadsheets beside its documents: the real search engine's adapter, the
real fetcher, parsers and SQL, led to servers on loopback."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pincite.adapters.http_fetch import FetchLimits, HttpFetcher
from pincite.adapters.searxng import SearxngSearch
from pincite.core.addresses import AddressRules
from pincite.core.settings import Settings, WebSettings
from pincite.pipeline.service import QuestionService
from pincite.ports.tables import TableFile
from pincite.wiring_sources import read_page
from tests.adapters.chat_server import JSON, ChatServer, Script, chat_server
from tests.adapters.search_server import asked_of, found, searxng
from tests.fetching.servers import Diverted, Site, serving
from tests.pipeline.standins import NOW, World

PUBLIC = "93.184.216.34"
INNER = "10.0.0.7"
HOST = "http://pages.example"


@dataclass
class OuterWorld(World):
    """`World` with more behind it."""

    more: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `Services`."""
    sections: Mapping[str, Any] = field(default_factory=dict)
    """Sections of the settings."""

    async def start(self) -> "OuterWorld":
        await super().start()
        self.settings = self.settings.model_copy(update=dict(self.sections))
        self.services = replace(self.services, **self.more)
        self.questions = QuestionService(
            self.services, self.settings, now=lambda: NOW, new_id=lambda: "trace"
        )
        return self


@dataclass
class Web:
    """What of the web can be seen from here."""

    site: Site
    engine: ChatServer
    transport: Diverted
    services: Mapping[str, Any]
    settings: WebSettings

    @property
    def asked(self) -> list[str]:
        """What the engine was asked."""
        return [asked_of(request["path"])["q"] for request in self.engine.requests]

    @property
    def fetched(self) -> list[str]:
        """Paths of the site."""
        return [request.split(" ", 2)[1] for request in self.site.requests]

    def world(self, *, sections: Mapping[str, Any] | None = None, **more: Any) -> OuterWorld:
        return OuterWorld(more=self.services, sections={"web": self.settings, **(sections or {})}, **more)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Of all names two lead inside."""
    return [INNER] if host == "inner.example" else [PUBLIC, INNER] if host == "both.example" else [PUBLIC]


@asynccontextmanager
async def on_web(*results: JSON | Script, fetching: bool = True, **settings: Any) -> AsyncIterator[Web]:
    """A web of ``results`` (or one script of an engine), whose pages are those of the site."""
    scripts = [one for one in results if not isinstance(one, dict)]
    pages = [one for one in results if isinstance(one, dict)]
    async with serving() as site, chat_server(*(scripts or [searxng(*pages)])) as engine:
        chosen = WebSettings(**{"url": engine.base_url, **settings})
        transport = Diverted(site)
        limits = FetchLimits(connect_seconds=5.0, total_seconds=chosen.fetch_seconds)
        fetch = HttpFetcher(AddressRules(), limits, resolve=resolve, transport=transport)
        search = SearxngSearch(chosen)
        services: dict[str, Any] = {"web": search}
        if fetching:
            services["read_page"] = partial(read_page, Settings(), None, fetch)
        try:
            yield Web(site, engine, transport, services, chosen)
        finally:
            await search.aclose()


def page(number: int, snippet: str = "", host: str = HOST) -> JSON:
    """What an engine says of page ``number`` of the site."""
    return found(f"{host}/{number}", f"Page {number}", snippet or f"Snippet of page {number}.")


@dataclass
class Shelf:
    """`TableFiles` of a few files by document."""

    files: Mapping[str, TableFile]
    read_ids: list[str] = field(default_factory=list)

    async def names(self, document_ids: Collection[str]) -> Mapping[str, str]:
        return {id_: file.name for id_, file in self.files.items() if id_ in document_ids}

    async def read(self, document_id: str) -> TableFile:
        self.read_ids.append(document_id)
        return self.files[document_id]
