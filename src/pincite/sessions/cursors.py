"""Where a page ended, as a word that clients hand back and do not read."""

import base64
import binascii
import json
import math
from dataclasses import astuple

from pincite.core.errors import InvalidInput
from pincite.core.labels import is_storable
from pincite.ports.sessions import FoundKey, SessionKey

_LONGEST = 500


def cursor_of(key: SessionKey | FoundKey) -> str:
    return base64.urlsafe_b64encode(json.dumps(astuple(key)).encode()).decode().rstrip("=")


def session_key(cursor: str) -> SessionKey:
    """Raises InvalidInput."""
    match _read(cursor):
        case [bool() as pinned, float() | int() as updated_at, str() as id_] if _is_key(updated_at, id_):
            return SessionKey(pinned, float(updated_at), id_)
    raise _unknown(cursor)


def found_key(cursor: str) -> FoundKey:
    """Raises InvalidInput."""
    match _read(cursor):
        case [float() | int() as created_at, str() as id_] if _is_key(created_at, id_):
            return FoundKey(float(created_at), id_)
    raise _unknown(cursor)


def _read(cursor: str) -> object:
    if len(cursor) > _LONGEST:
        return None
    try:
        return json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return None


def _is_key(number: float, id_: str) -> bool:
    return not isinstance(number, bool) and math.isfinite(number) and abs(number) < 1e15 and is_storable(id_)


def _unknown(cursor: str) -> InvalidInput:
    return InvalidInput(f"{cursor[:40]!r} is no cursor.", hint="Send `next` of the page before, unchanged.")
