"""The graph of what documents name: entities, what is said between them, and the chunks that say it.

A graph belongs to a version of a document, as its points in the search index do. A store need not know which
versions live: whoever reads it takes only chunks that do.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entity:
    """Something with a name. Names of one ``key`` (`pincite.text.entities.entity_key`) are one entity."""

    key: str
    name: str
    kind: str = ""
    description: str = ""
    chunk_ids: tuple[str, ...] = ()
    """Where it is named, in the order of the document."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What is said of two entities, by their keys."""

    source: str
    target: str
    description: str = ""
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VersionGraph:
    """All that one version names."""

    base_id: str
    document_id: str
    version_id: str
    entities: Sequence[Entity] = ()
    """One a key."""
    relations: Sequence[Relation] = ()
    """One a pair of keys."""


@dataclass(frozen=True, slots=True)
class Namespace:
    """Where to look: a whole base, or one document of it."""

    base_id: str
    document_id: str | None = None


@dataclass(frozen=True, slots=True)
class GraphFound:
    """What a search met."""

    nodes: tuple[Entity, ...] = ()
    """Those that were asked for, then the other ends of ``relations``; one a version and key."""
    relations: tuple[Relation, ...] = ()
    """Those of which an end was asked for."""

    def __bool__(self) -> bool:
        return bool(self.nodes or self.relations)


class GraphStore(Protocol):
    """Raises TemporaryFailure where it is out of reach. What is written is found when the call returns."""

    async def replace(self, graph: VersionGraph) -> None:
        """Store the graph of a version in the place of what was stored of that version."""

    async def delete(
        self, *, version_id: str | None = None, document_id: str | None = None, base_id: str | None = None
    ) -> None:
        """Remove all of a version, of a document, or of a base; nothing where there is nothing.

        Raises:
            InvalidInput: not exactly one of them is given.
        """

    async def known(self, space: Namespace, keys: Collection[str]) -> Mapping[str, str]:
        """Those of ``keys`` that name an entity there, with one of its names."""

    async def search(self, space: Namespace, keys: Collection[str], *, limit: int = 200) -> GraphFound:
        """Entities of those ``keys``, the relations that they have, and who these lead to anywhere in
        ``space``; at most ``limit`` of each, by document and key. A version is searched whether or not it is
        the live one."""

    async def version_ids(self) -> set[str]:
        """Every version of which something is stored; repair compares it with the database."""


class DocumentScopes(Protocol):
    async def tagged(self, base_id: str, tags: Collection[str]) -> Collection[str]:
        """Ids of the documents of a base that have any of ``tags``; without those being deleted."""
