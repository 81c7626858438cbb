"""What the status of an answer of the web means for its content. Pure."""

from typing import Final

from pincite.core.catalogue import say
from pincite.core.errors import FetchFailed, FetchUnavailable

REDIRECTS: Final = frozenset((301, 302, 303, 307, 308))
_WHOLE: Final = frozenset((200, 203))
"""The others of 2xx have no body, a part of it, or a note that it will come (RFC 9110)."""
_PASSING: Final = frozenset((408, 425, 429, 500, 502, 503, 504, *range(520, 528)))
"""What servers and the proxies before them answer when they cannot just now; 52x are Cloudflare's."""


def check_status(status: int, language: str = "en") -> None:
    """Whether the body is the page or file that was asked for: the text of an error page is no document.

    Raises:
        FetchUnavailable: it may be when asked again. FetchFailed: it will not.
    """
    if status in _WHOLE:
        return
    kind = FetchUnavailable if status in _PASSING else FetchFailed
    raise kind(say("fetching.bad_status", language, status=status))
