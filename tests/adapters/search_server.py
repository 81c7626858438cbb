"""Scripts for `chat_server` that speak ``/search?format=json`` as SearXNG 2026.10 does."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.adapters.chat_server import JSON, Exchange, Script


def found(url: str, title: str = "Title", content: str = "Snippet", **more: Any) -> JSON:
    """One result, with what the engine says besides."""
    parts = urlsplit(url)
    return {
        "url": url,
        "title": title,
        "content": content,
        "thumbnail": "",
        "engine": "duckduckgo",
        "engines": ["duckduckgo", "brave"],
        "parsed_url": [parts.scheme, parts.netloc, parts.path, "", parts.query, parts.fragment],
        "template": "default.html",
        "positions": [1],
        "score": 1.5,
        "category": "general",
        "publishedDate": None,
        **more,
    }


def searxng(*results: JSON) -> Script:
    """Answers every search with ``results``; as the real one it forbids what is asked in no format it has."""

    async def script(exchange: Exchange) -> None:
        asked = asked_of(exchange.path)
        if asked.get("format") != "json" or not asked.get("q"):
            await exchange.send("<h1>Forbidden</h1>", status=403, content_type="text/html")
            return
        await exchange.send(answer(asked["q"], results))

    return script


def answer(query: str, results: Sequence[JSON]) -> JSON:
    return {
        "query": query,
        "number_of_results": 0,
        "results": list(results),
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": [["google", "timeout"]],
    }


def asked_of(path: str) -> dict[str, str]:
    """The parameters of a request."""
    return {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
