"""The language of a person from what their browser says; RFC 9110, section 12.5.4."""

from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.core.catalogue import LANGUAGES
from pincite.core.errors import PinciteError
from pincite.core.translating import said, translated

ENGLISH = "en"
_asked: ContextVar[str] = ContextVar("language of the request", default="")
"""Empty where a request names none: programs read sentences as they were written."""


class HearLanguage:
    """Keeps the language of each request for `spoken` and `spoken_error`, which bodies far inside call."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = Headers(scope=scope).get("accept-language") if scope["type"] == "http" else None
        _asked.set("" if accepted is None else language_of(accepted))
        await self._app(scope, receive, send)


def spoken(text: str) -> str:
    """A stored sentence in the language of the request; as it is where it names none or there is no other."""
    language = _asked.get()
    return translated(text, language) if language and text else text


def spoken_error(error: PinciteError) -> tuple[str, str]:
    """Message and hint of an error in the language of the request."""
    language = _asked.get()
    return said(error, language) if language else (error.message, error.hint)


def language_of(accepted: str) -> str:
    """The language of ours that an ``Accept-Language`` likes best; English where it names none.

    >>> language_of("fr, zh-CN;q=0.9, ko;q=0.8"), language_of(""), language_of("ko;q=0, en")
    ('zh', 'en', 'en')
    """
    best, weight = ENGLISH, 0.0
    for entry in accepted.split(","):
        tag, _, parameters = entry.partition(";")
        language = tag.strip().lower().split("-")[0]
        liked = _quality(parameters)
        if language in LANGUAGES and liked > weight:
            best, weight = language, liked
    return best


def _quality(parameters: str) -> float:
    name, _, value = parameters.replace(" ", "").partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
