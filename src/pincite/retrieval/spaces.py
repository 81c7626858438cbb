"""Bases of several vector spaces in one question (reference 000, part 3.3; row SR-03)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from pincite.core.types import Chunk, Hit
from pincite.ports.places import BasePlace, BasePlaces
from pincite.retrieval.hybrid import HybridRetriever
from pincite.retrieval.parallel import found_at_once
from pincite.retrieval.request import Retrieval, SearchRequest
from pincite.retrieval.targets import identity_groups


class SpacesRetriever:
    """Groups the bases by vector space, searches each group with its own encoder, and joins what they find on
    the scale that they share."""

    def __init__(
        self, spaces: Mapping[str, HybridRetriever], by_words: HybridRetriever, places: BasePlaces
    ) -> None:
        """``spaces`` by the identity of their encoder, the default one first; ``by_words`` searches bases
        whose encoder is not here. ``spaces`` is looked at anew for each question: a rebuild may find that
        an encoder has changed."""
        self._spaces = spaces
        self._by_words = by_words
        self._places = places

    async def search(self, request: SearchRequest) -> Retrieval:
        """As `HybridRetriever.search`. A group that fails is left out, and ``degraded`` says so, if another
        finds something."""
        groups: dict[HybridRetriever, list[BasePlace]] = {}
        default = next(iter(self._spaces.values()), self._by_words)
        for identity, places in identity_groups(await self._places.places(request.base_ids)).items():
            retriever = default if identity is None else self._spaces.get(identity, self._by_words)
            groups.setdefault(retriever, []).extend(places)
        asked = request.asked_base_ids or request.base_ids
        return await found_at_once(
            [
                partial(
                    retriever.search,
                    replace(request, base_ids=tuple(place.id for place in members), asked_base_ids=asked),
                    members,
                )
                for retriever, members in groups.items()
            ]
        )

    async def weigh(self, request: SearchRequest, chunks: Sequence[Chunk]) -> list[Hit]:
        """As `HybridRetriever.weigh`, each chunk by the encoder of its base; those of bases that are gone are
        absent."""
        base_ids = tuple(dict.fromkeys(chunk.base_id for chunk in chunks))
        groups: dict[HybridRetriever, list[BasePlace]] = {}
        default = next(iter(self._spaces.values()), self._by_words)
        for place in await self._places.places(base_ids):
            has_vectors = place.is_indexed and place.vector and place.identity is not None
            retriever = self._spaces.get(place.identity or "", self._by_words) if has_vectors else default
            groups.setdefault(retriever, []).append(place)
        asked = request.asked_base_ids or request.base_ids
        hits: list[Hit] = []
        for retriever, members in groups.items():
            ids = {place.id for place in members}
            inside = [chunk for chunk in chunks if chunk.base_id in ids]
            part = replace(request, base_ids=tuple(sorted(ids)), asked_base_ids=asked)
            hits += await retriever.weigh(part, inside, members)
        return hits
