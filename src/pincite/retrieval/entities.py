"""Passages that the names of a question lead to: a graph beside words and vectors (reference 004, part 3.3).

A name that many passages hold leads to none of them, and at most a few are added, so that a question that
words and vectors answer is answered as before.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from pincite.core.types import Chunk, Hit
from pincite.ports.graph import DocumentScopes, GraphFound, GraphStore, Namespace
from pincite.ports.places import BasePlaces
from pincite.ports.storage import ChunkReader
from pincite.retrieval.fanout import fan_out
from pincite.retrieval.request import SearchRequest
from pincite.retrieval.targets import tag_scopes
from pincite.text.entities import names

MOST_CHUNKS = 10
"""Passages that a graph adds; as many as a search gives."""
COMMON = 20
"""Passages from which a name tells none of them from another. With this and `MOST_CHUNKS` a graph of names
that patterns found moved the right passage of none of 300 questions of en_xquad (5.9 passages were added a
question) and of two of 300 of ko_law: one to the first place, one from the 24th to the 27th (2026-11-30)."""
NEIGHBOUR_SHARE = 0.5
"""Of a name's weight that goes on to whom it is tied to."""
_LOOKED_AT = 3 * MOST_CHUNKS
"""Passages that are read: some are of old versions, out of search or out of scope."""
_FEW_DOCUMENTS = 20
"""Documents up to which each is a namespace of its own; more are looked for in their whole base."""


@dataclass(frozen=True, slots=True)
class EntityScope:
    """Where names are looked for: the bases with a graph, and which documents of each (None is all)."""

    documents: Mapping[str, frozenset[str] | None]

    @property
    def spaces(self) -> list[Namespace]:
        spaces: list[Namespace] = []
        for base_id, ids in self.documents.items():
            if ids is None or len(ids) > _FEW_DOCUMENTS:
                spaces.append(Namespace(base_id))
            else:
                spaces += [Namespace(base_id, id_) for id_ in sorted(ids)]
        return spaces

    def holds(self, chunk: Chunk) -> bool:
        if chunk.base_id not in self.documents:
            return False
        ids = self.documents[chunk.base_id]
        return ids is None or chunk.document_id in ids


@dataclass(frozen=True, slots=True)
class EntityHits:
    """What the names led to, the closest first; ``score`` of a hit is its weight in the graph."""

    hits: tuple[Hit, ...] = ()
    graph: GraphFound = field(default_factory=GraphFound)
    """Nodes and relations that led to these hits."""


class Weigher(Protocol):
    async def weigh(self, request: SearchRequest, chunks: Sequence[Chunk]) -> Sequence[Hit]:
        """``chunks`` on the scales of a search for ``request``, as hits of the graph; those of bases that are
        gone are absent."""


class EntitySearch:
    """Finds names of a question in the graphs of its bases. Raises what the stores and readers raise."""

    def __init__(
        self,
        graph: GraphStore,
        places: BasePlaces,
        scopes: DocumentScopes,
        reader: ChunkReader,
        weigher: Weigher,
    ) -> None:
        self._graph = graph
        self._places = places
        self._scopes = scopes
        self._reader = reader
        self._weigher = weigher

    async def scope(
        self,
        base_ids: Sequence[str],
        document_ids: Collection[str] = (),
        tags: Sequence[str] = (),
        scopes: Mapping[str, Sequence[str]] | None = None,
    ) -> EntityScope | None:
        """Where to look; None where no base keeps a graph, and then nothing else is asked."""
        kept = [place.id for place in await self._places.places(base_ids) if place.graph]
        if not kept:
            return None
        named = frozenset(document_ids) if document_ids else None
        tagged = tag_scopes(scopes or {}, tags, kept)
        documents: dict[str, frozenset[str] | None] = {}
        for base_id in kept:
            inside = named
            if base_id in tagged:
                found = frozenset(await self._scopes.tagged(base_id, tagged[base_id]))
                inside = found if named is None else found & named
            documents[base_id] = inside
        return EntityScope(documents)

    async def known(self, scope: EntityScope, keys: Collection[str]) -> dict[str, str]:
        """Those of ``keys`` that name something in ``scope``, with one of its names."""
        parts = await fan_out([partial(self._graph.known, space, keys) for space in scope.spaces])
        return {key: name for part in parts for key, name in sorted(part.items())}

    async def search(self, scope: EntityScope, keys: Collection[str], request: SearchRequest) -> EntityHits:
        """The passages that the entities of ``keys`` lead to, weighed as hits of ``request``."""
        parts = await fan_out([partial(self._graph.search, space, keys) for space in scope.spaces])
        found = GraphFound(
            tuple(node for part in parts for node in part.nodes),
            tuple(relation for part in parts for relation in part.relations),
        )
        weights = led_to(found, keys)
        rows = await self._reader.chunks(list(weights))
        excluded = frozenset(request.exclude_document_ids)
        chunks = [
            chunk
            for chunk in rows.values()
            if scope.holds(chunk) and chunk.document_id not in excluded and _still_names(chunk, found)
        ]
        chunks.sort(key=lambda one: (-weights[one.id], one.document_title, one.seq, one.id))
        chosen = chunks[:MOST_CHUNKS]
        if not chosen:
            return EntityHits()
        hits = {hit.chunk.id: hit for hit in await self._weigher.weigh(request, chosen)}
        ordered = [replace(hits[one.id], score=weights[one.id]) for one in chosen if one.id in hits]
        return EntityHits(tuple(ordered), _cut_down(found, frozenset(hits)))


def led_to(found: GraphFound, keys: Collection[str]) -> dict[str, float]:
    """Weights of the passages that the entities of ``keys`` lead to, the heaviest first: `_LOOKED_AT`, and
    those as heavy as the last.

    A name weighs one over the passages that hold it, and its weight counts in each of them, once more where a
    relation of it is told. Where the other end of a relation is named a part of the weight of the commoner of
    the two counts. What weighs less than a name in `COMMON` passages is left out.
    """
    asked = frozenset(keys)
    places: dict[str, set[str]] = {}
    for node in found.nodes:
        places.setdefault(node.key, set()).update(node.chunk_ids)
    weights: dict[str, float] = {}

    def add(ids: Collection[str], weight: float) -> None:
        for id_ in ids:
            weights[id_] = weights.get(id_, 0.0) + weight

    own = {key: 1.0 / len(places[key]) for key in asked if places.get(key)}
    for key in sorted(own):
        add(places[key], own[key])
    beyond: dict[tuple[str, str], None] = {}
    for relation in found.relations:
        for end, other in ((relation.source, relation.target), (relation.target, relation.source)):
            if end in own:
                add(relation.chunk_ids, own[end])
                if other not in asked and places.get(other):
                    beyond[end, other] = None
    for end, other in sorted(beyond):
        add(places[other], NEIGHBOUR_SHARE * min(own[end], 1.0 / len(places[other])))
    # Rounded, because the order of the sums is that of ids, which differ from library to library.
    rounded = {id_: round(weight, 9) for id_, weight in weights.items()}
    least = round(1.0 / COMMON, 9)
    ranked = sorted((pair for pair in rounded.items() if pair[1] >= least), key=lambda pair: -pair[1])
    if len(ranked) > _LOOKED_AT:
        last = ranked[_LOOKED_AT - 1][1]
        ranked = [pair for pair in ranked if pair[1] >= last]
    return dict(ranked)


def _still_names(chunk: Chunk, found: GraphFound) -> bool:
    """Whether a chunk that a person wrote over holds a name that it was found by."""
    if not chunk.edited:
        return True
    text = chunk.embedding_text()
    return any(chunk.id in node.chunk_ids and names(text, node.key) for node in found.nodes)


def _cut_down(found: GraphFound, ids: frozenset[str]) -> GraphFound:
    """What of ``found`` stands in the chunks ``ids``: the rest may be of documents that are gone."""
    nodes = [replace(node, chunk_ids=tuple(filter(ids.__contains__, node.chunk_ids))) for node in found.nodes]
    relations = [
        replace(relation, chunk_ids=tuple(filter(ids.__contains__, relation.chunk_ids)))
        for relation in found.relations
    ]
    return GraphFound(
        tuple(node for node in nodes if node.chunk_ids),
        tuple(relation for relation in relations if relation.chunk_ids),
    )
