"""`WebSearch` over the JSON of a SearXNG, https://docs.searxng.org/dev/search_api.html, or of what answers as
one does. The address is the operator's, so it may lie in their own network."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import urldefrag, urlsplit

import anyio
import httpx2

from pincite.core.addresses import MAX_URL
from pincite.core.errors import WebSearchFailed
from pincite.core.settings import WebSettings
from pincite.ports.web import WebResult

_MOST_BYTES: Final = 5_000_000
"""Of an answer; one with 30 results has 40 KB."""
_LONGEST_TITLE: Final = 300
_LONGEST_SNIPPET: Final = 2_000
"""Characters; engines give 150 to 400."""
_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_FORBIDDEN: Final = (
    "The search engine at web.url gives no JSON (403).",
    "List json under search.formats in its settings.yml.",
)


class SearxngSearch:
    def __init__(self, settings: WebSettings) -> None:
        key = {"Authorization": f"Bearer {settings.api_key}"} if settings.api_key else {}
        self._address = settings.url.rstrip("/").removesuffix("/search") + "/search"
        self._timeout = settings.timeout
        self._client = httpx2.AsyncClient(
            headers={"User-Agent": f"pincite/{version('pincite')}", "Accept": "application/json", **key},
            timeout=settings.timeout,
        )

    async def search(self, query: str, count: int, *, language: str = "") -> Sequence[WebResult]:
        """Raises WebSearchFailed. Redirects are not followed: the key is for the address that is set."""
        asked = {"q": query.encode("utf-8", "replace").decode("utf-8"), "format": "json"}
        if language:
            asked["language"] = language
        try:
            with anyio.fail_after(self._timeout):
                said = await self._asked(asked)
        except TimeoutError as error:
            raise WebSearchFailed(
                f"The search engine did not answer within {self._timeout:g} s.", hint="Raise `web.timeout`."
            ) from error
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
            raise WebSearchFailed(f"The search engine does not answer: {type(error).__name__}.") from error
        return _results(said, count)

    async def _asked(self, asked: Mapping[str, str]) -> Any:
        async with self._client.stream("GET", self._address, params=asked) as response:
            if response.status_code == 403:
                raise WebSearchFailed(_FORBIDDEN[0], hint=_FORBIDDEN[1])
            if response.status_code != 200:
                raise WebSearchFailed(f"The search engine answers with status {response.status_code}.")
            data = bytearray()
            async for piece in response.aiter_bytes():
                data += piece
                if len(data) > _MOST_BYTES:
                    raise WebSearchFailed("The search engine's answer does not end.")
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise WebSearchFailed("The search engine's answer is no JSON.") from error

    async def aclose(self) -> None:
        await self._client.aclose()


def _results(said: Any, count: int) -> list[WebResult]:
    rows = said.get("results") if isinstance(said, dict) else None
    if not isinstance(rows, list):
        raise WebSearchFailed("The search engine's answer holds no results.")
    found: dict[str, WebResult] = {}
    for result in _read(rows):
        found.setdefault(urldefrag(result.url).url, result)
        if len(found) >= count:
            break
    return list(found.values())


def _read(rows: Sequence[Any]) -> Iterator[WebResult]:
    """What can be used of it: engines behind the engine also give files without titles, and magnet links."""
    for row in rows:
        if not isinstance(row, dict):
            continue
        url, title = _line(row.get("url"), MAX_URL + 1), _line(row.get("title"), _LONGEST_TITLE)
        if _is_web(url):
            yield WebResult(title or url, url, _line(row.get("content"), _LONGEST_SNIPPET), _day(row))


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and len(url) <= MAX_URL


def _day(row: Mapping[str, Any]) -> date | None:
    """Engines say ``2026-03-01T00:00:00``, or nothing."""
    try:
        return date.fromisoformat(str(row.get("publishedDate") or "")[:10])
    except ValueError:
        return None


def _line(value: object, longest: int) -> str:
    """A text of a stranger on one line, with nothing in it that no screen shows."""
    if not isinstance(value, str):
        return ""
    text = value[: 4 * longest].encode("utf-8", "replace").decode("utf-8")
    return " ".join(_UNSEEN.sub(" ", text).split())[:longest]
