"""Search on the web, and the pages that it finds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol


@dataclass(frozen=True, slots=True)
class WebResult:
    """What a search engine says of a page. All of it is written by strangers."""

    title: str
    url: str
    """http(s)."""
    snippet: str = ""
    day: date | None = None
    """Of the page, where the engine knows it."""


class WebSearch(Protocol):
    async def search(self, query: str, count: int, *, language: str = "") -> Sequence[WebResult]:
        """At most ``count`` results, best first, each address once; ``language`` (ko, en, zh) is a wish.

        Raises:
            WebSearchFailed: the engine does not answer, or not as an engine does.
        """

    async def aclose(self) -> None: ...


class WebPageReader(Protocol):
    """Reads pages of the public web, and nothing that lies in a private network, whatever the settings of
    documents allow: which addresses are read here is decided by strangers."""

    async def __call__(self, url: str) -> str:
        """The main text of a page or file, as Markdown.

        Raises:
            UrlRefused: it leads, or a redirect leads, where nothing is read. FetchFailed, FetchUnavailable:
                there is no page, or an error page. DocumentError, TemporaryFailure: it cannot be read.
        """
