"""What the pieces of a document name and say of each other, and the graph of the whole document. Pure.

What a model found in a chunk is kept with the chunk (`Chunk.details`), so that a new version asks nothing
twice and the graph can be built anew from the database alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pincite.core.types import Chunk
from pincite.enrichment.replies import is_refusal, json_in
from pincite.enrichment.tidy import bounded, plain, unlisted
from pincite.ports.graph import Entity, Relation, VersionGraph
from pincite.text.entities import LONGEST_NAME, SHORTEST_NAME, entity_key

GRAPH = "graph"
LONGEST_SAID = 200
"""Characters of what is said of an entity or between two: a sentence."""
_LONGEST_KIND = 40
_DEEPEST = 4
_NAME = ("name", "entity", "이름", "名称")
_KIND = ("type", "kind", "유형", "类型")
_SAID = ("description", "relation", "relationship", "설명", "관계", "描述", "关系")
_SOURCE = ("source", "subject", "from", "entity1", "head")
_TARGET = ("target", "object", "to", "entity2", "tail")
_WHOLE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Named:
    name: str
    kind: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Between two of the names."""

    source: str
    target: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class ChunkGraph:
    """What one chunk names."""

    entities: tuple[Named, ...] = ()
    relations: tuple[Said, ...] = ()


@dataclass(slots=True)
class _Merging:
    entities: dict[str, Entity] = field(default_factory=dict)
    relations: dict[tuple[str, str], Relation] = field(default_factory=dict)


def read_graph(reply: str, text: str, most: int) -> ChunkGraph | None:
    """What ``reply`` says of ``text``: names that stand in it, at most ``most``, and as many relations
    between them. None for a reply that cannot be used; no names is a use: the piece names nobody."""
    if not reply.strip() or is_refusal(reply):
        return None
    found = json_in(reply)
    objects = [*_objects(found), *_broken_off(reply)]
    if found is None and not objects:
        return None
    held = entity_key(text)
    entities: dict[str, Named] = {}
    for item in objects:
        if (named := _named(item)) and _is_name(key := entity_key(named.name)) and key in held:
            entities.setdefault(key, named)
    entities = dict(list(entities.items())[:most])
    relations: dict[tuple[str, str], Said] = {}
    for item in objects:
        if isinstance(item, Mapping) and (said := _said(item)):
            pair = entity_key(said.source), entity_key(said.target)
            if pair[0] != pair[1] and entities.keys() >= set(pair):
                relations.setdefault(pair, said)
    return ChunkGraph(tuple(entities.values()), tuple(relations.values())[:most])


def graph_details(graph: ChunkGraph, key: str) -> dict[str, Any]:
    """For the details of a chunk; ``key`` is that of the prompt."""
    return {GRAPH: {"prompt": key, **asdict(graph)}}


def known_graph(chunk: Chunk) -> tuple[str, ChunkGraph] | None:
    """Key of the prompt, and what was made of it; None without."""
    held = chunk.details.get(GRAPH)
    if not isinstance(held, Mapping):
        return None
    return str(held["prompt"]), ChunkGraph(
        tuple(Named(**one) for one in held["entities"]), tuple(Said(**one) for one in held["relations"])
    )


def names_of(chunk: Chunk) -> tuple[str, ...]:
    """What the chunk, as it reads now, names."""
    known = known_graph(chunk)
    named = () if known is None else tuple(one.name for one in known[1].entities)
    if not chunk.edited:
        return named
    text = entity_key(chunk.embedding_text())
    return tuple(name for name in named if entity_key(name) in text)


def version_graph(
    base_id: str, document_id: str, version_id: str, chunks: Iterable[tuple[str, ChunkGraph]]
) -> VersionGraph:
    """The graph of a document from those of its chunks (id and graph, in order). Of several spellings, kinds
    and descriptions of one entity or relation the first is kept."""
    merging = _Merging()
    for chunk_id, graph in chunks:
        for named in graph.entities:
            key = entity_key(named.name)
            known = merging.entities.get(key, Entity(key, named.name))
            merging.entities[key] = Entity(
                key,
                known.name,
                known.kind or named.kind,
                known.description or named.description,
                _with(known.chunk_ids, chunk_id),
            )
        for said in graph.relations:
            pair = entity_key(said.source), entity_key(said.target)
            before = merging.relations.get(pair, Relation(*pair))
            merging.relations[pair] = Relation(
                *pair, before.description or said.description, _with(before.chunk_ids, chunk_id)
            )
    return VersionGraph(
        base_id,
        document_id,
        version_id,
        tuple(merging.entities.values()),
        tuple(merging.relations.values()),
    )


def _with(ids: tuple[str, ...], id_: str) -> tuple[str, ...]:
    return ids if id_ in ids else (*ids, id_)


def _is_name(key: str) -> bool:
    """A number is none, and what is longer is a sentence."""
    return SHORTEST_NAME <= len(key) <= LONGEST_NAME and not key.isnumeric()


def _objects(found: Any, depth: int = 0) -> Iterator[Mapping[str, Any] | str]:
    """The objects of a JSON value that have a name or two ends, and the texts of its lists, in order."""
    if isinstance(found, Mapping):
        item = {str(name).casefold(): value for name, value in found.items()}
        if _first(item, _NAME) or _first(item, _SOURCE):
            yield item
        elif depth < _DEEPEST:
            for value in item.values():
                yield from _objects(value, depth + 1)
    elif isinstance(found, Sequence) and not isinstance(found, str):
        for item in found:
            if isinstance(item, str):
                yield item
            elif depth < _DEEPEST:
                yield from _objects(item, depth + 1)


def _broken_off(reply: str) -> Iterator[Mapping[str, Any] | str]:
    """The objects that are whole in a reply that is not."""
    for match in _WHOLE.finditer(reply):
        whole = json_in(match.group())
        if whole is not None:
            yield from _objects(whole)


def _named(item: Mapping[str, Any] | str) -> Named | None:
    if isinstance(item, str):
        return Named(_tidy(item))
    name = _tidy(_first(item, _NAME))
    if not name:
        return None
    return Named(name, _tidy(_first(item, _KIND))[:_LONGEST_KIND], _tidy(_first(item, _SAID)))


def _said(item: Mapping[str, Any]) -> Said | None:
    source, target = _tidy(_first(item, _SOURCE)), _tidy(_first(item, _TARGET))
    return Said(source, target, _tidy(_first(item, _SAID))) if source and target else None


def _first(item: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((value for name in names if isinstance(value := item.get(name), str)), "")


def _tidy(text: str) -> str:
    return bounded(unlisted(plain(text)), LONGEST_SAID)
