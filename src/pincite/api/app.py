"""The HTTP application over an open library: routes, the key, the limits, one error envelope."""

from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from pydantic import BaseModel

from pincite.api.auth import RequireKey, bearer
from pincite.api.controls import RefuseControls
from pincite.api.envelope import ErrorBody, install_error_handlers
from pincite.api.limits import LimitBody
from pincite.api.openai_errors import OpenAIErrors
from pincite.api.openai_schemas import OpenAIErrorBody
from pincite.api.routes import (
    assistants,
    bases,
    chat,
    chunker,
    chunks,
    documents,
    faq,
    files,
    filing,
    health,
    openai,
    operations,
    questions,
    reindexing,
    sessions,
    traces,
    urls,
)
from pincite.api.speaking import HearLanguage
from pincite.api.web import BUILT, ServePages
from pincite.library import AsyncLibrary

DESCRIPTION = """Answers from your own documents: every statement is pinned to document, page and clause and
checked against what it cites; a question that the documents do not answer is refused with the reason."""

PREFIX = "/api/v1"


def _errors(*statuses: int, model: type[BaseModel] = ErrorBody) -> dict[int | str, dict[str, Any]]:
    described = {
        400: "The input cannot be used",
        401: "The key is missing or wrong",
        403: "It is somebody else's",
        404: "A named thing does not exist",
        409: "The library is in a state that forbids it",
        413: "The body is larger than the settings allow",
        500: "A fault of pincite",
        502: "A model failed",
        503: "Try again",
        504: "A store took too long",
    }
    return {status: {"model": model, "description": described[status]} for status in statuses}


class Application(FastAPI):
    """FastAPI whose description says what bad input gives: 400 in our envelope, never FastAPI's own 422."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            schema = super().openapi()
            for path in schema["paths"].values():
                for operation in path.values():
                    operation["responses"].pop("422", None)
            for name in ("HTTPValidationError", "ValidationError"):
                schema["components"]["schemas"].pop(name, None)
        return super().openapi()


def create_app(library: AsyncLibrary, *, pages: Path = BUILT) -> FastAPI:
    """An application over ``library``; who opened the library runs its worker and closes it. ``pages`` is
    where the build of the web application lies, if there is one."""
    settings = library.settings
    app = Application(title="pincite", version="0.1.0", description=DESCRIPTION)
    app.state.library = library
    install_error_handlers(app)
    app.add_middleware(RefuseControls)
    app.add_middleware(
        LimitBody,
        max_file_bytes=settings.ingest.max_file_bytes,
        attached_bytes=settings.attachments.max_bytes,
    )
    if settings.server.api_key:
        app.add_middleware(RequireKey, key=settings.server.api_key, open_paths=frozenset({"/healthz"}))
    app.add_middleware(OpenAIErrors)  # outside of the others: it rewrites what they refuse
    guarded = [Depends(bearer)] if settings.server.api_key else []
    questions_errors = _errors(400, 401, 404, 409, 413, 500, 502, 503, 504)
    app.include_router(questions.router, prefix=PREFIX, dependencies=guarded, responses=questions_errors)
    # The two paths of reference 001, without the prefix.
    app.include_router(questions.router, dependencies=guarded, include_in_schema=False)
    for router in (bases.router, operations.router, documents.router, filing.router):
        app.include_router(
            router,
            prefix=PREFIX,
            dependencies=guarded,
            responses=_errors(400, 401, 404, 409, 413, 500, 503),
        )
    for router, statuses in (
        (faq.router, (400, 401, 404, 409, 413, 500, 503)),
        (chunks.router, (400, 401, 404, 409, 413, 500, 503)),
        (files.router, (400, 401, 404, 409, 413, 500, 503)),
        (urls.router, (400, 401, 404, 409, 413, 500, 503)),
        (assistants.router, (400, 401, 404, 409, 413, 500)),
        (sessions.router, (400, 401, 403, 404, 409, 413, 500)),
        (chat.router, (400, 401, 403, 404, 409, 413, 500, 502, 503)),
        (reindexing.router, (400, 401, 404, 409, 413, 500, 503, 504)),
        (traces.router, (400, 401, 404, 409, 413, 500, 502, 503, 504)),
        (chunker.router, (400, 401, 409, 413, 500, 503, 504)),
    ):
        app.include_router(router, prefix=PREFIX, dependencies=guarded, responses=_errors(*statuses))
    # Where OpenAI's clients look, with errors as they read them.
    app.include_router(
        openai.router,
        dependencies=guarded,
        responses=_errors(400, 401, 404, 413, 500, 502, 503, 504, model=OpenAIErrorBody),
    )
    app.include_router(health.router, responses=_errors(500))
    app.add_middleware(HearLanguage)
    app.add_middleware(ServePages, routes=app.routes, directory=pages)  # around all: pages need no key
    return app
