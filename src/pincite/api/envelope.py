"""Every error leaves as ``{code, message, hint, request_id}``."""

from uuid import uuid4

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from pincite.core.errors import InvalidInput, PinciteError

log = structlog.get_logger(__name__)


class ErrorBody(BaseModel):
    code: str
    message: str
    hint: str
    request_id: str


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(PinciteError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unknown)


def _response(
    status: int, code: str, message: str, hint: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    body = ErrorBody(code=code, message=message, hint=hint, request_id=str(uuid4()))
    return JSONResponse(body.model_dump(), status_code=status, headers=headers)


async def _known(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, PinciteError):
        raise error
    return _response(error.status, error.code, error.message, error.hint)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    problems = "; ".join(
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()
    )
    return _response(InvalidInput.status, InvalidInput.code, problems, "The request is described at /docs.")


async def _http(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    codes = {401: "unauthorized", 404: "not_found", 405: "method_not_allowed"}
    code = codes.get(error.status_code, "http_error")
    headers = dict(error.headers) if error.headers else None
    return _response(error.status_code, code, str(error.detail), "The API is described at /docs.", headers)


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed", path=request.url.path, exc_info=error)
    return _response(500, PinciteError.code, "The request failed for a reason of our own.", PinciteError.hint)
