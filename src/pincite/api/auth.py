"""The one key of the server, if the settings have one."""

import hmac
from typing import Annotated

from fastapi import Header, HTTPException, Request

from pincite.core.settings import Settings


async def require_key(request: Request, authorization: Annotated[str | None, Header()] = None) -> None:
    """Let through who carries ``Authorization: Bearer <server.api_key>``; everybody, if no key is set."""
    settings: Settings = request.app.state.settings
    expected = settings.server.api_key
    if not expected:
        return
    scheme, _, given = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(given.encode(), expected.encode()):
        raise HTTPException(401, "The key is missing or wrong.", headers={"WWW-Authenticate": "Bearer"})
