"""What the status of an answer of the web means for its content, and when to ask again. Pure."""

import email.utils
import math
from datetime import UTC, datetime
from typing import Final

from pincite.core.catalogue import say
from pincite.core.errors import FetchFailed, FetchUnavailable

REDIRECTS: Final = frozenset((301, 302, 303, 307, 308))
_WHOLE: Final = frozenset((200, 203))
"""The others of 2xx have no body, a part of it, or a note that it will come (RFC 9110)."""
_PASSING: Final = frozenset((408, 425, 429, 500, 502, 503, 504, *range(520, 528)))
"""What servers and the proxies before them answer when they cannot just now; 52x are Cloudflare's."""

_LONGEST: Final = 100
"""Characters of a ``Retry-After`` that can mean anything; a date has 29."""


def check_status(status: int, language: str = "en", *, retry_after: float | None = None) -> None:
    """Whether the body is the page or file that was asked for: the text of an error page is no document.

    Raises:
        FetchUnavailable: it may be when asked again, after ``retry_after`` seconds if the server says so.
        FetchFailed: it will not.
    """
    if status in _WHOLE:
        return
    message = say("fetching.bad_status", language, status=status)
    if status in _PASSING:
        raise FetchUnavailable(message, retry_after=retry_after)
    raise FetchFailed(message)


def seconds_to_wait(retry_after: str, now: float) -> float | None:
    """What a ``Retry-After`` header asks for: seconds, or a date of HTTP, which is compared with ``now``, in
    Unix seconds. At least 0; None where it says neither.

    >>> seconds_to_wait("120", 0.0)
    120.0
    >>> seconds_to_wait("Thu, 01 Jan 1970 00:01:00 GMT", 20.0)
    40.0
    """
    value = retry_after.strip()
    if len(value) > _LONGEST:
        return None
    try:
        seconds = float(value)
    except ValueError:
        moment = _http_date(value)
        return None if moment is None else max(0.0, moment - now)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _http_date(value: str) -> float | None:
    """Unix seconds; any of the forms that RFC 9110 names, which all are in GMT."""
    parts = email.utils.parsedate_tz(value)
    if parts is None:
        return None
    try:
        moment = datetime(*parts[:6], tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return None
    return moment - (parts[9] or 0)
