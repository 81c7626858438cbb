"""Resource handles: ``res://0001`` for the address of a stored picture or file, which a model would get wrong
in its 36 random characters (rows RH-01, RH-03)."""

import re
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from pincite.citations.tables import HandleTable

_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ADDRESS: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:resource://[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])"
    r"""|(?:storage://[^/\s)\]<>"']+/)?(?:local|minio|cos|tos|s3|oss|ks3|obs)://[^\s)\]<>"']+"""
    rf"|summary/{_UUID})"
    r"""|/api/v1/documents/[^/\s)\]<>"']+/images/[^\s)\]<>"']+|(?<![A-Za-z0-9])res://[0-9]+"""
)
"""Schemes of reference 004, slugs of wiki summaries, the addresses of pictures that our parsers write, and
what only looks like a handle: it gets one, or it would open what another stands for."""
MOST_DIGITS: Final = 16
_HANDLE: Final = re.compile(rf"res://[0-9]{{1,{MOST_DIGITS}}}")
_BEGUN: Final = re.compile(rf"r(?:es?|es:/?|es://[0-9]{{0,{MOST_DIGITS - 1}}})?\Z")


@dataclass(slots=True)
class ResourceRegistry:
    """Addresses and their handles, both ways.

    >>> resources = ResourceRegistry()
    >>> resources.encode("![a](minio://bucket/a.png)")
    '![a](res://0001)'
    >>> resources.decode("see res://0001, not res://00012")
    'see minio://bucket/a.png, not res://00012'
    """

    _table: HandleTable = field(default_factory=partial(HandleTable, "res://", 4))

    def encode(self, text: str) -> str:
        return _ADDRESS.sub(lambda match: self._table.add(match.group()), text)

    def decode(self, text: str) -> str:
        """Known handles as their addresses; all digits count, so ``res://00012`` is not 0001 and a 2."""
        return _HANDLE.sub(lambda match: self._table.resolve(match.group()) or match.group(), text)

    def orphans(self, text: str) -> list[str]:
        """Handles in ``text`` that nobody gave out, each once."""
        found = dict.fromkeys(_HANDLE.findall(text))
        return [handle for handle in found if self._table.resolve(handle) is None]

    def decoder(self) -> "ResourceDecoder":
        return ResourceDecoder(self)


class ResourceDecoder:
    """`ResourceRegistry.decode` of a text that comes in pieces; unknown and unfinished handles stay."""

    def __init__(self, resources: ResourceRegistry) -> None:
        self._resources = resources
        self._held = ""

    def feed(self, piece: str) -> str:
        """What can be told now. A handle waits for the character after it, which may be a digit more."""
        text, self._held = self._held + piece, ""
        if begun := _BEGUN.search(text):
            text, self._held = text[: begun.start()], begun.group()
        return self._resources.decode(text)

    def flush(self) -> str:
        text, self._held = self._held, ""
        return self._resources.decode(text)
