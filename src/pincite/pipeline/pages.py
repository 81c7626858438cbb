"""Citations with the pages that they stand on."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.citations import placed
from pincite.core.types import Passage
from pincite.pipeline.answer import Citation
from pincite.ports.pages import PageReader, TextRange


async def on_pages(
    found: Sequence[Citation], passages: Sequence[Passage], reader: PageReader
) -> tuple[Citation, ...]:
    """``found`` with the pages and boxes of each pin, as far as ``reader`` knows them."""
    versions = {member.id: member.version_id for passage in passages for member in passage.members}
    ranges = {
        place: TextRange(versions[place.chunk_id], place.start, place.end)
        for citation in found
        for place in citation.pins
        if place.start is not None and place.end is not None and place.chunk_id in versions
    }
    if not ranges:
        return tuple(found)
    pages = await reader.places(list(ranges.values()))
    known = {place: placed(place, on) for place, on in zip(ranges, pages, strict=True)}
    return tuple(
        replace(citation, pins=tuple(known.get(place, place) for place in citation.pins))
        for citation in found
    )
