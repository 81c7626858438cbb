"""Source handles: what the model sees instead of internal ids (DESIGN.md section 13).

One registry an answer; ``cN`` is a chunk, ``wN`` a web page, ``dN`` a document, ``bN`` a base, and
``res://0001`` the address of something stored.
"""

import re
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urldefrag

from pincite.citations.resources import ResourceRegistry
from pincite.citations.scanning import without_tags
from pincite.citations.tables import HandleTable
from pincite.core.types import MatchType, Passage

_SHAPE: Final = re.compile(r"[cdbw][0-9]+")
_LEAST_IDENTITY: Final = 8
"""Characters from which an id in a text is taken for one: ours have 36, and words must not vanish."""


@dataclass(frozen=True, slots=True)
class WebPage:
    url: str
    title: str = ""


@dataclass(slots=True)
class SourceRegistry:
    """Handles in order of registration, from 1; the same source gets the same handle again."""

    passages: dict[str, Passage] = field(default_factory=dict)
    """What may be cited from our documents and from pages whose text was found, by its handle."""
    pages: dict[str, WebPage] = field(default_factory=dict)
    chunks: HandleTable = field(default_factory=partial(HandleTable, "c"))
    documents: HandleTable = field(default_factory=partial(HandleTable, "d"))
    bases: HandleTable = field(default_factory=partial(HandleTable, "b"))
    web: HandleTable = field(default_factory=partial(HandleTable, "w"))
    resources: ResourceRegistry = field(default_factory=ResourceRegistry)

    def register(self, passage: Passage) -> str:
        """The handle under which the passage is cited: ``wN`` where it is a page of the web, else ``cN``."""
        if passage.hit.match_type is MatchType.WEB:
            handle = self.register_page(passage.chunk.document_id, passage.chunk.document_title)
        else:
            handle = self.chunks.add(passage.chunk.id)
        self.passages.setdefault(handle, passage)
        return handle

    def register_page(self, url: str, title: str = "") -> str:
        """The handle of a page, whatever part of it the address points to; "" for a handle of another."""
        handle = self.named(self.web, urldefrag(url).url)
        if handle:
            self.pages.setdefault(handle, WebPage(url, title))
        return handle

    def named(self, table: HandleTable, identity: str) -> str:
        """The handle of an identity that comes from outside.

        One that looks like a handle is none: it is itself where ``table`` gave it out, else "". A model that
        writes ``d99`` as an id must not get a name for it.
        """
        if _SHAPE.fullmatch(identity):
            return identity if table.resolve(identity) is not None else ""
        return table.add(identity)

    def resolve(self, handle: str) -> Passage | None:
        """The passage that is cited so; None for a page known by address alone and for what is no source."""
        return self.passages.get(handle)

    def encode(self, text: str) -> str:
        """``text`` (a message, a passage, what a tool said) as a model may see it: no tag of a source, no
        address of a stored thing and no registered id. Resources come first, or the id within
        ``summary/<id>`` would go alone."""
        text = self.resources.encode(without_tags(text))
        handles = {
            identity: table.add(identity)
            for table in (self.chunks, self.documents, self.bases)
            for identity in table.identities
            if len(identity) >= _LEAST_IDENTITY
        }
        if not handles:
            return text
        longest_first = "|".join(map(re.escape, sorted(handles, key=len, reverse=True)))
        known = re.compile(rf"(?<![\w-])(?:{longest_first})(?![\w-])", re.ASCII)
        return known.sub(lambda match: handles[match.group()], text)
