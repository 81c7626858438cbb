"""Which searches one question needs: by store and owner, by scope, and FAQ entries by themselves.

Pure: from the request and the places of its bases to a list in a fixed order (rows SR-04, HY-07, HY-08).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pincite.ports.index import SearchFilter
from pincite.ports.places import BasePlace
from pincite.retrieval.request import SearchRequest


@dataclass(frozen=True, slots=True)
class Target:
    """One search of one store."""

    store: str
    where: SearchFilter
    entries: bool = False
    """Of FAQ bases: may search further until there are enough entries."""


def tag_scopes(
    scopes: Mapping[str, Sequence[str]], tags: Sequence[str], base_ids: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Tags a base: its own of ``scopes``, and ``tags``, which hold for every base asked. A tag is a word that
    people give documents, so it means the same in each; bases without any are left out.

    >>> tag_scopes({"terms": ["2024"]}, ["life"], ["terms"])
    {'terms': ('2024', 'life')}
    """
    named = {id_: tuple(dict.fromkeys((*scopes.get(id_, ()), *tags))) for id_ in base_ids}
    return {id_: words for id_, words in named.items() if words}


def identity_groups(places: Iterable[BasePlace]) -> dict[str | None, list[BasePlace]]:
    """Bases that share a query vector, by vector space, in the order in which they were named. None are those
    without vectors: they go with any. What cannot be searched at all is left out (row HY-03)."""
    groups: dict[str | None, list[BasePlace]] = {}
    for place in places:
        if place.is_indexed:
            groups.setdefault(place.identity if place.vector else None, []).append(place)
    return groups


def plan_targets(request: SearchRequest, places: Sequence[BasePlace]) -> list[Target]:
    """The searches of ``request`` over ``places``: whole bases of one store and owner together, a base with a
    scope of its own by itself, FAQ bases apart from documents."""
    tags = tag_scopes(request.scopes, request.tags, [place.id for place in places])
    groups: dict[tuple[str, str, bool, str], list[BasePlace]] = {}
    for place in places:
        if place.is_indexed:
            alone = place.id if request.scopes.get(place.id) else ""
            groups.setdefault((place.store, place.owner, place.entries, alone), []).append(place)
    return [
        Target(
            store,
            SearchFilter(
                base_ids=tuple(place.id for place in members),
                document_ids=request.document_ids,
                tags=tags.get(members[0].id, ()),
                exclude_document_ids=request.exclude_document_ids,
            ),
            entries,
        )
        for (store, _, entries, _), members in groups.items()
    ]
