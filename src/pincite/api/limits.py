"""Bodies that are too large are refused while they come, not after they filled the disk."""

from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.api.envelope import error_response
from pincite.core.errors import DocumentTooLarge

ENVELOPE_BYTES = 64 * 1024
"""What a multipart form may hold besides the file: boundaries, names, tags."""

JSON_BYTES = 1024 * 1024
"""Largest body that is not a form; a question has at most a few thousand characters."""


ASKING = ("/knowledge-qa", "/knowledge-qa/files", "/resend", "/answer", "/chat/completions")
"""Where pictures and files may lie beside a question."""


class LimitBody:
    """Answers 413 when a body is, or turns out to be, larger than a file may be."""

    def __init__(self, app: ASGIApp, max_file_bytes: int, attached_bytes: int = 0) -> None:
        """``attached_bytes`` may lie beside a question."""
        self._app = app
        self._attached_bytes = attached_bytes
        self._max_file_bytes = max_file_bytes

    def _limit(self, path: str, *, is_form: bool) -> int:
        attached = self._attached_bytes if _asks(path) else 0
        if is_form:
            return max(self._max_file_bytes, attached) + ENVELOPE_BYTES
        return JSON_BYTES + attached * 4 // 3  # as Base64

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_form = headers.get("content-type", "").startswith("multipart/form-data")
        limit = self._limit(scope["path"], is_form=is_form)
        announced = headers.get("content-length", "")
        too_large = announced.isdigit() and int(announced) > limit
        received = 0

        async def counted() -> Message:
            nonlocal received, too_large
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                too_large = True
                raise _TooLarge
            return message

        async def watched(message: Message) -> None:
            # FastAPI makes a 400 of whatever goes wrong while it reads a body.
            if not too_large:
                await send(message)

        if not too_large:
            with suppress(_TooLarge):
                await self._app(scope, counted, watched)
        if not too_large:
            return
        error = DocumentTooLarge(f"The body has more than the {limit:,} bytes that are allowed.")
        await error_response(error.status, error.code, error.message, error.hint)(scope, receive, send)


def _asks(path: str) -> bool:
    return path.rstrip("/").endswith(ASKING)


class _TooLarge(Exception):
    """Raise when more has come than is allowed."""
