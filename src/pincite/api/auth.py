"""The one key of the server, if the settings have one."""

import hmac

from fastapi.security import HTTPBearer
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.api.envelope import UNAUTHORIZED, error_response

bearer = HTTPBearer(auto_error=False, description="`server.api_key` of the settings.")
"""Describes the key in the API description; `RequireKey` checks it."""


class RequireKey:
    """Lets through who carries ``Authorization: Bearer <key>``.

    A middleware and no dependency, because FastAPI reads the body before it asks its dependencies: a stranger
    must not be able to send 50 MB first.
    """

    def __init__(self, app: ASGIApp, key: str, open_paths: frozenset[str]) -> None:
        self._app = app
        self._key = key.encode()
        self._open_paths = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._open_paths or self._knows(scope):
            await self._app(scope, receive, send)
            return
        response = error_response(
            401,
            UNAUTHORIZED.code,
            UNAUTHORIZED.raised,
            UNAUTHORIZED.hint,
            {"WWW-Authenticate": "Bearer"},
        )
        await response(scope, receive, send)

    def _knows(self, scope: Scope) -> bool:
        scheme, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(
            given.strip().encode("latin-1"),  # as header bytes are decoded
            self._key,
        )
