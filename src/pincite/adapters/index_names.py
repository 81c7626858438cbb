"""Names of indexes: what every file system and every cluster can hold."""

import re
from hashlib import blake2b

from pincite.core.errors import InvalidInput

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_MADE = re.compile(r"(?:[a-z0-9-]*-)?[0-9a-f]{8}(?:-[0-9a-f]{6})?")
"""What `index_name` makes, and with the mark of a rebuild behind it."""
_READABLE = 40
"""Letters of an identity that its name shows; a hash tells the rest."""


def index_name(identity: str) -> str:
    """The name of an index of the vectors of an encoder, different for each identity.

    >>> index_name("openai:bge-m3/1024")
    'openai-bge-m3-1024-2f4dcdd0'
    """
    words = re.sub(r"[^a-z0-9]+", "-", identity.lower())[:_READABLE].strip("-")
    digest = blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{words}-{digest}" if words else digest


def checked_name(name: str) -> str:
    """``name``, which may be "". Raises InvalidInput."""
    if name and not _NAME.fullmatch(name):
        raise InvalidInput(f"{name!r} cannot name an index.")
    return name


def is_made(name: str) -> bool:
    """Whether `index_name` made it, alone or with six hexadecimal digits behind a hyphen. What a person put
    beside our indexes is never taken for one."""
    return _NAME.fullmatch(name) is not None and _MADE.fullmatch(name) is not None
