"""The HTTP application: one library, one worker beside the requests, one error envelope."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from fastapi import Depends, FastAPI

from pincite.api.auth import require_key
from pincite.api.envelope import ErrorBody, install_error_handlers
from pincite.api.routes import bases, documents, health, questions
from pincite.core.settings import Settings
from pincite.wiring import open_library

DESCRIPTION = """Answers from your own documents: every statement is pinned to document, page and clause and
checked against what it cites; a question that the documents do not answer is refused with the reason."""

ERRORS: dict[int | str, dict[str, object]] = {
    status: {"model": ErrorBody, "description": description}
    for status, description in (
        (400, "The input cannot be used"),
        (401, "The key is missing or wrong"),
        (404, "The named thing does not exist"),
        (503, "Try again"),
    )
}


def create_app(settings: Settings) -> FastAPI:
    """An application over the library of ``settings``; it opens with the first event of the server."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        library = await open_library(settings=settings)
        stop = anyio.Event()
        async with library, anyio.create_task_group() as tasks:
            app.state.library = library
            tasks.start_soon(library.work, stop)
            try:
                yield
            finally:
                stop.set()

    app = FastAPI(title="pincite", version="0.1.0", description=DESCRIPTION, lifespan=lifespan)
    app.state.settings = settings
    install_error_handlers(app)
    guarded = [Depends(require_key)]
    for router in (questions.router, bases.router, documents.router):
        app.include_router(router, prefix="/api/v1", dependencies=guarded, responses=ERRORS)
    # The two paths of reference 001, without the prefix.
    app.include_router(questions.router, dependencies=guarded, include_in_schema=False)
    app.include_router(health.router)
    return app
