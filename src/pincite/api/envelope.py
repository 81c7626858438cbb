"""Every error leaves as ``{code, message, hint, request_id}``."""

from dataclasses import dataclass
from uuid import uuid4

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pincite.api.speaking import spoken, spoken_error
from pincite.core.errors import ChunkingStopped, InvalidInput, NotFound, PinciteError

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class HttpError:
    """An error that only a request over HTTP can meet; ``status`` is None for any that has no code."""

    code: str
    status: int | None
    raised: str
    hint: str


_SEE_DOCS = "The API is described at /docs."

UNAUTHORIZED = HttpError(
    "unauthorized",
    401,
    "The key is missing or wrong.",
    "Send the header `Authorization: Bearer KEY` with server.api_key of the settings.",
)
METHOD_NOT_ALLOWED = HttpError(
    "method_not_allowed", 405, "The path exists, but not with this method.", _SEE_DOCS
)
MODEL_NOT_FOUND = HttpError(
    "model_not_found",
    404,
    "No model of that name is served under /v1.",
    "GET /v1/models lists what can be asked.",
)
OTHER_HTTP_ERROR = HttpError(
    "http_error", None, "The request fails in HTTP itself; the status says how.", _SEE_DOCS
)
HTTP_ERRORS = (UNAUTHORIZED, METHOD_NOT_ALLOWED, MODEL_NOT_FOUND, OTHER_HTTP_ERROR)
"""Beside the table of `pincite.core.errors`; docs/reference/errors.md is made from both."""

_HTTP_CODES = {
    InvalidInput.status: InvalidInput.code,
    NotFound.status: NotFound.code,
    405: METHOD_NOT_ALLOWED.code,
}


class ErrorBody(BaseModel):
    """What every error looks like; docs/reference/errors.md lists the codes."""

    code: str = Field(description="Stable and for programs.", examples=["not_found"])
    message: str = Field(description="What is wrong.")
    hint: str = Field(description="What to do.")
    request_id: str = Field(description="Also in the log of the server, when the fault is the server's.")


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(PinciteError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unknown)


def error_response(
    status: int,
    code: str,
    message: str,
    hint: str,
    headers: dict[str, str] | None = None,
    request_id: str | None = None,
) -> JSONResponse:
    """In the language of the request, where message and hint are known in it."""
    body = ErrorBody(
        code=code, message=spoken(message), hint=spoken(hint), request_id=request_id or str(uuid4())
    )
    return JSONResponse(body.model_dump(), status_code=status, headers=headers)


async def _known(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, PinciteError):
        raise error
    request_id = str(uuid4())
    if isinstance(error, ChunkingStopped):
        # A preview took longer than its limit: the text's doing, no fault of the server's.
        log.info("request stopped", path=request.url.path, request_id=request_id)
    elif error.status >= 500:
        log.error("request failed", path=request.url.path, request_id=request_id, exc_info=error)
    message, hint = spoken_error(error)
    return error_response(error.status, error.code, message, hint, request_id=request_id)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    problems = [
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()
    ]
    message = "; ".join(map(spoken, problems))
    return error_response(
        InvalidInput.status, InvalidInput.code, message, "The request is described at /docs."
    )


async def _http(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    code = _HTTP_CODES.get(error.status_code, OTHER_HTTP_ERROR.code)
    headers = dict(error.headers) if error.headers else None
    return error_response(error.status_code, code, str(error.detail), _SEE_DOCS, headers)


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    request_id = str(uuid4())
    log.error("request failed", path=request.url.path, request_id=request_id, exc_info=error)
    return error_response(
        500,
        PinciteError.code,
        "The request failed for a reason of our own.",
        PinciteError.hint,
        request_id=request_id,
    )
