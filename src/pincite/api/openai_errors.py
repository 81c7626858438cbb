"""Errors of the OpenAI-compatible routes: ``{error: {message, type, param, code}}`` with our codes."""

import json
import re
from typing import Any, Final
from uuid import uuid4

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.api.envelope import MODEL_NOT_FOUND, UNAUTHORIZED, error_response
from pincite.api.openai_schemas import OpenAIError, OpenAIErrorBody
from pincite.api.speaking import spoken, spoken_error
from pincite.core.errors import PinciteError
from pincite.core.types import JSON
from pincite.streaming.frames import as_json

log = structlog.get_logger(__name__)

OPENAI_PREFIX: Final = "/v1/"
_INVALID_REQUEST, _SERVER = "invalid_request_error", "server_error"
_TYPES: Final = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
_CODES: Final = {UNAUTHORIZED.code: "invalid_api_key"}
_PARAM: Final = re.compile(r"body\.([a-z][\w.]*?)(?:\.(?:str|list\[[^:]*))?(?:: |：)")
"""How a message about a body begins, see `pincite.api.envelope`."""


def openai_error(status: int, code: str, message: str, hint: str) -> JSON:
    """An error of ours as OpenAI's clients read it."""
    found = _PARAM.match(message)
    param = "model" if code == MODEL_NOT_FOUND.code else found.group(1) if found else None
    kind = _TYPES.get(status, _INVALID_REQUEST if status < 500 else _SERVER)
    error = OpenAIError(
        message=f"{message.rstrip('.')}. {hint}".strip(), type=kind, param=param, code=_CODES.get(code, code)
    )
    return OpenAIErrorBody(error=error).model_dump()


def failure_json(failure: Exception) -> JSON:
    """What went wrong in the middle of a stream, whose status is told already."""
    if isinstance(failure, PinciteError):
        return openai_error(failure.status, failure.code, *spoken_error(failure))
    return openai_error(500, PinciteError.code, spoken(UNEXPECTED), spoken(PinciteError.hint))


UNEXPECTED: Final = "The request failed for a reason of our own."


class OpenAIErrors:
    """Rewrites our envelope into OpenAI's under ``/v1/``, whoever sent it: a route, the key, a limit."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(OPENAI_PREFIX):
            await self._app(scope, receive, send)
            return
        rewriting = _Rewriting(send)
        try:
            await self._app(scope, receive, rewriting)
        except Exception:
            if rewriting.begun:
                raise
            request_id = str(uuid4())
            log.exception("request failed", path=scope["path"], request_id=request_id)
            response = error_response(
                500, PinciteError.code, UNEXPECTED, PinciteError.hint, request_id=request_id
            )
            await response(scope, receive, rewriting)


def _is_ours(start: Message) -> bool:
    kind = MutableHeaders(raw=list(start["headers"])).get("content-type", "")
    return start["status"] >= 400 and kind == "application/json"


class _Rewriting:
    """`Send` that keeps the beginning of an error until its body is there."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body = b""
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_ours(message):
            self._start = message
        elif self._start is None:
            self.begun = True
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._error(self._start)

    async def _error(self, start: Message) -> None:
        self.begun = True
        headers = MutableHeaders(raw=list(start["headers"]))
        said: dict[str, Any] = json.loads(self._body)
        body = as_json(openai_error(start["status"], said["code"], said["message"], said["hint"]))
        headers["content-length"] = str(len(body))
        headers["x-request-id"] = said["request_id"]
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})
