"""The web application: files of the build in `pincite/web`, and its one page under every address of a page.

A layer around the application and no route of it: pages need no key (they hold nothing of the library), and
whatever the layer does not serve itself goes on to the application with its key and its errors.
"""

import gzip
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.api.speaking import language_of
from pincite.core.catalogue import say

BUILT: Final = Path(__file__).parent.parent / "web"
"""Where `make ui` puts the build."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' blob:",  # pictures of documents are fetched with the key and shown as blobs
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SAFE: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

_HASHED: Final = "/assets/"
"""Names in there hold a hash of the content."""
_COMPRESSED: Final = (".js", ".mjs", ".css")
"""Fonts are compressed in themselves."""
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"
_PROGRAMS: Final = ("/api/", "/v1/")
"""Paths of programs: what is unknown there is an error of ours and never a page."""


class ServePages:
    """Files and pages of the web application; everything else goes on to ``app``.

    A page is asked for by a browser (``Accept: text/html``) under an address that no route has; the script
    finds out which one. Without a build ``/`` says so in a sentence.
    """

    def __init__(self, app: ASGIApp, routes: list[BaseRoute], directory: Path) -> None:
        self._app = app
        self._routes = routes
        self._page = directory / "index.html"
        self._files = StaticFiles(directory=directory) if self._page.is_file() else None
        self._small: dict[str, bytes] = {}
        """Scripts and styles compressed, by path; less than a megabyte in all."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            response = await self._response(scope)
        await (response or self._app)(scope, receive, send)

    async def _response(self, scope: Scope) -> Response | None:
        path: str = scope["path"]
        if self._files is None:
            return _not_built(scope) if path == "/" else None
        if path == "/" or self._is_page(scope):
            return FileResponse(self._page, headers={**SAFE, "Cache-Control": _ASK_AGAIN})
        try:
            response = await self._files.get_response(path.lstrip("/"), scope)
        except HTTPException:
            return None
        if path.startswith(_HASHED) and path.endswith(_COMPRESSED) and isinstance(response, FileResponse):
            response = await self._compressed(scope, response)
        response.headers.update(SAFE)
        response.headers["Cache-Control"] = _FOR_EVER if path.startswith(_HASHED) else _ASK_AGAIN
        return response

    async def _compressed(self, scope: Scope, whole: FileResponse) -> Response:
        path: str = scope["path"]
        if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            whole.headers["Vary"] = "Accept-Encoding"
            return whole
        if path not in self._small:
            self._small[path] = await to_thread.run_sync(_compress, Path(whole.path))
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(self._small[path], media_type=whole.media_type, headers=headers)

    def _is_page(self, scope: Scope) -> bool:
        path: str = scope["path"]
        if path.startswith(_PROGRAMS) or "." in path.rpartition("/")[2]:
            return False
        if "text/html" not in Headers(scope=scope).get("accept", ""):
            return False
        return all(route.matches(scope)[0] is Match.NONE for route in self._routes)


def _compress(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


def _not_built(scope: Scope) -> Response:
    language = language_of(Headers(scope=scope).get("accept-language", ""))
    return PlainTextResponse(say("web.not_built", language), headers={"X-Content-Type-Options": "nosniff"})
