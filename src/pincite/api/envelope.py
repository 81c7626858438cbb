"""Every error leaves as ``{code, message, hint, request_id}``."""

from uuid import uuid4

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pincite.core.errors import InvalidInput, PinciteError

log = structlog.get_logger(__name__)

_HTTP_CODES = {404: "not_found", 405: "method_not_allowed"}


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
    body = ErrorBody(code=code, message=message, hint=hint, request_id=request_id or str(uuid4()))
    return JSONResponse(body.model_dump(), status_code=status, headers=headers)


async def _known(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, PinciteError):
        raise error
    request_id = str(uuid4())
    if error.status >= 500:
        log.error("request failed", path=request.url.path, request_id=request_id, exc_info=error)
    return error_response(error.status, error.code, error.message, error.hint, request_id=request_id)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    problems = "; ".join(
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()
    )
    return error_response(
        InvalidInput.status, InvalidInput.code, problems, "The request is described at /docs."
    )


async def _http(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    code = _HTTP_CODES.get(error.status_code, InvalidInput.code if error.status_code == 400 else "http_error")
    headers = dict(error.headers) if error.headers else None
    return error_response(
        error.status_code, code, str(error.detail), "The API is described at /docs.", headers
    )


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
