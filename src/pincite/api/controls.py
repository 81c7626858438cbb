"""Control characters in the address of a request: no name holds one, and no database looks for one."""

from urllib.parse import parse_qsl

from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.api.envelope import error_response
from pincite.core.errors import InvalidInput, NotFound, PinciteError
from pincite.core.labels import is_one_line


class RefuseControls:
    """Answers 404 when a path holds a control character (nothing is called so), 400 when a query does."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = _refusal(scope) if scope["type"] == "http" else None
        if error is None:
            await self._app(scope, receive, send)
            return
        await error_response(error.status, error.code, error.message, error.hint)(scope, receive, send)


def _refusal(scope: Scope) -> PinciteError | None:
    if not is_one_line(scope["path"]):
        return NotFound("The path holds a control character; nothing is called so.")
    for key, value in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True):
        if not is_one_line(key + value):
            return InvalidInput(f"The query {key!r} holds a control character.", hint="Leave it out.")
    return None
